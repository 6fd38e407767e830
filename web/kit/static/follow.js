// Keeps the view up to date. A phone that slept asks from its last position and shows what it missed.
export function follow(view) {
  const say = document.getElementById("say");
  const gone = document.getElementById("gone");
  const goneText = gone.textContent;
  let source, held, address = view.dataset.events, full = false;

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
    const focused = focusedPlace();
    const tricks = view.querySelector(".tricks")?.scrollLeft;
    view.innerHTML = html;
    view.dispatchEvent(new Event("shown"));
    if (focused) (focusables().find((each) => nameOf(each) === focused.name) ?? focusables()[focused.place])?.focus({ preventScroll: true });
    if (tricks > 40) view.querySelector(".tricks").scrollLeft = tricks;
  }

  // The keyboard stays where it was: at what does the same, or at the same place.
  const focusables = () => [...view.querySelectorAll("a, button, input, select, [tabindex]")];
  const nameOf = (each) => each.id || each.dataset.action || each.getAttribute("href") || each.textContent;

  function focusedPlace() {
    const place = focusables().indexOf(document.activeElement);
    return place < 0 ? undefined : { place, name: nameOf(document.activeElement) };
  }

  view.addEventListener("done", () => held !== undefined && put(held));

  function open() {
    source = new EventSource(address);
    source.onmessage = (message) => { full = false; gone.hidden = true; show(message); };
    source.addEventListener("gone", () => sayGone(goneText));
    source.addEventListener("left", leave);
    source.addEventListener("full", (message) => { full = true; sayGone(message.data); });
    source.onerror = () => {
      if (!full) sayGone(goneText);
      if (source.readyState === EventSource.CLOSED) setTimeout(reopen, 2000);
    };
  }

  // The evening is over, or viewers are no longer let in: the server says where to go from here.
  function leave() {
    source.close();
    if (document.documentElement.dataset.view === "join") location.assign("/");
    else location.reload();
  }

  function sayGone(text) {
    gone.textContent = text;
    gone.hidden = false;
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
