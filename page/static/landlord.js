// Becoming the landlord's phone: the same digits here and on the display, confirmed there.
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
