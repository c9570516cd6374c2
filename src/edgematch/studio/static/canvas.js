// Draws a board on a canvas. Each color is painted once per size as four small pictures, so that a 32x32 board takes a
// few milliseconds and can be redrawn with every animation frame.

import { EMPTY, rowName } from "./board.js";

const GAP = 0.02, APART = 0.07, MOST_KEPT = 100, RULER = "#7b8595";
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

const zigzags = new Map();

// The mark of a break, a red zigzag along the edge, in the middle of a picture of a cell's size.
function breakPicture(isUpright, size) {
  const key = isUpright ? size : -size;
  if (!zigzags.has(key)) {
    if (zigzags.size > 40) zigzags.clear();
    const made = new OffscreenCanvas(size, size), context = made.getContext("2d");
    context.translate(size / 2, size / 2);
    if (!isUpright) context.rotate(Math.PI / 2);
    context.lineJoin = context.lineCap = "round";
    for (const [paint, wide] of [["#14171d", 0.2], ["#ffffff", 0.15], ["#e3002b", 0.08]]) {
      context.strokeStyle = paint;
      context.lineWidth = wide * size;
      context.beginPath();
      for (let i = 0; i <= 6; i++) context.lineTo((i % 2 ? -0.08 : 0.08) * size * (i && i < 6 ? 1 : 0), (i / 6 - 0.5) * 0.76 * size);
      context.stroke();
    }
    zigzags.set(key, made);
  }
  return zigzags.get(key);
}

const whole = new WeakMap();

// A placement of a puzzle as one picture, for the sizes of a whole board; larger ones are drawn side by side.
function piecePicture(puzzle, placement, size) {
  if (!whole.has(puzzle)) whole.set(puzzle, { size, pictures: [] });
  const kept = whole.get(puzzle);
  if (kept.size !== size) { kept.size = size; kept.pictures = []; }
  if (!kept.pictures[placement]) {
    const made = new OffscreenCanvas(size, size);
    drawPiece(made.getContext("2d"), puzzle.sides(placement), 0, 0, size);
    kept.pictures[placement] = made;
  }
  return kept.pictures[placement];
}

export function drawPiece(context, sides, x, y, size) {
  for (let side = 0; side < 4; side++) context.drawImage(tile(sides[side], side, Math.max(8, Math.round(size))), x, y, size, size);
  context.strokeStyle = "#14171d";
  context.lineWidth = Math.max(0.5, size / 60);
  context.strokeRect(x, y, size, size);
}

export function pieceCanvas(puzzle, placement, size = 48) {
  return squareCanvas(puzzle.sides(placement), size);
}

// A square with these four colors as a picture of its own.
export function squareCanvas(sides, size) {
  const canvas = document.createElement("canvas"), scale = devicePixelRatio || 1;
  canvas.width = canvas.height = size * scale;
  drawPiece(canvas.getContext("2d"), sides, 0, 0, size * scale);
  return canvas;
}

export const motifCanvas = (color, size) => squareCanvas([color, color, color, color], size);

