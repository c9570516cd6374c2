// The model in the page: what pieces show, which candidates fit, what is matched. The server scores again what matters.

export const EMPTY = -1;
const NORTH = 0, EAST = 1, SOUTH = 2, WEST = 3;

// The letter of a row: A to Z, then AA to AF.
export function rowName(row) {
  return (row < 26 ? "" : "A") + String.fromCharCode(65 + row % 26);
}

export class Puzzle {
  constructor(document) {
    Object.assign(this, document);
    this.cells = this.width * this.height;
    this.hintCells = new Map(this.hints);
    this.turns = this.turnable ? [0, 1, 2, 3] : [0];
    this.shown = [];
  }

  sides(placement) {
    const piece = this.pieces[placement >> 2], turns = placement & 3;
    return this.shown[placement] ??= [0, 1, 2, 3].map((side) => piece[(side - turns + 4) % 4]);
  }

  neighbour(cell, side) {
    const row = Math.floor(cell / this.width), column = cell % this.width;
    if (side === NORTH) return row > 0 ? cell - this.width : -1;
    if (side === EAST) return column < this.width - 1 ? cell + 1 : -1;
    if (side === SOUTH) return row < this.height - 1 ? cell + this.width : -1;
    return column > 0 ? cell - 1 : -1;
  }

  // Whether a placement may be in a cell at all: in a framed puzzle grey is outside and nowhere else.
  fits(cell, placement) {
    if (!this.framed) return true;
    const sides = this.sides(placement);
    return [0, 1, 2, 3].every((side) => (sides[side] === 0) === (this.neighbour(cell, side) < 0));
  }

  cellName(cell) {
    return rowName(Math.floor(cell / this.width)) + (cell % this.width + 1);
  }

  // What the page sends back to the server.
  document() {
    const { name, width, height, pieces, framed, turnable, hints } = this;
    return { name, width, height, pieces, framed, turnable, hints };
  }
}

export class Board {
  constructor(puzzle, placements) {
    this.puzzle = puzzle;
    this.placements = placements ? [...placements] : new Array(puzzle.cells).fill(EMPTY);
  }

  with(cell, placement) {
    const board = new Board(this.puzzle, this.placements);
    board.placements[cell] = placement;
    return board;
  }

  used() {
    return new Set(this.placements.filter((p) => p !== EMPTY).map((p) => p >> 2));
  }

  get placed() {
    return this.placements.reduce((count, p) => count + (p !== EMPTY), 0);
  }

  // Edges as [cell, side, state] with side east or south; state: matched true, broken false, open null.
  *edges() {
    for (let cell = 0; cell < this.puzzle.cells; cell++) {
      for (const side of [EAST, SOUTH]) {
        const other = this.puzzle.neighbour(cell, side);
        if (other < 0) continue;
        const a = this.placements[cell], b = this.placements[other];
        const state = a === EMPTY || b === EMPTY ? null
          : this.puzzle.sides(a)[side] === this.puzzle.sides(b)[(side + 2) % 4];
        yield [cell, side, state];
      }
    }
  }

  // Counted once: a board that is shown does not change any more.
  tally() {
    return this.counted ??= this.count();
  }

  count() {
    let score = 0, breaks = 0;
    for (const [, , state] of this.edges()) { if (state === true) score++; else if (state === false) breaks++; }
    return { score, breaks };
  }

  // The placements that fit a cell: unused pieces that agree with every placed neighbour; equal looks once.
  candidates(cell, used = this.used()) {
    const found = new Map(), around = [];
    for (let side = 0; side < 4; side++) {
      const other = this.puzzle.neighbour(cell, side);
      around.push(other >= 0 && this.placements[other] !== EMPTY ? this.puzzle.sides(this.placements[other])[(side + 2) % 4] : null);
    }
    for (let piece = 0; piece < this.puzzle.cells; piece++) {
      if (used.has(piece)) continue;
      for (const turns of this.puzzle.turns) {
        const placement = piece * 4 + turns, sides = this.puzzle.sides(placement);
        const key = sides.join();
        if (found.has(key)) continue;
        if (around.every((color, side) => color === null || color === sides[side]) && this.puzzle.fits(cell, placement)) {
          found.set(key, placement);
        }
      }
    }
    return [...found.values()];
  }
}
