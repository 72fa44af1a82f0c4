// "Play at one screen": the game is a document here, and desk.py makes the table of it.
import { choicesOf } from "./choices.js";
import { button, byId, element, named, standings, told } from "./markup.js";
import { boardOf, fillBoard } from "./picture.js";
import { call } from "./python.js";
import { forget, showReplay } from "./replay.js";
import { statusOf } from "./status.js";

const MAX_DECISIONS = 3000; // bots may go on for ever
const NOBODY = "nobody";

const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

export const setUpPlaying = () => {
  const form = byId("play-form");
  const place = byId("play-table");
  const replay = element("div", { class: "replay" });
  const status = statusOf(byId("play-status"));
  let games = 0; // a game that was left for another goes on no more
  let unkept = false; // whether there is a game whose record was not downloaded
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
    if (new Set(game.seats.map(({ name }) => name.normalize())).size < game.seats.length)
      return status.fail("Every player needs a different name.");
    const mine = ++games;
    forget(replay);
    place.replaceChildren();
    unkept = false;
    byId("play-status").scrollIntoView();
    return goOn(game, mine);
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
    const mine = ++games;
    place.querySelector(".choices")?.remove();
    await status.during("The replay is drawn.", async () => {
      const written = await call("record", JSON.stringify(game));
      if (mine === games) await showReplay(replay, written, `splendor-${game.seed}`);
    });
  };

  const show = (table, mine) => {
    const words = told(`${table.headline}.`, table.names);
    const headline = element("p", { class: "headline", tabindex: "-1" }, ...words);
    const first = !place.hasChildNodes();
    const board = boardOf();
    place.replaceChildren(headline, ...parts(table, board, mine), history(table.history), replay);
    if (board.isConnected) fillBoard(board, table.picture);
    unkept = table.game.actions.length > 0;
    const next = place.querySelector(".curtain button") ?? headline;
    next.focus({ preventScroll: true });
    headline.scrollIntoView({ block: first ? "start" : "nearest" });
  };

  const parts = (table, board, mine) => {
    const { game, curtain, mover } = table;
    if (curtain !== null) return [curtainFor(table, mine)];
    if (mover === null) return [standings("Result", table.standings), board];
    const act = (notation) => goOn({ ...game, actions: [...game.actions, notation] }, mine);
    const stop = button("Stop here and keep the record", () => finish(game), { class: "quiet" });
    return [board, element("div", { class: "choices" }, ...choicesOf(table, act), stop)];
  };

  const curtainFor = ({ game, curtain, names }, mine) => {
    const name = names[curtain];
    const look = () => goOn({ ...game, looking: curtain }, mine);
    return element(
      "div",
      { class: "curtain" },
      element("p", {}, "Pass the screen to ", named(name), "."),
      button(element("span", {}, "I am ", named(name), ": show the table"), look),
    );
  };

  const history = (lines) => {
    const items = lines.map(({ turn, name, words }) =>
      element("li", { value: turn }, named(name), ` ${words}`),
    );
    const list = element("ol", { reversed: "" }, ...items.reverse());
    const open = lines.length ? { open: "" } : {};
    const box = { class: "history", tabindex: "0", role: "region", "aria-label": "History" };
    return element("details", open, element("summary", {}, "History"), element("div", box, list));
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin();
  });
  replay.addEventListener("click", ({ target }) => {
    if (target.closest("a[download$='.json']")) unkept = false;
  });
  addEventListener("beforeunload", (event) => {
    if (unkept) event.preventDefault();
  });
  byId("play-another").addEventListener("click", () => {
    byId("play-seed").value = anySeed();
  });
};
