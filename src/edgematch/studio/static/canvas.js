// Draws a board on a canvas, with everything that is marked on it, and lets a pointer zoom and move the picture.

import { EMPTY, rowName } from "./board.js";
import { INK, breakPicture, drawPiece, piecePicture } from "./tiles.js";

const GAP = 0.02; // of a cell, around an empty one
const APART = 0.07; // of a cell, around a piece that is shown alone
const MOST_KEPT = 100; // pixels of a piece that is kept as one picture
const MOST_NUMBER = 15; // pixels of the number of a piece
const RULER = "#7b8595";
const SETTLE_MILLISECONDS = 140;

export class BoardView {
  // `tallest`, and `reserve`, the height of what is above and below, are in pixels; `holds(cell)` tells that a pointer
  // on that cell drags a piece, not the picture. Options of `show` and `set`: breaks, numbers, hints, rulers, color
  // (highlighted), heat (counts per cell), marked (Set of cells), selected, apart (pieces side by side rather than a
  // board), preview ([cell, placement]).
  constructor({
    label = "Board",
    onpick = null,
    interactive = true,
    tallest = 0,
    reserve = 190,
    holds = null,
    onzoom = null,
  } = {}) {
    this.canvas = document.createElement("canvas");
    this.board = null;
    this.options = {
      breaks: true,
      numbers: false,
      hints: true,
      color: null,
      heat: null,
      marked: null,
      selected: -1,
      rulers: true,
      apart: false,
      preview: null,
    };
    this.zoom = 1;
    this.panX = 0;
    this.panY = 0;
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
    if (isNew) {
      this.fit();
      this.reset();
    }
    this.later();
  }

  set(options) {
    Object.assign(this.options, options);
    this.later();
  }

  // Takes the size that there is, and draws at once: a canvas that changes its size is empty.
  fit() {
    if (!this.board) return;
    const { width, height } = this.board.puzzle;
    const wide = this.canvas.clientWidth || 320;
    const scale = devicePixelRatio || 1;
    const tall = Math.min((wide * height) / width, this.tallest || Math.max(240, innerHeight - this.reserve));
    this.canvas.style.aspectRatio = `${wide} / ${tall}`;
    const size = [Math.round(wide * scale), Math.round(tall * scale)];
    if (this.canvas.width === size[0] && this.canvas.height === size[1]) return;
    [this.canvas.width, this.canvas.height] = size;
    this.draw();
  }

