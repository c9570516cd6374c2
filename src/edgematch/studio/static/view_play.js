// Play: place pieces from a tray, with undo, candidates as a heat map, hints, and "can this still be completed?".

import { post } from "./api.js";
import { Board, EMPTY, Puzzle } from "./board.js";
import { BoardView } from "./canvas.js";
import { button, check, choose, complain, duration, el, group, number, say } from "./dom.js";
import { gameOf, newGame } from "./game.js";
import { dragPiece } from "./play_drag.js";
import { askSolver, verdict } from "./play_help.js";
import { heatLegend, howToPlay } from "./play_page.js";
import { Tray } from "./play_tray.js";
import { emptyBoard, keepBoard, loadMotifs, openBoard, setBoard, state, watch } from "./state.js";

const LEVELS = [
  ["easy", "easy, 4 x 4"],
  ["medium", "medium, 5 x 5"],
  ["hard", "hard, 6 x 6"],
];
const GHOST = 46; // pixels of a dragged piece at least
const HELP_SECONDS = "10";
const TEXT_FIELDS = "input[type=text], input[type=number], select, textarea";

export async function show(root) {
  const play = new Play(root);
  play.begin();
  return () => play.close();
}

const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

class Play {
  constructor(root) {
    Object.assign(this, {
      root,
      cell: 0,
      piece: null,
      turns: 0,
      isTurned: false,
      hasHeat: false,
      wasSolved: false,
      asking: null,
    });
    this.view = new BoardView({
      label: "Game board",
      onpick: (cell, event) => this.pick(cell, event),
      holds: (cell) => this.isMovable(cell),
    });
    this.score = el("p", { class: "score", id: "play-score" });
    this.clock = el("span", { class: "clock soft", id: "play-clock" });
    this.answer = el("p", { role: "status", id: "play-answer", class: "note" });
    this.level = choose("Level", LEVELS, "easy");
    this.seconds = el("input", {
      type: "number",
      value: HELP_SECONDS,
      min: "1",
      max: "600",
      "aria-label": "Seconds that a solver may take",
    });
    this.stage = el("div", { class: "card stage playboard" }, this.view.canvas);
    this.undoing = button("Undo", () => this.undo());
    this.redoing = button("Redo", () => this.redo());
    this.trayHolder = el("div", { class: "group pieces" });
    this.legend = heatLegend();
  }

  leave = () => {
    if (this.game.past.length) this.game.keep();
  };

  get board() {
    return this.game.board;
  }

  get puzzle() {
    return this.game.board.puzzle;
  }

  begin() {
    const before = state.board;
    this.take(gameOf(before));
    this.build();
    this.listen();
    this.ticking = setInterval(() => this.tick(), 500);
    this.unwatch = watch((board) => {
      if (board !== this.board) this.take(gameOf(board));
      this.refresh();
    });
    addEventListener("pagehide", this.leave);
    if (this.board.placed > before.placed) this.tell("Your saved game goes on.");
    if (this.board === before) this.refresh();
    else setBoard(this.board);
  }

  close() {
    this.game.pause();
    this.leave();
    removeEventListener("pagehide", this.leave);
    this.asked = null;
    this.asking?.stop();
    this.unwatch();
    clearInterval(this.ticking);
    this.view.close();
  }

  // Makes a game the one that is played.
  take(game) {
    this.game?.pause();
    Object.assign(this, { game, cell: 0, wasSolved: false });
    if (!game.isSolved) game.start();
    this.release();
    this.tray = new Tray(game.board.puzzle, {
      onchoose: (piece, event) => this.choosePiece(piece, event),
      ondrag: (event, piece) => this.dragFromTray(event, piece),
      onfilter: () => this.refresh(),
    });
    this.trayHolder.replaceChildren(
      el("div", { class: "row spread" }, el("h3", {}, "Pieces"), this.tray.left),
      this.tray.filters,
      this.tray.pieces,
    );
  }

  tell(text, kind = "") {
    this.answer.className = `note ${kind}`;
    this.answer.textContent = text;
  }

  tick() {
    if (!document.hidden) this.clock.textContent = clockText(this.game.played);
  }

