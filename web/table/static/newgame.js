// The next game: every rule by name, as its value in JSON.
import { send, toast } from "./send.js";

document.getElementById("view").addEventListener("submit", async (event) => {
  event.preventDefault();
  const rules = {}, fields = new FormData(event.target);
  for (const [name, value] of fields) if (name.startsWith("rule-")) rules[name.slice(5)] = JSON.parse(value);
  const action = { do: "game", game: event.target.dataset.game, players: Number(fields.get("players")), rules };
  const answer = await send("/action", action);
  if (answer.ok) location.assign("/game");
  else toast(answer.text);
});
