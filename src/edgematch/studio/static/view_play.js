// Play: place pieces from a tray, with undo, candidates as a heat map, hints, and "can this still be completed?".

import { follow, post } from "./api.js";
import { Board, EMPTY, Puzzle } from "./board.js";
import { BoardView, loadMotifs, motifCanvas, pieceCanvas } from "./canvas.js";
import { button, check, choose, complain, duration, el, group, number, say } from "./dom.js";
import { emptyBoard, keepBoard, setBoard, state, watch } from "./state.js";

const KEYS = [["arrows", "move"], ["Space", "next piece that fits"], ["R", "turn"], ["Delete", "take back"], ["U", "undo"], ["Y", "redo"], ["H", "hint"]];

export async function show(root) {
  const game = { past: [], future: [], cell: 0, piece: null, turns: 0, heat: false, kind: "all", color: null, seconds: 0, since: Date.now(), solved: false };
  const movable = (cell) => cell >= 0 && state.board.placements[cell] !== EMPTY && !state.board.puzzle.hintCells.has(cell);
  const view = new BoardView({ label: "Game board", onpick: (cell, event) => pick(cell, event), holds: movable });
  view.canvas.tabIndex = 0;
  view.canvas.setAttribute("role", "application");
  view.canvas.setAttribute("aria-describedby", "play-keys");
  const tray = el("div", { class: "tray", role: "group", "aria-label": "Pieces to place" }), left = el("small", { class: "soft" });
  const score = el("p", { class: "score", id: "play-score" }), clock = el("span", { class: "soft", id: "play-clock" });
  const answer = el("p", { role: "status", id: "play-answer", class: "note" });
  const level = choose("Level", [["easy", "easy, 4 x 4"], ["medium", "medium, 5 x 5"], ["hard", "hard, 6 x 6"]], "easy");
  const most = el("input", { type: "number", value: "10", min: "1", max: "600", "aria-label": "Seconds that a solver may take" });
  const stage = el("div", { class: "card stage playboard" }, view.canvas);
  const key = (puzzle = state.board.puzzle) => `edgematch-play-${puzzle.digest || puzzle.name}`;
  const played = () => game.seconds + (game.solved ? 0 : (Date.now() - game.since) / 1000);
  const tell = (text, kind = "") => { answer.className = `note ${kind}`; answer.textContent = text; };

  function remember() {
    try { localStorage.setItem(key(), JSON.stringify({ placements: state.board.placements, seconds: played() })); } catch { /* private mode */ }
  }

  // A move is a list of [cell, before, after]; hints stay.
  function change(cells, isNew = true) {
    const moves = cells.filter(([cell, placement]) => !state.board.puzzle.hintCells.has(cell) && state.board.placements[cell] !== placement);
    if (cells.length && !moves.length) { say("Nothing changes there."); return; }
    let next = state.board;
    if (isNew) { game.past.push(moves.map(([cell, placement]) => [cell, next.placements[cell], placement])); game.future = []; }
    for (const [cell, placement] of moves) next = next.with(cell, placement);
    tell("");
    setBoard(next);
    remember();
  }

  function undo() { const move = game.past.pop(); if (move) { game.future.push(move); change(move.map(([cell, before]) => [cell, before]), false); } }
  function redo() { const move = game.future.pop(); if (move) { game.past.push(move); change(move.map(([cell, , after]) => [cell, after]), false); } }

  // The chosen piece as it would be placed: turned so that it fits where it can.
  function placementFor(cell) {
    const wanted = game.piece * 4 + game.turns, cleared = state.board.placements[cell] === EMPTY ? state.board : state.board.with(cell, EMPTY);
    const fitting = cleared.candidates(cell).filter((p) => p >> 2 === game.piece);
    return game.isTurned || fitting.includes(wanted) || !fitting.length ? wanted : fitting[0];
  }

  function place(cell) {
    if (game.piece === null || state.board.puzzle.hintCells.has(cell)) return;
    const placement = placementFor(cell);
    release();
    change([[cell, placement]]);
    say(`Piece placed in ${state.board.puzzle.cellName(cell)}.`);
  }

  function take(piece, isSame = false) { Object.assign(game, { piece: isSame ? null : piece, turns: 0, isTurned: false }); view.set({ preview: null }); }
  const release = () => take(null);

  function pick(cell, event) {
    if (cell < 0) return;
    game.cell = cell;
    const there = state.board.placements[cell];
    if (game.piece !== null) place(cell);
    else if (movable(cell)) {
      if (event?.shiftKey || event?.button === 2) change([[cell, EMPTY]]);
      else turnCell(cell, 1);
    } else if (there !== EMPTY) tell("This piece is a hint of the puzzle and stays.");
    refresh();
  }

  function turnCell(cell, by) {
    const there = state.board.placements[cell];
    if (movable(cell) && state.board.puzzle.turnable) change([[cell, (there & ~3) | ((there + by) & 3)]]);
  }

  function turn(by) {
    if (game.piece === null) turnCell(game.cell, by);
    else if (state.board.puzzle.turnable) { game.turns = (game.turns + by) & 3; game.isTurned = true; refresh(); }
  }

  function move(dx, dy) {
    const { width, height } = state.board.puzzle, column = game.cell % width + dx, row = Math.floor(game.cell / width) + dy;
    if (column < 0 || column >= width || row < 0 || row >= height) return;
    game.cell = row * width + column;
    const placement = state.board.placements[game.cell];
    say(`${state.board.puzzle.cellName(game.cell)}: ${placement === EMPTY ? "empty" : `piece ${(placement >> 2) + 1}`}`);
    refresh();
  }

  // Steps through the pieces that fit the chosen cell.
  function cycle(step) {
    const there = state.board.placements[game.cell], { puzzle } = state.board;
    if (puzzle.hintCells.has(game.cell)) return;
    const cleared = there === EMPTY ? state.board : state.board.with(game.cell, EMPTY), fitting = cleared.candidates(game.cell);
    if (!fitting.length) { tell(`No piece that is left fits ${puzzle.cellName(game.cell)}.`, "bad"); say(answer.textContent); return; }
    change([[game.cell, fitting[(fitting.indexOf(there) + step + fitting.length) % fitting.length]]]);
  }

  const keys = {
    ArrowLeft: () => move(-1, 0), ArrowRight: () => move(1, 0), ArrowUp: () => move(0, -1), ArrowDown: () => move(0, 1),
    " ": () => cycle(1), Enter: () => (game.piece === null ? cycle(1) : place(game.cell)), Backspace: () => change([[game.cell, EMPTY]]), Delete: () => change([[game.cell, EMPTY]]),
    Escape: () => { release(); refresh(); }, r: () => turn(1), R: () => turn(3), u: undo, y: redo, h: () => help(true),
  };
  view.canvas.addEventListener("keydown", (event) => {
    const action = (event.ctrlKey || event.metaKey) ? { z: undo, y: redo }[event.key] : keys[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  view.canvas.addEventListener("contextmenu", (event) => { event.preventDefault(); const cell = view.cellAt(event); if (movable(cell)) change([[cell, EMPTY]]); });
  function wheel(event) {
    if (event.ctrlKey || event.metaKey) return;
    const cell = view.cellAt(event);
    if (game.piece === null && !movable(cell)) return;
    event.preventDefault();
    if (game.piece === null) { game.cell = cell; turnCell(cell, event.deltaY > 0 ? 1 : 3); } else { turn(event.deltaY > 0 ? 1 : 3); hover(event); }
  }
  view.canvas.addEventListener("wheel", wheel, { passive: false });
  function hover(event) {
    const cell = game.piece === null ? -1 : view.cellAt(event);
    view.set({ preview: cell >= 0 && state.board.placements[cell] === EMPTY ? [cell, placementFor(cell)] : null });
  }
  view.canvas.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse" && game.piece !== null) hover(event); });
  view.canvas.addEventListener("pointerleave", () => view.set({ preview: null }));

  // Drags a piece from the tray (`from` is null) or from a cell, with any pointer; outside the board it is taken back.
  function drag(start, piece, from) {
    if (start.button > 0) return;
    const turns = from === null ? game.turns : state.board.placements[from] & 3, size = Math.max(46, view.geometry().size * view.canvas.clientWidth / view.canvas.width);
    let ghost = null;
    const move = (event) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 8) return;
        if (from === null) take(piece);
        ghost = pieceCanvas(state.board.puzzle, piece * 4 + (from === null ? 0 : turns), size);
        ghost.className = "ghost";
        ghost.style.width = ghost.style.height = `${size}px`;
        document.body.append(ghost);
      }
      ghost.style.left = `${event.clientX}px`; ghost.style.top = `${event.clientY}px`;
      event.preventDefault();
    };
    const end = (event) => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener);
      if (!ghost) return;
      ghost.remove();
      const swallow = (click) => click.stopPropagation();  // the release of a drag is no tap
      addEventListener("click", swallow, { capture: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }));
      const cell = event.type === "pointerup" ? view.cellAt(event) : null, box = view.canvas.getBoundingClientRect();
      const isOnCanvas = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
      if (cell === null) { if (from === null) release(); }
      else if (cell >= 0 && isOnCanvas) {
        game.cell = cell;
        const there = state.board.placements[cell];
        if (from === null) place(cell);
        else if (cell !== from && !state.board.puzzle.hintCells.has(cell)) change([[from, there], [cell, piece * 4 + turns]]);
      } else if (from === null) release();
      else change([[from, EMPTY]]);
      refresh();
    };
    const listeners = { pointermove: move, pointerup: end, pointercancel: end };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener);
  }
  view.canvas.addEventListener("pointerdown", (event) => {
    const cell = view.cellAt(event);
    if (game.piece === null && movable(cell)) drag(event, state.board.placements[cell] >> 2, cell);
  });

  // Asks a solver to complete the board; with `isHint` places one piece of what it found.
  async function help(isHint) {
    const { board } = state, { puzzle, placements } = board, seconds = Number(most.value) || 10, broken = board.tally().breaks;
    if (broken) { tell(`No: ${broken} ${broken === 1 ? "pair of sides does" : "pairs of sides do"} not match already (red zigzags). Take one of those pieces back.`, "bad"); return; }
    tell(`Asking a solver, for at most ${seconds} s …`);
    try {
      const search = await post("/api/searches", { puzzle: puzzle.document(), goal: "first", solver: "auto", seconds, roots: [placements] });
      const end = await new Promise((resolve) => { const stop = follow(search.id, (event) => {
        const done = event.event === "summary" ? event.done : event;
        if (done && (done.event === "done" || done.event === "failed")) { stop(); resolve(done); }
      }); });
      if (state.board !== board) tell("The board has changed since; ask again.");
      else if (end.event === "failed") tell(`The solver could not start: ${end.message}`, "bad");
      else if (end.status === "unsatisfiable") tell("No: from here no perfect board can be reached. Take something back.", "bad");
      else if (!end.boards?.length) tell(`Not known: the solver found nothing within ${seconds} s. Give it more time, or place more pieces.`);
      else if (isHint) {
        const solution = end.boards[0].placements, target = placements[game.cell] === EMPTY ? game.cell : placements.indexOf(EMPTY);
        if (target < 0) { tell("The board is full.", "good"); return; }
        game.cell = target;
        change([[target, solution[target]]]);
        if (!game.solved) tell(`A piece was placed in ${puzzle.cellName(target)}.`);
      } else tell("Yes: this board can be completed.", "good");
    } catch (error) { tell(error.message, "bad"); }
  }

  async function fresh() {
    complain("");
    tell("Making a puzzle with exactly one solution …");
    try {
      const made = await post("/api/generate", { level: level.value, seed: Math.floor(Math.random() * 1e6) });
      await loadMotifs(made.puzzle.colors);
      const board = emptyBoard(new Puzzle(made.puzzle));
      Object.assign(game, { past: [], future: [], cell: 0, kind: "all", color: null, seconds: 0, since: Date.now(), solved: false });
      release();
      state.original = board;
      state.record = null;
      setBoard(board);
      tell(`A fresh ${made.level} puzzle with exactly one solution. A row-by-row search places ${number(made.nodes)} pieces to prove that.`);
    } catch (error) { tell(""); complain(error.message); }
  }

  function drawTray() {
    const { puzzle } = state.board, used = state.board.used(), buttons = [];
    const fits = game.kind === "fits" ? new Set(state.board.candidates(game.cell, used).map((p) => p >> 2)) : null;
    const grey = (piece) => puzzle.pieces[piece].filter((color) => color === 0).length;
    const isShown = { all: () => true, corners: (p) => grey(p) >= 2, frame: (p) => grey(p) === 1, inner: (p) => grey(p) === 0, fits: (p) => fits.has(p) }[game.kind];
    for (let piece = 0; piece < puzzle.cells; piece++) {
      if (used.has(piece) || !isShown(piece) || (game.color && !puzzle.pieces[piece].includes(game.color))) continue;
      const isChosen = game.piece === piece;
      buttons.push(el("button", { type: "button", "aria-pressed": String(isChosen), "aria-label": `piece ${piece + 1}: ${puzzle.pieces[piece].join(" ")}`,
        onclick: () => { take(piece, isChosen); refresh(); }, onpointerdown: (event) => drag(event, piece, null), oncontextmenu: (event) => event.preventDefault() },
      pieceCanvas(puzzle, piece * 4 + (isChosen ? game.turns : 0)), el("small", {}, piece + 1)));
    }
    const free = puzzle.cells - used.size;
    left.textContent = `${free} of ${puzzle.cells} left`;
    const focused = document.activeElement?.closest?.(".tray button")?.getAttribute("aria-label");
    tray.replaceChildren(...(buttons.length ? buttons : [el("p", { class: "soft" }, !free ? "Every piece is on the board." : fits ? `No piece that is left fits ${puzzle.cellName(game.cell)}.` : "No piece of this kind is left.")]));
    if (focused) tray.querySelector(`[aria-label="${focused}"]`)?.focus();
  }

  function drawFilters() {
    const { puzzle } = state.board, kinds = puzzle.framed ? [["corners", "corners"], ["frame", "frame"], ["inner", "inner"]] : [];
    const pick = (color) => () => { game.color = game.color === color ? null : color; drawFilters(); refresh(); };
    filters.replaceChildren(choose("Which pieces", [["all", "all pieces"], ["fits", "those that fit here"], ...kinds], game.kind, (value) => { game.kind = value; refresh(); }),
      el("div", { class: "swatches", role: "group", "aria-label": "Only pieces with this color" }, Array.from({ length: puzzle.colors }, (_, i) => button(motifCanvas(i + 1, 26), pick(i + 1), { "aria-pressed": String(game.color === i + 1), "aria-label": `only pieces with color ${i + 1}`, title: `only pieces with color ${i + 1}` }))));
  }

  let drawn = null;
  function refresh() {
    const board = state.board, { puzzle } = board, { score: matched, breaks } = board.tally(), used = board.used();
    if (drawn !== puzzle) { drawn = puzzle; drawFilters(); }
    const heat = game.heat ? board.placements.map((p, cell) => (p === EMPTY ? board.candidates(cell, used).length : -1)) : null;
    view.show(board, { selected: game.cell, heat, preview: null });
    score.replaceChildren(`${matched} `, el("small", {}, `of ${puzzle.edges} edges match${breaks ? `, ${breaks} ${breaks === 1 ? "break" : "breaks"}` : ""}`));
    const isSolved = matched === puzzle.edges;
    if (isSolved && !game.solved) {
      game.seconds = played();
      if (game.past.length) tell(`Solved in ${duration(game.seconds)}. Well done!`, "good");
      else tell("This board is solved. Clear takes its pieces back.", "good");
    } else if (!isSolved && game.solved) game.since = Date.now();
    game.solved = isSolved;
    stage.classList.toggle("won", isSolved);
    undoing.disabled = !game.past.length; redoing.disabled = !game.future.length;
    clock.textContent = clockText(played());
    drawTray();
  }

  const ticking = setInterval(() => { if (!game.solved) clock.textContent = clockText(played()); }, 500);
  const filters = el("div", { class: "stack" }), undoing = button("Undo", undo), redoing = button("Redo", redo);
  const clear = () => change(state.board.placements.map((_, cell) => [cell, EMPTY]));
  const legend = el("div", { class: "heat", hidden: true }, el("i", { class: "none" }), "no piece fits", el("i", { class: "few" }), "few", el("i", { class: "many" }), "many pieces fit");
  root.classList.add("playing");
  root.append(el("div", { class: "split" },
    el("div", {}, stage),
    el("div", { class: "card" }, el("div", { class: "row spread" }, score, clock),
      el("div", { class: "row" }, undoing, redoing, button("Clear", clear), button("Keep in the store", async () => tell(await keepBoard().catch((error) => error.message)))),
      el("div", { class: "row" }, button("Can this still be completed?", () => help(false)), button("Hint", () => help(true))), answer,
      el("div", { class: "group pieces" }, el("div", { class: "row spread" }, el("h3", {}, "Pieces"), left), filters, tray),
      group("More help", el("label", { class: "field soft" }, "Seconds that help may take", most),
        el("div", { class: "row" }, check("show how many pieces fit each cell", false, (on) => { game.heat = on; legend.hidden = !on; refresh(); })), legend),
      group("A fresh puzzle with one solution", el("div", { class: "row" }, level, button("New puzzle", fresh, { class: "main" }))),
      group("How to play", el("p", { class: "soft" }, "Drag a piece to a cell, or tap the piece, then the cell. Tap a placed piece, or turn the wheel over it, to turn it. Drag it off the board, or press Shift and click, to take it back. The game is saved in this browser."),
        el("div", { class: "row", id: "play-keys" }, KEYS.map(([name, text]) => el("small", { class: "soft" }, el("kbd", {}, name), ` ${text}`)))))));

  // A game that this browser saved goes on, unless another board of the puzzle was opened.
  try {
    const saved = JSON.parse(localStorage.getItem(key()) || "null"), isUntouched = state.board.placed <= state.board.puzzle.hints.length;
    if (saved?.placements?.length === state.board.placements.length && isUntouched) {
      game.seconds = Number(saved.seconds) || 0;
      setBoard(new Board(state.board.puzzle, saved.placements));
      if (saved.placements.some((p) => p !== EMPTY)) tell("Your saved game goes on.");
    }
  } catch { /* nothing saved */ }
  const stop = watch(refresh);
  refresh();
  return () => { if (game.past.length) remember(); stop(); clearInterval(ticking); view.close(); };
}

const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
