// The page of the server. The address says which screen is shown: the form for a new table, the
// links to its seats, or a table. What the server sends about a table is kept in `game`, and
// `render` shows it; nothing else is remembered. What strangers wrote is only ever put in as text.

import { $, isolated, make } from "./html.js";
import { draw, point, whoseTurn } from "./table.js";

const PAUSES = [1, 2, 4, 8, 15, 30]; // seconds before one tries again to reach the server
const FINAL = {
  replaced: ["This seat is played in another window now, or by somebody else who has its link.", "Play here instead"],
  "wrong-token": ["This link opens no seat at this table. Ask for it again where you got it.", "Only watch"],
  "no-table": ["There is no such table here.", "Open a new table"],
};

// The address: #table=UUID&token=TOKEN. What stands behind the # is never sent to a server.

const UUID = /^[0-9a-f-]{36}$/i;
const read = () => new URLSearchParams(location.hash.slice(1));

function link(table, token) {
  return `${location.origin}/#${new URLSearchParams(token ? { table, token } : { table })}`;
}

function visit() {
  const address = read();
  const [table, token] = [address.get("table"), address.get("token")];
  if (game && game.table === table && game.token === token && !address.has("seat")) return;
  leave();
  const screen = !table ? "start" : address.has("seat") ? "invitations" : "table";
  for (const each of document.querySelectorAll("main")) each.hidden = each.id !== screen;
  document.title = "Splendor";
  if (screen === "invitations") invite(table, address.getAll("name"), address.getAll("seat"));
  if (screen === "table") join(table, token);
}

// A new table

async function open(event) {
  event.preventDefault();
  const button = $("names").querySelector("button");
  const players = new FormData($("names")).getAll("player").map((name) => name.trim()).filter(Boolean);
  button.disabled = true;
  const answer = await ask("/tables", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ players }),
  });
  button.disabled = false;
  $("start-trouble").textContent = answer.trouble ?? "";
  if (answer.trouble) return;
  const { table, tokens } = await answer.json();
  const names = [...players.map((name) => ["name", name]), ...tokens.map((token) => ["seat", token])];
  location.hash = new URLSearchParams([["table", table], ...names]);
}

// Fetch what the server has, or else say why not.
async function ask(path, options) {
  try {
    const response = await fetch(path, options);
    if (response.ok) return response;
    const error = await response.json();
    return { trouble: told(error) };
  } catch {
    return { trouble: "The server did not answer. Try again." };
  }
}

const told = ({ message, rule }) => (rule && !message.includes(rule) ? `${rule}: ${message}` : message);

function invite(table, names, tokens) {
  const seats = names.map((name, seat) => invitation(link(table, tokens[seat]), isolated(name), `Sit down as ${isolated(name)}`));
  $("links").replaceChildren(...seats, invitation(link(table), "To watch, without a seat", "Watch"));
  $("copied").textContent = "";
}

function invitation(address, heading, label) {
  const shown = make("input", { readOnly: true, value: address, ariaLabel: `Link: ${heading}` });
  shown.onfocus = () => shown.select();
  const copy = make("button", { onclick: () => copied(shown), ariaLabel: `Copy the link: ${heading}` }, "Copy");
  return make("li", {}, make("h2", {}, heading), make("div", { className: "link" }, shown, copy), make("a", { href: address }, label));
}

async function copied(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    $("copied").textContent = "Copied.";
  } catch {
    $("copied").textContent = "The link is selected: copy it with the keyboard.";
  }
}

// The connection to a table

let game = null;

function join(table, token) {
  game = { table, token, socket: null, tries: 0, timer: 0, view: null, history: [], sent: null, refusal: "", line: "", end: null };
  if (UUID.test(table)) return connect();
  game.end = "no-table";
  render();
}

function leave() {
  const { socket, timer } = game ?? {};
  clearTimeout(timer);
  game = null;
  socket?.close();
}

