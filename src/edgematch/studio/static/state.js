// What all views share: the puzzle and board that are open, and who wants to know when they change.

import { Board, Puzzle } from "./board.js";
import { loadMotifs } from "./canvas.js";

export const state = { board: null, original: null, solvers: [], listeners: new Set() };

// Opens a document of the server: { puzzle, board }.
export async function openDocument(document) {
  await loadMotifs(document.puzzle.colors);
  const puzzle = new Puzzle(document.puzzle);
  state.original = new Board(puzzle, document.board.placements);
  setBoard(new Board(puzzle, document.board.placements));
}

export function setBoard(board) {
  state.board = board;
  for (const listener of [...state.listeners]) listener(board);
}

export function watch(listener) {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}
