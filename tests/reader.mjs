// A reader of the formats of splendor-rules in another language, written from its pages alone:
// docs/reference/text.md, formats.md, shuffle.md, fairness.md, cards.md, vectors.md and rules.md.
//
//     node reader.mjs vectors.json format_vectors.json
//
// It reads and writes and deals; it does not play. So a payment or a noble that was left out of a
// record is not filled in, and whether a position can arise is not asked. Nor is how long a text is.

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import process from "node:process";

// ---------------------------------------------------------------- cards, nobles, presets

const COLOURS = ["white", "blue", "green", "red", "black"];
const LETTERS = "wugrky";
const SEATS = "abcd";

// By level, bonus and ordinal: the cost, and before it the points if there are any.
const TABLE = [
  ["rrk ugrk uggrk uukk uuggk uuu wwwuk 1gggg", "kkk ggkk ugggr wkk wgrk wgrrk wggrr 1rrrr",
    "rrr urrkk uurr wurk wurkk wuuug wwu 1kkkk", "uug wrkkk wugk wwrr wwgkk wwugk www 1wwww",
    "grrrk ggr ggg wugr wuugr wwgg wwuur 1uuuu"],
  ["1gggrrkk 1wwuuurrr 2rrrrr 2rrrrrkkk 2grrrrkk 3wwwwww",
    "1uuggrrr 1uugggkkk 2uuuuu 2wwrkkkk 2wwwwwuuu 3uuuuuu",
    "1wwuuukk 1wwwggrrr 2ggggg 2uuuuuggg 2wwwwuuk 3gggggg",
    "1uuurrkkk 1wwrrkkk 2kkkkk 2wuuuugg 2wwwkkkkk 3rrrrrr",
    "1wwwgggkk 1wwwuugg 2gggggrrr 2uggggrr 2wwwww 3kkkkkk"],
  ["3uuugggrrrrrkkk 4kkkkkkk 4wwwrrrkkkkkk 5wwwkkkkkkk",
    "3wwwgggrrrkkkkk 4wwwwwwuuukkk 4wwwwwww 5wwwwwwwuuu",
    "3wwwwwuuurrrkkk 4uuuuuuu 4wwwuuuuuuggg 5uuuuuuuggg",
    "3wwwuuuuugggkkk 4ggggggg 4uuuggggggrrr 5gggggggrrr",
    "3wwwuuugggggrrr 4rrrrrrr 4gggrrrrrrkkk 5rrrrrrrkkk"],
];
const NOBLES = ["wu", "wk", "ug", "gr", "rk", "wug", "wuk", "wrk", "ugr", "grk", "wr", "ugk"];

const sha256 = (text) => createHash("sha256").update(text, "utf8").digest();
const hash = (text) => sha256(text).toString("hex");
const times = (length, make) => Array.from({ length }, (_, at) => make(at));
const count = (letters) => [...LETTERS].map((letter) => letters.split(letter).length - 1);

const CARDS = []; // ids in table order
const BY_CONTENT = new Map();
const lines = TABLE.flatMap((bonuses, row) => bonuses.flatMap((costs, bonus) =>
  costs.split(" ").map((item, at) => {
    const [, points, cost] = /^(\d?)([a-z]+)$/.exec(item);
    const place = `${row + 1}${LETTERS[bonus]}`;
    CARDS.push(`${place}${at + 1}`);
    BY_CONTENT.set(`${place}:${cost}`, `${place}${at + 1}`);
    return [row + 1, COLOURS[bonus], Number(points), count(cost).slice(0, 5)].join("|");
  })));
const CARD_TABLE = `base#${hash(lines.sort().join("\n")).slice(0, 12)}`;

const OFFICIAL = {
  gem_tokens: [4, 5, 7], gold_tokens: [5, 5, 5], noble_pool: NOBLES.slice(0, 10),
  noble_count: [3, 4, 5], target_score: 15, take_fewer: "when_short", payment: "any_exact",
  tie_break: "fewest_purchased", turn_limit: null,
};
const PRESETS = {
  official: {}, board_game_arena: { noble_pool: NOBLES }, spendee: { payment: "gold_last" },
  spendee_21: { payment: "gold_last", target_score: 21 },
  text_b: { gold_tokens: [0, 0, 7], tie_break: "shared" },
};
const fullRules = ({ preset, ...options }) => ({ ...OFFICIAL, ...PRESETS[preset], ...options });
const bankOf = (given, players) => {
  const { gem_tokens: gems, gold_tokens: gold } = fullRules(given);
  return [...Array(5).fill(gems[players - 2]), gold[players - 2]];
};

// ---------------------------------------------------------------- reading letter by letter

