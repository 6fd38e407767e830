// The page follows its view by Server-Sent Events and hands in what people tap. The views are made by the server.
import { follow } from "./follow.js";
import { handIn } from "./send.js";

handIn("action", "/action");

// What needs a module of its own can be pressed once that is there.
const view = document.getElementById("view");
const extras = { names: "./names.js", landlord: "./landlord.js", aim: "./aim.js" };
const extra = extras[document.documentElement.dataset.view];
const enable = () => view.querySelectorAll("[data-ready], [data-print]").forEach((button) => (button.disabled = false));
(extra ? import(extra) : Promise.resolve()).then(enable).then(() => view.addEventListener("shown", enable));
follow(view);
document.documentElement.dataset.ready = "";
