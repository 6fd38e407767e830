// Names: two taps, or dragging one seat onto another, swap; nothing is sent before it is saved.
import { send, toast } from "./send.js";

const view = document.getElementById("view");
let first;

function swap(one, other) {
  const [a, b] = [one, other].map((id) => document.getElementById(id));
  [a.value, b.value] = [b.value, a.value];
  a.form.dataset.dirty = "";
}

function choose(button) {
  if (first && first !== button && first.isConnected) {
    swap(first.dataset.swap, button.dataset.swap);
    first.setAttribute("aria-pressed", "false");
    first = undefined;
  } else {
    first?.setAttribute("aria-pressed", "false");
    first = first === button ? undefined : button;
    first?.setAttribute("aria-pressed", "true");
  }
}

view.addEventListener("click", (event) => {
  const button = event.target.closest("[data-swap]");
  if (button) choose(button);
});

view.addEventListener("pointerup", (event) => {
  const from = dragged, to = document.elementFromPoint(event.clientX, event.clientY)?.closest(".seat");
  dragged = undefined;
  const [a, b] = [from, to].map((seat) => seat?.querySelector("[data-swap]")?.dataset.swap);
  if (a && b && a !== b) swap(a, b);
});
let dragged;
view.addEventListener("pointerdown", (event) => { dragged = event.target.closest("[data-swap]")?.closest(".seat"); });

view.addEventListener("submit", async (event) => {
  event.preventDefault();
  const names = Object.fromEntries([...new FormData(event.target)].map(([seat, name]) => [seat, name.trim()]));
  const answer = await send("/action", { do: "names", names });
  if (answer.ok) {
    delete event.target.dataset.dirty;
    view.dispatchEvent(new Event("done"));
  }
  toast(answer.text);
});
