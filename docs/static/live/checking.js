// "Check a log": files, text or an example go in; verdicts and a replay come out.
import { button, byId, element, named, separated, standings, table, told } from "./markup.js";
import { call } from "./python.js";
import { forget, showReplay } from "./replay.js";
import { statusOf } from "./status.js";

const MAX_BYTES = 8 * 1024 * 1024; // of one file, as the library has it
const MAX_FILES = 20;
const MAX_NAME = 100;
const WORDS = {
  valid: "This game keeps to the rules.",
  consistent: "This game may have been played so.",
  invalid: "This game breaks a rule.",
  unreadable: "This cannot be read as a game.",
};

const shortened = (name) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}...` : name);
const nameOf = ({ files, number }) => {
  const parts = separated(files.map((name) => named(shortened(name))), ", ");
  return element("span", {}, ...parts, number === null ? "" : `, game ${number}`);
};
const badge = ({ verdict }) =>
  element("strong", { class: `verdict ${verdict}` }, verdict.toUpperCase());

const namesOf = ({ standings: players }) => players.map(({ name }) => name);

// What was wrong, or why it is good: the place, the rule with a link, the sentence.
const reason = (finding) => {
  const { place, rule, sentence } = finding;
  const link = element("a", { href: `reference/rules.html#${rule.toLowerCase()}` }, rule);
  const [where, why] = [place, sentence].map((each) =>
    element("span", {}, ...told(each, namesOf(finding))),
  );
  const parts = [place && where, rule && link, why].filter(Boolean);
  return element("p", { class: "reason" }, ...separated(parts, ": "));
};

const remarks = (finding) => element("p", {}, ...told(finding.remarks, namesOf(finding)));

const assumed = ({ assumptions }) => {
  const list = element("ul", {}, ...assumptions.map((each) => element("li", {}, each)));
  return element("details", { open: "" }, element("summary", {}, "What was assumed"), list);
};

const points = ({ standings: players }) => {
  const each = players.map(({ name, points: won }) => element("span", {}, named(name), `: ${won}`));
  return element("span", {}, ...separated(each, ", "));
};

export const setUpChecking = () => {
  const result = byId("check-result");
  const replay = element("div", { class: "replay" });
  const status = statusOf(byId("check-status"));
  const drop = byId("check-drop");
  let checks = 0;

  const show = async (finding) => {
    const heading = element("h3", { tabindex: "-1" }, badge(finding), " ", nameOf(finding));
    const parts = [heading, element("p", {}, WORDS[finding.verdict]), reason(finding)];
    if (finding.remarks) parts.push(remarks(finding));
    if (finding.assumptions.length) parts.push(assumed(finding));
    const caption = `After the last ${finding.rule ? "good " : ""}turn`;
    if (finding.standings.length) parts.push(standings(caption, finding.standings));
    const shown = element("article", { class: "finding" }, ...parts, replay);
    forget(replay);
    result.querySelector("article")?.remove();
    result.append(shown);
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
    if (finding.record) {
      const name = finding.files[0].replace(/[^\w-]+/g, "-").slice(0, MAX_NAME);
      await status.during("The replay is drawn.", () => showReplay(replay, finding.record, name));
    }
  };

  const list = (findings) => {
    const games = findings.filter(({ verdict }) => verdict !== "unreadable").length;
    return table(
      games === 1 ? "1 game" : `${games} games`,
      ["Game", "Verdict", "Players", "Why"],
      findings.map((finding) => [
        button(nameOf(finding), () => show(finding), { class: "link" }),
        badge(finding),
        points(finding),
        finding.verdict === "valid" ? "" : reason(finding),
      ]),
    );
  };

  // Files are of the form {name, size, arrayBuffer()}, as browsers give them.
  const check = async (files) => {
    const now = ++checks;
    forget(replay);
    result.replaceChildren();
    if (files.length > MAX_FILES)
      return status.fail(`${files.length} files are too many at once: ${MAX_FILES} are taken.`);
    const content = async (file) =>
      file.size > MAX_BYTES ? file.size : new Uint8Array(await file.arrayBuffer());
    const read = async (file) => [file.name, await content(file)];
    const findings = await status.during("The game is checked.", async () =>
      JSON.parse(await call("check", await Promise.all(files.map(read)))),
    );
    if (findings === null || now !== checks) return undefined; // another was asked for since
    if (findings.length !== 1) result.append(element("div", { class: "wide" }, list(findings)));
    return findings.length === 1 ? show(findings[0]) : undefined;
  };

  const example = async (names) => {
    const fetched = async (name) => {
      const place = new URL(`../runtime/games/${name}`, import.meta.url);
      return new File([await (await fetch(place)).blob()], name);
    };
    const all = () => Promise.all(names.split(" ").map(fetched));
    const files = await status.during("The example is fetched.", all);
    return files && check(files);
  };

  byId("check-files").addEventListener("change", ({ target }) => {
    const files = [...target.files];
    target.value = ""; // the same file may be chosen again
    if (files.length) check(files);
  });
  byId("check-pasted").addEventListener("click", () =>
    check([new File([byId("check-text").value], "pasted text")]),
  );
  document.querySelectorAll("[data-example]").forEach((each) =>
    each.addEventListener("click", () => example(each.dataset.example)),
  );
  const over = (event, is) => {
    event.preventDefault();
    drop.classList.toggle("over", is);
  };
  // A file that misses its place must not take the place of the page, and of a game on it.
  ["dragover", "drop"].forEach((kind) => addEventListener(kind, (event) => event.preventDefault()));
  drop.addEventListener("dragover", (event) => over(event, true));
  drop.addEventListener("dragleave", (event) => over(event, false));
  drop.addEventListener("drop", (event) => {
    over(event, false);
    if (event.dataTransfer.files.length) check([...event.dataTransfer.files]);
  });
};
