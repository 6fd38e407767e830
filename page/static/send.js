// One request to the page, and the line at the bottom that says what became of it.
export async function send(address, body) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return { ok: false, text: document.getElementById("gone").textContent };
  }
}

let timer;
export function toast(text) {
  if (!text) return;
  const line = document.getElementById("toast");
  line.textContent = text;
  line.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (line.hidden = true), 5000);
}
