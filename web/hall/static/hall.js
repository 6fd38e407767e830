// Every page of the hall follows its view by Server-Sent Events, and hands in forms and buttons as JSON.
import { follow } from "./follow.js";
import { handIn, send, toast } from "./send.js";

const view = document.getElementById("view");

handIn("command", "/command");

// A form with data-do hands in its fields; those whose names end in [] are lists, numbers are numbers.
function fieldsOf(form) {
  const fields = { do: form.dataset.do };
  for (const input of form.elements) {
    if (!input.name || (input.type === "radio" && !input.checked)) continue;
    let value = input.type === "checkbox" ? input.checked : input.value.trim();
    if (input.type === "number" || input.dataset.number !== undefined) value = value === "" ? null : Number(value);
    if (input.name.startsWith("rule-")) (fields.rules ??= {})[input.name.slice(5)] = JSON.parse(value);
    else if (input.name.endsWith("[]")) (fields[input.name.slice(0, -2)] ??= []).push(value);
    else fields[input.name] = value;
  }
  return fields;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.dataset.go !== undefined) {
    location.assign(form.dataset.go + [...new FormData(form).values()].join("").replace(/\D/g, ""));
    return;
  }
  if (!form.dataset.do || form.dataset.sending) return;
  form.dataset.sending = "";
  const answer = await send(form.dataset.address ?? "/command", fieldsOf(form));
  delete form.dataset.sending;
  toast(answer.text);
  if (!answer.ok) return;
  delete form.dataset.dirty;
  if (form.dataset.then) location.assign(form.dataset.then);
  else {
    form.reset();
    form.querySelector("input:not([type=hidden])")?.focus();
    view.dispatchEvent(new Event("done"));
  }
});

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
