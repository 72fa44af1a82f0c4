// The replay page of a record, in a frame that may run its script and reach nothing else.
import { element } from "./markup.js";
import { call } from "./python.js";

const LONGEST = 2 * 1024 * 1024; // of an address that a browser takes
const kept = new Map(); // the addresses of what a place shows, to be let go

const address = (place, content, type) => {
  const made = URL.createObjectURL(new Blob([content], { type }));
  kept.get(place).push(made);
  return made;
};

export const forget = (place) => {
  kept.get(place)?.forEach((made) => URL.revokeObjectURL(made));
  kept.set(place, []);
  place.replaceChildren();
};

export const showReplay = async (place, record, name) => {
  forget(place);
  const mine = kept.get(place);
  const page = await call("page", record);
  if (kept.get(place) !== mine) return; // something else was asked for here since
  // As `srcdoc` its links to turns would lead to this page, as a blob nowhere.
  const data = `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
  const source = address(place, page, "text/html;charset=utf-8");
  const json = address(place, record, "application/json");
  const frame = { sandbox: "allow-scripts", src: data, title: "Replay of the game" };
  place.replaceChildren(
    data.length > LONGEST
      ? element("p", {}, "This replay is too long to be shown here; download it.")
      : element("iframe", frame),
    element(
      "p",
      { class: "row" },
      element("a", { href: source, download: `${name}.html` }, "Download this page"),
      element("a", { href: json, download: `${name}.json` }, "Download the record"),
    ),
  );
};
