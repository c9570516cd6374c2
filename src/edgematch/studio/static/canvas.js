// Draws a board on a canvas. Each color is painted once per size as four small pictures, so that a 32x32 board takes a
// few milliseconds and can be redrawn with every animation frame.

import { EMPTY, rowName } from "./board.js";

const GAP = 0.02;
let motifs = [];

export function useMotifs(given) {
  motifs = given;
}

export async function loadMotifs(colors) {
  if (motifs.length > colors) return;
  const response = await fetch(`/api/motifs?colors=${Math.min(255, Math.max(colors, 22))}`);
  motifs = await response.json();
}

const tiles = new Map();

// The north side of a color as a picture of `size` pixels; other sides are the same turned.
function tile(color, side, size) {
  const key = `${color} ${side} ${size}`;
  let made = tiles.get(key);
  if (!made) {
    if (tiles.size > 4000) tiles.clear();
    made = new OffscreenCanvas(size, size);
    const context = made.getContext("2d"), motif = motifs[color];
    context.scale(size / 100, size / 100);
    context.translate(50, 50);
    context.rotate(side * Math.PI / 2);
    context.translate(-50, -50);
    context.fillStyle = motif.ground;
    context.fill(new Path2D("M0 0H100L50 50z"));
    for (const layer of motif.layers) {
      context.fillStyle = layer.paint;
      context.fill(new Path2D(layer.path), "evenodd");
    }
    tiles.set(key, made);
  }
  return made;
}

export function drawPiece(context, sides, x, y, size) {
  for (let side = 0; side < 4; side++) context.drawImage(tile(sides[side], side, Math.max(8, Math.round(size))), x, y, size, size);
  context.strokeStyle = "#14171d";
  context.lineWidth = Math.max(0.5, size / 60);
  context.strokeRect(x, y, size, size);
}

export function pieceCanvas(puzzle, placement, size = 48) {
  const canvas = document.createElement("canvas"), scale = devicePixelRatio || 1;
  canvas.width = canvas.height = size * scale;
  drawPiece(canvas.getContext("2d"), puzzle.sides(placement), 0, 0, size * scale);
  return canvas;
}

