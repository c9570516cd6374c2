// Board: look at a puzzle or board, highlight colors, compare two boards, export. The first screen adds next steps.

import { get, open, post, send } from "./api.js";
import { Board, Puzzle } from "./board.js";
import { BoardView } from "./canvas.js";
import { button, check, choose, complain, copyText, download, duration, el, group, guarded, say } from "./dom.js";
import { linkTo, readLink, unpack } from "./link.js";
import { textOf } from "./opener.js";
import { keepBoard, setBoard, state, watch } from "./state.js";
import { motifCanvas, pieceCanvas, squareCanvas } from "./tiles.js";

const STEPS = [
  ["#/play", "Play", "a small puzzle"],
  ["#/solve", "Watch a solver", "fill a board, live"],
  ["#/race", "Race solvers", "on one clock"],
  ["#/learn", "Learn", "a search, step by step"],
  ["#/boards", "Boards", "the best, and yours"],
];
const PICTURES = [
  ["svg", "SVG picture"],
  ["png", "PNG picture"],
  ["pdf", "PDF sheet: pieces to print and cut"],
];
const SUFFIXES = { svg: ".svg", png: ".png", pdf: ".pdf" };

export async function show(root, isStart) {
  const formats = get("/api/formats").then((known) => Object.fromEntries(known.map((one) => [one.name, one])));
  const zoomed = el("output", { "aria-label": "Zoom" }, "100 %");
  const view = new BoardView({
    label: "Board",
    onpick: describe,
    reserve: 240,
    onzoom: (zoom) => {
      zoomed.textContent = `${Math.round(100 * zoom)} %`;
    },
  });
  const facts = el("div", { class: "stack" }),
    told = el("div", { class: "cellinfo soft", role: "status" }),
    faults = el("div", { class: "note bad", hidden: true });
  const swatches = el("div", { class: "swatches", role: "group", "aria-label": "Highlighted color" }),
    compared = el("p", { class: "soft", role: "status", id: "compared" }),
    done = el("p", { class: "soft", role: "status", id: "saved" });
  const saving = el("select", { "aria-label": "Export format", onchange: () => setCopying() });
  const copying = button(
    "Copy",
    () => guarded(async () => copy(await (await exported(saving.value)).text(), saving.value)),
    { disabled: true },
  );
  const setCopying = () => (copying.disabled = saving.value in SUFFIXES);
  const other = el("input", {
    type: "text",
    class: "grow",
    "aria-label": "A second board to compare with",
    placeholder: "URL or text of a board",
  });
  const second = el("input", {
    type: "file",
    class: "hidden",
    id: "second-file",
    onchange: () =>
      guarded(async () => {
        if (second.files[0]) await compare(await textOf(second.files[0]));
        second.value = "";
      }),
  });
  const back = button("Back to what was opened", () => setBoard(state.original));
  const showOther = button("Show the second board", () => flip(), { hidden: true });
  let asking = 0;
  let painted = null;
  let theOther = null;
  let isOther = false;

  // Shows the second board in the place of the first, or the first again; what differs stays marked.
  function flip() {
    isOther = !isOther;
    showOther.setAttribute("aria-pressed", String(isOther));
    view.board = isOther ? theOther : state.board;
    view.later();
  }

  function describe(cell) {
    const { puzzle, placements } = state.board;
    view.set({ selected: cell });
    if (cell < 0) {
      told.replaceChildren("Click a cell, or press an arrow key on the board, to read what it holds.");
      return;
    }
    const placement = placements[cell],
      where = `Cell ${puzzle.cellName(cell)}`;
    if (placement < 0) {
      const count = state.board.candidates(cell).length;
      told.replaceChildren(
        `${where}: empty, ${count} ${count === 1 ? "placement fits" : "placements fit"} its neighbours.`,
      );
    } else {
      const turned = placement & 3 ? `turned ${90 * (placement & 3)}° clockwise` : "not turned";
      told.replaceChildren(
        pieceCanvas(puzzle, placement, 52),
        el(
          "span",
          {},
          `${where}: piece ${(placement >> 2) + 1}, ${turned}${puzzle.hintCells.has(cell) ? ", a hint" : ""}. Colors north to west: ${puzzle.sides(placement).join(", ")}.`,
        ),
      );
    }
  }

  // The server's own check; asked once the board has been still for a moment.
  async function ask(board) {
    const scored = await post("/api/score", { puzzle: board.puzzle.document(), placements: board.placements }).catch(
      (e) => {
        complain(e.message);
        return null;
      },
    );
    if (!scored) return;
    const wrong = scored.board.faults,
      about = await formats;
    faults.hidden = !wrong.length;
    faults.textContent = `Faults: ${wrong.slice(0, 6).join("; ")}${wrong.length > 6 ? `; and ${wrong.length - 6} more` : ""}`;
    const named = scored.formats.map((name) => [name, `${name}: ${about[name].about}`]);
    const isUrl = ([name]) => about[name].about.startsWith("URL");
    offer(
      named.filter(isUrl),
      named.filter((one) => !isUrl(one)),
    );
  }

  function offer(urls, files) {
    const groups = [
      { group: "Pictures", values: PICTURES },
      { group: "URLs of other viewers", values: urls },
      { group: "Files", values: files },
    ];
    const chosen = saving.value || "svg";
    saving.replaceChildren(
      ...choose(
        "",
        groups.filter((one) => one.values.length),
        chosen,
      ).children,
    );
    saving.value = chosen;
    if (saving.selectedIndex < 0) saving.value = "svg";
    setCopying();
  }

  function paintSwatches(puzzle, chosen) {
    if (painted?.puzzle === puzzle && painted.chosen === chosen) return;
    painted = { puzzle, chosen };
    const pick = (color) => () => {
      const next = chosen === color ? null : color;
      view.set({ color: next });
      paintSwatches(puzzle, next);
    };
    swatches.replaceChildren(
      ...Array.from({ length: puzzle.colors }, (_, i) =>
        button(motifCanvas(i + 1, 26), pick(i + 1), {
          "aria-pressed": String(chosen === i + 1),
          "aria-label": `color ${i + 1}`,
          title: `color ${i + 1}`,
        }),
      ),
    );
  }

  function refresh(board) {
    const { puzzle } = board,
      isEmpty = board.placed === 0,
      { score, breaks } = board.tally();
    view.show(isEmpty ? tray(puzzle) : board, { color: null, marked: null, selected: -1, apart: isEmpty });
    clearTimeout(asking);
    asking = setTimeout(() => ask(board), 200);
    facts.replaceChildren(
      el("h2", {}, puzzle.name || "Puzzle without a name"),
      el("p", { class: "score", id: "score" }, `${score} `, el("small", {}, `of ${puzzle.edges} edges match`)),
      el(
        "p",
        { class: "soft" },
        isEmpty
          ? "No piece is placed yet: these are the pieces of the puzzle."
          : `${breaks} ${breaks === 1 ? "break" : "breaks"}, ${board.placed} of ${puzzle.cells} cells filled, ${puzzle.hints.length} ${puzzle.hints.length === 1 ? "hint" : "hints"}`,
      ),
      el(
        "p",
        { class: "soft" },
        `${puzzle.width} x ${puzzle.height}, ${puzzle.colors} colors, ${puzzle.framed ? "framed" : "no frame"}, pieces ${puzzle.turnable ? "may be turned" : "keep their turn"}`,
      ),
      ...(puzzle.obstacles?.length
        ? [el("p", { class: "note bad" }, `No perfect board exists: ${puzzle.obstacles.join("; ")}`)]
        : []),
      faults,
      board === state.original && state.record ? howFound(state.record) : "",
    );
    back.hidden = board === state.original;
    showOther.hidden = true;
    describe(-1);
    compared.textContent = "";
    paintSwatches(puzzle, null);
  }

  async function compare(text) {
    if (!text.trim())
      throw new Error("Paste the URL or the text of a second board of this puzzle, or choose its file.");
    const link = readLink(text);
    const here = state.board.puzzle;
    const found = link?.kind === "board" ? await post("/api/score", await unpack(link.text)) : await open(text, here);
    const cells = new Set();
    const theirs = new Board(new Puzzle(found.puzzle), found.board.placements);
    if (theirs.puzzle.width !== here.width || theirs.puzzle.height !== here.height)
      throw new Error(
        `The second board is ${theirs.puzzle.width} x ${theirs.puzzle.height}, this one ${here.width} x ${here.height}. Only boards of one size can be compared.`,
      );
    // By what a cell shows: identical pieces and other numbers of the same pieces make no difference.
    const look = (board, cell) => (board.placements[cell] < 0 ? "" : board.puzzle.sides(board.placements[cell]).join());
    for (let cell = 0; cell < here.cells; cell++) if (look(state.board, cell) !== look(theirs, cell)) cells.add(cell);
    view.set({ marked: cells });
    theOther = theirs;
    isOther = false;
    showOther.hidden = false;
    showOther.setAttribute("aria-pressed", "false");
    compared.textContent = cells.size
      ? `${cells.size} ${cells.size === 1 ? "cell differs" : "cells differ"} (framed in yellow). The second board has ${found.board.score} matched edges, this one ${state.board.tally().score}.`
      : "Both boards are the same.";
    say(compared.textContent);
  }

  function exported(format) {
    const { puzzle, placements, placed } = state.board;
    return send("/api/export", { puzzle: puzzle.document(), placements: placed ? placements : null, format });
  }

  async function save() {
    const kind = saving.value;
    const { puzzle } = state.board;
    const response = await exported(kind);
    const name = `${(puzzle.name || "board").replaceAll(/[^\w.-]+/g, "-")}${SUFFIXES[kind] ?? (await formats)[kind].suffix}`;
    download(await response.blob(), name);
    done.textContent = `Saved as ${name}.`;
  }

  async function copy(text, what) {
    const isCopied = await copyText(text);
    done.textContent = isCopied
      ? `${what} is copied.`
      : "This browser does not allow copying. Download the file, or copy the location of this page.";
  }

  function step(columns, rows) {
    const { width, height } = state.board.puzzle;
    const at = Math.max(0, view.options.selected);
    const column = Math.max(0, Math.min(width - 1, (at % width) + columns));
    const row = Math.max(0, Math.min(height - 1, Math.floor(at / width) + rows));
    describe(view.options.selected < 0 ? 0 : row * width + column);
    view.reveal(view.options.selected);
  }

  view.canvas.tabIndex = 0;
  const keys = {
    "+": () => view.scale(1.25),
    "=": () => view.scale(1.25),
    "-": () => view.scale(0.8),
    0: () => view.reset(),
    ArrowLeft: () => step(-1, 0),
    ArrowRight: () => step(1, 0),
    ArrowUp: () => step(0, -1),
    ArrowDown: () => step(0, 1),
  };
  view.canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  view.canvas.addEventListener("dblclick", (event) => (view.zoom > 1 ? view.reset() : view.scale(2.5, event)));

  if (isStart) root.append(welcome());
  root.append(
    el(
      "div",
      { class: "split" },
      el(
        "div",
        {},
        el(
          "div",
          { class: "card stage" },
          view.canvas,
          el(
            "div",
            { class: "zoom", role: "group", "aria-label": "Zoom" },
            el("small", { class: "soft" }, "Double click zooms, dragging pans"),
            button("−", () => view.scale(0.8), { class: "square", "aria-label": "Zoom out" }),
            zoomed,
            button("+", () => view.scale(1.25), { class: "square", "aria-label": "Zoom in" }),
            button("Fit", () => view.reset()),
          ),
        ),
      ),
      el(
        "div",
        { class: "card" },
        facts,
        group(
          "Show",
          el(
            "div",
            { class: "row" },
            check("breaks", true, (on) => view.set({ breaks: on })),
            check("hints", true, (on) => view.set({ hints: on })),
            check("numbers", false, (on) => view.set({ numbers: on })),
            check("rulers", true, (on) => view.set({ rulers: on })),
          ),
        ),
        group("One color", swatches),
        group("Cell", told),
        group(
          "Save and share",
          el(
            "div",
            { class: "row" },
            el("div", { class: "grow" }, saving),
            button("Download", () => guarded(save)),
            copying,
          ),
          el(
            "div",
            { class: "row" },
            button(
              "Copy link",
              () => guarded(async () => copy(await linkTo({ board: state.board }), "The link to this board")),
              { title: "A link that holds the whole board" },
            ),
            button("Keep in the store", () =>
              guarded(async () => {
                done.textContent = await keepBoard();
              }),
            ),
          ),
          done,
        ),
        group(
          "Compare with another board",
          el(
            "div",
            { class: "row" },
            other,
            button("Compare", () => guarded(() => compare(other.value))),
            el("label", { class: "button", for: "second-file" }, "File …"),
            second,
          ),
          compared,
          showOther,
        ),
        back,
      ),
    ),
  );
  offer([], []);
  saving.style.width = "100%";
  const stop = watch(refresh);
  refresh(state.board);
  return () => {
    stop();
    clearTimeout(asking);
    view.close();
  };
}

