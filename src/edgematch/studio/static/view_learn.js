// Learn: a search on a small puzzle step by step.

import { post } from "./api.js";
import { Board } from "./board.js";
import { BoardView, pieceCanvas, thumbnail } from "./canvas.js";
import { choose, complain, el } from "./dom.js";
import { state } from "./state.js";

const METHODS = [["backtracking", "backtracking"], ["filtering", "filtering (forward checking)"], ["beam", "beam search"]];

export async function show(root) {
  const view = new BoardView({ label: "Board of this step" }), text = el("p", { role: "status", id: "learn-text" }, "Choose a method and press Start.");
  const method = choose("Method", METHODS, "backtracking"), options = el("div", { class: "tray" }), where = el("p", { class: "soft" });
  const speed = el("input", { type: "range", min: "1", max: "20", value: "4", "aria-label": "Steps per second" });
  const slider = el("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  let steps = [], at = 0, timer = null;
  view.show(state.board);

  async function load() {
    complain("");
    pause();
    where.textContent = "";
    try {
      steps = await post("/api/learn", { puzzle: state.board.puzzle.document(), method: method.value });
      slider.max = String(steps.length - 1);
      go(0);
      play();
    } catch (error) { complain(error.message); }
  }

  function go(index) {
    at = Math.max(0, Math.min(steps.length - 1, index));
    const step = steps[at], { puzzle } = state.board;
    if (!step) return;
    slider.value = String(at);
    view.show(new Board(puzzle, step.placements), { selected: step.cell ?? -1, heat: step.sizes || null, breaks: method.value === "beam" });
    text.textContent = step.text;
    text.className = { back: "bad", solved: "good" }[step.kind] || "";
    where.textContent = `Step ${at + 1} of ${steps.length}`;
    options.replaceChildren(...(step.candidates || []).slice(0, 40).map((placement) => el("span", {}, pieceCanvas(puzzle, placement))),
      ...(step.layer || []).map((placements) => el("span", {}, thumbnail(new Board(puzzle, placements), 80))));
  }

  function play() { pause(); timer = setTimeout(tick, 1000 / Number(speed.value)); toggle.textContent = "Pause"; }
  function pause() { clearTimeout(timer); timer = null; toggle.textContent = "Play"; }
  function tick() { if (at >= steps.length - 1) { pause(); return; } go(at + 1); timer = setTimeout(tick, 1000 / Number(speed.value)); }

  const toggle = el("button", { type: "button", onclick: () => (timer ? pause() : play()) }, "Play");
  root.append(el("div", { class: "split" }, el("div", { class: "card stage" }, view.canvas),
    el("div", { class: "card" }, el("h2", {}, "A search, step by step"), el("div", { class: "row" }, method, el("button", { type: "button", class: "main", onclick: load }, "Start")),
      el("div", { class: "row" }, el("button", { type: "button", onclick: () => { pause(); go(at - 1); } }, "Back"), toggle, el("button", { type: "button", onclick: () => { pause(); go(at + 1); } }, "Next")),
      el("label", { class: "row" }, "Speed", speed), el("label", { class: "row" }, "Step", slider), where, text, el("h3", {}, "Candidates"), options,
      el("p", { class: "soft" }, "Numbers in empty cells count the candidates that are left. Small puzzles show most: try demo-4x4."))));
  return () => { pause(); view.close(); };
}
