// Analyse: what is cheap to know about a puzzle, in words, with its plots.

import { post } from "./api.js";
import { drawChart, paint } from "./chart.js";
import { complain, el, figures, legend, number } from "./dom.js";
import { state } from "./state.js";

export async function show(root) {
  const holder = el(
    "div",
    { class: "stack" },
    el("div", { class: "card empty" }, el("p", { role: "status" }, "Estimating how hard this puzzle is …")),
  );
  root.append(holder);
  try {
    const report = await post("/api/analyse", { puzzle: state.board.puzzle.document() });
    holder.replaceChildren(...sections(report));
    drawTransition(holder.querySelector("canvas"), report);
  } catch (error) {
    complain(error.message);
    holder.replaceChildren(el("div", { class: "card empty" }, "There is no report on this puzzle."));
  }
}

function sections(report) {
  const { inner, frame, transition: where } = report,
    trees = (report.trees || []).filter((tree) => tree.nodes !== null).sort((a, b) => a.nodes - b.nodes),
    none = report.trees?.length ? "more than 10³⁰⁸ nodes" : "not estimated",
    tiles = el("dl", { class: "figures" });
  figures(tiles, [
    ["size", `${report.width} x ${report.height}`],
    ["edges", number(report.edges)],
    ["inner colors", inner.colors],
    ...(report.framed ? [["frame colors", frame.colors]] : []),
    ["expected solutions", power(report.expected_log10)],
    ["smallest tree", trees.length ? `${power(Math.log10(Math.max(1, trees[0].nodes)))} nodes` : none],
  ]);
  return [
    el(
      "div",
      { class: "card" },
      el("h2", {}, `Report on ${report.name || "this puzzle"}`),
      el("p", { class: "state" }, sentence(report.verdict)),
      tiles,
    ),
    el(
      "div",
      { class: "two" },
      el(
        "div",
        { class: "card" },
        el("h3", {}, "The phase transition"),
        el("canvas", { class: "chart tall" }),
        legend([
          [paint(0), "expected solutions of random puzzles"],
          [paint(2), "one solution"],
          [paint(1), "this puzzle"],
        ]),
        el(
          "p",
          { class: "soft" },
          `Puzzles of this size with few colors have many solutions, those with many colors have none at random. The hardest are where one solution is expected: ${where?.crossing ? `at ${number(where.crossing)} inner colors. ` : "where the curve crosses the green line. "}This puzzle has ${inner.colors}.`,
        ),
      ),
      el(
        "div",
        { class: "card" },
        el("h3", {}, "Estimated size of the search tree"),
        trees.length ? bars(trees) : el("p", { class: "soft" }, none),
        el(
          "p",
          { class: "soft" },
          "Nodes that a search without propagation visits, for each order of filling the cells, from random probes. The bars are logarithmic.",
        ),
      ),
    ),
    el(
      "div",
      { class: "two" },
      el("div", { class: "card" }, el("h3", {}, "Colors"), colors(report)),
      el("div", { class: "card" }, el("h3", {}, "Pieces and style"), facts(report)),
    ),
  ];
}

// Random puzzles of this size with so many inner colors: how many solutions are expected, and where this puzzle is.
function drawTransition(canvas, report) {
  const points = report.expected_curve.filter(([, value]) => value !== null),
    here = report.inner.colors;
  if (!points.length) return;
  const right = points[points.length - 1][0];
  drawChart(
    canvas,
    [
      { points, paint: paint(0) },
      {
        points: [
          [0, 0],
          [right, 0],
        ],
        paint: paint(2),
        dashed: true,
      },
    ],
    {
      steps: false,
      x: "inner colors",
      y: "expected solutions, power of ten",
      marks: [{ at: here, text: report.name || "this puzzle", paint: paint(1) }],
      label: `Expected solutions over inner colors; this puzzle has ${here}: ${report.verdict}`,
    },
  );
}

function bars(trees) {
  const most = Math.max(1, ...trees.map((tree) => tree.log10));
  const row = (tree) => {
    const fill = el("div");
    fill.style.width = `${(100 * Math.max(0, tree.log10)) / most}%`;
    return el(
      "tr",
      { title: `${tree.low.toExponential(1)} to ${tree.high.toExponential(1)}` },
      el("th", { scope: "row" }, tree.order),
      el("td", { class: "number" }, power(tree.log10)),
      el("td", { class: "share" }, el("div", { class: "bar", role: "presentation" }, fill)),
    );
  };
  const bar = el("span", { class: "hidden" }, "as a bar");
  return el("div", { class: "scroll" }, headed(["order", "nodes", bar], 1, trees.map(row)));
}

// A table whose rows begin with a heading; after that come so many columns of numbers.
function headed(head, numbers, rows) {
  const titles = head.map((title, i) =>
    el("th", { scope: "col", class: i > 0 && i <= numbers ? "number" : null }, title),
  );
  return el("table", {}, el("thead", {}, el("tr", {}, titles)), el("tbody", {}, rows));
}

function colors({ framed, inner, frame, shared_colors: shared }) {
  const row = (name, part) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, name),
      el("td", { class: "number" }, part.colors),
      el("td", { class: "number" }, number(part.sides)),
      el("td", { class: "number" }, part.colors ? range(part.counts) : "-"),
      el("td", {}, part.even ? "as even as can be" : `rarest ${number(part.rarest)} times below the mean`),
    );
  const rows = framed ? [row("frame", frame), row("inner", inner)] : [row("all", inner)];
  return el(
    "div",
    { class: "scroll" },
    headed(["where", "colors", "sides", "per color", "balance"], 3, rows),
    shared.length ? el("p", { class: "soft" }, `${shared.length} colors are used in the frame and inside.`) : null,
  );
}

function range(counts) {
  const values = Object.values(counts),
    low = Math.min(...values),
    high = Math.max(...values);
  return low === high ? String(low) : `${low} to ${high}`;
}

function facts(report) {
  const style = report.eternity_style,
    rows = [
      ["duplicates", report.copies || "none"],
      ["self-symmetric", `${report.symmetric} (${number(report.symmetric_expected)} expected at random)`],
      ["hints", report.hints],
      ["frame", report.framed ? "yes" : "no"],
      ["pieces may be turned", report.turnable ? "yes" : "no"],
      [
        "expected solutions",
        `${power(report.expected_log10)} by how often each color appears, ${power(report.expected_random_log10)} by the number of colors`,
      ],
      ["made like Eternity II", style.is ? "yes" : `no: ${style.faults.join("; ")}`],
      ...(report.obstacles.length ? [["obstacles", report.obstacles.join("; ")]] : []),
    ];
  return el("dl", {}, rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]).flat());
}

const SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹";

// A power of ten as people write it; small numbers as they are.
function power(log10) {
  if (log10 === null || log10 === undefined) return "none";
  if (log10 >= 0 && log10 < 5) return number(Math.round(10 ** log10));
  return `10${[...String(Math.round(log10))].map((digit) => (digit === "-" ? "⁻" : SMALL[digit])).join("")}`;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;
