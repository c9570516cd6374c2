// Analyse: what is cheap to know about a puzzle.

import { post } from "./api.js";
import { complain, el, number } from "./dom.js";
import { state } from "./state.js";

const HIDDEN = new Set(["trees", "joins", "digest"]);

export async function show(root) {
  const holder = el("div", { class: "card" }, el("p", { role: "status" }, "Estimating …"));
  root.append(holder);
  try {
    const report = await post("/api/analyse", { puzzle: state.board.puzzle.document() });
    holder.replaceChildren(el("h2", {}, `Report on ${state.board.puzzle.name || "this puzzle"}`), ...sections(report));
  } catch (error) { complain(error.message); holder.replaceChildren(el("p", {}, "There is no report.")); }
}

function sections(report) {
  const parts = [], plain = [], trees = report.trees || [];
  for (const [key, value] of Object.entries(report)) {
    if (HIDDEN.has(key)) continue;
    if (value !== null && typeof value === "object") parts.push(el("h3", {}, words(key)), table(value));
    else plain.push(el("dt", {}, words(key)), el("dd", {}, format(value)));
  }
  const charts = trees.length ? [el("h3", {}, "Estimated size of the search tree per order"), bars(trees)] : [];
  return [el("dl", {}, plain), ...charts, ...parts];
}

function bars(trees) {
  const sizes = trees.map((tree) => Math.log10(Math.max(1, tree.nodes ?? tree.mean ?? 1))), most = Math.max(1, ...sizes);
  return el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "order"), el("th", { scope: "col", class: "number" }, "nodes"), el("th", { scope: "col" }, "on a logarithmic scale"))),
    el("tbody", {}, trees.map((tree, index) => {
      const fill = el("div");
      fill.style.width = `${100 * sizes[index] / most}%`;
      return el("tr", {}, el("td", {}, tree.order), el("td", { class: "number" }, format(tree.nodes ?? tree.mean)), el("td", {}, el("div", { class: "bar", role: "presentation" }, fill)));
    })));
}

function table(value) {
  const rows = Array.isArray(value) ? value.map((item, index) => [index, item]) : Object.entries(value);
  if (!rows.length) return el("p", { class: "soft" }, "none");
  return el("div", { class: "scroll" }, el("table", {}, el("tbody", {}, rows.map(([key, item]) => el("tr", {}, el("th", { scope: "row" }, words(key)), el("td", {}, format(item)))))));
}

const words = (key) => String(key).replaceAll("_", " ");

function format(value) {
  if (typeof value === "number") return Math.abs(value) >= 1e7 ? value.toExponential(2) : number(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null) return "unknown";
  return typeof value === "object" ? JSON.stringify(value).replaceAll(",", ", ") : String(value);
}
