// The tray of the Play view: the pieces that are not on the board, filtered by kind, by color, and by what fits a cell.

import { button, choose, el } from "./dom.js";
import { motifCanvas, pieceCanvas } from "./tiles.js";

const KINDS = [
  ["all", "all pieces"],
  ["fits", "those that fit here"],
];
const FRAMED_KINDS = [
  ["corners", "corners"],
  ["frame", "frame"],
  ["inner", "inner"],
];

export class Tray {
  // `onchoose(piece)` is called for a tap, `ondrag(event, piece)` when a pointer goes down on a piece.
  constructor(puzzle, { onchoose, ondrag, onfilter }) {
    Object.assign(this, { puzzle, onchoose, ondrag, onfilter, kind: "all", color: null });
    this.left = el("small", { class: "soft" });
    this.none = el("p", { class: "soft", hidden: true });
    this.pieces = el("div", { class: "tray", role: "group", "aria-label": "Pieces to place" });
    this.filters = el("div", { class: "stack" });
    this.buttons = puzzle.pieces.map((_, piece) => this.makeButton(piece));
    this.pieces.append(...this.buttons, this.none);
    this.pieces.addEventListener("keydown", (event) => this.walk(event));
    this.drawFilters();
  }

  makeButton(piece) {
    const { puzzle } = this;
    return button(
      [pieceCanvas(puzzle, piece * 4), el("small", {}, piece + 1)],
      (event) => this.onchoose(piece, event),
      {
        tabindex: -1,
        "aria-pressed": "false",
        "aria-label": `piece ${piece + 1}: ${puzzle.pieces[piece].join(" ")}`,
        onpointerdown: (event) => this.ondrag(event, piece),
        oncontextmenu: (event) => event.preventDefault(),
      },
    );
  }

  // Arrow keys go from piece to piece, so that the tray is one stop of the Tab key.
  walk(event) {
    const shown = this.buttons.filter((one) => !one.hidden);
    const at = shown.indexOf(document.activeElement);
    const columns = shown.filter((one) => one.offsetTop === shown[0].offsetTop).length;
    const step = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -at,
      End: shown.length - 1 - at,
    };
    if (at < 0 || !(event.key in step)) return;
    event.preventDefault();
    const next = shown[Math.max(0, Math.min(shown.length - 1, at + step[event.key]))];
    for (const one of shown) one.tabIndex = one === next ? 0 : -1;
    next.focus();
  }

  drawFilters() {
    const { puzzle } = this;
    const filter = (values) => {
      Object.assign(this, values);
      this.onfilter();
    };
    const swatch = (color) => {
      const name = `only pieces with color ${color}`;
      const pick = () => {
        filter({ color: this.color === color ? null : color });
        this.drawFilters();
        this.filters.querySelector(`[title="${name}"]`).focus();
      };
      return button(motifCanvas(color, 26), pick, {
        "aria-pressed": String(this.color === color),
        "aria-label": name,
        title: name,
      });
    };
    const colors = Array.from({ length: puzzle.colors }, (_, i) => swatch(i + 1));
    const kinds = [...KINDS, ...(puzzle.framed ? FRAMED_KINDS : [])];
    this.filters.replaceChildren(
      choose("Which pieces", kinds, this.kind, (kind) => filter({ kind })),
      el("div", { class: "swatches", role: "group", "aria-label": "Only pieces with this color" }, colors),
    );
  }

  isShown(piece, fitting) {
    const colors = this.puzzle.pieces[piece];
    if (this.color && !colors.includes(this.color)) return false;
    const grey = colors.filter((color) => color === 0).length;
    const kinds = { all: true, corners: grey >= 2, frame: grey === 1, inner: grey === 0, fits: fitting?.has(piece) };
    return kinds[this.kind];
  }

  // Shows what is left of a board; `cell` is the chosen one, `piece` and `turns` the chosen piece.
  show(board, { cell, piece, turns }) {
    const used = board.used();
    const free = this.puzzle.cells - used.size;
    const fitting = this.kind === "fits" ? new Set(board.candidates(cell, used).map((p) => p >> 2)) : null;
    let shown = 0;
    this.buttons.forEach((one, index) => {
      one.hidden = used.has(index) || !this.isShown(index, fitting);
      shown += !one.hidden;
    });
    this.press(piece, turns);
    const first = this.buttons.find((one) => !one.hidden);
    if (first && !this.buttons.some((one) => !one.hidden && one.tabIndex === 0)) first.tabIndex = 0;
    this.left.textContent = `${free} of ${this.puzzle.cells} left`;
    this.none.hidden = shown > 0;
    if (!free) this.none.textContent = "Every piece is on the board.";
    else
      this.none.textContent = fitting
        ? `No piece that is left fits ${this.puzzle.cellName(cell)}.`
        : "No piece of this kind is left.";
  }

  // Marks the chosen piece and shows it as it is turned.
  press(piece, turns) {
    const was = this.pressed;
    if (was && (was.piece !== piece || was.turns !== turns)) this.paint(was.piece, 0, "false");
    if (piece !== null && (was?.piece !== piece || was.turns !== turns)) this.paint(piece, turns, "true");
    this.pressed = piece === null ? null : { piece, turns };
  }

  paint(piece, turns, isPressed) {
    const one = this.buttons[piece];
    one.setAttribute("aria-pressed", isPressed);
    one.firstChild.replaceWith(pieceCanvas(this.puzzle, piece * 4 + turns));
  }
}