export class BoardView {
  // `options`: breaks, numbers, hints, color (highlighted), heat (counts per cell), marked (Set of cells), selected,
  // apart (pieces side by side rather than a board), preview ([cell, placement]). `tallest` and `reserve`, the height of what is above and below, are in pixels; `holds(cell)`
  // tells that a pointer on that cell drags a piece, not the picture.
  constructor({ label = "Board", onpick = null, interactive = true, tallest = 0, reserve = 190, holds = null, onzoom = null } = {}) {
    this.canvas = document.createElement("canvas");
    this.board = null;
    this.options = { breaks: true, numbers: false, hints: true, color: null, heat: null, marked: null, selected: -1, rulers: true, apart: false, preview: null };
    this.zoom = 1; this.panX = 0; this.panY = 0;
    Object.assign(this, { label, onpick, tallest, reserve, holds, onzoom, frames: 0, pointers: new Map() });
    this.canvas.setAttribute("role", "img");
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.canvas);
    if (interactive) this.listen();
  }

  show(board, options = {}) {
    const isNew = !this.board || this.board.puzzle !== board.puzzle;
    this.board = board;
    Object.assign(this.options, options);
    this.canvas.setAttribute("aria-label", `${this.label}: ${board.puzzle.name || "puzzle"}`);
    if (isNew) { this.fit(); this.reset(); }
    this.later();
  }

  set(options) { Object.assign(this.options, options); this.later(); }

  fit() {
    if (!this.board) return;
    const { width, height } = this.board.puzzle, wide = this.canvas.clientWidth || 320, scale = devicePixelRatio || 1;
    const tall = Math.min(wide * height / width, this.tallest || Math.max(240, innerHeight - this.reserve));
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
    const { width, height } = this.board.puzzle, margin = (this.options.rulers && !this.options.apart ? 24 : 6) * (devicePixelRatio || 1);
    const size = Math.min((this.canvas.width - 2 * margin) / width, (this.canvas.height - 2 * margin) / height) * this.zoom;
    const left = (this.canvas.width - size * width) / 2 + this.panX, top = (this.canvas.height - size * height) / 2 + this.panY;
    return { size, left, top };
  }

  draw() {
    const context = this.canvas.getContext("2d"), { puzzle, placements } = this.board, o = this.options;
    const { size, left, top } = this.geometry();
    this.frames++;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!o.apart) this.drawFrame(context, left, top, size);
    const most = o.heat ? Math.max(1, ...o.heat) : 1;
    for (let cell = 0; cell < puzzle.cells; cell++) {
      const x = left + (cell % puzzle.width) * size, y = top + Math.floor(cell / puzzle.width) * size;
      if (x > this.canvas.width || y > this.canvas.height || x + size < 0 || y + size < 0) continue;
      if (placements[cell] === EMPTY) this.drawEmpty(context, cell, x, y, size, o, most);
      else if (o.apart) drawPiece(context, puzzle.sides(placements[cell]), x + size * APART, y + size * APART, size * (1 - 2 * APART));
      else if (size < MOST_KEPT) context.drawImage(piecePicture(puzzle, placements[cell], Math.max(8, Math.round(size))), x, y, size, size);
      else drawPiece(context, puzzle.sides(placements[cell]), x, y, size);
      if (o.color !== null && placements[cell] !== EMPTY) this.dim(context, puzzle.sides(placements[cell]), x, y, size, o.color);
      if (o.marked?.has(cell)) this.frame(context, x, y, size, "#ffe433");
    }
    if (o.preview) this.drawPreview(context, left, top, size, ...o.preview);
    if (o.hints && !o.apart) for (const cell of puzzle.hintCells.keys()) this.brackets(context, left, top, size, cell);
    if (o.breaks && !o.apart) this.drawBreaks(context, left, top, size);
    if (o.numbers) this.drawNumbers(context, left, top, size);
    if (o.rulers && !o.apart) this.drawRulers(context, left, top, size);
    if (o.selected >= 0) {
      this.frame(context, left + (o.selected % puzzle.width) * size, top + Math.floor(o.selected / puzzle.width) * size, size, "#ffffff");
    }
    const { score, breaks } = this.board.tally();
    this.canvas.setAttribute("aria-label", `${this.label}: ${puzzle.name || "puzzle"}, ${puzzle.width} by ${puzzle.height}, ${score} of ${puzzle.edges} edges match, ${breaks} breaks, ${this.board.placed} of ${puzzle.cells} cells filled`);
  }

  edge(size) { return Math.min(5 * (devicePixelRatio || 1), Math.max(2, size * 0.07)); }

  drawFrame(context, left, top, size) {
    const { width, height } = this.board.puzzle, edge = this.edge(size);
    context.fillStyle = "#14171d";
    context.beginPath();
    context.roundRect(left - edge, top - edge, size * width + 2 * edge, size * height + 2 * edge, edge);
    context.fill();
  }

  drawPreview(context, left, top, size, cell, placement) {
    const { puzzle } = this.board;
    context.globalAlpha = 0.55;
    drawPiece(context, puzzle.sides(placement), left + (cell % puzzle.width) * size, top + Math.floor(cell / puzzle.width) * size, size);
    context.globalAlpha = 1;
  }

  drawEmpty(context, cell, x, y, size, o, most) {
    context.fillStyle = "#2f3643";
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
    const { width } = this.board.puzzle, high = Math.max(8, Math.round(Math.min(size, 90 * (devicePixelRatio || 1))));
    for (const [cell, side, state] of this.board.edges()) {
      if (state !== false) continue;
      const x = left + (cell % width + (side === 1 ? 1 : 0.5)) * size, y = top + (Math.floor(cell / width) + (side === 1 ? 0.5 : 1)) * size;
      context.drawImage(breakPicture(side === 1, high), x - high / 2, y - high / 2);
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

  frame(context, x, y, size, paint) {
    const wide = Math.min(4 * (devicePixelRatio || 1), Math.max(1.5, size * 0.08)), inset = wide;
    for (const [color, width] of [["#14171d", 2 * wide], [paint, wide]]) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.strokeRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
    }
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
    const { width, height } = this.board.puzzle, scale = devicePixelRatio || 1, high = Math.min(size * 0.5, 13 * scale), away = this.edge(size) + high * 0.85;
    for (let column = 0; column < width; column++) this.text(context, column + 1, left + (column + 0.5) * size, top - away, high, RULER);
    for (let row = 0; row < height; row++) this.text(context, rowName(row), left - away, top + (row + 0.5) * size, high, RULER);
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect(), { size, left, top } = this.geometry(), { width, height } = this.board.puzzle;
    const x = (event.clientX - box.left) * this.canvas.width / box.width, y = (event.clientY - box.top) * this.canvas.height / box.height;
    const column = Math.floor((x - left) / size), row = Math.floor((y - top) / size);
    return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : -1;
  }

  listen() {
    let from = null, moved = false;
    const { canvas, pointers } = this, ratio = () => canvas.width / canvas.clientWidth;
    const spread = () => { const [[ax, ay], [bx, by]] = [...pointers.values()]; return Math.hypot(ax - bx, ay - by); };
    canvas.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      from = [event.clientX, event.clientY];
      moved = pointers.size > 1;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      const before = pointers.size === 2 ? spread() : 0;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (before) { this.scale(spread() / before, event); return; }
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      if (!moved && Math.hypot(dx, dy) < 6) return;
      if (!moved && this.holds?.(this.cellAt(event))) { pointers.delete(event.pointerId); return; }
      moved = true;
      canvas.setPointerCapture(event.pointerId);
      if (this.zoom > 1) { this.panX += dx * ratio(); this.panY += dy * ratio(); this.keepInside(); this.later(); }
      from = [event.clientX, event.clientY];
    });
    const leave = (event) => { pointers.delete(event.pointerId); };
    canvas.addEventListener("pointerup", (event) => {
      if (pointers.has(event.pointerId) && !moved && this.board) this.onpick?.(this.cellAt(event), event);
      leave(event);
    });
    canvas.addEventListener("pointercancel", leave);
    canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !(this.zoom > 1 && this.onzoom)) return;
      event.preventDefault();
      this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
    }, { passive: false });
  }

  // Zooms; what is under the pointer, or in the middle without one, stays where it is.
  scale(factor, event = null) {
    const before = this.zoom, { canvas } = this, box = canvas.getBoundingClientRect();
    this.zoom = Math.min(12, Math.max(1, this.zoom * factor));
    const grown = this.zoom / before, ratio = canvas.width / box.width;
    const x = event ? (event.clientX - box.left - box.width / 2) * ratio : 0, y = event ? (event.clientY - box.top - box.height / 2) * ratio : 0;
    this.panX = x - (x - this.panX) * grown; this.panY = y - (y - this.panY) * grown;
    this.keepInside();
    this.zoomed();
  }

  move(columns, rows) { this.panX -= columns * this.canvas.width / 8; this.panY -= rows * this.canvas.height / 8; this.keepInside(); this.later(); }

  reset() { this.zoom = 1; this.panX = this.panY = 0; this.zoomed(); }

  zoomed() {
    this.canvas.style.touchAction = this.zoom > 1 ? "none" : "pan-x pan-y";
    this.canvas.classList.toggle("zoomed", this.zoom > 1);
    this.onzoom?.(this.zoom);
    this.later();
  }

  keepInside() {
    const wide = this.canvas.width * (this.zoom - 1) / 2, tall = this.canvas.height * (this.zoom - 1) / 2;
    this.panX = Math.min(wide, Math.max(-wide, this.panX));
    this.panY = Math.min(tall, Math.max(-tall, this.panY));
  }

  close() { this.observer.disconnect(); }
}

// A small picture of a board for galleries.
export function thumbnail(board, size = 150, options = {}) {
  const view = new BoardView({ label: "Answer", interactive: false });
  view.canvas.style.width = `${size}px`;
  Object.assign(view.options, { rulers: false, ...options });
  view.show(board);
  return view.canvas;
}
