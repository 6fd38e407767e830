// Becoming the landlord's phone: the same digits here and on the display, confirmed there. Files are handed in as well.
import { send, toast } from "./send.js";

document.getElementById("view").addEventListener("click", async (event) => {
  const button = event.target.closest("[data-landlord]");
  if (!button) return;
  const digits = String(crypto.getRandomValues(new Uint16Array(1))[0] % 10000).padStart(4, "0");
  const box = document.getElementById("landlord");
  box.dataset.hold = box.dataset.dirty = "";
  box.querySelector(".digits").textContent = digits;
  box.querySelectorAll("p").forEach((line) => (line.hidden = false));
  button.hidden = true;
  const answer = await send("/landlord", { digits });
  if (answer.ok) location.reload();
  else { toast(answer.text); button.hidden = false; delete box.dataset.dirty; }
});

const kinds = { restore: () => "backup", update: (file) => (file.name.endsWith(".sig") ? "signature" : "archive") };

document.getElementById("view").addEventListener("change", async (event) => {
  const input = event.target.closest("[data-bring]");
  if (!input || !input.files.length) return;
  const say = document.getElementById("bring-say"), kind = kinds[input.dataset.bring], files = [...input.files];
  input.value = "";
  if (new Set(files.map(kind)).size !== files.length || (input.dataset.bring === "update" && files.length !== 2))
    return toast(say.dataset.two);
  toast(say.dataset.wait, true);
  let answer;
  for (const file of files) {
    answer = await send("/landlord/upload/" + kind(file), file, "application/octet-stream");
    if (!answer.ok) return toast(answer.text);
  }
  toast((await send("/action", { do: input.dataset.bring })).text);
});
