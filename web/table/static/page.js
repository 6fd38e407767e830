// The page follows its view by Server-Sent Events and hands in what people tap. The views are made by the server.
import { follow } from "./follow.js";
import { handIn } from "./send.js";

handIn("action", "/action");

// What needs a module of its own can be pressed once that is there.
const view = document.getElementById("view");
const extras = { names: "./names.js", landlord: "./landlord.js", aim: "./aim.js", join: "./join.js", newgame: "./newgame.js" };
const extra = extras[document.documentElement.dataset.view];
if (extra) {
  const enable = () => view.querySelectorAll("[data-ready]").forEach((button) => (button.disabled = false));
  import(extra).then(enable).then(() => view.addEventListener("shown", enable));
}
const allow = () => view.querySelectorAll("[data-print]").forEach((button) => (button.disabled = false));
allow();
view.addEventListener("shown", allow);
follow(view);
document.documentElement.dataset.ready = "";
