// The replay page of a record, in a frame that may run its script and reach nothing else.
import { element } from "./markup.js";
import { call } from "./python.js";

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
  const page = await call("page", record);
  // As `srcdoc` its links to turns would lead to this page, as a blob nowhere.
  const data = `data:text/html;charset=utf-8,${encodeURIComponent(page)}`;
  const source = address(place, page, "text/html;charset=utf-8");
  const json = address(place, record, "application/json");
  place.replaceChildren(
    element("iframe", { sandbox: "allow-scripts", src: data, title: "Replay of the game" }),
    element(
      "p",
      { class: "row" },
      element("a", { href: source, download: `${name}.html` }, "Download this page"),
      element("a", { href: json, download: `${name}.json` }, "Download the record"),
    ),
  );
};
