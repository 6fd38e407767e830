// One request to the page, and the line at the bottom that says what became of it.
export async function send(address, body, type = "application/json") {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": type },
      body: type === "application/json" ? JSON.stringify(body) : body,
    });
    return await answer.json();
  } catch {
    return { ok: false, text: document.getElementById("gone").textContent };
  }
}

// A form with data-do hands in its fields; those whose names end in [] are lists, numbers are numbers.
export function fieldsOf(form) {
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

// Hands in forms, and buttons by what their data attribute of that name says; data-ask asks before, data-then goes on to another view.
export function handIn(name, address) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest(`[data-${name}]`);
    if (!button || button.disabled) return;
    if (button.dataset.ask && !confirm(button.dataset.ask)) return;
    button.disabled = true;
    const answer = await send(address, JSON.parse(button.dataset[name]));
    button.disabled = false;
    if (answer.ok && button.dataset.then) location.assign(button.dataset.then);
    else toast(answer.text);
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    event.preventDefault();
    if (form.dataset.go !== undefined) {
      location.assign(form.dataset.go + [...new FormData(form).values()].join("").replace(/\D/g, ""));
      return;
    }
    if (!form.dataset.do || form.dataset.sending) return;
    form.dataset.sending = "";
    const answer = await send(form.dataset.address ?? address, fieldsOf(form));
    delete form.dataset.sending;
    toast(answer.text);
    if (!answer.ok) return;
    delete form.dataset.dirty;
    if (form.dataset.then) location.assign(form.dataset.then);
    else {
      form.reset();
      form.querySelector("input:not([type=hidden])")?.focus();
      document.getElementById("view").dispatchEvent(new Event("done"));
    }
  });
}

// A rule that changes nothing with what is chosen is left out.
function leaveOutRules() {
  for (const rule of document.querySelectorAll("[data-needs]")) {
    const fields = rule.form.elements;
    const lacks = ([name, values]) => fields[name] && !values.includes(fields[name].value);
    rule.hidden = Object.entries(JSON.parse(rule.dataset.needs)).some(lacks);
  }
}
leaveOutRules();
document.addEventListener("change", (event) => {
  // What has a name sets all of its rules.
  const fields = event.target.dataset.fills === undefined ? {} : JSON.parse(event.target.value);
  for (const [name, value] of Object.entries(fields)) if (event.target.form.elements[name]) event.target.form.elements[name].value = value;
  leaveOutRules();
});
document.addEventListener("shown", leaveOutRules, true);

document.addEventListener("click", (event) => event.target.closest("[data-print]") && print());
document.addEventListener("input", (event) => {
  if (event.target.form) event.target.form.dataset.dirty = "";
});

let timer;
export function toast(text, stays = false) {
  if (!text) return;
  const line = document.getElementById("toast");
  line.textContent = text;
  line.hidden = false;
  clearTimeout(timer);
  if (!stays) timer = setTimeout(() => (line.hidden = true), 5000);
}
