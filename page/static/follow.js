// Keeps the view up to date. A phone that slept asks from its last position and shows what it missed.
export function follow(view) {
  const say = document.getElementById("say");
  const gone = document.getElementById("gone");
  let source, held, address = view.dataset.events;

  function show(message) {
    const { html, said, missed } = JSON.parse(message.data);
    address = address.replace(/after=[^&]*/, "after=" + encodeURIComponent(message.lastEventId));
    if (said && say.textContent !== said) say.textContent = said;
    if (missed.length) tell(missed);
    if (html !== undefined) put(html);
  }

  // What comes while something is typed is held back until that is done.
  function put(html) {
    held = view.querySelector("[data-hold][data-dirty]") ? html : undefined;
    if (held !== undefined) return;
    const focused = document.activeElement?.id;
    const tricks = view.querySelector(".tricks")?.scrollLeft;
    view.innerHTML = html;
    view.dispatchEvent(new Event("shown"));
    if (focused) document.getElementById(focused)?.focus();
    if (tricks > 40) view.querySelector(".tricks").scrollLeft = tricks;
  }

  view.addEventListener("done", () => held !== undefined && put(held));

  function open() {
    source = new EventSource(address);
    source.onmessage = (message) => { gone.hidden = true; show(message); };
    source.addEventListener("gone", () => (gone.hidden = false));
    source.onerror = () => {
      gone.hidden = false;
      if (source.readyState === EventSource.CLOSED) setTimeout(reopen, 2000);
    };
  }

  function reopen() {
    source?.close();
    if (!document.hidden) open();
  }

  document.addEventListener("visibilitychange", reopen);
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && reopen());
  reopen();
}

function tell(sentences) {
  const box = document.getElementById("meanwhile");
  box.querySelector("ul").replaceChildren(...sentences.map((sentence) => {
    const line = document.createElement("li");
    line.textContent = sentence;
    return line;
  }));
  box.querySelector("button").onclick = () => (box.hidden = true);
  box.hidden = false;
}
