// A table as it is shown: the picture, the choices, the history and the end.

import { $, isolated, make } from "./html.js";

const AWAITED = { return: "has to return tokens", noble: "has to choose a noble" };
const COLOURS = ["white", "blue", "green", "red", "black", "gold"];

export function whoseTurn({ players, seat, decider, choices, over, state }) {
  if (over) {
    const alone = over.winners.length === 1;
    if (alone && over.winners[0] === seat) return "You have won!";
    return `${over.winners.map((each) => isolated(players[each])).join(" and ")} ${alone ? "has won" : "share the victory"}.`;
  }
  if (!choices.length) return `${isolated(players[decider])} ${AWAITED[state.phase] ?? "is to move"}.`;
  return `Your turn, ${isolated(players[seat])}${KINDS[kindOf(choices[0].action)].due ?? ""}.`;
}

// Show a view, or none yet, with all that has happened; `act(number, action, button)` is told what is chosen.
export function draw(view, history, act) {
  const lost = $("choices").contains(document.activeElement);
  $("table").classList.toggle("empty", view === null);
  $("table").classList.toggle("still", view !== null && (view.seat === null || view.over !== null));
  drawPicture(view);
  drawChoices(view, act);
  drawHistory(view, history);
  drawEnd(view);
  if (lost) $("turn").focus({ preventScroll: true });
}

// The picture comes in two halves, the market and the players, which a phone shows one below the
// other: they are the last two groups of the whole.
function drawPicture(view) {
  if (!view) return $("picture").replaceChildren();
  const whole = new DOMParser().parseFromString(view.picture, "image/svg+xml").documentElement;
  const who = view.seat === null ? "You are watching." : `You are ${isolated(view.players[view.seat])}.`;
  $("picture").replaceChildren(make("p", {}, `${who} ${view.headline.split(":")[0]}.`), whole);
  const [market, players] = [...whole.children].slice(-2);
  const other = whole.cloneNode(false);
  whole.after(other);
  whole.replaceChildren(whole.querySelector("style"), market);
  other.append(players);
  for (const half of [market, players]) {
    for (const size of ["width", "height"]) half.ownerSVGElement.removeAttribute(size);
    half.removeAttribute("transform");
    const { x, y, width, height } = half.getBBox();
    half.ownerSVGElement.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
  }
}

const PIECES = "g[role=img]:has(> rect)"; // cards and nobles in the picture, but no names

// A card or a noble as the picture shows it, by what its title begins with.
function drawing(start, height = 132) {
  const found = [...$("picture").querySelectorAll(PIECES)].find((piece) => piece.firstChild.textContent.startsWith(start));
  const copy = $("picture").querySelector("svg").cloneNode(false);
  copy.setAttribute("viewBox", `-1 -1 102 ${height + 2}`);
  Object.assign(copy, { role: "img", ariaLabel: found.firstChild.textContent });
  copy.append(found.cloneNode(true));
  return copy;
}

// The choices, by kind

const KINDS = {
  take: { heading: "Take tokens" },
  buy: { heading: "Buy a card" },
  reserve: { heading: "Reserve a card" },
  return: { heading: "Return tokens", due: ": return tokens" },
  noble: { heading: "Choose a noble", due: ": choose a noble" },
  pass: { heading: "Nothing else is possible" },
};
const kindOf = ({ do: name }) => ({ reserve_from_deck: "reserve", choose_noble: "noble" })[name] ?? name;

