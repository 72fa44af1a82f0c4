// The line that says what is going on, with a bar while Python is loading.
import { element } from "./markup.js";
import { python, size } from "./python.js";

export const statusOf = (place) => {
  const words = element("span", { role: "status" });
  const bar = element("progress", { "aria-label": "Loading Python", max: 1, hidden: "" });
  place.replaceChildren(words, bar);
  let wanted = "";

  const show = () => {
    const loading = Boolean(wanted) && python.state !== "ready";
    const text = loading ? `Python is loading${size()}.` : wanted;
    if (words.textContent !== text) words.textContent = text;
    words.classList.remove("failed");
    bar.hidden = !loading;
    if (python.total) bar.value = Math.min(python.loaded / python.total, 1);
  };
  python.addEventListener("state", () => {
    if (wanted) show();
  });

  const fail = (message) => {
    wanted = "";
    show();
    words.textContent = message;
    words.classList.add("failed");
  };

  // Do something that may take a while; what goes wrong is said here, and null returned.
  const during = async (doing, work) => {
    wanted = doing;
    show();
    try {
      const result = await work();
      wanted = "";
      show();
      return result;
    } catch (error) {
      fail(error.message);
      return null;
    }
  };
  return { during, fail };
};
