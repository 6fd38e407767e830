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

let timer;
export function toast(text, stays = false) {
  if (!text) return;
  const line = document.getElementById("toast");
  line.textContent = text;
  line.hidden = false;
  clearTimeout(timer);
  if (!stays) timer = setTimeout(() => (line.hidden = true), 5000);
}
