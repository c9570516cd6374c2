// What all views share: the puzzle and board that are open, and who wants to know when they change.

import { get, post } from "./api.js";
import { Board, Puzzle } from "./board.js";
import { hasMotifs, useMotifs } from "./tiles.js";

export const state = { board: null, original: null, record: null, isDefault: false, solvers: [], listeners: new Set() };

// The solvers of the registry, asked once.
export async function loadSolvers() {
  if (!state.solvers.length) state.solvers = await get("/api/solvers");
}

// The pictures of the colors, for as many as the motifs of most puzzles need.
export async function loadMotifs(colors) {
  if (!hasMotifs(colors)) useMotifs(await get(`/api/motifs?colors=${Math.min(255, Math.max(colors, 22))}`));
}

// Opens a document of the server: { puzzle, board }.
export async function openDocument(document, { isDefault = false } = {}) {
  await loadMotifs(document.puzzle.colors);
  const board = new Board(new Puzzle(document.puzzle), document.board.placements);
  openBoard(board, document.record);
  state.isDefault = isDefault;
}

// Makes a board what is open; `record` says how it was found, where it comes with the package.
export function openBoard(board, record = null) {
  state.record = record;
  state.original = board;
  setBoard(board);
}

// Opens a board and goes to the Board view.
export function showBoard(board) {
  openBoard(board);
  location.hash = "#/board";
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
