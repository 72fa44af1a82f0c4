// The buttons of what a player may do, by kind.
import { button, element } from "./markup.js";

// Tokens as shapes with numbers; what they are stands beside them in words.
const tokens = (gems) => {
  const shapes = gems.map(([colour, count]) => element("i", { class: colour }, String(count)));
  return element("span", { class: "gems", "aria-hidden": "true" }, ...shapes);
};

const faceOf = (drawing) => {
  const face = element("span", { class: "face", "aria-hidden": "true" });
  face.innerHTML = drawing; // by the library
  return face;
};

// A table, and what is done with the notation of the action that is chosen.
export const choicesOf = ({ choices, faces }, act) => {
  const make = ({ kind, notation, words, face, gems }) => {
    const content = element("span", { class: "words" }, gems.length ? tokens(gems) : "", words || kind);
    const all = face ? element("span", { class: "choice" }, faceOf(faces[face]), content) : content;
    const label = words ? `${kind} ${words}` : kind;
    return button(all, () => act(notation), { "data-action": notation, "aria-label": label });
  };

  // Of one card the first payment is that of least gold; the others are rarely wanted.
  const ways = ([first, ...others]) => {
    const plural = others.length === 1 ? "payment" : "payments";
    const summary = element("summary", {}, `${others.length} other ${plural}`);
    const more = () => element("details", {}, summary, ...others.map((each) => make({ ...each, face: "" })));
    return element("div", { class: "ways" }, make(first), ...(others.length ? [more()] : []));
  };

  const group = (kind, found) => {
    const same = Map.groupBy(found, ({ face, notation }) => face || notation);
    const buttons = [...same.values()].map(ways);
    const heading = element("h3", {}, kind);
    return element("section", { "aria-label": kind }, heading, element("div", { class: "group" }, ...buttons));
  };

  return [...Map.groupBy(choices, ({ kind }) => kind)].map(([kind, found]) => group(kind, found));
};
