// Campaigns: the searches of the store that many workers share; the dashboard of one, brought up to date while it is open.

import { get, post } from "./api.js";
import { drawChart } from "./chart.js";
import { button, complain, count, duration, el, figures, group, guarded, number, rate, say, table } from "./dom.js";
import { galleryOf } from "./view_boards.js";

const REFRESH_MILLISECONDS = 2000;

export async function show(root) {
  const list = el("div", { class: "scroll" }),
    title = el("h2", { id: "campaign-name" }),
    state = el("p", { class: "state", role: "status", id: "campaign-state" });
  const bar = el("div"),
    facts = el("dl", { class: "figures" }),
    curve = el("canvas", { class: "chart" }),
    workers = el("div", { class: "scroll" }),
    boards = el("div", { class: "gallery" });
  const path = () => `/api/campaigns/${encodeURIComponent(chosen)}`;
  const act = (text, action) => button(text, () => guarded(async () => draw(await post(`${path()}/${action}`))));
  const pause = act("Pause", "pause"),
    resume = act("Resume", "resume"),
    stop = act("Stop", "stop");
  const detail = el(
    "div",
    { class: "card", hidden: true },
    title,
    state,
    el("div", { class: "bar", role: "presentation" }, bar),
    facts,
    el("div", { class: "row" }, pause, resume, stop),
    group("Nodes over time", curve),
    group("Workers", workers),
    group("Best boards", boards),
  );
  let chosen = "",
    shownBoards = ""; // of which campaign, and how many

  function choose(name) {
    chosen = name;
    guarded(refresh);
  }

  async function refresh() {
    const every = await get("/api/campaigns");
    const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    list.replaceChildren(
      every.length
        ? table(
            ["campaign", "puzzle", "goal", "state", "jobs", "found", ""],
            every.map((one) => [
              one.name,
              one.puzzle,
              one.goal,
              one.state,
              `${number(one.done)} of ${number(one.jobs)}`,
              found(one),
              button("Show", () => choose(one.name), { "aria-label": `Show ${one.name}` }),
            ]),
          )
        : el(
            "div",
            { class: "empty" },
            el(
              "p",
              {},
              "This store has no campaign. A campaign is one search that many workers share, kept in the store and added up exactly. Make one and work on it:",
            ),
            el(
              "pre",
              {},
              "edgematch campaign new mine demo-6x6 --goal count --store sqlite:///boards.db\nedgematch campaign run mine --store sqlite:///boards.db",
            ),
          ),
    );
    const same = [...list.querySelectorAll("button")].find((one) => one.getAttribute("aria-label") === focused);
    same?.focus();
    if (!chosen && every.length) chosen = every[0].name;
    if (chosen) await draw(await get(path()));
  }

  // Shows a campaign; an answer about one that was chosen before comes too late.
  async function draw(one) {
    if (one.name !== chosen) return;
    detail.hidden = false;
    title.textContent = `${one.name}: ${one.puzzle}, ${one.goal}`;
    state.textContent = `${one.state}: ${found(one)}`;
    bar.style.width = `${100 * Math.min(1, one.share)}%`;
    const isKnown = one.seconds_left !== null && one.state !== "done";
    const isBounded = isKnown && one.seconds_left_low !== null;
    const none = one.state === "done" ? "none" : "unknown";
    figures(facts, [
      ["jobs done", `${number(one.done)} of ${number(one.jobs)}`],
      ["running", number(one.running)],
      ["failed", number(one.failed)],
      ["nodes", count(one.nodes)],
      ["nodes per core second", rate(one.rate)],
      ["workers now", one.workers],
      ["core time", duration(one.core_seconds)],
      ["elapsed", duration(one.elapsed)],
      ["time left", isKnown ? `about ${duration(one.seconds_left)}` : none],
      ...(isBounded
        ? [
            ["at least", duration(one.seconds_left_low)],
            ["at most", duration(one.seconds_left_high)],
          ]
        : []),
      ["solver", one.solver],
    ]);
    pause.disabled = one.state !== "ready";
    stop.disabled = one.state === "done" || one.state === "stopped";
    resume.disabled = one.state !== "paused" && one.state !== "stopped";
    drawChart(curve, [{ points: one.curve }], { label: "Nodes over time", y: "nodes", fromZero: true, steps: false });
    workers.replaceChildren(
      one.workers_list.length
        ? table(
            ["worker", "slices", "nodes", "seconds", "state"],
            one.workers_list.map((w) => [
              w.name,
              w.slices,
              number(w.nodes),
              number(w.seconds),
              w.is_quarantined ? "quarantined" : "trusted",
            ]),
          )
        : el("p", { class: "soft" }, "None has reported yet."),
    );
    const wanted = `${one.name} ${one.boards}`;
    if (shownBoards !== wanted) {
      const kept = await galleryOf(await get(`/api/boards?${new URLSearchParams({ campaign: one.name, limit: 12 })}`));
      if (one.name !== chosen) return;
      shownBoards = wanted;
      boards.replaceChildren(
        ...(kept.length
          ? kept
          : [el("p", { class: "soft" }, one.goal === "count" ? "None: a count keeps no boards." : "None yet.")]),
      );
    }
    say(state.textContent);
  }

  root.append(
    el("div", { class: "stack" }, el("div", { class: "card" }, el("h2", {}, "Campaigns of the store"), list), detail),
  );
  await guarded(refresh);
  let timer = setTimeout(again, REFRESH_MILLISECONDS);
  async function again() {
    if (!document.hidden) await refresh().catch((error) => complain(error.message));
    if (timer !== null) timer = setTimeout(again, REFRESH_MILLISECONDS);
  }
  return () => {
    clearTimeout(timer);
    timer = null;
  };
}

const found = (one) =>
  one.goal === "best"
    ? `best ${one.best ?? "-"} of ${one.edges}`
    : `${number(one.count)} ${one.count === 1 ? "solution" : "solutions"}`;
