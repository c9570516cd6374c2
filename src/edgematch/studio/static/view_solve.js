// Solve: start a search with any solver, watch its board and counters, stop, resume, look at the answers.

import { follow, get, post } from "./api.js";
import { Board, Puzzle } from "./board.js";
import { BoardView, loadMotifs, thumbnail } from "./canvas.js";
import { drawChart } from "./chart.js";
import { choose, complain, duration, el, field, number, rate, say } from "./dom.js";
import { solverForm } from "./solver_form.js";
import { setBoard, state } from "./state.js";

export const GOALS = [["first", "find a solution"], ["all", "find all solutions"], ["count", "count the solutions"], ["unique", "is there exactly one?"], ["best", "the highest score"]];

export async function show(root) {
  const view = new BoardView({ label: "Board of the search" }), form = solverForm("backtrack");
  const goal = choose("Goal", GOALS, "first", (value) => { if (value === "best" && form.select.value === "backtrack") choice("hunt"); if (value !== "best" && form.select.value === "hunt") choice("backtrack"); });
  const choice = (name) => { form.select.value = name; form.select.dispatchEvent(new Event("change")); };
  const seconds = el("input", { type: "number", value: "30", min: "1", max: "3600", "aria-label": "Seconds" }), threads = el("input", { type: "number", value: "1", min: "1", max: "64", "aria-label": "Threads" });
  const seed = el("input", { type: "number", value: "0", min: "0", "aria-label": "Seed" });
  const facts = el("dl", { id: "search-facts" }), bar = el("div"), curve = el("canvas", { class: "chart" }), state_ = el("p", { role: "status", id: "search-state", class: "score" }, "Ready");
  const gallery = el("div", { class: "gallery" }), notes = el("p", { class: "soft" }), past = el("div");
  let current = null, stopFollowing = null, puzzle = state.board.puzzle, points = [], profile = [], isBest = false;
  view.show(state.board);

  const begin = el("button", { type: "button", class: "main", onclick: () => start() }, "Start");
  const halt = el("button", { type: "button", disabled: true, onclick: () => guarded(() => post(`/api/searches/${current}/stop`)) }, "Stop");
  const resume = el("button", { type: "button", disabled: true, onclick: () => guarded(async () => attach((await post(`/api/searches/${current}/resume`, { seconds: Number(seconds.value) })).id)) }, "Resume");

  async function guarded(work) { complain(""); try { await work(); } catch (error) { complain(error.message); } }

  async function start() {
    await guarded(async () => {
      puzzle = state.board.puzzle;
      const job = { puzzle: puzzle.document(), goal: goal.value, solver: form.spec(), seconds: Number(seconds.value), threads: Number(threads.value), seed: Number(seed.value) };
      attach((await post("/api/searches", job)).id);
    });
  }

  function attach(id) {
    stopFollowing?.();
    current = id; points = []; profile = [];
    sessionStorage.setItem("edgematch-search", id);
    gallery.replaceChildren();
    begin.disabled = true; halt.disabled = false; resume.disabled = true;
    state_.textContent = "Searching …";
    stopFollowing = follow(id, async (event) => { if (event.document) await loadMotifs(event.document.colors); take(event); });
  }

  function take(event) {
    if (event.event === "summary") {
      if (event.document.digest !== puzzle.digest) puzzle = new Puzzle(event.document);
      isBest = event.goal === "best";
      points = event.curve.map(([t, score, count]) => [t, isBest ? score : count]);
      notes.textContent = event.notes.join("; ");
      if (event.latest?.seconds !== undefined) take(event.latest);
      if (event.done) take(event.done);
    } else if (event.event === "progress") {
      if (event.placements) view.show(new Board(puzzle, event.placements));
      profile = event.details?.nodes_by_depth || profile;
      counters(event);
    } else if (event.event === "found") {
      points.push([event.seconds, isBest ? event.score : event.number]);
      view.show(new Board(puzzle, event.placements));
      drawChart(curve, [{ points }], { label: "Answers over time" });
    } else if (event.event === "note") notes.textContent = event.text;
    else finish(event);
  }

  function counters(event) {
    const fraction = Math.min(1, event.fraction || 0), left = fraction > 1e-6 ? event.seconds * (1 - fraction) / fraction : Infinity;
    bar.style.width = `${100 * fraction}%`;
    facts.replaceChildren(...[["nodes", number(event.nodes)], ["rate", `${rate(event.nodes / Math.max(0.001, event.seconds))} nodes per second`], ["time", duration(event.seconds)],
      ["depth", event.depth], ["answers", number(event.answers)],
      ...(fraction > 0 ? [["searched", `${(100 * fraction).toPrecision(3)} %`], ["time left", `about ${duration(left)}`]] : [])]
      .flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    if (profile.length) drawChart(curve, [{ points: profile.map((nodes, depth) => [depth, Math.log10(1 + nodes)]) }], { label: "Nodes per depth, logarithmic", axis: "depth", steps: false });
  }

  function finish(event) {
    begin.disabled = false; halt.disabled = true;
    if (event.event === "failed") { state_.textContent = "Failed"; complain(event.message); return; }
    const words = { satisfied: "Answered", "all-found": "All found", unsatisfiable: "Proved impossible", unknown: "Not answered within the limits", optimal: "Proved optimal" };
    state_.textContent = `${words[event.status] || event.status}${event.count ? `: ${number(event.count)} ${event.count === 1 ? "answer" : "answers"}` : ""}${event.score !== null ? `, best score ${event.score} of ${puzzle.edges}` : ""}`;
    say(state_.textContent);
    counters({ ...event.stats, answers: event.count });
    resume.disabled = !event.remaining;
    if (event.best) view.show(new Board(puzzle, event.best));
    gallery.replaceChildren(...(event.boards || []).slice(-24).reverse().map((one) => {
      const board = new Board(puzzle, one.placements);
      return el("button", { type: "button", onclick: () => { setBoard(board); location.hash = "#/board"; } }, thumbnail(board), `${one.score} of ${puzzle.edges}`);
    }));
    if (points.length > 1) drawChart(curve, [{ points }], { label: "Answers over time" });
  }

  root.append(el("div", { class: "split" },
    el("div", {}, el("div", { class: "card stage" }, view.canvas), el("div", { class: "card" }, el("h2", {}, "Answers"), gallery)),
    el("div", { class: "card" }, el("h2", {}, "Search"), el("div", { class: "row" }, "Goal", goal), form.element,
      el("div", { class: "row" }, field("Seconds", seconds), field("Threads", threads), field("Seed", seed)), el("div", { class: "row" }, begin, halt, resume),
      state_, el("div", { class: "bar", role: "presentation" }, bar), facts, curve, notes, past)));

  // A page that is loaded again finds its search.
  const searches = await get("/api/searches").catch(() => []);
  past.replaceChildren(...(searches.length ? [el("h3", {}, "Searches of this server"), el("div", { class: "scroll" }, el("table", {}, el("tbody", {}, searches.slice(-8).reverse().map((one) =>
    el("tr", {}, el("td", {}, `${one.puzzle || "puzzle"}, ${one.solver}`), el("td", {}, one.state), el("td", {}, el("button", { type: "button", onclick: () => attach(one.id) }, "Show")))))))] : []));
  const last = Number(sessionStorage.getItem("edgematch-search"));
  const mine = searches.find((one) => one.id === last);
  if (mine && (mine.state === "running")) attach(last);
  return () => { stopFollowing?.(); view.close(); };
}
