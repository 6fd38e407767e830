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

// A button hands in what its data attribute of that name says; data-ask asks before, data-then goes on to another view.
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
}

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
