// Race: two to four solvers on one puzzle and one clock, side by side.

import { follow, get, post } from "./api.js";
import { Board } from "./board.js";
import { BoardView } from "./canvas.js";
import { drawChart, paint, upTo } from "./chart.js";
import { button, choose, complain, copyText, duration, el, field, legend, number, rate, table } from "./dom.js";
import { solverForm } from "./solver_form.js";
import { emptyBoard, loadSolvers, state } from "./state.js";
import { GOALS, STATUS } from "./view_solve.js";

const MOST = 4,
  NEXT = ["backtrack", "edgecp", "zla", "mac"],
  NEXT_BEST = ["hunt", "beam", "localsearch", "breaks"];

const REMEMBERED = "edgematch-race";

const stopSearch = (id) => post(`/api/searches/${id}/stop`).catch(() => {});

export async function show(root) {
  await loadSolvers();
  const goal = choose("Goal", GOALS, "all", () => setGoal()),
    seconds = el("input", { type: "number", value: "20", min: "1", max: "600", "aria-label": "Seconds" });
  const lanes = el("div", { class: "race" }),
    chart = el("canvas", { class: "chart" }),
    keys = el("div"),
    holder = el("div", { class: "scroll" });
  const plot = el(
      "div",
      { class: "card", hidden: true },
      el("h3", { id: "race-plot" }, "Nodes over time"),
      keys,
      chart,
    ),
    end = el("div", { class: "card", hidden: true }, el("h3", {}, "Result"), holder);
  const status = el(
      "p",
      { role: "status", id: "race-state", class: "state" },
      "Choose two to four solvers, then start.",
    ),
    clock = el("span", { class: "clock", "aria-hidden": "true" }, "0.0 s");
  let racers = [],
    closers = [],
    ticking = null;

  // A solver for the goal that does not race yet.
  function nextSolver() {
    const names = goal.value === "best" ? NEXT_BEST : NEXT;
    return names.find((name) => racers.every((racer) => racer.form.select.value !== name)) ?? "auto";
  }

  function setGoal() {
    for (const racer of racers) if (!racer.form.setGoal(goal.value)) racer.form.pick(nextSolver());
  }

  function add(name) {
    if (racers.length >= MOST) return;
    const racer = {
      form: solverForm(name, goal.value),
      view: new BoardView({ label: `Board of ${name}`, interactive: false, tallest: 300 }),
      facts: el("p", { class: "soft" }, "ready"),
      points: [],
    };
    racer.view.options.rulers = false;
    racer.remove = button(
      "✕",
      () => {
        racers = racers.filter((one) => one !== racer);
        racer.card.remove();
        racer.view.close();
        renumber();
      },
      { class: "square", "aria-label": "Remove this solver", title: "Remove this solver" },
    );
    racer.card = el(
      "div",
      { class: "card" },
      el("div", { class: "row" }, el("div", { class: "grow" }, racer.form.select), racer.remove),
      racer.form.element,
      racer.view.canvas,
      racer.facts,
    );
    racer.form.select.style.width = "100%";
    racers.push(racer);
    lanes.append(racer.card);
    racer.view.show(emptyBoard(state.board.puzzle));
    renumber();
  }

  function renumber() {
    racers.forEach((racer, index) => {
      racer.card.style.setProperty("--lane", paint(index));
      racer.form.select.setAttribute("aria-label", `Solver ${index + 1}`);
      racer.remove.disabled = racers.length <= 2;
    });
    more.disabled = racers.length >= MOST;
  }

  function setRunning(isOn, began = Date.now()) {
    for (const control of [go, more, goal, seconds, ...racers.flatMap((racer) => [racer.form.select, racer.remove])])
      control.disabled = isOn;
    halt.disabled = !isOn;
    clearInterval(ticking);
    if (isOn) {
      ticking = setInterval(() => {
        clock.textContent = `${((Date.now() - began) / 1000).toFixed(1)} s`;
      }, 100);
    } else renumber();
  }

  async function start() {
    complain("");
    const { puzzle } = state.board;
    const started = [];
    setRunning(true);
    try {
      for (const racer of racers) {
        racer.spec = racer.form.spec();
        const job = { puzzle: puzzle.document(), goal: goal.value, solver: racer.spec, seconds: Number(seconds.value) };
        started.push((await post("/api/searches", job)).id);
      }
    } catch (error) {
      started.forEach(stopSearch);
      complain(error.message);
      setRunning(false);
      status.textContent = "The race could not start.";
      return;
    }
    watchRace(started);
  }

  // Shows searches that run, one per solver.
  function watchRace(ids, began = Date.now()) {
    closers.forEach((close) => close());
    const { puzzle } = state.board;
    const isBest = goal.value === "best";
    sessionStorage.setItem(REMEMBERED, JSON.stringify({ puzzle: puzzle.digest, ids }));
    setRunning(true, began);
    status.textContent = "Racing …";
    end.hidden = true;
    plot.hidden = false;
    document.getElementById("race-plot").textContent = isBest ? "Score over time" : "Nodes over time";
    for (const racer of racers) {
      Object.assign(racer, { points: isBest ? [] : [[0, 0]], now: 0, end: null });
      racer.facts.textContent = "starting";
      racer.view.show(emptyBoard(puzzle));
    }
    keys.replaceChildren(legend(racers.map((racer, index) => [paint(index), racer.spec])));
    halt.onclick = () => ids.forEach(stopSearch);
    closers = ids.map((id, index) => follow(id, (event) => take(racers[index], event, isBest, puzzle)));
  }

  // A page that is loaded again finds the race that it started.
  async function findRace() {
    const remembered = JSON.parse(sessionStorage.getItem(REMEMBERED) || "null");
    if (remembered?.puzzle !== state.board.puzzle.digest) return false;
    const found = await Promise.all(remembered.ids.map((id) => get(`/api/searches/${id}`))).catch(() => []);
    if (!found.length) return false;
    goal.value = found[0].goal;
    for (const one of found) {
      add(one.solver.split(/[?:]/)[0]);
      racers.at(-1).spec = one.solver;
    }
    watchRace(remembered.ids, 1000 * Math.min(...found.map((one) => one.started)));
    return true;
  }

  function take(racer, event, isBest, puzzle) {
    if (event.event === "summary") {
      racer.points = isBest
        ? event.curve.map(([t, score]) => [t, score])
        : [[0, 0], ...event.trail.map(([t, nodes]) => [t, nodes])];
      if (event.found) racer.view.show(new Board(puzzle, event.found.placements));
      if (event.done) take(racer, event.done, isBest, puzzle);
      return;
    }
    if (event.placements) racer.view.show(new Board(puzzle, event.placements));
    if (event.event === "progress") {
      racer.facts.textContent = `${number(event.nodes)} nodes, ${rate(event.nodes / Math.max(0.001, event.seconds))} per second, ${number(event.answers)} ${event.answers === 1 ? "answer" : "answers"}`;
      racer.now = event.seconds;
      if (!isBest) racer.points.push([event.seconds, event.nodes]);
    } else if (event.event === "found" && isBest) racer.points.push([event.seconds, event.score]);
    else if (event.event === "done" || event.event === "failed") {
      racer.end = event;
      racer.facts.textContent =
        event.event === "failed"
          ? `Could not run: ${event.message}`
          : `${STATUS[event.status] || event.status} after ${duration(event.seconds)}, ${number(event.nodes)} nodes${event.score !== null ? `, score ${event.score}` : ""}`;
      if (event.best) racer.view.show(new Board(puzzle, event.best));
      if (event.event === "done" && !isBest) racer.points.push([event.seconds, event.nodes]);
      if (event.event === "done" && isBest && event.score !== null) racer.points.push([event.seconds, event.score]);
    }
    drawChart(
      chart,
      racers.map((one, index) => ({ points: upTo(one.points, one.now), paint: paint(index) })),
      {
        steps: isBest,
        label: isBest ? "Scores over time" : "Nodes over time",
        y: isBest ? `matched edges of ${puzzle.edges}` : "nodes",
        fromZero: !isBest,
      },
    );
    if (racers.every((one) => one.end)) results();
  }

  function results() {
    setRunning(false);
    clock.textContent = `${Math.max(...racers.map((racer) => racer.end.seconds ?? 0)).toFixed(1)} s`;
    const finished = racers.filter((racer) => racer.end.event === "done"),
      isBest = goal.value === "best";
    const best = isBest
      ? [...finished].sort((a, b) => (b.end.score ?? -1) - (a.end.score ?? -1) || a.end.seconds - b.end.seconds)[0]
      : finished
          .filter((racer) => racer.end.status !== "unknown" && racer.end.stop !== "limit")
          .sort((a, b) => a.end.seconds - b.end.seconds)[0];
    const rows = racers.map((racer) => [
      racer.spec,
      racer.end.status || "failed",
      racer.end.seconds?.toFixed(3) ?? "",
      racer.end.nodes ?? "",
      racer.end.count ?? "",
      racer.end.score ?? "",
    ]);
    const head = ["solver", "status", "seconds", "nodes", "answers", "best score"];
    const text = [head, ...rows].map((row) => row.join("\t")).join("\n");
    const copied = el("span", { class: "soft", role: "status" });
    const copy = async () => {
      const refused = "This browser does not allow that; select the table and copy it.";
      copied.textContent = (await copyText(text)) ? "Copied." : refused;
    };
    const shown = rows.map((row) => row.map((cell) => (typeof cell === "number" ? number(cell) : cell)));
    end.hidden = false;
    holder.replaceChildren(
      table(head, shown, { id: "race-table", numbers: 2, best: racers.indexOf(best) }),
      el("div", { class: "row" }, button("Copy the table", copy), copied),
    );
    const by = isBest
      ? `${best?.end.score} of ${state.board.puzzle.edges} edges match`
      : `finished in ${best?.end.seconds.toFixed(3)} s`;
    status.textContent = best ? `${best.spec} wins: ${by}.` : "No solver finished within the limits.";
    end.scrollIntoView({ block: "nearest" });
  }

  const go = button("Start the race", start, { class: "main" }),
    halt = button("Stop", null, { disabled: true });
  const more = button("Add a solver", () => add(nextSolver()));
  root.append(
    el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "card" },
        el("div", { class: "row spread race-head" }, status, clock),
        el("div", { class: "row" }, "Goal", goal, field("Seconds", seconds), more, go, halt),
      ),
      end,
      plot,
      lanes,
    ),
  );
  if (!(await findRace())) {
    add(nextSolver());
    add(nextSolver());
  }
  return () => {
    closers.forEach((close) => close());
    clearInterval(ticking);
    racers.forEach((racer) => racer.view.close());
  };
}
