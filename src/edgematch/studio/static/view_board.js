// Board: look at a puzzle or board, highlight colors, compare two boards, export.

import { get, open, post, send } from "./api.js";
import { BoardView } from "./canvas.js";
import { Board } from "./board.js";
import { check, choose, complain, download, el, say } from "./dom.js";
import { encode } from "./link.js";
import { setBoard, state, watch } from "./state.js";

export async function show(root) {
  const view = new BoardView({ label: "Board", onpick: (cell) => describe(cell) });
  const facts = el("div"), told = el("p", { class: "soft", role: "status" }, "Click a cell to read what it holds.");
  const faults = el("p", { class: "bad" });
  let asking = 0;
  const colors = el("div", { class: "row" }), compared = el("p", { class: "soft" });
  const formats = await get("/api/formats");
  const saving = choose("Export format", ["svg", "png", "pdf", ...formats.map((f) => f.name)], "svg");
  const other = el("input", { type: "text", "aria-label": "A second board to compare with", placeholder: "URL or text of a second board" });

  function describe(cell) {
    const { puzzle, placements } = state.board;
    view.set({ selected: cell });
    if (cell < 0) return;
    const placement = placements[cell], where = `Cell ${puzzle.cellName(cell)}`;
    told.textContent = placement < 0 ? `${where}: empty, ${state.board.candidates(cell).length} candidates.`
      : `${where}: piece ${(placement >> 2) + 1}, turned ${placement & 3}, colors ${puzzle.sides(placement).join(" ")} (north, east, south, west)${puzzle.hintCells.has(cell) ? ", a hint" : ""}.`;
  }

  // The server's own check; asked once the board has been still for a moment.
  async function ask(board) {
    const scored = await post("/api/score", { puzzle: board.puzzle.document(), placements: board.placements }).catch((e) => { complain(e.message); return null; });
    faults.textContent = scored?.board.faults.length ? `Faults: ${scored.board.faults.join("; ")}` : "";
  }

  function refresh(board) {
    const empty = board.placed === 0;
    view.show(empty ? tray(board.puzzle) : board, { color: null, marked: null, selected: -1, breaks: !empty });
    const { score, breaks } = board.tally(), { puzzle } = board;
    clearTimeout(asking);
    asking = setTimeout(() => ask(board), 200);
    facts.replaceChildren(
      el("p", { class: "score", id: "score" }, `${score} `, el("small", {}, `of ${puzzle.edges} edges match`)),
      el("p", {}, `${breaks} breaks, ${board.placed} of ${puzzle.cells} cells filled`, empty ? " (the pieces are shown in a tray)" : ""),
      el("dl", {}, el("dt", {}, "Puzzle"), el("dd", {}, puzzle.name || "without a name"), el("dt", {}, "Size"), el("dd", {}, `${puzzle.width} x ${puzzle.height}`),
        el("dt", {}, "Colors"), el("dd", {}, puzzle.colors), el("dt", {}, "Kind"), el("dd", {}, `${puzzle.framed ? "framed" : "unframed"}, pieces ${puzzle.turnable ? "may be turned" : "keep their turn"}`),
        el("dt", {}, "Hints"), el("dd", {}, puzzle.hints.length)),
      ...(puzzle.obstacles?.length ? [el("p", { class: "bad" }, `No perfect board exists: ${puzzle.obstacles.join("; ")}`)] : []),
      faults);
    colors.replaceChildren(el("span", { class: "soft" }, "Show one color:"),
      choose("Highlighted color", [["", "all"], ...Array.from({ length: puzzle.colors }, (_, i) => [String(i + 1), `color ${i + 1}`])], "", (value) => view.set({ color: value ? Number(value) : null })));
  }

  async function compare() {
    const found = await open(other.value);
    const second = found.board.placements, cells = new Set();
    if (second.length !== state.board.placements.length) { complain("The second board has another size."); return; }
    second.forEach((placement, cell) => { if (placement !== state.board.placements[cell]) cells.add(cell); });
    view.set({ marked: cells });
    compared.textContent = `${cells.size} cells differ (framed in yellow); the second board has ${found.board.score} matched edges.`;
    say(compared.textContent);
  }

  async function save() {
    const { puzzle, placements, placed } = state.board;
    const response = await send("/api/export", { puzzle: puzzle.document(), placements: placed ? placements : null, format: saving.value });
    download(await response.blob(), `${puzzle.name || "board"}.${saving.value}`);
  }

  const guarded = (work) => async () => { complain(""); try { await work(); } catch (error) { complain(error.message); } };
  root.append(el("div", { class: "split" },
    el("div", { class: "card stage" }, view.canvas),
    el("div", { class: "card" }, facts, told,
      el("div", { class: "row" }, check("breaks", true, (on) => view.set({ breaks: on })), check("hints", true, (on) => view.set({ hints: on })),
        check("numbers", false, (on) => view.set({ numbers: on })), check("rulers", true, (on) => view.set({ rulers: on }))),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => view.scale(1.25) }, "Zoom in"), el("button", { type: "button", onclick: () => view.scale(0.8) }, "Zoom out")),
      colors,
      el("h3", {}, "Save"), el("div", { class: "row" }, saving, el("button", { type: "button", onclick: guarded(save) }, "Download"),
        el("button", { type: "button", onclick: guarded(async () => { history.replaceState(null, "", await encode(state.board)); await navigator.clipboard?.writeText(location.href).catch(() => {}); say("The link is in the location bar."); }) }, "Link")),
      el("h3", {}, "Compare"), el("div", { class: "row" }, other, el("button", { type: "button", onclick: guarded(compare) }, "Compare")), compared,
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => setBoard(new Board(state.board.puzzle, state.original.placements)) }, "Back to what was opened")))));
  const stop = watch(refresh);
  refresh(state.board);
  return () => { stop(); clearTimeout(asking); view.close(); };
}

// The pieces of a puzzle side by side, each as it is listed.
function tray(puzzle) {
  return new Board(puzzle, Array.from({ length: puzzle.cells }, (_, piece) => piece * 4));
}
