// The page follows its view by Server-Sent Events and hands in what people tap. The views are made by the server.
import { follow } from "./follow.js";
import { handIn } from "./send.js";

handIn("action", "/action");

// What needs a module of its own can be pressed once that is there.
const view = document.getElementById("view");
const extras = { names: "./names.js", landlord: "./landlord.js", aim: "./aim.js" };
const extra = extras[document.documentElement.dataset.view];
const enable = () => document.querySelectorAll("[data-ready], [data-print]").forEach((button) => (button.disabled = false));
(extra ? import(extra) : Promise.resolve()).then(enable).then(() => view.addEventListener("shown", enable));
follow(view);
document.documentElement.dataset.ready = "";

// A drawing is saved as a picture, which every phone can send on.
async function savePicture(address) {
  const drawing = new Image(), canvas = document.createElement("canvas");
  drawing.src = address;
  await drawing.decode();
  [canvas.width, canvas.height] = [drawing.width * 2.5, drawing.height * 2.5];
  canvas.getContext("2d").drawImage(drawing, 0, 0, canvas.width, canvas.height);
  const file = await new Promise((done) => canvas.toBlob(done));
  const name = `kiebitz-${new Date().toLocaleDateString("sv")}.png`; // Swedish dates are year, month, day
  Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: name }).click();
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-picture]");
  if (!link) return;
  event.preventDefault();
  savePicture(link.href).catch(() => location.assign(link.href)); // which says why not
});
