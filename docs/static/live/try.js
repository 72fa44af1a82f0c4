// Brings the page docs/try.md to life; without it the page says why nothing happens.
import { setUpChecking } from "./checking.js";
import { byId } from "./markup.js";
import { setUpPlaying } from "./playing.js";
import { python, size, start } from "./python.js";
import { statusOf } from "./status.js";

const button = byId("python-start");
const status = statusOf(byId("python-status"));

const show = () => {
  button.hidden = python.state !== "off";
  button.textContent = `Start Python${size()}`;
  byId("python-version").textContent = python.version
    ? `Python is running, with splendor-rules ${python.version}.`
    : "";
};

python.addEventListener("state", show);
button.addEventListener("click", () => status.during("Python is started.", start));
setUpChecking();
setUpPlaying();
document.querySelectorAll(".desk").forEach((desk) => {
  desk.hidden = false;
});
document.querySelectorAll(".lifeless").forEach((remark) => remark.remove());