class Unreadable extends Error {
  constructor(message, line, column) {
    super(line ? `line ${line}, column ${column}: ${message}` : message);
    Object.assign(this, { line, column });
  }
}
const lower = (text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const byTable = (table) => (one, other) => table.indexOf(one) - table.indexOf(other);
const sortLetters = (letters) => [...letters].sort(byTable(LETTERS)).join("");

class Scanner {
  constructor(text) { Object.assign(this, { text, at: 0 }); }
  get done() { return this.at === this.text.length; }
  get next() { return this.text[this.at] ?? ""; }
  error(message, at = this.at) {
    const before = this.text.slice(0, at).split("\n");
    return new Unreadable(message, before.length, [...before.at(-1)].length + 1);
  }
  fail(message, at) { throw this.error(message, at); }

  /** Run what may find the value wrong that stands at this place. */
  inside(at, run) {
    try {
      return run();
    } catch (error) {
      throw error instanceof Unreadable && !error.line ? this.error(error.message, at) : error;
    }
  }

  /** What the sticky pattern matches here, or undefined. */
  take(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }
  need(pattern, what) {
    const { next } = this;
    return this.take(pattern) ?? this.fail(`expected ${what}, not ${next ? JSON.stringify(next) : "the end"}`);
  }
  eat(letter) { return this.next === letter && Boolean(this.at += 1); }
  must(letter) { return this.eat(letter) || this.fail(`expected ${letter}`); }
  blanks() { return this.take(/[ \t]*/y), this; }
  end() { return this.blanks().done || this.fail(`expected the end, not ${JSON.stringify(this.next)}`); }
  int() { return Number(this.need(/-?(?:0|[1-9]\d{0,15})(?!\d)/y, "a number")); }
  ints(length) { return times(length, (at) => (at && this.must("/"), this.int())); }
  list(item, between) {
    if (this.eat("-")) return [];
    const items = [item()];
    while (this.eat(between)) items.push(item());
    return items;
  }
  seat() { return SEATS.indexOf(lower(this.need(/[a-d]/yi, "a seat"))); }
  gems() { return count(lower(this.need(/[wugrky]+|-/yi, "gems or -"))); }
  noble() {
    const { at } = this;
    const id = sortLetters(lower(this.need(/[wugrk]+/yi, "a noble")));
    return NOBLES.includes(id) ? id : this.fail(`no noble: ${id}`, at);
  }
  card() {
    const { at } = this;
    const name = lower(this.need(/[1-3][wugrk](?:\d+|:[wugrk]+)/yi, "a card"));
    const id = BY_CONTENT.get(name.replace(/:.*/, (cost) => `:${sortLetters(cost.slice(1))}`)) ?? name;
    return CARDS.includes(id) ? id : this.fail(`no card: ${name}`, at);
  }

  cardOrBack() { return this.take(/#[1-3]/y) ?? this.card(); }
  place() { return this.eat("-") ? null : this.cardOrBack(); }
}

// ---------------------------------------------------------------- JSON

const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
// The order of the bytes of UTF-8 is that of code points.
const byCodePoint = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** The one spelling of a value. */
function canonical(value) {
  // JSON.stringify escapes just what the page says, and lone surrogates, which are refused before.
  if (typeof value === "bigint") return String(value);
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined).sort(byCodePoint);
  return `{${keys.map((key) => `${canonical(key)}:${canonical(value[key])}`).join(",")}}`;
}
const digest = (value) => hash(canonical(value)).slice(0, 12);

function readString(s) {
  const { at } = s;
  // eslint-disable-next-line no-control-regex
  const raw = s.need(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y, "a string");
  const text = raw.slice(1, -1).replace(/\\(?:u(....)|(.))/g, (_, code, short) =>
    (code ? String.fromCharCode(parseInt(code, 16)) : ESCAPES[short]));
  return text.isWellFormed() ? text : s.fail("a lone surrogate", at);
}

/** JSON without floats and double keys; JSON.parse would let both pass. */
function readJson(s, depth = 1) {
  const space = () => s.take(/[ \t\r\n]*/y);
  const items = (close, item) => {
    for (let first = true; space(), !s.eat(close); first = false) {
      if (!first) s.must(",");
      space();
      item();
    }
  };
  const int = s.take(/-?(?:0|[1-9]\d*)(?![\d.eE])/y);
  if (int) return Number.isSafeInteger(Number(int)) ? Number(int) + 0 : BigInt(int);
  const word = s.take(/null|true|false/y);
  if (word) return JSON.parse(word);
  if (s.next === '"') return readString(s);
  if (depth > 100) s.fail("too deep");
  const list = [];
  if (s.eat("[")) {
    items("]", () => list.push(readJson(s, depth + 1)));
    return list;
  }
  s.need(/\{/y, "a value without floats");
  items("}", () => {
    list.push([readString(s)]);
    if (new Map(list).size < list.length) s.fail(`twice: ${list.at(-1)}`);
    s.need(/[ \t\r\n]*:[ \t\r\n]*/y, "a colon");
    list.at(-1).push(readJson(s, depth + 1));
  });
  return Object.fromEntries(list);
}

function fromJson(text, shape) {
  const s = new Scanner(text);
  const value = readJson(s);
  s.eat("\n");
  s.end();
  return shape(value, "$");
}

// ---------------------------------------------------------------- what JSON may hold

// A shape takes a value and its path, and gives the value back with its lists in order.
const wrong = (path, what) => { throw new Unreadable(`${path}: must be ${what}`); };
const test = (good, what) => (value, path) => (good(value) ? value : wrong(path, what));
const int = (low, high) =>
  test((value) => Number.isInteger(value) && low <= value && value <= high, `${low} to ${high}`);
const oneOf = (...values) => test((value) => values.includes(value), values.join(" or "));
const match = (pattern) =>
  test((value) => typeof value === "string" && pattern.test(value), `like ${pattern}`);
const either = (special, shape) => (value, path) => (special.includes(value) ? value : shape(value, path));
const many = (item, low, high = low) => (value, path) =>
  (Array.isArray(value) && low <= value.length && value.length <= high
    ? value.map((one, at) => item(one, `${path}[${at}]`)) : wrong(path, `a list of ${low} to ${high}`));
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isExtra = (key) => key.startsWith("x_");

/** An object with these keys and perhaps those; with `extra` also any that begin with x_. */
const object = (must, may = {}, extra = false) => (value, path) => {
  if (!isObject(value)) wrong(path, "an object");
  const shapes = { ...must, ...may };
  const missing = Object.keys(must).find((key) => value[key] === undefined);
  if (missing) wrong(path, `with ${missing}`);
  return Object.fromEntries(Object.keys(value).filter((key) => value[key] !== undefined).map((key) => {
    if (!Object.hasOwn(shapes, key) && !(extra && isExtra(key))) wrong(path, `without ${key}`);
    return [key, (shapes[key] ?? free)(value[key], `${path}.${key}`)];
  }));
};
/** The same, but left out when it is empty. */
const unlessEmpty = (shape) => (value, path) =>
  (Object.keys(shape(value, path)).length ? shape(value, path) : undefined);

function free(value, path, depth = 1) {
  if (["number", "bigint"].includes(typeof value)) {
    return String(value).replace("-", "").length <= 18 ? value : wrong(path, "of 18 digits at most");
  }
  if (depth > 32) wrong(path, "less deep");
  if (typeof value === "object") Object.values(value ?? []).forEach((one) => free(one, path, depth + 1));
  return value;
}

const BACKS = ["#1", "#2", "#3"];
const name = match(/^.{0,200}$/su);
const seat = int(0, 3);
const gems = many(int(0, 31), 6);
const known = oneOf(...CARDS);
const card = either(BACKS, known);
const noble = oneOf(...NOBLES);
const nobles = many(noble, 0, 12);
const rows = many(many(either([null], card), 4), 3);
const meta = unlessEmpty((value, path) => (isObject(value) ? free(value, path) : wrong(path, "an object")));

const ACTIONS = {
  take: { gems }, return: { gems }, reserve: { card: known }, reserve_from_deck: { level: int(1, 3) },
  buy: { card: known, payment: gems }, choose_noble: { noble }, reveal: { card }, pass: {},
};
const action = (value, path) => object({
  do: oneOf(...Object.keys(ACTIONS)), ...(isObject(value) ? ACTIONS[value.do] : {}),
})(value, path);

const supply = many(int(0, 10), 3);
const OPTIONS = { // in the order of the page, which is that of positions as text
  gem_tokens: supply, gold_tokens: supply,
  noble_pool: (value, path) => (new Set(nobles(value, path)).size === value.length
    ? value.toSorted(byTable(NOBLES)) : wrong(path, "without doubles")),
  noble_count: many(int(0, 12), 3), target_score: int(1, 1e6),
  take_fewer: oneOf("when_short", "always"), payment: oneOf("any_exact", "gold_last"),
  tie_break: oneOf("fewest_purchased", "shared"), turn_limit: either([null], int(1, 1e6)),
};
/** The nearest preset and the options that differ, however they were spelled. */
function rules(value, path) {
  const full = fullRules(object({ preset: oneOf(...Object.keys(PRESETS)) }, OPTIONS)(value, path));
  if (Math.max(...full.noble_count) > full.noble_pool.length) wrong(path, "with enough nobles");
  return Object.keys(PRESETS).map((preset) => {
    const theirs = fullRules({ preset });
    const differ = Object.keys(OPTIONS).filter((key) => canonical(full[key]) !== canonical(theirs[key]));
    return { preset, ...Object.fromEntries(differ.map((key) => [key, full[key]])) };
  }).reduce((best, one) => (Object.keys(one).length < Object.keys(best).length ? one : best));
}

// By level, known before unknown, by id, face up before face down.
const handKey = ({ card: id, face_down: down }) => (BACKS.includes(id) ? `${id[1]}~${down}` : `${id}${down}`);
const sortPlayer = (one) => ({
  ...one,
  purchased: one.purchased.toSorted(byTable(CARDS)),
  nobles: one.nobles.toSorted(byTable(NOBLES)),
  reserved: one.reserved.toSorted((left, right) => (handKey(left) < handKey(right) ? -1 : 1)),
});
const held = object({ card, face_down: oneOf(true, false) });
const playerShape = object({ tokens: gems, purchased: many(known, 0, 90), reserved: many(held, 0, 3), nobles });
const state = object({
  format: oneOf("splendor-state"), version: oneOf(1), rules, bank: gems, rows, nobles,
  decks: many(many(card, 0, 40), 3), first_player: seat, turn: int(0, 1e15), passes: int(0, 1e15),
  players: many((value, path) => sortPlayer(playerShape(value, path)), 2, 4),
  phase: oneOf("main", "return", "noble", "reveal", "over"),
});

const claim = int(-1e15, 1e15);
const CLAIMS = { points: claim, gained: claim, change: many(claim, 6), round: claim }; // as in text
const event = (value, path) => {
  if (value?.disclose) return object({ disclose: known }, { seat, meta }, true)(value, path);
  const reserves = ["reserve", "reserve_from_deck"].includes(value?.action?.do);
  const gold = { gold: oneOf(true, false) };
  return object({ action, ...(reserves ? gold : {}) }, {
    by: seat, ...gold, visit: noble, claims: unlessEmpty(object({}, CLAIMS)),
    digest: match(/^[\da-f]{12}$/), meta,
  }, true)(value, path);
};
const figures = many(claim, 0, 4);
const ALWAYS = {
  cards: oneOf(CARD_TABLE), rules, players: many(name, 2, 4), perspective: either(["full", "public"], seat),
  ending: (value, path) => object({
    kind: oneOf("played", "unfinished", "resigned", "timeout"),
    ...(["resigned", "timeout"].includes(value?.kind) ? { seat } : {}),
  })(value, path),
};
const PERHAPS = {
  result: unlessEmpty(object({}, { points: figures, purchased: figures, ranks: figures, winners: figures })),
  seed: match(/^(?:int:(?:0|[1-9]\d*)|hex:(?:[\da-f]{2}){0,32})$/), decks: many(many(known, 0, 40), 3),
  commitment: object({ digest: match(/^[\da-f]{64}$/) }, { salt: match(/^(?:[\da-f]{2}){16,32}$/) }),
  generator: object({ name, version: name }), meta,
};
const TAGS = { format: oneOf("splendor-record/1"), ...ALWAYS, ...PERHAPS }; // in the order of text
const record = object({
  ...ALWAYS, format: oneOf("splendor-record"), version: oneOf(1), events: many(event, 0, Infinity),
  opening: object({ first_player: seat, bank: gems, rows, nobles, deck_counts: many(int(0, 40), 3) }),
}, PERHAPS, true);

// ---------------------------------------------------------------- actions as text

const writeGems = (numbers) => numbers.map((number, at) => LETTERS[at].repeat(number)).join("") || "-";
const READ = {
  t: (s) => ({ do: "take", gems: s.gems() }), "-": (s) => ({ do: "return", gems: s.gems() }),
  r: (s) => {
    const id = s.cardOrBack();
    return BACKS.includes(id) ? { do: "reserve_from_deck", level: Number(id[1]) } : { do: "reserve", card: id };
  },
  b: (s) => ({ do: "buy", card: s.card(), payment: s.blanks().gems() }), p: () => ({ do: "pass" }),
  n: (s) => ({ do: "choose_noble", noble: s.noble() }), ">": (s) => ({ do: "reveal", card: s.cardOrBack() }),
};
const WRITE = {
  take: (move) => `T ${writeGems(move.gems)}`, return: (move) => `-${writeGems(move.gems)}`,
  reserve: (move) => `R ${move.card}`, reserve_from_deck: (move) => `R #${move.level}`,
  buy: (move) => `B ${move.card} ${writeGems(move.payment)}`, choose_noble: (move) => `N ${move.noble}`,
  reveal: (move) => `> ${move.card}`, pass: () => "P",
};
const readMove = (s) => READ[lower(s.need(/[trbpn>-]/yi, "an action: T, R, B, P, N, - or >"))](s.blanks());
const writeAction = (move) => WRITE[move.do](move);

function readAction(text) {
  const s = new Scanner(text);
  const move = readMove(s.blanks());
  s.end();
  return move;
}

// ---------------------------------------------------------------- positions as text

const listed = (items, between) => items.join(between) || "-";
const blank = (s) => s.need(/[ \t]+/y, "a blank");

function readRules(s) {
  const { at } = s;
  const result = { preset: s.need(/\w+/y, "a preset") };
  while (s.eat(",")) {
    const key = s.need(/\w+/y, "an option");
    if (Object.hasOwn(result, key)) s.fail(`twice: ${key}`);
    s.must("=");
    if (key === "noble_pool") result[key] = s.list(() => s.noble(), "+");
    else if (Array.isArray(OFFICIAL[key])) result[key] = s.ints(3);
    else result[key] = s.take(/none\b/y) ? null : s.take(/[a-z]\w*/y) ?? s.int();
  }
  return s.inside(at, () => rules(result, "rules"));
}

function writeRules({ preset, ...options }) {
  const spell = (value) =>
    (Array.isArray(value) ? listed(value, Number.isInteger(value[0]) ? "/" : "+") : value ?? "none");
  const differ = Object.keys(OPTIONS).filter((key) => Object.hasOwn(options, key));
  return [preset, ...differ.map((key) => `${key}=${spell(options[key])}`)].join(",");
}

function readPlayer(s) {
  const list = (item) => (s.must("|"), s.list(item, ","));
  const hand = () => ({ face_down: s.next === "#" || s.eat("?"), card: s.cardOrBack() });
  return {
    tokens: s.ints(6), purchased: list(() => s.card()), reserved: list(hand), nobles: list(() => s.noble()),
  };
}

function readPosition(text) {
  const s = new Scanner(text).blanks();
  const field = (read) => (blank(s), read());
  const one = { format: "splendor-state", version: 1, bank: s.ints(6), players: [] };
  const decks = [];
  one.rows = field(() => times(3, (level) => {
    if (level) s.must("/");
    const places = times(4, (at) => (at && s.must(","), s.place()));
    s.must(":");
    decks.push(Array(Number(s.need(/(?:\d|[1-3]\d|40)(?!\d)/y, "0 to 40"))).fill(BACKS[level]));
    return places;
  }));
  one.nobles = field(() => s.list(() => s.noble(), ","));
  for (blank(s); /\d/.test(s.next); blank(s)) one.players.push(readPlayer(s));
  one.phase = s.need(/[a-z]+/y, "a phase");
  one.turn = field(() => s.int());
  one.first_player = field(() => s.seat());
  one.passes = field(() => s.int());
  one.rules = field(() => readRules(s));
  one.decks = s.blanks().done ? decks
    : times(3, (at) => (at && s.must("/"), s.list(() => s.cardOrBack(), ",")));
  s.end();
  if (one.decks.some((deck, at) => deck.length !== decks[at].length)) s.fail("decks of another length");
  return s.inside(0, () => state(one, "$"));
}

function writePosition(one) {
  const hand = ({ card: id, face_down: down }) => (down && !BACKS.includes(id) ? `?${id}` : id);
  const unknown = one.decks.flat().every((id) => BACKS.includes(id));
  return [
    one.bank.join("/"),
    one.rows.map((row, at) => `${row.map((id) => id ?? "-").join(",")}:${one.decks[at].length}`).join("/"),
    listed(one.nobles, ","),
    ...one.players.map((each) => [each.tokens.join("/"), listed(each.purchased, ","),
      listed(each.reserved.map(hand), ","), listed(each.nobles, ",")].join("|")),
    one.phase, one.turn, SEATS[one.first_player], one.passes, writeRules(one.rules),
    ...(unknown ? [] : [one.decks.map((deck) => listed(deck, ",")).join("/")]),
  ].join(" ");
}

// ---------------------------------------------------------------- records as text

const MAIN = ["take", "reserve", "reserve_from_deck", "buy", "pass"];

/** The meta and the x_ keys stand in one object as text. */
function splitMeta(target, value) {
  const part = (extra) => Object.fromEntries(Object.entries(value).filter(([key]) => isExtra(key) === extra));
  Object.assign(target, { meta: part(false) }, part(true));
}
function joinMeta(one) {
  const extras = Object.entries(one).filter(([key]) => isExtra(key));
  const all = { ...one.meta, ...Object.fromEntries(extras) };
  return Object.keys(all).length ? all : undefined;
}
function addComment(target, comment) {
  const comments = [target.meta?.comment, comment].filter((one) => one !== undefined);
  target.meta = { ...target.meta, comment: comments.join("\n") };
}

function readTag(s, tags) {
  const { at } = s;
  s.must("[");
  const key = lower(s.blanks().need(/[a-z]+/yi, "the name of a tag"));
  if (!Object.hasOwn(TAGS, key) || Object.hasOwn(tags, key)) s.fail(`unknown or twice: ${key}`, at);
  const value = readJson(s.blanks());
  s.blanks().must("]");
  const short = {
    rules: () => ({ preset: value }), ending: () => ({ kind: value }),
    players: () => value.split(";").map((part) => part.trim()),
  }[typeof value === "string" ? key : ""];
  tags[key] = s.inside(at, () => TAGS[key](short ? short() : value, key));
}

const OPENING = {
  bank: (s) => s.ints(6), first: (s) => s.seat(),
  nobles: (s) => {
    const found = s.eat("-") ? [] : [s.noble()];
    while (found.length && /[a-z]/i.test(s.blanks().next)) found.push(s.noble());
    return found;
  },
};
const readRow = (s) => {
  s.must(":");
  const places = times(4, () => s.blanks().place());
  s.blanks().must("/");
  return { places, left: s.blanks().int() };
};
function readOpening(s, key, opening) {
  if (Object.hasOwn(opening, key)) s.fail(`twice: ${key}`);
  opening[key] = (OPENING[key] ?? readRow)(s.blanks());
  if (!s.blanks().done && !"\n;".includes(s.next)) s.fail("expected the end of the line");
}

function readClaims(s) {
  const claims = {};
  while (!s.blanks().eat(")")) {
    const key = lower(s.need(/points|gained|change|round/yi, "a claim"));
    if (Object.hasOwn(claims, key)) s.fail(`twice: ${key}`);
    s.blanks().must("=");
    claims[key] = key === "change" ? s.blanks().ints(6) : s.blanks().int();
  }
  return claims;
}

function readTail(s, one) {
  const { at } = s.blanks();
  if (s.next === "{") s.inside(at, () => splitMeta(one, free(readJson(s), "meta")));
}

/** One part of a line; `turn` has the seat of the line and how many main actions there were. */
function readEvent(s, first, turn, events, players) {
  const { at } = s;
  // "b" is a seat unless a card follows: then it buys.
  const label = first && s.take(/\d*[ \t]*(?:[acd*]|b(?![ \t]*[1-3]))/yi);
  if (label) turn.seat = label.endsWith("*") ? undefined : SEATS.indexOf(lower(label.at(-1)));
  if (label) turn.begun = true;
  else if (s.eat("=")) {
    const by = /[a-d]/i.test(s.blanks().next) ? s.seat() : undefined;
    const disclosure = { disclose: s.blanks().card(), seat: by };
    readTail(s, disclosure);
    events.push(s.inside(at, () => event(disclosure, "event")));
    turn.begun = true;
    return;
  }
  const move = readMove(s.blanks());
  if (!turn.begun) s.fail("expected a seat", at);
  const by = move.do === "reveal" && !label ? undefined : turn.seat;
  const one = { action: move, by };
  if (["reserve", "reserve_from_deck"].includes(move.do)) one.gold = false;
  const named = move.do === "reserve_from_deck" && s.take(/[ \t]*=[ \t]*(?=[1-3])/y) && s.card();
  if (s.blanks().eat("+")) one.gold = s.blanks().need(/[y-]/yi, "y or -") !== "-";
  if (s.blanks().eat("!")) one.visit = s.blanks().noble();
  if (s.blanks().eat("(")) one.claims = readClaims(s);
  if (s.blanks().eat("@")) one.digest = s.need(/[\da-f]{12}(?!\w)/y, "12 digits");
  readTail(s, one);
  const round = /^\d+/.exec(label)?.[0];
  if (round && Number(round) !== Math.floor(turn.mains / players) + 1) {
    one.claims = { ...one.claims, round: Number(round) };
  }
  if (MAIN.includes(move.do)) turn.mains += 1;
  events.push(s.inside(at, () => event(one, "event")), ...(named ? [{ disclose: named, seat: by }] : []));
}

function readRecord(text) {
  const s = new Scanner(text.replaceAll("\r\n", "\n"));
  const [tags, opening, events, comments, turn] = [{}, {}, [], [], { mains: 0 }];
  const complete = () => {
    const missing = ["format", ...Object.keys(ALWAYS)].find((key) => !Object.hasOwn(tags, key))
      ?? ["nobles", "1", "2", "3"].find((key) => !opening[key]);
    return missing ? s.fail(`expected ${missing}`) : tags.players.length;
  };
  for (let first = true; !s.blanks().done; first = s.blanks().eat("\n")) {
    if ("\n;".includes(s.next)) {
      const comment = s.take(/;?[^\n]*/y);
      const to = (one) => addComment(one, comment.slice(1).trim());
      if (comment && events.length) to(events.at(-1));
      else if (comment) comments.push(to);
    } else if (s.next === "[" && !events.length) readTag(s, tags);
    else {
      const key = first && !events.length && s.take(/(?:bank|first|nobles)(?![a-z])|[1-3](?=[ \t]*:)/yi);
      if (key) readOpening(s, lower(key), opening);
      else readEvent(s, first, turn, events, complete());
    }
  }
  const players = complete();
  const levels = ["1", "2", "3"].map((level) => opening[level]);
  const one = {
    ...tags, format: "splendor-record", version: 1, events,
    opening: {
      bank: opening.bank ?? bankOf(tags.rules, players), first_player: opening.first ?? 0, nobles: opening.nobles,
      rows: levels.map(({ places }) => places), deck_counts: levels.map(({ left }) => left),
    },
  };
  splitMeta(one, tags.meta ?? {});
  comments.forEach((to) => to(one));
  return s.inside(s.at, () => record(one, "$"));
}

function writeEvents({ events, players }) {
  const written = [];
  const who = (by) => SEATS[by] ?? "*";
  const tail = (one) => `${one.digest ? ` @${one.digest}` : ""}${joinMeta(one) ? ` ${canonical(joinMeta(one))}` : ""}`;
  let mains = 0;
  let line = "*"; // the seat of the last label
  events.forEach((one, at) => {
    const { action: move, by, gold, visit, claims = {}, disclose } = one;
    const belongs = (it, drawn) => it?.disclose && drawn?.action?.do === "reserve_from_deck"
      && drawn.by !== undefined && drawn.by === it.seat && !tail(it);
    if (disclose && belongs(one, events[at - 1])) return;
    if (disclose) {
      written.push(`=${one.seat === undefined ? "" : ` ${SEATS[one.seat]}`} ${disclose}${tail(one)}`);
      return;
    }
    const stated = Object.keys(CLAIMS).filter((key) => claims[key] !== undefined);
    const text = [
      writeAction(move), belongs(events[at + 1], one) ? `=${events[at + 1].disclose}` : "", gold ? " +y" : "",
      gold === false && !move.do.startsWith("reserve") ? " +-" : "", visit ? ` !${visit}` : "",
      stated.length ? ` (${stated.map((key) => `${key}=${[claims[key]].flat().join("/")}`).join(" ")})` : "",
      tail(one),
    ].join("");
    const main = MAIN.includes(move.do);
    if (!main && written.length && (move.do === "reveal" ? by === undefined : who(by) === line)) {
      written[written.length - 1] += ` ${text}`;
      return;
    }
    line = who(by);
    written.push(`${main ? Math.floor(mains / players.length) + 1 : ""}${line} ${text}`);
    mains += main ? 1 : 0;
  });
  return written;
}

function writeRecord(one) {
  const { opening, rules: given, ending } = one;
  const values = { ...one, format: "splendor-record/1", meta: joinMeta(one) };
  if (Object.keys(given).length === 1) values.rules = given.preset;
  if (ending.seat === undefined) values.ending = ending.kind;
  const tags = Object.keys(TAGS).filter((key) => values[key] !== undefined)
    .map((key) => `[${key[0].toUpperCase()}${key.slice(1)} ${canonical(values[key])}]`);
  const table = [
    `bank ${opening.bank.join("/")}`, `first ${SEATS[opening.first_player]}`, `nobles ${listed(opening.nobles, " ")}`,
    ...opening.rows.map((row, at) =>
      `${at + 1}: ${row.map((id) => id ?? "-").join(" ")} /${opening.deck_counts[at]}`),
  ];
  return [tags, table, writeEvents(one)].filter((block) => block.length)
    .map((block) => `${block.join("\n")}\n`).join("\n");
}

// ---------------------------------------------------------------- the shuffle and what follows

function shuffle(label, pile, seed, items) {
  const result = [...items];
  const words = [];
  let block = 0;
  const draw = (below) => {
    for (;;) {
      if (!words.length) {
        const bytes = sha256(`splendor-rules ${label} 1|${pile}|${seed}|${block}`);
        words.push(...times(8, (at) => bytes.readUInt32BE(4 * at)));
        block += 1;
      }
      const word = words.shift();
      if (word < 2 ** 32 - (2 ** 32 % below)) return word % below;
    }
  };
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = draw(at + 1);
    [result[at], result[other]] = [result[other], result[at]];
  }
  return result;
}

const ofLevel = (at) => CARDS.filter((id) => id.startsWith(`${at + 1}`));

function setup(players, seed, given, first) {
  const { noble_pool: pool, noble_count: revealed } = fullRules(given);
  const piles = times(3, (at) => shuffle("shuffle", `level-${at + 1}`, seed, ofLevel(at)));
  return state({
    format: "splendor-state", version: 1, rules: given, bank: bankOf(given, players), first_player: first,
    rows: piles.map((pile) => pile.slice(0, 4)), decks: piles.map((pile) => pile.slice(4)),
    nobles: shuffle("shuffle", "nobles", seed, pool).slice(0, revealed[players - 2]),
    players: times(players, () => ({ tokens: count(""), purchased: [], reserved: [], nobles: [] })),
    turn: 0, passes: 0, phase: "main",
  }, "$");
}

/** Give every card of every hand another face, and every card of the decks. */
const refaced = (one, inHand, inDeck) => ({
  ...one,
  players: one.players.map((each, at) => sortPlayer({
    ...each, reserved: each.reserved.map((item) => ({ ...item, card: inHand(item, at) })),
  })),
  rows: one.rows.map((row) => row.map((id) => inDeck(id, false))),
  decks: one.decks.map((deck) => deck.map((id) => inDeck(id, true))),
});
const back = (id) => (id.startsWith("#") ? id : `#${id[0]}`);

/** What a seat knows, or a spectator: null. */
const observe = (one, viewer) => refaced(one,
  ({ card: id, face_down: down }, at) => (down && at !== viewer ? back(id) : id),
  (id, deck) => (deck ? back(id) : id));

/** A world that a view leaves open; not where a card is due in a row. Hands come before rows and decks. */
function determinize(view, seed) {
  const stands = [view.decks, view.rows, ...view.players.map((each) =>
    [each.purchased, each.reserved.map((item) => item.card)])].flat(2);
  const piles = times(3, (at) =>
    shuffle("world", `level-${at + 1}`, seed, ofLevel(at).filter((id) => !stands.includes(id))));
  const face = (id) => (BACKS.includes(id) ? piles[id[1] - 1].shift() : id);
  return refaced(view, (item) => face(item.card), face);
}

function commit({ rows: open, decks, nobles: revealed }, salt) {
  const levels = open.map((row, at) => [...row.map((id) => id ?? "-"), ...decks[at]].join(" "));
  return hash(["splendor-rules commitment 1", salt, ...levels, revealed.join(" ")].join("|"));
}

// ---------------------------------------------------------------- the comparison

const failures = [];
const counts = {};

function check(kind, what, run) {
  counts[kind] = (counts[kind] ?? 0) + 1;
  try {
    const problem = run();
    if (problem) failures.push(`${kind} ${what}: ${problem}`);
  } catch (error) {
    failures.push(`${kind} ${what}: ${error instanceof Unreadable ? error.message : error.stack}`);
  }
}
const same = (kind, what, wanted, run) => check(kind, what, () => {
  const got = run();
  return got === wanted ? undefined : `\n  got    ${got}\n  wanted ${wanted}`;
});

/** Undefined if it is refused and its place is told, else what was read. */
function unlessRefused(read) {
  try {
    return canonical(read());
  } catch (error) {
    if (error instanceof Unreadable && error.line && error.column) return undefined;
    throw error;
  }
}
const refused = (kind, items, read) => items.forEach((text, at) =>
  same(kind, at, undefined, () => unlessRefused(() => read(text))));

/** Change a letter here and there: the text has to be refused, or to mean something else. */
function mutate(kind, text, meaning, read) {
  const letters = [...text];
  for (let at = 0; at < letters.length; at += Math.ceil(letters.length / 60)) {
    for (const letter of ["?", String.fromCodePoint(letters[at].codePointAt(0) + 1)]) {
      const other = letters.with(at, letter).join("");
      check("changed letters", `${kind}, letter ${at}: ${letter}`, () =>
        (other !== text && unlessRefused(() => read(other)) === meaning ? "makes no difference" : undefined));
    }
  }
}

function bothWays(kind, items, read, write, shape) {
  items.forEach(({ text, json, digest: wanted }, at) => {
    same(kind, `${at} from text`, json, () => canonical(read(text)));
    same(kind, `${at} from JSON`, json, () => canonical(fromJson(json, shape)));
    same(kind, `${at} to text`, text, () => write(fromJson(json, shape)));
    if (wanted) same("digests", at, wanted, () => digest(read(text)));
    mutate(`${kind} ${at}`, text, json, read);
  });
}

function compareFormats(file) {
  bothWays("actions", file.actions, readAction, writeAction, action);
  bothWays("positions", file.positions, readPosition, writePosition, state);
  bothWays("records", file.records, readRecord, writeRecord, record);
  file.kind_actions.forEach(({ text, canonical: wanted }, at) =>
    same("kind actions", at, wanted, () => writeAction(readAction(text))));
  file.kind_records.forEach(({ text, json }, at) =>
    same("kind records", at, json, () => canonical(readRecord(text))));
  refused("unreadable actions", file.unreadable_actions, readAction);
  refused("unreadable records", file.unreadable_records, readRecord);
  file.records.map(({ json }) => fromJson(json, record)).forEach(({ opening, decks, commitment }, at) => {
    if (!commitment?.salt || !decks) return;
    same("commitments", at, commitment.digest, () => commit({ ...opening, decks }, commitment.salt));
  });
}

function compareGames({ games }) {
  games.forEach((game, at) => {
    const opening = setup(game.players, game.seed, game.rules, game.first_player);
    const views = [...opening.players.keys(), null].map((viewer) => observe(opening, viewer));
    same("openings", at, game.opening, () => digest(opening));
    same("commitments", at, game.commitment, () => commit(opening, "000102030405060708090a0b0c0d0e0f"));
    same("views", at, game.views.opening.join(), () => views.map(digest).join());
    same("worlds", at, game.worlds.opening.join(), () =>
      views.map((view) => digest(determinize(view, game.seed))).join());
  });
}

const [games, formats] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, "utf8")));
const LISTS = ["actions", "kind_actions", "unreadable_actions", "positions", "records", "kind_records",
  "unreadable_records"];
check("files", "games", () => (games?.format === "splendor-vectors" && games.version === 1 && games.games.length
  ? compareGames(games) : "not as described"));
check("files", "formats", () => (formats?.format === "splendor-format-vectors" && formats.version === 1
  && LISTS.every((key) => formats[key].length) ? compareFormats(formats) : "not as described"));

if (failures.length) {
  process.stderr.write(`${failures.slice(0, 20).join("\n")}\n${failures.length} failures\n`);
  process.exitCode = 1;
} else {
  const numbers = Object.entries(counts).map(([kind, number]) => `${kind} ${number}`);
  process.stdout.write(`all vectors pass\n${numbers.join(", ")}\n`);
}
