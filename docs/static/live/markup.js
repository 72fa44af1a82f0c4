// Elements, in which what a stranger wrote is always text.
export const byId = (id) => document.getElementById(id);

export const element = (name, attributes = {}, ...content) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== false) made.setAttribute(key, value);
  }
  made.append(...content);
  return made;
};

export const button = (label, onclick, attributes = {}) =>
  element("button", { type: "button", onclick, ...attributes }, label);

// A name keeps the direction of its script to itself.
export const named = (name) => element("bdi", {}, name);

// A sentence of desk.py, which says "player 1" where a name has to be.
export const told = (sentence, names) =>
  sentence.split(/player (\d)/).map((part, at) => (at % 2 ? named(names[part] ?? `player ${part}`) : part));

export const separated = (parts, separator) =>
  parts.flatMap((part, at) => (at ? [separator, part] : [part]));

const row = (name, attributes, cells) =>
  element("tr", {}, ...cells.map((cell) => element(name, attributes, cell)));

export const table = (caption, heads, rows) =>
  element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, row("th", { scope: "col" }, heads)),
    element("tbody", {}, ...rows.map((cells) => row("td", {}, cells))),
  );

export const standings = (caption, players) =>
  table(
    caption,
    ["Player", "Points", "Cards", "Rank"],
    players.map(({ name, points, cards, rank }) => [named(name), points, cards, rank]),
  );
