// The parts of the Play view that never change: the legend of the heat map, and how to play.

import { el, group } from "./dom.js";

const KEYS = [
  ["arrows", "move"],
  ["Space", "next piece that fits"],
  ["R", "turn"],
  ["Delete", "take back"],
  ["U", "undo"],
  ["Y", "redo"],
  ["H", "hint"],
];
const RULES = [
  "Drag a piece to a cell, or tap the piece, then the cell. Tap a placed piece, or turn the wheel over it, to turn it.",
  " Drag it onto another one to exchange them, or off the board, or press Shift and click, to take it back.",
  " The game is saved in this browser.",
];

export function heatLegend() {
  const entries = [
    ["none", "no piece fits"],
    ["few", "few"],
    ["many", "many fit"],
  ];
  const parts = entries.flatMap(([kind, text]) => [el("i", { class: kind }), text]);
  return el("div", { class: "heat", hidden: true }, parts);
}

// `id` names the list of keys, which describes the board to a screen reader.
export function howToPlay(id) {
  const keys = KEYS.map(([name, text]) => el("small", { class: "soft" }, el("kbd", {}, name), ` ${text}`));
  return group("How to play", el("p", { class: "soft" }, RULES), el("div", { class: "row", id }, keys));
}
