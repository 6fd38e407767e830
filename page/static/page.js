// The page follows its view by Server-Sent Events and hands in what people tap. The views are made by the server.
import { follow } from "./follow.js";
import { send, toast } from "./send.js";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-want]");
  if (!button || button.disabled) return;
  button.disabled = true;
  const answer = await send("/want", JSON.parse(button.dataset.want));
  button.disabled = false;
  if (answer.ok && button.dataset.then) location.assign(button.dataset.then);
  else toast(answer.text);
});

const extras = { names: "./names.js", landlord: "./landlord.js", join: "./join.js" };
const extra = extras[document.documentElement.dataset.view];
if (extra) import(extra);
follow(document.getElementById("view"));
