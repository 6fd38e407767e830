// Slips, a row for each table: Enter goes on, a row is handed in when it is complete or left, and says itself what is wrong.
import { fieldsOf, send } from "./send.js";

const rowOf = (target) => target.closest?.("form[data-slip]");
const openRows = () => [...document.querySelectorAll("form[data-slip]:not(.closed)")];
const entriesOf = (row) => [...row.querySelectorAll(".entries input")];

function focus(input) {
  input?.focus();
  input?.select();
}

// Of two sides each its points; of accounts what they add up to.
function showSums(row) {
  const sums = Array(row.dataset.slip === "2" ? 2 : 1).fill(0);
  entriesOf(row).filter((input) => input.type !== "checkbox").forEach((input, place) => (sums[place % sums.length] += Number(input.value)));
  row.querySelector("output").textContent = sums.join(" : ");
}

// Returns whether the typist may go on: a row that is refused keeps what was typed.
async function save(row) {
  if (row.dataset.sending !== undefined) return false;
  if (row.dataset.dirty === undefined) return true;
  row.dataset.sending = "";
  const answer = await send("/command", fieldsOf(row));
  delete row.dataset.sending;
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

// At the end the view above says what is to be done next.
function goOn(row) {
  const rows = openRows();
  const next = rows.find((each) => each !== row && row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) ?? rows[0];
  if (next) focus(entriesOf(next)[0]);
  else scrollTo(0, 0);
}

document.addEventListener("keydown", async (event) => {
  const row = rowOf(event.target);
  const entries = row ? entriesOf(row) : [];
  const later = entries.slice(entries.indexOf(event.target) + 1);
  if (row && event.key.toLowerCase() === "g") {
    event.preventDefault();
    event.target.closest(".points")?.querySelector("[type=checkbox]")?.click();
  } else if (row && event.key === "Enter") {
    event.preventDefault();
    const next = later.find((input) => input.type !== "checkbox");
    if (next) focus(next);
    else if (await save(row)) goOn(row);
  }
});

document.addEventListener("input", (event) => rowOf(event.target) && showSums(rowOf(event.target)));
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
