// Learn: a search on a small puzzle step by step.

import { open, post } from "./api.js";
import { Board, EMPTY } from "./board.js";
import { BoardView, thumbnail } from "./canvas.js";
import { drawChart } from "./chart.js";
import { button, choose, complain, el, group } from "./dom.js";
import { emptyBoard, openDocument, state } from "./state.js";
import { pieceCanvas } from "./tiles.js";

const MOST_CELLS = 64,
  SMALL = "demo-4x4",
  SHOWN = 40;
const METHODS = {
  backtracking: [
    "backtracking",
    "Cells are filled row by row. Each cell tries its candidates in turn; a cell without any is a dead end, and the search goes back to the cell before.",
  ],
  filtering: [
    "filtering (forward checking)",
    "After every piece the candidates of all open cells are counted again (the numbers). The cell with the fewest comes next, and a zero anywhere is a dead end seen early.",
  ],
  beam: [
    "beam search",
    "Many boards grow at once. Each is extended in every way, mismatches are allowed, and only the boards with the fewest are kept. Nothing is ever taken back.",
  ],
};
const KINDS = { look: "Look", place: "Place", back: "Dead end", solved: "Solved", end: "The end", layer: "Next layer" };

export async function show(root) {
  const view = new BoardView({ label: "Board of this step" }),
    { puzzle } = state.board;
  if (puzzle.cells > MOST_CELLS) {
    root.append(
      el(
        "div",
        { class: "card empty" },
        el("h2", {}, "A search, step by step"),
        el("p", {}, `Steps are shown for puzzles of at most ${MOST_CELLS} cells; this one has ${puzzle.cells}.`),
        button(
          `Open ${SMALL} instead`,
          async () => {
            await openDocument(await open(SMALL));
            root.replaceChildren();
            await show(root);
          },
          { class: "main" },
        ),
      ),
    );
    return () => view.close();
  }
  const kind = el("p", { class: "state" }, "Choose a method and press Start."),
    text = el("p", { role: "status", id: "learn-text" });
  const about = el("p", { class: "soft" }, METHODS.backtracking[1]);
  const method = choose(
    "Method",
    Object.entries(METHODS).map(([name, [title]]) => [name, title]),
    "backtracking",
    (value) => {
      about.textContent = METHODS[value][1];
      loading = load(value);
    },
  );
  const options = el("div", { class: "layers" }),
    optionsTitle = el("h3", {}, "Candidates"),
    where = el("span", { class: "soft" }),
    depth = el("canvas", { class: "chart" }),
    pace = el("output", { class: "soft" }, "4 per second");
  const speed = el("input", {
    type: "range",
    min: "1",
    max: "30",
    value: "4",
    "aria-label": "Steps per second",
    oninput: () => {
      pace.textContent = `${speed.value} per second`;
    },
  });
  const slider = el("input", {
    type: "range",
    min: "0",
    max: "0",
    value: "0",
    "aria-label": "Step",
    oninput: () => {
      pause();
      go(Number(slider.value));
    },
  });
  let steps = [],
    at = 0,
    timer = null,
    filled = [],
    loading = null;
  view.show(emptyBoard(puzzle));

  async function load(name) {
    complain("");
    pause();
    try {
      const traced = await post("/api/learn", { puzzle: puzzle.document(), method: name });
      if (method.value !== name) return;
      steps = traced;
      filled = steps.map((step, index) => [index + 1, step.placements.filter((p) => p !== EMPTY).length]);
      slider.max = String(steps.length - 1);
      for (const control of walk) control.disabled = false;
      go(0);
    } catch (error) {
      complain(error.message);
    }
  }

  function go(index) {
    at = Math.max(0, Math.min(steps.length - 1, index));
    const step = steps[at];
    if (!step) return;
    slider.value = String(at);
    view.show(new Board(puzzle, step.placements), {
      selected: step.cell ?? -1,
      heat: step.sizes || null,
      breaks: method.value === "beam",
    });
    kind.textContent = KINDS[step.kind];
    text.textContent = step.text;
    text.className = `note ${{ back: "bad", solved: "good" }[step.kind] || ""}`;
    where.textContent = `Step ${at + 1} of ${steps.length}`;
    const shown = step.candidates || step.layer || [],
      over = shown.length - SHOWN;
    optionsTitle.textContent = step.layer
      ? "Boards kept in this layer"
      : step.candidates
        ? `${shown.length} ${shown.length === 1 ? "candidate" : "candidates"} for ${puzzle.cellName(step.cell)}`
        : "Candidates";
    options.replaceChildren(
      ...shown
        .slice(0, SHOWN)
        .map((one) => (step.layer ? thumbnail(new Board(puzzle, one), 88) : pieceCanvas(puzzle, one, 44))),
      ...(over > 0 ? [el("small", { class: "soft" }, `and ${over} more`)] : []),
      ...(shown.length
        ? []
        : [
            el(
              "small",
              { class: "soft" },
              step.kind === "look" ? "None: a dead end." : "Shown when a cell is looked at.",
            ),
          ]),
    );
    drawChart(depth, [{ points: filled }], {
      label: "Pieces placed at each step",
      x: "step",
      y: "pieces placed",
      steps: false,
      fromZero: true,
      marks: [{ at: at + 1, text: "", paint: "#d8571d" }],
    });
  }

  function play() {
    pause();
    if (at >= steps.length - 1) go(0);
    timer = setTimeout(tick, 1000 / Number(speed.value));
    toggle.textContent = "Pause";
  }
  function pause() {
    clearTimeout(timer);
    timer = null;
    toggle.textContent = "Play";
  }
  function tick() {
    if (at >= steps.length - 1) {
      pause();
      return;
    }
    go(at + 1);
    timer = setTimeout(tick, 1000 / Number(speed.value));
  }

  const start = button(
    "Start",
    async () => {
      await loading;
      go(0);
      play();
    },
    { class: "main" },
  );
  const toggle = button("Play", () => (timer ? pause() : play())),
    walk = [
      button("Back", () => {
        pause();
        go(at - 1);
      }),
      toggle,
      button("Next", () => {
        pause();
        go(at + 1);
      }),
      slider,
    ];
  root.append(
    el(
      "div",
      { class: "split" },
      el("div", {}, el("div", { class: "card stage" }, view.canvas)),
      el(
        "div",
        { class: "card" },
        el("h2", {}, "A search, step by step"),
        el("div", { class: "row" }, el("div", { class: "grow" }, method), start),
        about,
        group(
          "Steps",
          el("div", { class: "row spread" }, kind, where),
          text,
          el("div", { class: "row" }, walk.slice(0, 3)),
          el("label", { class: "row" }, "Step", slider),
          el("label", { class: "row" }, "Speed", speed, pace),
        ),
        el("div", { class: "group" }, optionsTitle, options),
        group("Forward and back", depth),
      ),
    ),
  );
  method.style.width = "100%";
  loading = load("backtracking");
  await loading;
  return () => {
    pause();
    view.close();
  };
}