function connect() {
  const { table, token, timer } = game;
  clearTimeout(timer);
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/tables/${encodeURIComponent(table)}/socket`);
  const current = (handle) => (event) => game?.socket === socket && handle(event); // not an older one
  Object.assign(game, { socket, timer: 0, end: null, line: "Connecting…" });
  socket.onopen = () => socket.send(JSON.stringify({ ...(token ? { type: "join", token } : { type: "watch" }), pictures: true }));
  socket.onmessage = current((event) => hear(JSON.parse(event.data)));
  socket.onclose = current(lose);
  render();
}

function hear(message) {
  if (message.type === "view") see(message);
  else if (message.code in FINAL) game.end = message.code;
  else refuse(`Not accepted: ${told(message)}`);
  render();
}

function see(view) {
  const { sent, socket } = game;
  const accepted = view.number > sent?.number;
  const lost = sent && !accepted && sent.socket !== socket;
  for (const event of view.happened) game.history[event.number] = event;
  game.history.length = view.number; // a server that was set back to an older day knows less
  Object.assign(game, { view, sent: accepted || lost ? null : sent, refusal: "", tries: 0, line: "" });
  if (lost) game.refusal = "Your last choice did not reach the server. Choose again.";
}

function refuse(refusal) {
  const button = game.sent?.button;
  Object.assign(game, { refusal, sent: null });
  render();
  button?.focus();
}

function lose() {
  const pause = PAUSES[Math.min(game.tries, PAUSES.length - 1)];
  Object.assign(game, { socket: null, tries: game.tries + 1, line: "" });
  if (!game.end) {
    game.line = `The connection is lost. Trying again in ${pause} s.`;
    game.timer = setTimeout(connect, 1000 * pause);
  }
  render();
}

function act(number, action, button) {
  const { sent, socket } = game;
  if (sent || socket?.readyState !== WebSocket.OPEN) return;
  Object.assign(game, { sent: { number, button, socket }, refusal: "" });
  socket.send(JSON.stringify({ type: "act", number, action }));
  render();
  $("turn").focus({ preventScroll: true });
}

// What is shown of a table

let drawn = null; // the view that the picture, the choices and the history show

function render() {
  const { view, sent, refusal, line, end, timer, socket } = game;
  if (view !== drawn) draw(view, game.history, act);
  drawn = view;
  const ready = !sent && line === "" && !end;
  for (const button of $("choices").querySelectorAll("button")) button.disabled = !ready;
  $("choices").setAttribute("aria-busy", String(!ready));
  const mine = view?.choices.length > 0 && !end;
  const turn = view ? whoseTurn(view) : "";
  const last = game.history.at(-1);
  put("turn", turn);
  $("banner").classList.toggle("mine", mine);
  $("jump").hidden = !mine;
  document.title = `${mine ? "● " : ""}${turn ? `${turn} – ` : ""}Splendor`;
  put("news", last ? `${isolated(view.players[last.seat])} ${last.words}.` : "");
  put("line", line, timer ? ["Try now", connect] : null);
  put("trouble", end ? FINAL[end][0] : refusal, end ? [FINAL[end][1], () => goOn(end)] : null);
}

// Put a sentence, and perhaps a button, into a live region: only if it is news.
function put(id, text, button = null) {
  const region = $(id);
  if ((region.firstChild?.textContent ?? "") === text) return;
  region.replaceChildren(...(text ? [make("span", {}, text)] : []));
  if (button) region.append(" ", make("button", { onclick: button[1] }, button[0]));
}

function goOn(end) {
  if (end === "replaced") connect();
  else location.hash = end === "wrong-token" ? new URL(link(game.table)).hash : "";
}

async function save() {
  const { table, token } = game;
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  const answer = await ask(`/tables/${encodeURIComponent(table)}/record`, { headers });
  $("saved").textContent = answer.trouble ?? "";
  if (answer.trouble) return;
  const address = URL.createObjectURL(await answer.blob());
  make("a", { href: address, download: `splendor-${table}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

$("names").onsubmit = open;
$("picture").onclick = point;
$("log").onclick = save;
$("jump").onclick = () => $("choices").focus();
window.onhashchange = visit;
visit();
