// The model in the page: what pieces show, which candidates fit, what is matched. The server scores again what matters.

export const EMPTY = -1;
const [NORTH, EAST, SOUTH, WEST] = [0, 1, 2, 3];
const ANY = -1; // a side that may show any color
const INSIDE = -2; // a side that may show any color but grey

// The letter of a row: A to Z, then AA to AF.
export function rowName(row) {
  return (row < 26 ? "" : "A") + String.fromCharCode(65 + (row % 26));
}

export class Puzzle {
  constructor(document) {
    Object.assign(this, document);
    this.cells = this.width * this.height;
    this.hintCells = new Map(this.hints);
    this.turns = this.turnable ? 4 : 1;
    this.shown = this.pieces.flatMap((piece) =>
      [0, 1, 2, 3].map((turns) => [0, 1, 2, 3].map((side) => piece[(side - turns + 4) % 4])),
    );
    this.around = Array.from({ length: this.cells }, (_, cell) =>
      [NORTH, EAST, SOUTH, WEST].map((side) => this.neighbour(cell, side)),
    );
  }

  sides(placement) {
    return this.shown[placement];
  }

  neighbour(cell, side) {
    const row = Math.floor(cell / this.width);
    const column = cell % this.width;
    if (side === NORTH) return row > 0 ? cell - this.width : -1;
    if (side === EAST) return column < this.width - 1 ? cell + 1 : -1;
    if (side === SOUTH) return row < this.height - 1 ? cell + this.width : -1;
    return column > 0 ? cell - 1 : -1;
  }

  // For each placement a number that placements of equal looks share.
  get looks() {
    if (!this.lookNumbers) {
      const known = new Map();
      this.lookNumbers = this.shown.map((sides) => {
        const key = sides.join();
        if (!known.has(key)) known.set(key, known.size);
        return known.get(key);
      });
    }
    return this.lookNumbers;
  }

  // The placements that show a color on a side, in the order of their numbers; all of them for ANY.
  withSide(side, color) {
    if (!this.bySide) {
      this.bySide = [new Map([[ANY, []]]), new Map(), new Map(), new Map()];
      this.shown.forEach((sides, placement) => {
        if ((placement & 3) >= this.turns) return;
        this.bySide[NORTH].get(ANY).push(placement);
        for (const [at, shown] of sides.entries()) {
          if (!this.bySide[at].has(shown)) this.bySide[at].set(shown, []);
          this.bySide[at].get(shown).push(placement);
        }
      });
    }
    return this.bySide[side].get(color) ?? [];
  }

  cellName(cell) {
    return rowName(Math.floor(cell / this.width)) + ((cell % this.width) + 1);
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

  // The matched edges, the breaks, and the breaks as [cell, side] with side east or south. Counted once: a board that is
  // shown does not change any more.
  tally() {
    return (this.counted ??= this.count());
  }

  count() {
    const { puzzle, placements } = this;
    const broken = [];
    let score = 0;
    for (let cell = 0; cell < puzzle.cells; cell++) {
      if (placements[cell] === EMPTY) continue;
      const sides = puzzle.sides(placements[cell]);
      for (let side = EAST; side <= SOUTH; side++) {
        const other = puzzle.around[cell][side];
        if (other < 0 || placements[other] === EMPTY) continue;
        if (sides[side] === puzzle.sides(placements[other])[(side + 2) % 4]) score++;
        else broken.push([cell, side]);
      }
    }
    return { score, breaks: broken.length, broken };
  }

  // What each side of a cell must show: the color of a placed neighbour, grey outside a framed puzzle, or anything.
  wanted(cell) {
    return this.puzzle.around[cell].map((other, side) => {
      if (other < 0) return this.puzzle.framed ? 0 : ANY;
      if (this.placements[other] !== EMPTY) return this.puzzle.sides(this.placements[other])[(side + 2) % 4];
      return this.puzzle.framed ? INSIDE : ANY;
    });
  }

  // The placements that fit a cell: unused pieces that agree with every placed neighbour; equal looks once.
  candidates(cell, used = this.used()) {
    const { puzzle } = this;
    const wanted = this.wanted(cell);
    const agrees = (side, color) =>
      wanted[side] === color || wanted[side] === ANY || (wanted[side] === INSIDE && color !== 0);
    const turned = wanted.findIndex((color) => color >= 0); // a side whose color is known, to look at few placements
    const seen = new Set();
    const found = [];
    for (const placement of puzzle.withSide(Math.max(0, turned), turned < 0 ? ANY : wanted[turned])) {
      if (used.has(placement >> 2)) continue;
      const sides = puzzle.sides(placement);
      if (!agrees(0, sides[0]) || !agrees(1, sides[1]) || !agrees(2, sides[2]) || !agrees(3, sides[3])) continue;
      if (seen.has(puzzle.looks[placement])) continue;
      seen.add(puzzle.looks[placement]);
      found.push(placement);
    }
    return found;
  }

  // How many placements fit each empty cell, -1 where a piece is. Cells that want the same have the same number.
  heat() {
    const used = this.used();
    const known = new Map();
    return this.placements.map((placement, cell) => {
      if (placement !== EMPTY) return -1;
      const key = this.wanted(cell).join();
      if (!known.has(key)) known.set(key, this.candidates(cell, used).length);
      return known.get(key);
    });
  }
}
