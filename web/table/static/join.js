// The code from the display.
import { send, toast } from "./send.js";

document.getElementById("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await send("/join", { code: document.getElementById("code").value });
  if (answer.ok) location.assign("/score");
  else toast(answer.text);
});
