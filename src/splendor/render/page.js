"use strict";
// Swaps the drawings of the table: which are where after each turn was worked out beforehand.
(() => {
  const byId = (id) => document.getElementById(id);
  const game = JSON.parse(byId("game").textContent);
  const spots = game.spots.map(byId);
  if (!spots.length) return;  // the opening itself is wrong: there is nothing to step through
  const slider = byId("turn");
  const log = byId("log");
  const cursors = [...document.querySelectorAll(".cursor")];

  // For each pair of eyes the table after every turn: the number of the drawing at each spot.
  const eyes = game.eyes.map((sight) => {
    let table = [];
    const tables = sight.changes.map((changes) => {
      table = table.slice();
      for (let at = 0; at < changes.length; at += 2) table[changes[at]] = changes[at + 1];
      return table;
    });
    return { ...sight, tables };
  });
  const last = eyes[0].tables.length - 1;
  let shown = [];
  let turn = 0;
  let seeing = -1;

  const see = (number) => {
    if (number === seeing) return;
    seeing = number;
    log.innerHTML = eyes[seeing].log.map((entry) => game.pool[entry]).join("");
    byId("eyes").value = seeing;
  };

  const step = (to, number = seeing) => {
    turn = Math.min(Math.max(to, 0), last);
    see(number);
    const sight = eyes[seeing];
    const table = sight.tables[turn];
    const before = sight.tables[Math.max(turn - 1, 0)];
    spots.forEach((spot, place) => {
      if (shown[place] !== table[place]) spot.innerHTML = game.pool[table[place]];
      spot.classList.toggle("changed", table[place] !== before[place]);
    });
    shown = table;
    byId("head").innerHTML = game.pool[sight.heads[turn]];
    slider.value = turn;
    const good = Math.min(turn, game.turns); // the last step may be the one to the problem
    const where = turn > good ? "INVALID" : `${turn} of ${game.turns}`;
    byId("where").textContent = where;
    slider.setAttribute("aria-valuetext", `turn ${where}`);
    const dead = { first: turn === 0, back: turn === 0, next: turn === last, last: turn === last };
    Object.entries(dead).forEach(([id, is]) => byId(id).setAttribute("aria-disabled", is));
    const across = (good * game.across) / Math.max(game.turns, 1);
    cursors.forEach((cursor) => cursor.setAttribute("transform", `translate(${across} 0)`));
    [...log.children].forEach((entry, place) => {
      const current = place === turn;
      entry.classList.toggle("current", current);
      const link = entry.querySelector("a");
      if (current) link.setAttribute("aria-current", "step");
      else if (link) link.removeAttribute("aria-current");
    });
    const entry = log.children[turn];
    log.scrollTop = entry.offsetTop - log.clientHeight / 2;
  };

  // The address names the turn, and whose eyes if they are not those that the page opens with.
  const address = () => `#turn-${turn}${seeing ? `/${eyes[seeing].key}` : ""}`;
  const go = (to, number) => {
    step(to, number);
    try {
      history.replaceState(null, "", address());
    } catch {
      // a frame without an address of its own: there is nothing to link to
    }
  };
  const follow = () => {
    const found = /^#turn-(\d+)(?:\/([a-z0-9-]+))?$/.exec(location.hash);
    if (!found) return step(turn, Math.max(seeing, 0));
    const named = eyes.findIndex((sight) => sight.key === found[2]);
    return go(Number(found[1]), named < 0 ? Math.max(seeing, 0) : named);
  };

  const moves = {
    first: () => go(0),
    back: () => go(turn - 1),
    next: () => go(turn + 1),
    last: () => go(last),
  };
  Object.entries(moves).forEach(([id, move]) => byId(id).addEventListener("click", move));
  slider.addEventListener("input", () => go(Number(slider.value)));
  byId("eyes").addEventListener("change", (event) => go(turn, Number(event.target.value)));
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const taken = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const name = keys[event.key];
    if (!name || taken || event.target.matches("select, input")) return;
    event.preventDefault();
    moves[name]();
  });
  // A frame that is made of a string has no address: there the links would lead out of the page.
  log.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(Number(link.hash.slice("#turn-".length)));
  });
  addEventListener("hashchange", follow);
  document.body.classList.add("ready");
  follow();
})();
