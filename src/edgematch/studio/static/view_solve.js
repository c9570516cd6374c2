// Solve: start a search with any solver, watch its board and counters, stop, resume, keep and look at the answers.

import { follow, get, post } from "./api.js";
import { Board, Puzzle } from "./board.js";
import { BoardView, thumbnail } from "./canvas.js";
import { drawChart, upTo } from "./chart.js";
import { button, choose, complain, count, duration, el, figures, group, guarded, number, rate, say } from "./dom.js";
import { solverForm } from "./solver_form.js";
import { emptyBoard, loadMotifs, loadSolvers, showBoard, state } from "./state.js";

export const GOALS = [
  ["first", "find a solution"],
  ["all", "find all solutions"],
  ["count", "count the solutions"],
  ["unique", "is there exactly one?"],
  ["best", "the highest score"],
];
export const STATUS = {
  satisfied: "Answered",
  "all-found": "All found",
  unsatisfiable: "Proved: no solution",
  unknown: "Not answered within the limits",
  optimal: "Proved optimal",
};
const SHOWN = 24,
  MOST_POINTS = 2000,
  PAST = 8;

export async function show(root) {
  await loadSolvers();
  const view = new BoardView({ label: "Board of the search" }),
    form = solverForm("auto");
  const goal = choose("Goal", GOALS, "first", (value) => form.setGoal(value) || form.pick("auto"));
  const input = (name, value, most) =>
    el("input", { type: "number", value, min: name === "Seed" ? "0" : "1", max: most, "aria-label": name });
  const seconds = input("Seconds", "30", "3600"),
    threads = input("Threads", "1", "64"),
    seed = input("Seed", "0", "999999999");
  const from = choose(
    "Start from",
    [
      ["puzzle", "the puzzle and its hints"],
      ["board", "the open board"],
    ],
    "puzzle",
  );
  const facts = el("dl", { id: "search-facts", class: "figures" }),
    bar = el("div"),
    headline = el("p", { role: "status", id: "search-state", class: "state" }, "Ready");
  const curve = el("canvas", { class: "chart" }),
    depth = el("canvas", { class: "chart" }),
    gallery = el("div", { class: "gallery" }),
    notes = el("p", { class: "soft" }),
    past = el("div", { class: "scroll" });
  const charts = el(
    "div",
    { class: "card late", hidden: true },
    el(
      "div",
      { class: "two" },
      el("div", { class: "stack" }, el("h3", { id: "curve-title" }, "Answers over time"), curve),
      el("div", { class: "stack" }, el("h3", {}, "Nodes per depth"), depth),
    ),
  );
  const none = el(
    "p",
    { class: "soft" },
    "Answers appear here. Choose a goal and press Start; a click on an answer opens it.",
  );
  let current = null,
    stopFollowing = null,
    puzzle = state.board.puzzle,
    points = [],
    profile = [],
    isBest = false,
    answers = [],
    now = 0,
    isOver = false,
    limit = Infinity;
  view.show(state.board.tally().score === puzzle.edges ? emptyBoard(puzzle) : state.board);

  const begin = button("Start", () => start(), { class: "main" });
  const halt = button("Stop", () => guarded(() => post(`/api/searches/${current}/stop`)), { disabled: true });
  const resume = button(
    "Resume",
    () =>
      guarded(async () =>
        attach((await post(`/api/searches/${current}/resume`, { seconds: Number(seconds.value) })).id),
      ),
    { disabled: true },
  );
  const keep = button("Keep in the store", () => guarded(save), { disabled: true });

  async function start() {
    await guarded(async () => {
      puzzle = state.board.puzzle;
      const job = {
        puzzle: puzzle.document(),
        goal: goal.value,
        solver: form.spec(),
        seconds: Number(seconds.value),
        threads: Number(threads.value),
        seed: Number(seed.value),
      };
      const { placements, placed } = state.board;
      const isStart = goal.value === "best" && placed === puzzle.cells; // a full board to improve
      if (from.value === "board") Object.assign(job, isStart ? { start: placements } : { roots: [placements] });
      attach((await post("/api/searches", job)).id);
    });
  }

  async function save() {
    let added = 0,
      last = null;
    for (const one of answers) {
      last = await post("/api/boards", { puzzle: puzzle.document(), placements: one.placements });
      added += last.new;
    }
    notes.textContent = `${added} of ${answers.length} ${answers.length === 1 ? "board is" : "boards are"} new in ${last.store}.`;
  }

  function attach(id) {
    stopFollowing?.();
    current = id;
    points = [];
    profile = [];
    answers = [];
    now = 0;
    isOver = false;
    sessionStorage.setItem("edgematch-search", id);
    gallery.replaceChildren();
    none.hidden = false;
    notes.textContent = "";
    bar.style.width = "0";
    begin.disabled = true;
    halt.disabled = false;
    resume.disabled = true;
    keep.disabled = true;
    charts.hidden = false;
    headline.textContent = "Searching …";
    stopFollowing = follow(id, async (event) => {
      if (event.document) await loadMotifs(event.document.colors);
      take(event);
    });
    listPast();
  }

  function take(event) {
    if (event.event === "summary") {
      if (event.document.digest !== puzzle.digest) puzzle = new Puzzle(event.document);
      isBest = event.goal === "best";
      limit = event.seconds;
      document.getElementById("curve-title").textContent = isBest ? "Score over time" : "Answers over time";
      points = isBest ? event.curve.map(([t, score]) => [t, score]) : event.trail.map(([t, , found]) => [t, found]);
      notes.textContent = event.notes.at(-1) ?? "";
      if (event.found) view.show(new Board(puzzle, event.found.placements));
      if (event.latest?.seconds !== undefined) take(event.latest);
      if (event.done) take(event.done);
    } else if (event.event === "progress") {
      if (event.placements) view.show(new Board(puzzle, event.placements));
      profile = event.details?.nodes_by_depth || profile;
      if (!isBest) points.push([event.seconds, event.answers]);
      if (points.length > MOST_POINTS) points = points.filter((_, index) => index % 2);
      counters(event);
    } else if (event.event === "found") {
      if (isBest) points.push([event.seconds, event.score]);
      view.show(new Board(puzzle, event.placements));
      plot();
    } else if (event.event === "note") notes.textContent = event.text;
    else finish(event);
  }

  function plot() {
    drawChart(curve, [{ points: upTo(points, now) }], {
      label: isBest ? "Score over time" : "Answers over time",
      y: isBest ? `matched edges of ${puzzle.edges}` : "answers",
      fromZero: !isBest,
    });
    drawChart(depth, [{ points: profile.map((nodes, at) => [at, Math.log10(1 + nodes)]) }], {
      label: "Nodes per depth, logarithmic",
      x: "pieces placed",
      y: "nodes, power of ten",
      steps: false,
      fromZero: true,
      empty: isOver ? "this solver does not report them" : "no value yet",
    });
  }

  function counters(event) {
    const fraction = Math.min(1, event.fraction || 0),
      left = fraction > 1e-6 ? (event.seconds * (1 - fraction)) / fraction : Infinity;
    bar.style.width = `${100 * Math.min(1, fraction || event.seconds / limit)}%`; // of the tree, or of the time
    now = event.seconds;
    figures(facts, [
      ["nodes", count(event.nodes)],
      ["nodes per second", rate(event.nodes / Math.max(0.001, event.seconds))],
      ["time", duration(event.seconds)],
      ...(event.depth ? [["pieces placed", event.depth]] : []),
      ["answers", count(event.answers ?? 0)],
      ...(fraction > 0 && fraction < 1
        ? [
            ["searched", `${(100 * fraction).toPrecision(3)} %`],
            ["time left", isFinite(left) ? `about ${duration(left)}` : "unknown"],
          ]
        : []),
    ]);
    plot();
  }

  function finish(event) {
    isOver = true;
    listPast();
    begin.disabled = false;
    halt.disabled = true;
    if (event.event === "failed") {
      headline.textContent = "The search could not run";
      complain(event.message);
      return;
    }
    headline.textContent = `${STATUS[event.status] || event.status}${event.count ? `: ${number(event.count)} ${event.count === 1 ? "answer" : "answers"}` : ""}${event.score !== null ? `, best score ${event.score} of ${puzzle.edges}` : ""}`;
    say(headline.textContent);
    profile = event.stats.details?.nodes_by_depth || profile;
    counters({ ...event.stats, answers: event.count });
    resume.disabled = !event.remaining;
    if (event.best) view.show(new Board(puzzle, event.best));
    answers = (event.boards || []).slice(-SHOWN).reverse();
    none.hidden = answers.length > 0;
    keep.disabled = !answers.length;
    gallery.replaceChildren(
      ...answers.map((one) => {
        const board = new Board(puzzle, one.placements);
        return button([thumbnail(board), el("strong", {}, `${one.score} of ${puzzle.edges}`)], () => showBoard(board));
      }),
    );
    if (event.count > answers.length && answers.length)
      notes.textContent = `The last ${answers.length} of ${number(event.count)} answers are shown.`;
  }

  root.append(
    el(
      "div",
      { class: "split" },
      el(
        "div",
        {},
        el("div", { class: "card stage" }, view.canvas),
        charts,
        el(
          "div",
          { class: "card late" },
          el("div", { class: "row spread" }, el("h3", {}, "Answers"), keep),
          none,
          gallery,
        ),
      ),
      el(
        "div",
        { class: "card" },
        el("h2", {}, "Search"),
        el("div", { class: "fields" }, "Goal", goal, "Solver", form.select, "Start from", from),
        form.element,
        el(
          "div",
          { class: "three" },
          el("label", {}, "Seconds", seconds),
          el("label", {}, "Threads", threads),
          el("label", {}, "Seed", seed),
        ),
        el("div", { class: "row" }, begin, halt, resume),
        group("Progress", headline, el("div", { class: "bar", role: "presentation" }, bar), facts, notes),
        past,
      ),
    ),
  );

  async function listPast() {
    const searches = await get("/api/searches").catch(() => []);
    past.replaceChildren(...(searches.length ? [pastSearches(searches.slice(-PAST).reverse(), attach)] : []));
    return searches;
  }

  // A page that is loaded again finds its search.
  const last = Number(sessionStorage.getItem("edgematch-search"));
  if ((await listPast()).some((one) => one.id === last && one.state === "running")) attach(last);
  return () => {
    stopFollowing?.();
    view.close();
  };
}

function pastSearches(searches, attach) {
  const row = (one) =>
    el(
      "tr",
      {},
      el("td", {}, `${one.puzzle || "puzzle"}, ${one.solver}`),
      el("td", {}, one.state),
      el(
        "td",
        {},
        button("Show", () => attach(one.id), { "aria-label": `Show search ${one.id}` }),
      ),
    );
  return group("Searches of this server", el("table", {}, el("tbody", {}, searches.map(row))));
}
