// The live picture while the camera is aimed: one frame after another, as fast as this phone takes them. Nothing is kept.
import { send, toast } from "./send.js";

const FRAME_MS = 250, ANSWER_MS = 4000;
const view = document.getElementById("view");
let turn = 0;

const box = () => document.getElementById("aim");
const act = (what) => send("/action", { do: "aim", what });

function show(isOn) {
  box().toggleAttribute("data-dirty", isOn);
  box().querySelectorAll("[data-on]").forEach((each) => (each.hidden = !isOn));
  box().querySelectorAll("[data-off]").forEach((each) => (each.hidden = isOn));
  if (!isOn) { const canvas = box().querySelector("canvas"); canvas.width = canvas.height = 0; advise(""); }
}

function advise(text) {
  const line = box().querySelector(".advice");
  if (line.textContent !== text) line.textContent = text;
}

async function draw(blob) {
  const picture = await createImageBitmap(blob), canvas = box().querySelector("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
  picture.close();
}

async function follow(mine) {
  let number = 0;
  while (mine === turn) {
    let answer;
    try {
      answer = await fetch(`/picture/live?after=${number}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    } catch {
      return end(mine, document.getElementById("gone").textContent);
    }
    if (mine !== turn) return;
    if (!answer.ok || answer.headers.has("x-ended")) return end(mine, await answer.text());
    if (answer.headers.has("x-advice")) {
      number = answer.headers.get("x-number");
      advise(decodeURIComponent(answer.headers.get("x-advice")));
    }
    if (answer.status === 200) await draw(await answer.blob());
    await new Promise((done) => setTimeout(done, FRAME_MS));
  }
}

function end(mine, text) {
  if (mine !== turn) return;
  turn += 1;
  show(false);
  toast(text);
}

view.addEventListener("click", async (event) => {
  const what = event.target.closest("[data-aim]")?.dataset.aim;
  if (!what) return;
  if (what === "stop") { end(turn, ""); await act(what); return; }
  const answer = await act(what);
  if (!answer.ok) toast(answer.text);
  else if (what === "start") { show(true); follow(++turn); }
});

// A phone that sleeps or shows something else ends it, so that the display no longer says that it looks.
function leave() {
  if (!box()?.hasAttribute("data-dirty")) return;
  end(turn, "");
  fetch("/action", {
    method: "POST", keepalive: true, headers: { "content-type": "application/json" },
    body: JSON.stringify({ do: "aim", what: "stop" }),
  }).catch(() => {});
}
document.addEventListener("visibilitychange", () => document.hidden && leave());
addEventListener("pagehide", leave);