  // Moves

  isMovable(cell) {
    return cell >= 0 && this.board.placements[cell] !== EMPTY && !this.puzzle.hintCells.has(cell);
  }

  change(cells) {
    if (!this.game.change(cells)) {
      say("Nothing changes there.");
      return;
    }
    this.tell("");
    setBoard(this.board);
  }

  undo() {
    if (this.game.undo()) this.afterStep();
  }

  redo() {
    if (this.game.redo()) this.afterStep();
  }

  afterStep() {
    this.tell("");
    setBoard(this.board);
  }

  clear() {
    this.change(this.board.placements.map((_, cell) => [cell, EMPTY]));
  }

  // The candidates of a cell as if it were empty.
  candidates(cell) {
    const isEmpty = this.board.placements[cell] === EMPTY;
    return (isEmpty ? this.board : this.board.with(cell, EMPTY)).candidates(cell);
  }

  // The chosen piece as it would be placed: turned so that it fits where it can.
  placementFor(cell) {
    const wanted = this.piece * 4 + this.turns;
    if (this.isTurned) return wanted;
    const fitting = this.candidates(cell).filter((placement) => placement >> 2 === this.piece);
    return fitting.includes(wanted) || !fitting.length ? wanted : fitting[0];
  }

  place(cell) {
    if (this.piece === null || this.puzzle.hintCells.has(cell)) return;
    const placement = this.placementFor(cell);
    this.release();
    this.change([[cell, placement]]);
    say(`Piece placed in ${this.puzzle.cellName(cell)}.`);
  }

  takePiece(piece) {
    Object.assign(this, { piece, turns: 0, isTurned: false });
    this.view.set({ preview: null });
  }

  release() {
    this.takePiece(null);
  }

  choosePiece(piece, event) {
    this.takePiece(this.piece === piece ? null : piece);
    if (event.detail === 0 && this.piece !== null) this.view.canvas.focus(); // chosen by keyboard: on to the cells
    this.refresh();
  }

  pick(cell, event) {
    if (cell < 0) return;
    this.cell = cell;
    if (this.piece !== null) this.place(cell);
    else if (this.isMovable(cell)) {
      if (event?.shiftKey || event?.button === 2) this.change([[cell, EMPTY]]);
      else this.turnCell(cell, 1);
    } else if (this.board.placements[cell] !== EMPTY) this.tell("This piece is a hint of the puzzle and stays.");
    this.refresh();
  }

  turnCell(cell, by) {
    const there = this.board.placements[cell];
    if (this.isMovable(cell) && this.puzzle.turnable) this.change([[cell, (there & ~3) | ((there + by) & 3)]]);
  }

  turn(by) {
    if (this.piece === null) this.turnCell(this.cell, by);
    else if (this.puzzle.turnable) {
      this.turns = (this.turns + by) & 3;
      this.isTurned = true;
      this.refresh();
    }
  }

  move(dx, dy) {
    const { width, height } = this.puzzle;
    const column = (this.cell % width) + dx;
    const row = Math.floor(this.cell / width) + dy;
    if (column < 0 || column >= width || row < 0 || row >= height) return;
    this.cell = row * width + column;
    const placement = this.board.placements[this.cell];
    say(`${this.puzzle.cellName(this.cell)}: ${placement === EMPTY ? "empty" : `piece ${(placement >> 2) + 1}`}`);
    this.refresh();
  }

  // Steps through the pieces that fit the chosen cell.
  cycle(step) {
    if (this.puzzle.hintCells.has(this.cell)) return;
    const fitting = this.candidates(this.cell);
    if (!fitting.length) {
      this.tell(`No piece that is left fits ${this.puzzle.cellName(this.cell)}.`, "bad");
      return;
    }
    const at = fitting.indexOf(this.board.placements[this.cell]);
    this.change([[this.cell, fitting[(at + step + fitting.length) % fitting.length]]]);
  }

  // Pointer and keyboard

