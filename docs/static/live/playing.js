// "Play at one screen": the game is a document here, and desk.py makes the table of it.
import { button, byId, element, named, standings } from "./markup.js";
import { call } from "./python.js";
import { forget, showReplay } from "./replay.js";
import { statusOf } from "./status.js";

const MAX_DECISIONS = 3000; // bots may go on for ever
const NOBODY = "nobody";

const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const withoutVerb = (words) => words.replace(/^\w+ /, "");

export const setUpPlaying = () => {
  const form = byId("play-form");
  const place = byId("play-table");
  const replay = element("div", { class: "replay" });
  const status = statusOf(byId("play-status"));
  let games = 0; // a game that was left for another goes on no more
  byId("play-seed").value = anySeed();

  const seats = () =>
    [...form.querySelectorAll("fieldset")]
      .map((each) => ({
        name: each.querySelector("input").value.trim(),
        bot: each.querySelector("select").value,
      }))
      .filter(({ bot }) => bot !== NOBODY)
      .map(({ name, bot }) => ({ name, bot: bot || null }));

  const begin = async () => {
    const seed = Number(byId("play-seed").value);
    const game = { seats: seats(), seed, actions: [], looking: null };
    const mine = ++games;
    forget(replay);
    place.replaceChildren();
    await goOn(game, mine);
  };

  // Show the table of a game, and those that bots make of it, until a person has to decide.
  const goOn = async (game, mine) => {
    place.querySelectorAll("button").forEach((each) => each.setAttribute("disabled", ""));
    let table = { game, busy: true };
    while (table?.busy && mine === games) {
      const written = JSON.stringify(table.game);
      const answer = await status.during("The table is laid.", () => call("go_on", written));
      table = answer && JSON.parse(answer);
      if (mine !== games) return;
      if (table) show(table, mine);
      else place.querySelectorAll("button").forEach((each) => each.removeAttribute("disabled"));
      if (table?.busy && table.game.actions.length > MAX_DECISIONS) await finish(table.game);
    }
    if (table && table.mover === null) await finish(table.game);
  };

  const finish = async (game) => {
    games += 1;
    place.querySelector(".choices")?.remove();
    await status.during("The replay is drawn.", async () =>
      showReplay(replay, await call("record", JSON.stringify(game)), `splendor-${game.seed}`),
    );
  };

  const show = (table, mine) => {
    const headline = element("p", { class: "headline", tabindex: "-1" }, table.headline);
    place.replaceChildren(headline, ...parts(table, mine), history(table.history), replay);
    const next = place.querySelector(".curtain button") ?? headline;
    next.focus({ preventScroll: true });
    headline.scrollIntoView({ block: "nearest" });
  };

  const parts = (table, mine) => {
    const { game, curtain, mover, picture } = table;
    if (curtain !== null) return [curtainFor(game, curtain, mine)];
    const region = { role: "region", tabindex: "0", "aria-label": "Table" };
    const board = element("div", { class: "board", ...region });
    board.innerHTML = picture; // by the library, which escapes every name in it
    if (mover === null) return [standings("Result", table.standings), board];
    return [board, choices(table, mine)];
  };

  const curtainFor = (game, seat, mine) => {
    const { name } = game.seats[seat];
    const look = () => goOn({ ...game, looking: seat }, mine);
    return element(
      "div",
      { class: "curtain" },
      element("p", {}, "Pass the screen to ", named(name), "."),
      button(element("span", {}, "I am ", named(name), ": show the table"), look),
    );
  };

  const choices = ({ game, choices: legal }, mine) => {
    const kinds = Map.groupBy(legal, ({ kind }) => kind);
    const groups = [...kinds].map(([kind, found]) => group(kind, found, (notation) =>
      goOn({ ...game, actions: [...game.actions, notation] }, mine),
    ));
    const stop = button("Stop here and keep the record", () => finish(game), { class: "quiet" });
    return element("div", { class: "choices" }, ...groups, stop);
  };

  const group = (kind, found, act) => {
    const make = ({ notation, words }) =>
      button(kind === "Pass" ? kind : withoutVerb(words), () => act(notation), {
        "data-action": notation,
        "aria-label": kind === "Pass" ? kind : `${kind} ${withoutVerb(words)}`,
      });
    // Of one card the first payment is that of least gold; the others are rarely wanted.
    const of = (each) => (kind === "Buy" ? each.words.split(" ")[1] : each);
    const firsts = new Map();
    found.forEach((each) => firsts.has(of(each)) || firsts.set(of(each), each));
    const shown = [...firsts.values()];
    const others = found.filter((each) => !shown.includes(each));
    const summary = element("summary", {}, "Other payments");
    const more = element("details", {}, summary, ...others.map(make));
    return element(
      "section",
      { class: "group", "aria-label": kind },
      element("h3", {}, kind),
      ...shown.map(make),
      ...(others.length ? [more] : []),
    );
  };

  const history = (lines) => {
    const told = lines.map(({ turn, name, words }) =>
      element("li", { value: turn }, named(name), ` ${words}`),
    );
    const list = element("ol", { reversed: "" }, ...told.reverse());
    const open = lines.length ? { open: "" } : {};
    const box = { class: "history", tabindex: "0", role: "region", "aria-label": "History" };
    return element("details", open, element("summary", {}, "History"), element("div", box, list));
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  byId("play-another").addEventListener("click", () => {
    byId("play-seed").value = anySeed();
  });
};