function grouped(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function drawChoices(view, act) {
  const choose = (action, button) => act(view.number, action, button);
  const kinds = grouped(view?.choices.map((choice) => choice.action) ?? [], kindOf);
  const groups = Object.keys(KINDS).filter((kind) => kinds.has(kind)).map((kind) => group(kind, kinds.get(kind), choose));
  if (kinds.size === 1) groups[0].open = true;
  const idle = make("p", {}, "When it is your turn, your choices are here.");
  $("choices").replaceChildren(...(groups.length ? groups : [idle]));
  for (const piece of $("picture").querySelectorAll(PIECES)) piece.classList.toggle("can", Boolean(buttonFor(piece)));
}

function group(kind, actions, choose) {
  const doing = (action, ...content) => {
    const button = make("button", { onclick: () => choose(action, button) }, ...content);
    if (action.card) button.dataset.card = action.card;
    return button;
  };
  const tokens = () => [row("tokens", actions.map((action) => doing(action, gems(action.gems))))];
  const content = {
    take: tokens,
    buy: () => purchases(grouped(actions, (action) => action.card), doing),
    reserve: () => [row("cards", actions.map((action) => doing(action, ...reserved(action))))],
    return: tokens,
    noble: () => [row("cards", actions.map((action) => doing(action, drawing(`noble ${action.noble}:`, 66), action.noble)))],
    pass: () => [row("tokens", actions.map((action) => doing(action, "Pass")))],
  }[kind]();
  const summary = make("summary", {}, make("h2", {}, KINDS[kind].heading));
  return make("details", { open: kind !== "reserve" }, summary, ...content);
}

const row = (className, buttons) => make("div", { className }, ...buttons);

function reserved({ card, level }) {
  return card ? [drawing(`${card}:`), card] : [drawing(`deck of level ${level}:`), "unseen"];
}

// First the card, then the payment if there are several.
function purchases(cards, doing) {
  const payments = make("div", { id: "payments" });
  const buttons = [...cards].map(([card, ways]) => {
    if (ways.length === 1) return doing(ways[0], drawing(`${card}:`), gems(ways[0].payment));
    const button = make("button", { ariaExpanded: "false" }, drawing(`${card}:`), `${ways.length} ways to pay`);
    button.dataset.card = card;
    button.onclick = () => {
      const open = button.ariaExpanded === "false";
      for (const each of buttons) if (each.ariaExpanded) each.ariaExpanded = String(open && each === button);
      const heading = make("h3", {}, `Pay for ${card} with`);
      const choices = row("tokens", ways.map((action) => doing(action, gems(action.payment))));
      payments.replaceChildren(...(open ? [heading, choices] : []));
      payments.scrollIntoView({ block: "nearest" });
    };
    return button;
  });
  return [row("cards", buttons), payments];
}

// Tokens as shapes with numbers, and in words.
function gems(counts) {
  const held = COLOURS.map((colour, place) => [counts[place], colour]).filter(([count]) => count);
  const shapes = held.map(([count, colour]) => make("i", { className: colour, ariaHidden: "true" }, String(count)));
  const single = held.every(([count]) => count === 1);
  const words = held.map(([count, colour]) => (single ? colour : `${count} ${colour}`)).join(", ") || "nothing";
  return make("span", { className: "gems" }, make("span", {}, ...shapes), words);
}

// A card in the picture leads to the button of what can be done with it.
function buttonFor(piece) {
  const [card] = piece.firstChild.textContent.split(":");
  return $("choices").querySelector(`[data-card="${CSS.escape(card)}"]`);
}

export function point(event) {
  const piece = event.target.closest("g.can");
  if (!piece) return;
  const button = buttonFor(piece);
  button.closest("details").open = true;
  button.focus();
}

// What happened, and the end

function drawHistory(view, history) {
  const lines = history.map(({ seat, words }) => make("li", {}, make("bdi", {}, view.players[seat]), ` ${words}`));
  $("history").replaceChildren(...lines.reverse());
}

function drawEnd(view) {
  const { over, players, commitment } = view ?? {};
  const rank = (seat) => over.points[seat] + 100 * over.winners.includes(seat); // a tie may be broken
  $("result").hidden = !over;
  const seats = over ? [...players.keys()].sort((one, other) => rank(other) - rank(one)) : [];
  $("result").querySelector("ol").replaceChildren(...seats.map((seat) => standing(view, seat)));
  const facts = { digest: commitment, seed: over?.seed, salt: over?.salt };
  const known = Object.entries(facts).filter(([, value]) => value);
  $("promise").querySelector("dl").replaceChildren(
    ...known.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]),
  );
  $("replay").href = `/tables/${view?.table}/replay`;
}

function standing({ players, over }, seat) {
  const won = over.winners.includes(seat);
  return make("li", { className: won ? "won" : "" }, make("bdi", {}, players[seat]), `: ${over.points[seat]} points${won ? ", the winner" : ""}`);
}
