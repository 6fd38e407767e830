// Slips, a row for each table: Enter goes on, a row is handed in when it is complete or left, and says itself what is wrong.
import { fieldsOf, send } from "./send.js";

const rowOf = (target) => target.closest?.("form[data-slip]");
const openRows = () => [...document.querySelectorAll("form[data-slip]:not(.closed)")];
const entriesOf = (row) => [...row.querySelectorAll(".entries input")];
const numbersOf = (row) => entriesOf(row).filter((input) => input.type !== "checkbox");

// The number that the keyboard has just left by itself, since no digit could be added.
let completed;

function focus(input) {
  input?.focus();
  input?.select();
}

// Of two sides each its points; of accounts what they add up to.
function showSums(row) {
  const sums = Array(row.dataset.slip === "2" ? 2 : 1).fill(0);
  numbersOf(row).forEach((input, place) => (sums[place % sums.length] += Number(input.value)));
  row.querySelector("output").textContent = sums.join(" : ");
}

// Resolves to whether the row is in order; one that is refused keeps what was typed.
function save(row) {
  if (row.dataset.dirty === undefined) return Promise.resolve(true);
  return (row.saving ??= deliver(row).finally(() => delete row.saving));
}

async function deliver(row) {
  const answer = await send("/command", fieldsOf(row));
  row.querySelector(".fault").textContent = answer.text;
  row.classList.toggle("wrong", !answer.ok);
  if (!answer.ok) return false;
  delete row.dataset.dirty;
  row.reset();
  row.querySelector("output").textContent = "";
  row.elements.by.value = `slip ${answer.slip}`;
  const title = row.querySelector("[data-next]");
  if (title && answer.slip) title.textContent = title.dataset.next;
  row.classList.toggle("closed", !answer.slip);
  entriesOf(row).forEach((input) => (input.disabled = !answer.slip));
  return true;
}

const rowAfter = (row) => {
  const others = openRows().filter((each) => each !== row);
  return others.find((each) => row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) ?? others[0];
};

// The next row takes what is typed at once; a refused row gets the keyboard back if nothing was. After the last row the
// view above says what is to be done.
async function finish(row) {
  const next = rowAfter(row);
  if (next) focus(entriesOf(next)[0]);
  if (!(await save(row))) {
    if (next?.dataset.dirty === undefined) focus(numbersOf(row).at(-1));
  } else if (!next && openRows().length) focus(entriesOf(row)[0]);
  else if (!next) scrollTo(0, 0);
}

document.addEventListener("keydown", (event) => {
  const row = rowOf(event.target);
  if (!row) return;
  if (completed && numberAfter(row, completed) !== event.target) completed = undefined;
  const typed = completed ?? event.target;
  const keyed = typed.closest(".points")?.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (keyed) keyed.click();
  else if (event.key === "Enter" && !completed) {
    const next = numberAfter(row, event.target);
    if (next) focus(next);
    else finish(row);
  }
  const isAnswered = keyed || event.key === "Enter" || (event.key === "Tab" && completed && !event.shiftKey);
  if (isAnswered) event.preventDefault();
  if (!keyed && event.key !== "Shift") completed = undefined;
});

function numberAfter(row, input) {
  return numbersOf(row).find((each) => input.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// A number to which no digit can be added needs no Enter; whoever presses it all the same skips nothing.
document.addEventListener("input", (event) => {
  const row = rowOf(event.target);
  if (!row) return;
  showSums(row);
  const { value, dataset } = event.target;
  const next = value * 10 > dataset.most && event.inputType === "insertText" && numberAfter(row, event.target);
  if (!next) return;
  completed = event.target;
  focus(next);
});
document.addEventListener("focusout", (event) => {
  const row = rowOf(event.target);
  if (row && !row.contains(event.relatedTarget) && document.hasFocus()) save(row);
});

document.addEventListener("submit", (event) => {
  if (event.target.dataset.jump === undefined) return;
  const row = openRows().find((each) => each.dataset.table === event.target.elements.table.value.trim());
  event.target.reset();
  if (row) focus(entriesOf(row)[0]);
});