  later() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.draw();
    });
  }

  geometry() {
    const { width, height } = this.board.puzzle,
      margin = (this.options.rulers && !this.options.apart ? 24 : 6) * (devicePixelRatio || 1);
    const size =
      Math.min((this.canvas.width - 2 * margin) / width, (this.canvas.height - 2 * margin) / height) * this.zoom;
    const left = (this.canvas.width - size * width) / 2 + this.panX,
      top = (this.canvas.height - size * height) / 2 + this.panY;
    return { size, left, top };
  }

  draw() {
    const context = this.canvas.getContext("2d");
    const { puzzle, placements } = this.board;
    const o = this.options;
    const { size, left, top } = this.geometry();
    if (!this.isZooming) this.pixels = Math.max(8, Math.round(size));
    this.frames++;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!o.apart) this.drawFrame(context, left, top, size);
    const most = o.heat ? Math.max(1, ...o.heat) : 1;
    for (let cell = 0; cell < puzzle.cells; cell++) {
      const x = left + (cell % puzzle.width) * size,
        y = top + Math.floor(cell / puzzle.width) * size;
      if (x > this.canvas.width || y > this.canvas.height || x + size < 0 || y + size < 0) continue;
      if (placements[cell] === EMPTY) this.drawEmpty(context, cell, x, y, size, o, most);
      else {
        const inset = o.apart ? size * APART : 0;
        this.drawPlaced(context, placements[cell], x + inset, y + inset, size - 2 * inset);
      }
      if (o.color !== null && placements[cell] !== EMPTY)
        this.dim(context, puzzle.sides(placements[cell]), x, y, size, o.color);
      if (o.marked?.has(cell)) this.frame(context, x, y, size, "#ffe433");
    }
    if (o.preview) this.drawPreview(context, left, top, size, ...o.preview);
    if (o.hints && !o.apart) for (const cell of puzzle.hintCells.keys()) this.brackets(context, left, top, size, cell);
    if (o.breaks && !o.apart) this.drawBreaks(context, left, top, size);
    if (o.numbers) this.drawNumbers(context, left, top, size);
    if (o.rulers && !o.apart) this.drawRulers(context, left, top, size);
    if (o.selected >= 0) {
      this.frame(
        context,
        left + (o.selected % puzzle.width) * size,
        top + Math.floor(o.selected / puzzle.width) * size,
        size,
        "#ffffff",
      );
    }
    const { score, breaks } = this.board.tally();
    this.canvas.setAttribute(
      "aria-label",
      `${this.label}: ${puzzle.name || "puzzle"}, ${puzzle.width} by ${puzzle.height}, ${score} of ${puzzle.edges} edges match, ${breaks} breaks, ${this.board.placed} of ${puzzle.cells} cells filled`,
    );
  }

  // While the picture is zoomed, pieces are scaled; they are painted anew when it comes to rest.
  drawPlaced(context, placement, x, y, size) {
    const pixels = this.options.apart && !this.isZooming ? Math.max(8, Math.round(size)) : this.pixels;
    if (pixels < MOST_KEPT) context.drawImage(piecePicture(this.board.puzzle, placement, pixels), x, y, size, size);
    else drawPiece(context, this.board.puzzle.sides(placement), x, y, size);
  }

  edge(size) {
    return Math.min(5 * (devicePixelRatio || 1), Math.max(2, size * 0.07));
  }

  drawFrame(context, left, top, size) {
    const { width, height } = this.board.puzzle,
      edge = this.edge(size);
    context.fillStyle = INK;
    context.beginPath();
    context.roundRect(left - edge, top - edge, size * width + 2 * edge, size * height + 2 * edge, edge);
    context.fill();
  }

  drawPreview(context, left, top, size, cell, placement) {
    const { puzzle } = this.board;
    context.globalAlpha = 0.55;
    drawPiece(
      context,
      puzzle.sides(placement),
      left + (cell % puzzle.width) * size,
      top + Math.floor(cell / puzzle.width) * size,
      size,
    );
    context.globalAlpha = 1;
  }

  drawEmpty(context, cell, x, y, size, o, most) {
    context.fillStyle = "#2f3643";
    context.fillRect(x + size * GAP, y + size * GAP, size * (1 - 2 * GAP), size * (1 - 2 * GAP));
    if (!o.heat || o.heat[cell] < 0) return;
    const share = most > 1 ? Math.log(Math.max(1, o.heat[cell])) / Math.log(most) : 1;
    context.fillStyle = o.heat[cell] === 0 ? "#b00020" : `hsl(${210 - 170 * (1 - share)} 60% 32%)`;
    context.fillRect(x + size * 0.06, y + size * 0.06, size * 0.88, size * 0.88);
    if (size > 18) this.text(context, o.heat[cell], x + size / 2, y + size / 2, size * 0.34, "#ffffff");
  }

  dim(context, sides, x, y, size, color) {
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
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
    const { width } = this.board.puzzle,
      high = Math.max(8, Math.round(Math.min(size, 90 * (devicePixelRatio || 1))));
    for (const [cell, side] of this.board.tally().broken) {
      const x = left + ((cell % width) + (side === 1 ? 1 : 0.5)) * size,
        y = top + (Math.floor(cell / width) + (side === 1 ? 0.5 : 1)) * size;
      context.drawImage(breakPicture(side === 1, high), x - high / 2, y - high / 2);
    }
  }

  brackets(context, left, top, size, cell) {
    const { puzzle } = this.board,
      x = left + (cell % puzzle.width) * size,
      y = top + Math.floor(cell / puzzle.width) * size;
    for (const [paint, wide] of [
      [INK, 0.13],
      ["#ffffff", 0.07],
    ]) {
      context.strokeStyle = paint;
      context.lineWidth = wide * size;
      context.beginPath();
      for (const [u, v] of [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]) {
        const px = x + size * (0.07 + 0.86 * u),
          py = y + size * (0.07 + 0.86 * v),
          dx = size * 0.24 * (u ? -1 : 1),
          dy = size * 0.24 * (v ? -1 : 1);
        context.moveTo(px + dx, py);
        context.lineTo(px, py);
        context.lineTo(px, py + dy);
      }
      context.stroke();
    }
  }

  frame(context, x, y, size, paint) {
    const wide = Math.min(4 * (devicePixelRatio || 1), Math.max(1.5, size * 0.08)),
      inset = wide;
    for (const [color, width] of [
      [INK, 2 * wide],
      [paint, wide],
    ]) {
      context.strokeStyle = color;
      context.lineWidth = width;
      context.strokeRect(x + inset, y + inset, size - 2 * inset, size - 2 * inset);
    }
  }

  text(context, text, x, y, height, paint) {
    context.font = `600 ${height}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = paint;
    context.fillText(text, x, y);
  }

  drawNumbers(context, left, top, size) {
    const { puzzle, placements } = this.board;
    const high = Math.min(size * 0.24, MOST_NUMBER * (devicePixelRatio || 1));
    placements.forEach((placement, cell) => {
      if (placement === EMPTY) return;
      const x = left + ((cell % puzzle.width) + 0.5) * size;
      const y = top + (Math.floor(cell / puzzle.width) + 0.5) * size;
      context.fillStyle = "rgba(255, 255, 255, .92)";
      context.fillRect(x - high, y - high * 0.63, high * 2, high * 1.26);
      this.text(context, (placement >> 2) + 1, x, y, high, INK);
    });
  }

  drawRulers(context, left, top, size) {
    const { width, height } = this.board.puzzle,
      scale = devicePixelRatio || 1,
      high = Math.min(size * 0.5, 13 * scale),
      away = this.edge(size) + high * 0.85;
    for (let column = 0; column < width; column++)
      this.text(context, column + 1, left + (column + 0.5) * size, top - away, high, RULER);
    for (let row = 0; row < height; row++)
      this.text(context, rowName(row), left - away, top + (row + 0.5) * size, high, RULER);
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect(),
      { size, left, top } = this.geometry(),
      { width, height } = this.board.puzzle;
    const x = ((event.clientX - box.left) * this.canvas.width) / box.width,
      y = ((event.clientY - box.top) * this.canvas.height) / box.height;
    const column = Math.floor((x - left) / size),
      row = Math.floor((y - top) / size);
    return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : -1;
  }

  listen() {
    let from = null,
      moved = false;
    const { canvas, pointers } = this,
      ratio = () => canvas.width / canvas.clientWidth;
    const spread = () => {
      const [[ax, ay], [bx, by]] = [...pointers.values()];
      return Math.hypot(ax - bx, ay - by);
    };
    canvas.addEventListener("pointerdown", (event) => {
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      from = [event.clientX, event.clientY];
      moved = pointers.size > 1;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      const before = pointers.size === 2 ? spread() : 0;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (before) {
        this.scale(spread() / before, event);
        return;
      }
      const dx = event.clientX - from[0],
        dy = event.clientY - from[1];
      if (!moved && Math.hypot(dx, dy) < 6) return;
      if (!moved && this.holds?.(this.cellAt(event))) {
        pointers.delete(event.pointerId);
        return;
      }
      moved = true;
      canvas.setPointerCapture(event.pointerId);
      if (this.zoom > 1) {
        this.panX += dx * ratio();
        this.panY += dy * ratio();
        this.keepInside();
        this.later();
      }
      from = [event.clientX, event.clientY];
    });
    const leave = (event) => {
      pointers.delete(event.pointerId);
    };
    canvas.addEventListener("pointerup", (event) => {
      if (pointers.has(event.pointerId) && !moved && this.board) this.onpick?.(this.cellAt(event), event);
      leave(event);
    });
    canvas.addEventListener("pointercancel", leave);
    canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey && !(this.zoom > 1 && this.onzoom)) return;
        event.preventDefault();
        this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
      },
      { passive: false },
    );
  }

  // Zooms; what is under the pointer, or in the middle without one, stays where it is.
  scale(factor, event = null) {
    const before = this.zoom,
      { canvas } = this,
      box = canvas.getBoundingClientRect();
    this.zoom = Math.min(12, Math.max(1, this.zoom * factor));
    const grown = this.zoom / before,
      ratio = canvas.width / box.width;
    const x = event ? (event.clientX - box.left - box.width / 2) * ratio : 0,
      y = event ? (event.clientY - box.top - box.height / 2) * ratio : 0;
    this.panX = x - (x - this.panX) * grown;
    this.panY = y - (y - this.panY) * grown;
    this.keepInside();
    this.isZooming = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.isZooming = false;
      this.later();
    }, SETTLE_MILLISECONDS);
    this.zoomed();
  }

  // Moves the picture so far that a cell is on it.
  reveal(cell) {
    const { size, left, top } = this.geometry();
    const { width } = this.board.puzzle;
    const over = (low, most) => Math.max(0, size - low) - Math.max(0, low + 2 * size - most);
    this.panX += this.zoom > 1 ? over(left + (cell % width) * size, this.canvas.width) : 0;
    this.panY += this.zoom > 1 ? over(top + Math.floor(cell / width) * size, this.canvas.height) : 0;
    this.keepInside();
    this.later();
  }

  reset() {
    this.zoom = 1;
    this.panX = this.panY = 0;
    this.zoomed();
  }

  zoomed() {
    this.canvas.style.touchAction = this.zoom > 1 ? "none" : "pan-x pan-y";
    this.canvas.classList.toggle("zoomed", this.zoom > 1);
    this.onzoom?.(this.zoom);
    this.later();
  }

  keepInside() {
    const wide = (this.canvas.width * (this.zoom - 1)) / 2,
      tall = (this.canvas.height * (this.zoom - 1)) / 2;
    this.panX = Math.min(wide, Math.max(-wide, this.panX));
    this.panY = Math.min(tall, Math.max(-tall, this.panY));
  }

  close() {
    this.observer.disconnect();
    clearTimeout(this.settling);
    cancelAnimationFrame(this.pending);
  }
}

// A small picture of a board for galleries.
export function thumbnail(board, size = 150, options = {}) {
  const view = new BoardView({ label: "Answer", interactive: false });
  view.canvas.style.width = `${size}px`;
  Object.assign(view.options, { rulers: false, ...options });
  view.show(board);
  return view.canvas;
}