export class BoardView {
  // `options`: breaks, numbers, hints, color (highlighted), heat (counts per cell), marked (Set of cells), selected.
  constructor({ label = "Board", onpick = null, interactive = true } = {}) {
    this.canvas = document.createElement("canvas");
    this.board = null;
    this.options = { breaks: true, numbers: false, hints: true, color: null, heat: null, marked: null, selected: -1, rulers: true };
    this.zoom = 1; this.panX = 0; this.panY = 0;
    this.label = label; this.onpick = onpick; this.frames = 0;
    this.canvas.setAttribute("role", "img");
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvas);
    if (interactive) this.listen();
  }

  show(board, options = {}) {
    const isNew = !this.board || this.board.puzzle !== board.puzzle;
    this.board = board;
    Object.assign(this.options, options);
    if (isNew) { this.zoom = 1; this.panX = this.panY = 0; this.fit(); }
    this.later();
  }

  set(options) { Object.assign(this.options, options); this.later(); }

  fit() {
    if (!this.board) return;
    const { width, height } = this.board.puzzle, wide = this.canvas.clientWidth || 320, scale = devicePixelRatio || 1;
    const tall = Math.min(wide * height / width, Math.max(240, innerHeight - 190));
    this.canvas.style.aspectRatio = `${wide} / ${tall}`;
    this.canvas.width = Math.round(wide * scale);
    this.canvas.height = Math.round(tall * scale);
    this.later();
  }

  later() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => { this.pending = 0; this.draw(); });
  }

  geometry() {
    const { width, height } = this.board.puzzle, margin = this.options.rulers ? 0.55 : 0.1;
    const size = Math.min(this.canvas.width / (width + 2 * margin), this.canvas.height / (height + 2 * margin)) * this.zoom;
    const left = (this.canvas.width - size * width) / 2 + this.panX, top = (this.canvas.height - size * height) / 2 + this.panY;
    return { size, left, top };
  }

  draw() {
    const context = this.canvas.getContext("2d"), { puzzle, placements } = this.board, o = this.options;
    const { size, left, top } = this.geometry();
    this.frames++;
    context.fillStyle = "#242933";
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const most = o.heat ? Math.max(1, ...o.heat) : 1;
    for (let cell = 0; cell < puzzle.cells; cell++) {
      const x = left + (cell % puzzle.width) * size, y = top + Math.floor(cell / puzzle.width) * size;
      if (x > this.canvas.width || y > this.canvas.height || x + size < 0 || y + size < 0) continue;
      if (placements[cell] === EMPTY) this.drawEmpty(context, cell, x, y, size, o, most);
      else drawPiece(context, puzzle.sides(placements[cell]), x, y, size);
      if (o.color !== null && placements[cell] !== EMPTY) this.dim(context, puzzle.sides(placements[cell]), x, y, size, o.color);
      if (o.marked?.has(cell)) this.frame(context, x, y, size, "#ffe433", 0.09);
    }
    if (o.hints) for (const cell of puzzle.hintCells.keys()) this.brackets(context, left, top, size, cell);
    if (o.breaks) this.drawBreaks(context, left, top, size);
    if (o.numbers) this.drawNumbers(context, left, top, size);
    if (o.rulers) this.drawRulers(context, left, top, size);
    if (o.selected >= 0) {
      this.frame(context, left + (o.selected % puzzle.width) * size, top + Math.floor(o.selected / puzzle.width) * size, size, "#ffffff", 0.08);
    }
    const { score, breaks } = this.board.tally();
    this.canvas.setAttribute("aria-label", `${this.label}: ${puzzle.name || "puzzle"}, ${puzzle.width} by ${puzzle.height}, ${score} of ${puzzle.edges} edges match, ${breaks} breaks, ${this.board.placed} of ${puzzle.cells} cells filled`);
  }

  drawEmpty(context, cell, x, y, size, o, most) {
    context.fillStyle = "#39414f";
    context.fillRect(x + size * GAP, y + size * GAP, size * (1 - 2 * GAP), size * (1 - 2 * GAP));
    if (!o.heat || o.heat[cell] < 0) return;
    const share = o.heat[cell] / most;
    context.fillStyle = o.heat[cell] === 0 ? "#b00020" : `hsl(${210 - 170 * (1 - share)} 60% 32%)`;
    context.fillRect(x + size * 0.06, y + size * 0.06, size * 0.88, size * 0.88);
    if (size > 18) this.text(context, o.heat[cell], x + size / 2, y + size / 2, size * 0.34, "#ffffff");
  }

  dim(context, sides, x, y, size, color) {
    const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
    context.fillStyle = "rgba(18, 21, 27, .82)";
    for (let side = 0; side < 4; side++) {
      if (sides[side] === color) continue;
      const [a, b] = [corners[side], corners[(side + 1) % 4]];
      context.beginPath();
      context.moveTo(x + a[0] * size, y + a[1] * size);
      context.lineTo(x + b[0] * size, y + b[1] * size);
      context.lineTo(x + size / 2, y + size / 2);
      context.fill();
    }
  }

  drawBreaks(context, left, top, size) {
    const { puzzle } = this.board;
    for (const [cell, side, state] of this.board.edges()) {
      if (state !== false) continue;
      const column = cell % puzzle.width, row = Math.floor(cell / puzzle.width);
      const x = left + (column + (side === 1 ? 1 : 0.5)) * size, y = top + (row + (side === 1 ? 0.5 : 1)) * size;
      context.save();
      context.translate(x, y);
      if (side !== 1) context.rotate(Math.PI / 2);
      for (const [paint, wide] of [["#14171d", 0.2], ["#ffffff", 0.15], ["#e3002b", 0.08]]) {
        context.strokeStyle = paint;
        context.lineWidth = wide * size;
        context.lineJoin = context.lineCap = "round";
        context.beginPath();
        for (let i = 0; i <= 6; i++) context.lineTo((i % 2 ? -0.08 : 0.08) * size * (i && i < 6 ? 1 : 0), (i / 6 - 0.5) * 0.76 * size);
        context.stroke();
      }
      context.restore();
    }
  }

  brackets(context, left, top, size, cell) {
    const { puzzle } = this.board, x = left + (cell % puzzle.width) * size, y = top + Math.floor(cell / puzzle.width) * size;
    for (const [paint, wide] of [["#14171d", 0.13], ["#ffffff", 0.07]]) {
      context.strokeStyle = paint;
      context.lineWidth = wide * size;
      context.beginPath();
      for (const [u, v] of [[0, 0], [1, 0], [1, 1], [0, 1]]) {
        const px = x + size * (0.07 + 0.86 * u), py = y + size * (0.07 + 0.86 * v), dx = size * 0.24 * (u ? -1 : 1), dy = size * 0.24 * (v ? -1 : 1);
        context.moveTo(px + dx, py); context.lineTo(px, py); context.lineTo(px, py + dy);
      }
      context.stroke();
    }
  }

  frame(context, x, y, size, paint, wide) {
    context.strokeStyle = paint;
    context.lineWidth = Math.max(2, size * wide);
    context.strokeRect(x + size * 0.05, y + size * 0.05, size * 0.9, size * 0.9);
  }

  text(context, text, x, y, height, paint) {
    context.font = `600 ${height}px system-ui, sans-serif`;
    context.textAlign = "center"; context.textBaseline = "middle"; context.fillStyle = paint;
    context.fillText(text, x, y);
  }

  drawNumbers(context, left, top, size) {
    const { puzzle, placements } = this.board;
    placements.forEach((placement, cell) => {
      if (placement === EMPTY) return;
      const x = left + (cell % puzzle.width + 0.5) * size, y = top + (Math.floor(cell / puzzle.width) + 0.5) * size;
      context.fillStyle = "rgba(255, 255, 255, .92)";
      context.fillRect(x - size * 0.24, y - size * 0.15, size * 0.48, size * 0.3);
      this.text(context, (placement >> 2) + 1, x, y, size * 0.24, "#14171d");
    });
  }

  drawRulers(context, left, top, size) {
    const { width, height } = this.board.puzzle, high = Math.min(size * 0.3, 15 * (devicePixelRatio || 1));
    for (let column = 0; column < width; column++) this.text(context, column + 1, left + (column + 0.5) * size, top - high * 0.75, high, "#c3cad6");
    for (let row = 0; row < height; row++) this.text(context, rowName(row), left - high * 0.75, top + (row + 0.5) * size, high, "#c3cad6");
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect(), { size, left, top } = this.geometry(), { width, height } = this.board.puzzle;
    const x = (event.clientX - box.left) * this.canvas.width / box.width, y = (event.clientY - box.top) * this.canvas.height / box.height;
    const column = Math.floor((x - left) / size), row = Math.floor((y - top) / size);
    return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : -1;
  }

  listen() {
    let from = null, moved = false;
    this.canvas.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; moved = false; });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from || !(event.buttons & 1)) return;
      const scale = this.canvas.width / this.canvas.clientWidth, dx = event.clientX - from[0], dy = event.clientY - from[1];
      if (!moved && Math.hypot(dx, dy) < 6) return;
      moved = true;
      if (this.zoom > 1) { this.panX += dx * scale; this.panY += dy * scale; this.later(); }
      from = [event.clientX, event.clientY];
    });
    this.canvas.addEventListener("pointerup", (event) => {
      if (from && !moved && this.board) this.onpick?.(this.cellAt(event), event);
      from = null;
    });
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.altKey) return;
      event.preventDefault();
      this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
  }

  scale(factor) {
    const before = this.zoom;
    this.zoom = Math.min(8, Math.max(1, this.zoom * factor));
    this.panX *= this.zoom / before; this.panY *= this.zoom / before;
    if (this.zoom === 1) this.panX = this.panY = 0;
    this.later();
  }

  close() { this.observer.disconnect(); }
}

// A small picture of a board for galleries.
export function thumbnail(board, size = 150) {
  const view = new BoardView({ label: "Answer", interactive: false });
  view.canvas.style.width = `${size}px`;
  view.options.rulers = false;
  view.show(board);
  return view.canvas;
}