  listen() {
    const { canvas } = this.view;
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-describedby", "play-keys");
    const onBoard = {
      ArrowLeft: () => this.move(-1, 0),
      ArrowRight: () => this.move(1, 0),
      ArrowUp: () => this.move(0, -1),
      ArrowDown: () => this.move(0, 1),
      " ": () => this.cycle(1),
      Enter: () => (this.piece === null ? this.cycle(1) : this.place(this.cell)),
      Backspace: () => this.change([[this.cell, EMPTY]]),
      Delete: () => this.change([[this.cell, EMPTY]]),
    };
    const inView = {
      r: () => this.turn(1),
      R: () => this.turn(3),
      u: () => this.undo(),
      y: () => this.redo(),
      h: () => this.help(true),
    };
    const withControl = { z: () => this.undo(), Z: () => this.redo(), y: () => this.redo() };
    inView.Escape = () => {
      this.release();
      this.refresh();
    };
    this.root.addEventListener("keydown", (event) => {
      if (event.altKey || event.target.matches(TEXT_FIELDS)) return;
      const keys =
        event.ctrlKey || event.metaKey ? withControl : event.target === canvas ? { ...inView, ...onBoard } : inView;
      if (!keys[event.key]) return;
      event.preventDefault();
      keys[event.key]();
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerleave", () => this.view.set({ preview: null }));
    canvas.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && this.piece !== null) this.hover(event);
    });
    canvas.addEventListener("pointerdown", (event) => {
      const cell = this.view.cellAt(event);
      if (this.piece === null && this.isMovable(cell)) this.dragFromCell(event, cell);
    });
  }

  wheel(event) {
    if (event.ctrlKey || event.metaKey) return;
    const cell = this.view.cellAt(event);
    if (this.piece === null && !this.isMovable(cell)) return;
    event.preventDefault();
    const by = event.deltaY > 0 ? 1 : 3;
    if (this.piece === null) {
      this.cell = cell;
      this.turnCell(cell, by);
    } else {
      this.turn(by);
      this.hover(event);
    }
  }

  hover(event) {
    const cell = this.piece === null ? -1 : this.view.cellAt(event);
    const isFree = cell >= 0 && this.board.placements[cell] === EMPTY;
    this.view.set({ preview: isFree ? [cell, this.placementFor(cell)] : null });
  }

  ghostSize() {
    return Math.max(GHOST, (this.view.geometry().size * this.view.canvas.clientWidth) / this.view.canvas.width);
  }

  // The cell below the pointer where that is on the picture; -1 beside the board.
  dropCell({ clientX, clientY }) {
    const box = this.view.canvas.getBoundingClientRect();
    const isInside = clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
    return isInside ? this.view.cellAt({ clientX, clientY }) : -1;
  }

  dragFromTray(start, piece) {
    const turns = this.piece === piece ? this.turns : 0;
    dragPiece(start, this.puzzle, piece * 4 + turns, this.ghostSize(), {
      onbegin: () => this.piece === piece || this.takePiece(piece),
      ondrop: (event) => {
        const cell = event ? this.dropCell(event) : -1;
        if (cell >= 0) {
          this.cell = cell;
          this.place(cell);
        }
        this.release();
        this.refresh();
      },
    });
  }

  // A piece dropped on another one changes places with it; outside the board it is taken back.
  dragFromCell(start, from) {
    const placement = this.board.placements[from];
    dragPiece(start, this.puzzle, placement, this.ghostSize(), {
      onbegin: () => {},
      ondrop: (event) => {
        if (!event || this.board.placements[from] !== placement) return;
        const cell = this.dropCell(event);
        if (cell < 0) this.change([[from, EMPTY]]);
        else if (cell !== from && !this.puzzle.hintCells.has(cell)) {
          this.cell = cell;
          this.change([
            [from, this.board.placements[cell]],
            [cell, placement],
          ]);
        }
        this.refresh();
      },
    });
  }

  // Help

  // Asks a solver to complete the board; with `isHint` places one piece of what it found.
  async help(isHint) {
    const { board, puzzle } = this;
    const { breaks } = board.tally();
    const seconds = Number(this.seconds.value) || Number(HELP_SECONDS);
    if (breaks) {
      const what = breaks === 1 ? "pair of sides does" : "pairs of sides do";
      this.tell(`No: ${breaks} ${what} not match already (red zigzags). Take one of those pieces back.`, "bad");
      return;
    }
    this.asking?.stop();
    const turn = (this.asked = {});
    this.tell(`Asking a solver, for at most ${seconds} s …`);
    try {
      const asking = await askSolver(board, seconds);
      if (this.asked !== turn) {
        asking.stop();
        return;
      }
      this.asking = asking;
      const end = await asking.end;
      this.asking = null;
      if (this.board !== board) this.tell("The board has changed since; ask again.");
      else if (isHint && end.boards?.length) this.placeHint(end.boards[0].placements);
      else this.tell(...verdict(end, seconds));
    } catch (error) {
      this.tell(error.message, "bad");
    }
  }

  placeHint(solution) {
    const { placements } = this.board;
    const cell = placements[this.cell] === EMPTY ? this.cell : placements.indexOf(EMPTY);
    if (cell < 0) {
      this.tell("The board is full.", "good");
      return;
    }
    this.cell = cell;
    this.change([[cell, solution[cell]]]);
    if (!this.game.isSolved) this.tell(`A piece was placed in ${this.puzzle.cellName(cell)}.`);
  }

  async fresh() {
    complain("");
    this.tell("Making a puzzle with exactly one solution …");
    try {
      const made = await post("/api/generate", { level: this.level.value, seed: Math.floor(Math.random() * 1e6) });
      await loadMotifs(made.puzzle.colors);
      if (!this.root.isConnected) return;
      const board = emptyBoard(new Puzzle(made.puzzle));
      this.take(newGame(board));
      openBoard(board);
      this.tell(
        `A fresh ${made.level} puzzle with exactly one solution. A row-by-row search places ${number(made.nodes)} pieces to prove that.`,
      );
    } catch (error) {
      this.tell("");
      complain(error.message);
    }
  }

  // The page

  build() {
    const heat = check("Heat map: candidates per cell", false, (isOn) => {
      this.hasHeat = isOn;
      this.legend.hidden = !isOn;
      this.refresh();
    });
    const keep = button("Keep in the store", async () => this.tell(await keepBoard().catch((error) => error.message)));
    this.root.classList.add("playing");
    this.root.append(
      el(
        "div",
        { class: "split" },
        el("div", {}, this.stage),
        el(
          "div",
          { class: "card" },
          el("div", { class: "row spread" }, this.score, this.clock),
          el(
            "div",
            { class: "row tools" },
            this.undoing,
            this.redoing,
            button("Clear", () => this.clear()),
            button("Hint", () => this.help(true)),
          ),
          el(
            "div",
            { class: "row" },
            button("Can this still be completed?", () => this.help(false)),
          ),
          this.answer,
          el("div", { class: "row" }, heat),
          this.legend,
          this.trayHolder,
          group(
            "A fresh puzzle with one solution",
            el(
              "div",
              { class: "row" },
              this.level,
              button("New puzzle", () => this.fresh(), { class: "main" }),
            ),
          ),
          group(
            "More",
            el("label", { class: "field soft" }, "Seconds that help may take", this.seconds),
            el("div", { class: "row" }, keep),
          ),
          howToPlay("play-keys"),
        ),
      ),
    );
  }

  refresh() {
    const { board, puzzle } = this;
    const { score, breaks } = board.tally();
    const broken = breaks ? `, ${breaks} ${breaks === 1 ? "break" : "breaks"}` : "";
    this.view.show(board, { selected: this.cell, heat: this.hasHeat ? board.heat() : null, preview: null });
    this.score.replaceChildren(`${score} `, el("small", {}, `of ${puzzle.edges} edges match${broken}`));
    const { isSolved, past, future, played } = this.game;
    if (isSolved && !this.wasSolved) {
      if (past.length) this.tell(`Solved in ${duration(played)}. Well done!`, "good");
      else this.tell("This board is solved. Clear takes its pieces back.", "good");
    }
    this.wasSolved = isSolved;
    this.stage.classList.toggle("won", isSolved);
    this.undoing.disabled = !past.length;
    this.redoing.disabled = !future.length;
    this.clock.textContent = clockText(played);
    this.tray.show(board, this);
  }
}
