// A form for a solver string: the solver, its options with range and help, all read from the server's registry.

import { el, choose } from "./dom.js";
import { state } from "./state.js";

export function solverForm(initial = "backtrack") {
  const runnable = state.solvers.filter((solver) => !solver.missing);
  const head = initial.split(/[?:]/)[0], holder = el("div", { class: "options" }), summary = el("p", { class: "soft" });
  let controls = new Map();

  function fill(name) {
    const solver = state.solvers.find((one) => one.name === name);
    summary.textContent = solver.summary;
    controls = new Map();
    const rows = [];
    if (solver.variants.length) {
      const variant = choose("Variant", ["", ...solver.variants], "");
      controls.set(":", variant);
      rows.push(el("label", {}, "variant"), variant);
    }
    for (const option of solver.options) {
      const words = option.allowed.split("|"), isChoice = words.length > 1 && words.every((word) => /^[\w.-]+$/.test(word));
      const id = `option-${name}-${option.name}`;
      const control = option.default === "true" || option.default === "false" ? choose(option.name, ["true", "false"], option.default)
        : isChoice ? choose(option.name, words, option.default) : el("input", { type: "text", value: option.default });
      control.id = id;
      controls.set(option.name, control);
      rows.push(el("label", { for: id }, option.name), control, el("small", {}, `${option.help} (${option.allowed})`));
    }
    holder.replaceChildren(...(rows.length ? rows : [el("small", {}, "This solver has no options.")]));
  }

  const select = choose("Solver", runnable.map((solver) => solver.name), head, fill);
  fill(head);
  const details = el("details", {}, el("summary", {}, "Options"), holder);
  return {
    element: el("div", {}, el("div", { class: "row" }, "Solver", select), summary, details),
    select,
    spec() {
      const solver = state.solvers.find((one) => one.name === select.value), parts = [];
      for (const option of solver.options) {
        const value = controls.get(option.name).value.trim();
        if (value !== option.default) parts.push(`${option.name}=${value}`);
      }
      const variant = controls.get(":")?.value;
      return `${select.value}${variant ? `:${variant}` : ""}${parts.length ? `?${parts.join("&")}` : ""}`;
    },
  };
}
