// The emblem is made small here, and a PNG; so whatever else the file says, such as where a photograph was taken, stays here.
import { send, toast } from "./send.js";

const WIDTHS = [512, 384, 256, 128];

async function smallPicture(file, most) {
  const picture = await createImageBitmap(file);
  for (const width of WIDTHS) {
    const scale = Math.min(1, width / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, picture.width * scale);
    canvas.height = Math.max(1, picture.height * scale);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
    if (blob.size <= most) return blob;
  }
}

document.addEventListener("change", async (event) => {
  const field = event.target.closest("[data-emblem]");
  if (!field?.files.length) return;
  const small = await smallPicture(field.files[0], Number(field.dataset.emblem)).catch(() => undefined);
  field.value = "";
  const answer = small ? await send("/emblem", small, "application/octet-stream") : { ok: false, text: field.dataset.bad };
  toast(answer.text);
  if (answer.ok) location.reload();
});
