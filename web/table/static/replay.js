// A recorded deal, step by step, in one file with all that it shows.
const PACE_MS = 1400;
const part = (id) => document.getElementById(id);
let language = REPLAY.language, place = 0, timer;

function show(step) {
  place = Math.max(0, Math.min(step, REPLAY.steps.length - 1));
  const texts = REPLAY.texts[language];
  REPLAY.steps[place][language].forEach((number, index) => {
    const view = part(REPLAY.views[index]), html = REPLAY.html[number].replace(/src="(cards[^"]+)"/g, (_, name) => `src="${REPLAY.cards[name]}"`);
    if (view.dataset.number !== String(number)) {
      view.innerHTML = html;
      view.dataset.number = number;
    }
  });
  part("dispute").hidden = !part("dispute").querySelector(".case");
  part("say").textContent = part("table").querySelector("h2")?.textContent ?? "";
  part("place").value = place;
  part("place").setAttribute("aria-label", texts.play);
  for (const [id, text] of [["back", texts.step_back], ["play", texts.play], ["on", texts.step_on]]) part(id).setAttribute("aria-label", text);
  document.documentElement.lang = language;
  if (place === REPLAY.steps.length - 1) pause();
}

function pause() {
  clearInterval(timer);
  timer = undefined;
  part("play").textContent = "▶";
}

function play() {
  if (timer) return pause();
  if (place === REPLAY.steps.length - 1) place = -1;
  timer = setInterval(() => show(place + 1), PACE_MS);
  part("play").textContent = "❚❚";
  show(place + 1);
}

const languages = Object.entries(REPLAY.texts);
for (const [code, texts] of languages.length > 1 ? languages : []) {
  const button = document.createElement("button");
  button.textContent = texts.language;
  button.lang = code;
  button.className = "quiet";
  button.onclick = () => { language = code; show(place); };
  document.querySelector(".languages").append(button);
}
part("place").max = REPLAY.steps.length - 1;
part("place").oninput = (event) => { pause(); show(Number(event.target.value)); };
part("back").onclick = () => { pause(); show(place - 1); };
part("on").onclick = () => { pause(); show(place + 1); };
part("play").onclick = play;
show(0);