// What a first visitor sees above the board: what this is, and where to go.
function welcome() {
  const { record } = state,
    { puzzle } = state.board;
  const sample = [0, 1, 2, 3, 4].map((i) =>
    squareCanvas(
      [1, 2, 3, 4].map((k) => 1 + ((4 * i + k) % Math.max(1, Math.min(22, puzzle.colors)))),
      44,
    ),
  );
  return el(
    "div",
    { class: "card welcome" },
    el("h2", {}, "Edge-matching puzzles: place every piece so that all sides match"),
    el(
      "p",
      { class: "soft" },
      record?.puzzle === "eternity2-start"
        ? `Below is the best board that edgematch has found for Eternity II: ${record.score} of ${record.edges} edges match, and the red zigzags are the ${record.edges - record.score} that do not. Nobody knows a board without any. Start with something smaller:`
        : "Open a puzzle above, or start here:",
    ),
    el(
      "div",
      { class: "steps" },
      STEPS.map(([href, title, text], i) =>
        el("a", { href }, sample[i], el("span", {}, el("strong", {}, title), el("small", {}, text))),
      ),
    ),
  );
}

// The command that found a record, to find it again.
function howFound({ command, device, seconds }) {
  return el(
    "details",
    {},
    el("summary", {}, "How it was found"),
    el("pre", {}, command),
    el("p", { class: "soft" }, `${seconds ? `${duration(seconds)} on ` : ""}${device}`),
  );
}

// The pieces of a puzzle side by side, each as it is listed.
function tray(puzzle) {
  return new Board(
    puzzle,
    Array.from({ length: puzzle.cells }, (_, piece) => piece * 4),
  );
}
