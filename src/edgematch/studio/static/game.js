// A game on a puzzle: its moves with undo and redo, the time played, and what the browser keeps of it.

import { Board, EMPTY } from "./board.js";

const SHELF = "edgematch-games"; // the games that this browser keeps, the latest first
const MOST_KEPT = 40;
const games = new Map(); // the games of this page by puzzle, so that another view forgets no move

const isSame = (a, b) => a.length === b.length && a.every((placement, cell) => placement === b[cell]);

export class Game {
  constructor(board, seconds = 0) {
    Object.assign(this, { board, seconds, since: null, past: [], future: [] });
  }

  // Places [cell, placement] pairs as one move; false when nothing changes. Hints stay.
  change(cells) {
    const { hintCells } = this.board.puzzle;
    const { placements } = this.board;
    const move = cells
      .filter(([cell, placement]) => !hintCells.has(cell) && placements[cell] !== placement)
      .map(([cell, placement]) => [cell, placements[cell], placement]);
    if (!move.length) return false;
    this.past.push(move);
    this.future = [];
    this.apply(move.map(([cell, , after]) => [cell, after]));
    return true;
  }

  undo() {
    const move = this.past.pop();
    if (!move) return false;
    this.future.push(move);
    this.apply(move.map(([cell, before]) => [cell, before]));
    return true;
  }

  redo() {
    const move = this.future.pop();
    if (!move) return false;
    this.past.push(move);
    this.apply(move.map(([cell, , after]) => [cell, after]));
    return true;
  }

  apply(cells) {
    const { puzzle } = this.board;
    const next = new Board(puzzle, this.board.placements);
    for (const [cell, placement] of cells) next.placements[cell] = placement;
    this.board = next;
    if (this.isSolved) this.pause();
    else this.start();
    this.keep();
  }

  get isSolved() {
    return this.board.tally().score === this.board.puzzle.edges;
  }

  get played() {
    return this.seconds + (this.since === null ? 0 : (Date.now() - this.since) / 1000);
  }

  start() {
    this.since ??= Date.now();
  }

  pause() {
    this.seconds = this.played;
    this.since = null;
  }

  keep() {
    const mine = { puzzle: this.board.puzzle.digest, placements: this.board.placements, seconds: this.played };
    const others = shelf().filter((one) => one.puzzle !== mine.puzzle);
    try {
      localStorage.setItem(SHELF, JSON.stringify([mine, ...others].slice(0, MOST_KEPT)));
    } catch {
      /* private mode, or no room */
    }
  }
}

function shelf() {
  try {
    const kept = JSON.parse(localStorage.getItem(SHELF) || "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

// Begins a new game on a board.
export function newGame(board, seconds = 0) {
  const game = new Game(board, seconds);
  games.set(board.puzzle.digest, game);
  return game;
}

// The game that a board belongs to: the one under way, the one this browser kept where the board is untouched, or a new one.
export function gameOf(board) {
  const { puzzle } = board;
  const known = games.get(puzzle.digest);
  const isUntouched = board.placed <= puzzle.hintCells.size;
  if (known && (isUntouched || isSame(known.board.placements, board.placements))) return known;
  const kept = shelf().find((one) => one.puzzle === puzzle.digest && one.placements?.length === puzzle.cells);
  if (!kept || !(isUntouched || isSame(kept.placements, board.placements))) return newGame(board);
  const fits = (placement) => Number.isInteger(placement) && placement >= EMPTY && placement < 4 * puzzle.cells;
  return kept.placements.every(fits)
    ? newGame(new Board(puzzle, kept.placements), Number(kept.seconds) || 0)
    : newGame(board);
}
