// Play: place pieces from a tray, with undo, candidates as a heat map, hints, and "can this still be completed?".

import { follow, post } from "./api.js";
import { Board, EMPTY, Puzzle } from "./board.js";
import { BoardView, loadMotifs, pieceCanvas } from "./canvas.js";
import { check, choose, complain, duration, el, say } from "./dom.js";
import { setBoard, state, watch } from "./state.js";

const HELP_SECONDS = 10;

export async function show(root) {
  const game = { past: [], future: [], cell: 0, piece: null, turns: 0, heat: false, filter: "all", began: Date.now() };
  const view = new BoardView({ label: "Game board", onpick: (cell, event) => pick(cell, event) });
  view.canvas.tabIndex = 0;
  view.canvas.setAttribute("role", "application");
  view.canvas.setAttribute("aria-describedby", "play-keys");
  const tray = el("div", { class: "tray", role: "group", "aria-label": "Pieces to place" });
  const score = el("p", { class: "score", id: "play-score" }), clock = el("span", { class: "soft" }), answer = el("p", { role: "status", id: "play-answer" });
  const level = choose("Level", [["easy", "easy 4x4"], ["medium", "medium 5x5"], ["hard", "hard 6x6"]], "easy");
  const key = () => `edgematch-play-${state.board.puzzle.digest || state.board.puzzle.name}`;

  function change(cell, placement, isNew = true) {
    const { puzzle } = state.board;
    if (puzzle.hintCells.has(cell)) { say("This cell is a hint and stays."); return; }
    if (isNew) { game.past.push([cell, state.board.placements[cell], placement]); game.future = []; }
    const next = state.board.with(cell, placement);
    try { localStorage.setItem(key(), JSON.stringify(next.placements)); } catch { /* private mode */ }
    setBoard(next);
  }

  function undo() { const move = game.past.pop(); if (move) { game.future.push(move); change(move[0], move[1], false); } }
  function redo() { const move = game.future.pop(); if (move) { game.past.push(move); change(move[0], move[2], false); } }

  function place(cell) {
    if (game.piece === null) return;
    const wanted = game.piece * 4 + game.turns, fitting = state.board.candidates(cell).filter((p) => p >> 2 === game.piece);
    change(cell, fitting.includes(wanted) || !fitting.length ? wanted : fitting[0]);
    game.piece = null;
    say(`Piece placed in ${state.board.puzzle.cellName(cell)}.`);
  }

  function pick(cell, event) {
    if (cell < 0) return;
    game.cell = cell;
    const there = state.board.placements[cell];
    if (there === EMPTY) { if (game.piece !== null) place(cell); }
    else if (game.piece !== null && !state.board.puzzle.hintCells.has(cell)) place(cell);
    else if (event?.shiftKey || event?.button === 2) change(cell, EMPTY);
    else if (state.board.puzzle.turnable) change(cell, (there & ~3) | ((there + 1) & 3));
    refresh();
  }

  function move(dx, dy) {
    const { width, height } = state.board.puzzle, column = game.cell % width + dx, row = Math.floor(game.cell / width) + dy;
    if (column < 0 || column >= width || row < 0 || row >= height) return;
    game.cell = row * width + column;
    const placement = state.board.placements[game.cell];
    say(`${state.board.puzzle.cellName(game.cell)}: ${placement === EMPTY ? "empty" : `piece ${(placement >> 2) + 1}`}`);
    refresh();
  }

  // Space steps through the pieces that fit the chosen cell.
  function cycle(step) {
    const there = state.board.placements[game.cell], { puzzle } = state.board;
    if (puzzle.hintCells.has(game.cell)) return;
    const cleared = there === EMPTY ? state.board : state.board.with(game.cell, EMPTY), fitting = cleared.candidates(game.cell);
    if (!fitting.length) { say("No piece fits here."); return; }
    const at = fitting.indexOf(there);
    change(game.cell, fitting[(at + step + fitting.length) % fitting.length]);
  }

  const keys = {
    ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1),
    " ": () => cycle(1), Enter: () => (game.piece === null ? cycle(1) : place(game.cell)), Backspace: () => change(game.cell, EMPTY), Delete: () => change(game.cell, EMPTY),
    r: () => turn(1), R: () => turn(3), u: undo, y: redo, h: () => help(true),
  };
  view.canvas.addEventListener("keydown", (event) => {
    const action = (event.ctrlKey || event.metaKey) ? { z: undo, y: redo }[event.key] : keys[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  view.canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  function turn(by) {
    const there = state.board.placements[game.cell];
    if (!state.board.puzzle.turnable) return;
    if (game.piece !== null) { game.turns = (game.turns + by) & 3; refresh(); }
    else if (there !== EMPTY) change(game.cell, (there & ~3) | ((there + by) & 3));
  }
  tray.addEventListener("wheel", (event) => { if (game.piece !== null && event.ctrlKey) { event.preventDefault(); turn(event.deltaY > 0 ? 1 : 3); } }, { passive: false });

  // Asks a solver to complete the board; with `isHint` places one piece of what it found.
  async function help(isHint) {
    const { puzzle, placements } = state.board;
    answer.textContent = `Asking a solver (at most ${HELP_SECONDS} s) …`;
    try {
      const search = await post("/api/searches", { puzzle: puzzle.document(), goal: "first", solver: "backtrack", seconds: HELP_SECONDS, roots: [placements] });
      const end = await new Promise((resolve) => { const stop = follow(search.id, (event) => {
        const done = event.event === "summary" ? event.done : event;
        if (done && (done.event === "done" || done.event === "failed")) { stop(); resolve(done); }
      }); });
      if (end.event === "failed") answer.textContent = `No: ${end.message}`;
      else if (end.status === "unsatisfiable") answer.textContent = "No: from here no perfect board can be reached. Take something back.";
      else if (!end.boards?.length) answer.textContent = "Not known: the solver found nothing within its time.";
      else if (isHint) {
        const solution = end.boards[0].placements, target = placements[game.cell] === EMPTY ? game.cell : placements.indexOf(EMPTY);
        if (target < 0) { answer.textContent = "The board is full."; return; }
        change(target, solution[target]);
        answer.textContent = `A piece was placed in ${puzzle.cellName(target)}.`;
      } else answer.textContent = "Yes: this board can be completed.";
    } catch (error) { answer.textContent = error.message; }
  }

  async function fresh() {
    complain("");
    try {
      const made = await post("/api/generate", { level: level.value, seed: Math.floor(Math.random() * 1e6) });
      await loadMotifs(made.puzzle.colors);
      const puzzle = new Puzzle(made.puzzle);
      Object.assign(game, { past: [], future: [], cell: 0, piece: null, began: Date.now() });
      state.original = new Board(puzzle, null);
      setBoard(new Board(puzzle, null));
      answer.textContent = `A ${made.level} puzzle with one solution; a row-by-row search tries ${made.nodes} placements.`;
    } catch (error) { complain(error.message); }
  }

  function drawTray() {
    const { puzzle } = state.board, used = state.board.used();
    const fits = game.filter === "fits" ? new Set(state.board.candidates(game.cell).map((p) => p >> 2)) : null;
    const grey = (piece) => puzzle.pieces[piece].filter((color) => color === 0).length;
    const wanted = { all: () => true, corners: (p) => grey(p) === 2, frame: (p) => grey(p) === 1, inner: (p) => grey(p) === 0, fits: (p) => fits.has(p) };
    const shown = game.filter.startsWith("color") ? (p) => puzzle.pieces[p].includes(Number(game.filter.slice(5))) : wanted[game.filter];
    const buttons = [];
    for (let piece = 0; piece < puzzle.cells; piece++) {
      if (used.has(piece) || !shown(piece)) continue;
      const isChosen = game.piece === piece;
      const button = el("button", { type: "button", draggable: "true", "aria-pressed": String(isChosen), "aria-label": `piece ${piece + 1}: ${puzzle.pieces[piece].join(" ")}`,
        onclick: () => { game.piece = isChosen ? null : piece; game.turns = 0; refresh(); },
        ondragstart: (event) => { game.piece = piece; game.turns = 0; event.dataTransfer.setData("text/plain", String(piece)); } },
      pieceCanvas(puzzle, piece * 4 + (isChosen ? game.turns : 0)), el("small", {}, piece + 1));
      buttons.push(button);
    }
    tray.replaceChildren(...(buttons.length ? buttons : [el("p", { class: "soft" }, "No such piece is left.")]));
  }
  view.canvas.addEventListener("dragover", (event) => event.preventDefault());
  view.canvas.addEventListener("drop", (event) => { event.preventDefault(); event.stopPropagation(); const cell = view.cellAt(event); if (cell >= 0) { game.cell = cell; place(cell); refresh(); } });

  function refresh() {
    const board = state.board, { puzzle } = board, { score: matched, breaks } = board.tally();
    const used = board.used();
    const heat = game.heat ? board.placements.map((p, cell) => (p === EMPTY ? board.candidates(cell, used).length : -1)) : null;
    view.show(board, { selected: game.cell, heat });
    const isSolved = matched === puzzle.edges;
    score.replaceChildren(`${matched} `, el("small", {}, `of ${puzzle.edges} edges match, ${breaks} breaks`));
    if (isSolved && !game.solved) { game.solved = true; answer.textContent = `Solved in ${duration((Date.now() - game.began) / 1000)}.`; }
    if (!isSolved) game.solved = false;
    drawTray();
  }

  const ticking = setInterval(() => { if (!game.solved) clock.textContent = duration((Date.now() - game.began) / 1000); }, 500);
  const filter = choose("Which pieces", [["all", "all pieces"], ["fits", "fits here"], ["corners", "corners"], ["frame", "frame"], ["inner", "inner"],
    ...Array.from({ length: state.board.puzzle.colors }, (_, i) => [`color${i + 1}`, `with color ${i + 1}`])], "all", (value) => { game.filter = value; refresh(); });
  root.append(el("div", { class: "split" },
    el("div", { class: "card stage" }, view.canvas,
      el("p", { class: "soft", id: "play-keys" }, "Click a piece, then a cell. Click a placed piece to turn it, Shift-click to take it back. Keys: arrows move, Space steps through the pieces that fit, R turns, Delete takes back, U and Y undo and redo, H gives a hint.")),
    el("div", { class: "card" }, score, el("div", { class: "row" }, clock),
      el("div", { class: "row" }, el("button", { type: "button", onclick: undo }, "Undo"), el("button", { type: "button", onclick: redo }, "Redo"),
        el("button", { type: "button", onclick: () => { game.past = []; game.future = []; setBoard(startOf(state.board.puzzle)); } }, "Clear")),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => help(false) }, "Can this still be completed?"), el("button", { type: "button", onclick: () => help(true) }, "Hint")),
      answer, check("show the number of candidates", false, (on) => { game.heat = on; refresh(); }),
      el("div", { class: "row" }, level, el("button", { type: "button", class: "main", onclick: fresh }, "New puzzle")),
      el("h3", {}, "Pieces"), filter, tray)));

  try {
    const saved = JSON.parse(localStorage.getItem(key()) || "null");
    if (saved && saved.length === state.board.placements.length && state.board.placed <= state.board.puzzle.hints.length) setBoard(new Board(state.board.puzzle, saved));
  } catch { /* nothing saved */ }
  const stop = watch(refresh);
  refresh();
  return () => { stop(); clearInterval(ticking); view.close(); };
}

function startOf(puzzle) {
  const board = new Board(puzzle, null);
  for (const [cell, placement] of puzzle.hintCells) board.placements[cell] = placement;
  return board;
}
