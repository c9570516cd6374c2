// What all views share: the puzzle and board that are open, and who wants to know when they change.

import { get, post } from "./api.js";
import { Board, Puzzle } from "./board.js";
import { loadMotifs } from "./canvas.js";

export const state = { board: null, original: null, record: null, isDefault: false, solvers: [], listeners: new Set() };

// The solvers of the registry, asked once.
export async function loadSolvers() {
  if (!state.solvers.length) state.solvers = await get("/api/solvers");
}

// Opens a document of the server: { puzzle, board }.
export async function openDocument(document, { isDefault = false } = {}) {
  await loadMotifs(document.puzzle.colors);
  const puzzle = new Puzzle(document.puzzle);
  state.record = document.record || null;
  state.original = new Board(puzzle, document.board.placements);
  setBoard(new Board(puzzle, document.board.placements));
  state.isDefault = isDefault;
}

// The board without any piece but the hints.
export function emptyBoard(puzzle) {
  const board = new Board(puzzle, null);
  for (const [cell, placement] of puzzle.hintCells) board.placements[cell] = placement;
  return board;
}

export function setBoard(board) {
  state.board = board;
  state.isDefault = false;
  for (const listener of [...state.listeners]) listener(board);
}

export function watch(listener) {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

// Keeps the open board in the store of the server; returns a sentence that tells what became of it.
export async function keepBoard() {
  const { puzzle, placements } = state.board;
  const kept = await post("/api/boards", { puzzle: puzzle.document(), placements });
  return `${kept.new ? "Kept" : "Already there"}: ${kept.score} of ${puzzle.edges} edges match (${kept.store}).`;
}
