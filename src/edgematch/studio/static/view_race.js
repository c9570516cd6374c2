// Race: two to four solvers on one puzzle and one clock, side by side.

import { follow, post } from "./api.js";
import { Board } from "./board.js";
import { BoardView } from "./canvas.js";
import { drawChart, paint } from "./chart.js";
import { choose, complain, duration, el, field, number, rate } from "./dom.js";
import { solverForm } from "./solver_form.js";
import { state } from "./state.js";
import { GOALS } from "./view_solve.js";

export async function show(root) {
  const goal = choose("Goal", GOALS, "all"), seconds = el("input", { type: "number", value: "20", min: "1", max: "600", "aria-label": "Seconds" });
  const lanes = el("div", { class: "race" }), chart = el("canvas", { class: "chart" }), table = el("div", { class: "scroll" });
  const status = el("p", { role: "status", id: "race-state" }, "Choose two to four solvers.");
  let racers = [], closers = [];

  function add(name) {
    if (racers.length >= 4) return;
    const racer = { form: solverForm(name), view: new BoardView({ label: `Board of ${name}`, interactive: false }), facts: el("p", { class: "soft" }, "ready"), points: [] };
    racer.view.options.rulers = false;
    racer.card = el("div", { class: "card" }, racer.form.element, racer.view.canvas, racer.facts,
      el("button", { type: "button", onclick: () => { if (racers.length > 2) { racers = racers.filter((one) => one !== racer); racer.card.remove(); } } }, "Remove"));
    racers.push(racer);
    lanes.append(racer.card);
    racer.view.show(state.board);
  }

  async function start() {
    complain("");
    closers.forEach((close) => close());
    const { puzzle } = state.board, isBest = goal.value === "best";
    go.disabled = true;
    status.textContent = "Racing …";
    for (const racer of racers) Object.assign(racer, { points: isBest ? [] : [[0, 0]], end: null, spec: racer.form.spec() });
    try {
      const started = await Promise.all(racers.map((racer) => post("/api/searches", { puzzle: puzzle.document(), goal: goal.value, solver: racer.spec, seconds: Number(seconds.value) })));
      closers = started.map((search, index) => follow(search.id, (event) => take(racers[index], event, isBest, puzzle)));
      halt.onclick = () => started.forEach((search) => post(`/api/searches/${search.id}/stop`).catch(() => {}));
      halt.disabled = false;
    } catch (error) { complain(error.message); go.disabled = false; status.textContent = "The race could not start."; }
  }

  function take(racer, event, isBest, puzzle) {
    if (event.event === "summary") { if (event.done) take(racer, event.done, isBest, puzzle); return; }
    if (event.placements) racer.view.show(new Board(puzzle, event.placements));
    if (event.event === "progress") {
      racer.facts.textContent = `${number(event.nodes)} nodes, ${rate(event.nodes / Math.max(0.001, event.seconds))} per second, ${number(event.answers)} answers`;
      if (!isBest) racer.points.push([event.seconds, event.nodes]);
    } else if (event.event === "found" && isBest) racer.points.push([event.seconds, event.score]);
    else if (event.event === "done" || event.event === "failed") {
      racer.end = event;
      racer.facts.textContent = event.event === "failed" ? `failed: ${event.message}` : `${event.status} after ${duration(event.seconds)}, ${number(event.nodes)} nodes${event.score !== null ? `, score ${event.score}` : ""}`;
      if (event.best) racer.view.show(new Board(puzzle, event.best));
      if (event.event === "done" && !isBest) racer.points.push([event.seconds, event.nodes]);
    }
    drawChart(chart, racers.map((one, index) => ({ points: one.points, paint: paint(index) })), { steps: isBest, label: isBest ? "Scores over time" : "Nodes over time" });
    if (racers.every((one) => one.end)) results();
  }

  function results() {
    go.disabled = false; halt.disabled = true;
    const rows = racers.map((racer) => [racer.spec, racer.end.status || "failed", racer.end.seconds?.toFixed(3) ?? "", racer.end.nodes ?? "", racer.end.count ?? "", racer.end.score ?? ""]);
    const head = ["solver", "status", "seconds", "nodes", "answers", "best score"];
    const text = [head, ...rows].map((row) => row.join("\t")).join("\n");
    table.replaceChildren(el("table", { id: "race-table" }, el("thead", {}, el("tr", {}, head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell)))))),
    el("button", { type: "button", onclick: () => navigator.clipboard?.writeText(text) }, "Copy the table"));
    const finished = racers.filter((racer) => racer.end.event === "done");
    const best = goal.value === "best" ? finished.sort((a, b) => (b.end.score ?? -1) - (a.end.score ?? -1))[0]
      : finished.filter((racer) => racer.end.status !== "unknown").sort((a, b) => a.end.seconds - b.end.seconds)[0];
    status.textContent = best ? `${best.spec} wins.` : "No solver answered within the limits.";
  }

  const go = el("button", { type: "button", class: "main", onclick: start }, "Start the race"), halt = el("button", { type: "button", disabled: true }, "Stop");
  root.append(el("div", { class: "card" }, el("div", { class: "row" }, "Goal", goal, field("Seconds", seconds), go, halt, el("button", { type: "button", onclick: () => add("zla") }, "Add a solver")), status, chart, table), lanes);
  add("backtrack"); add("edgecp");
  return () => { closers.forEach((close) => close()); racers.forEach((racer) => racer.view.close()); };
}
