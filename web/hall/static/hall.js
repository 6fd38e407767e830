// Every page of the hall follows its view by Server-Sent Events, and hands in forms and buttons as JSON.
import { follow } from "./follow.js";
import { handIn } from "./send.js";
import "./slips.js";
import "./emblem.js";

const view = document.getElementById("view");

handIn("command", "/command");

// A field with data-filter leaves those lines of the view that hold what was typed.
function filter() {
  const field = document.querySelector("[data-filter]");
  const wanted = field?.value.trim().toLocaleLowerCase() ?? "";
  view.querySelectorAll("[data-text]").forEach((line) => {
    line.hidden = wanted !== "" && !line.dataset.text.toLocaleLowerCase().includes(wanted);
  });
}
document.addEventListener("input", (event) => event.target.matches("[data-filter]") && filter());

// Clocks: seconds since the beginning, or to the end, by this machine's clock set right by the hall's.
const ahead = Date.now() - document.querySelector("main").dataset.now * 1000;
function tick() {
  view.querySelectorAll("[data-since]").forEach((clock) => {
    const passed = (Date.now() - ahead) / 1000 - clock.dataset.since;
    const left = clock.dataset.minutes > 0 ? clock.dataset.minutes * 60 - passed : passed;
    const seconds = Math.floor(Math.abs(left));
    const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    clock.textContent = (left < 0 ? "−" : "") + text;
    clock.classList.toggle("over", left < 0);
  });
}
setInterval(tick, 1000);

// The board turns its pages.
let page = 0;
function turn(step) {
  const pages = [...view.querySelectorAll("[data-page]")];
  if (!pages.length) return;
  page = (page + step) % pages.length;
  pages.forEach((each, place) => (each.hidden = place !== page));
  view.querySelectorAll("[data-dot]").forEach((dot, place) => dot.classList.toggle("on", place === page));
}
if (document.documentElement.dataset.view === "board") setInterval(() => turn(1), 12000);

function enable() {
  document.querySelectorAll("[data-ready], [data-print]").forEach((button) => (button.disabled = false));
  tick();
  filter();
  turn(0);
}
view.addEventListener("shown", enable);
enable();
if (document.activeElement === document.body) document.querySelector("[data-first]")?.focus();
follow(view);
document.documentElement.dataset.ready = "";
