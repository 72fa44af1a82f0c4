// The table as desk.py draws it, taken apart so that a phone shows its halves one below the other.
import { element } from "./markup.js";

export const boardOf = () =>
  element("div", { class: "board", role: "region", tabindex: "0", "aria-label": "Table" });

// The market and the players are the last two groups of the picture. What stands above them is the
// headline, which the page has already. The board has to be on the page, for only there things have
// a size.
export const fillBoard = (board, picture) => {
  board.innerHTML = picture; // by the library, which escapes every name in it
  const market = board.firstElementChild;
  const players = market.cloneNode(false);
  const style = market.querySelector("style");
  const halves = [...market.children].slice(-2);
  market.replaceChildren(style, halves[0]);
  players.append(halves[1]);
  board.append(players);
  halves.forEach((half) => {
    const { x, y, width, height } = half.getBBox();
    const drawing = half.ownerSVGElement;
    half.removeAttribute("transform");
    drawing.removeAttribute("width");
    drawing.removeAttribute("height");
    drawing.setAttribute("viewBox", `${x - 2} ${y - 2} ${width + 4} ${height + 4}`);
  });
};
