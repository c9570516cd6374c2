// A form for a solver string: the solver, its options with range and help, all read from the server's registry.

import { el, choose } from "./dom.js";
import { state } from "./state.js";

// What a solver must be able to do for a goal.
const NEEDED = { all: "prove", count: "count", unique: "prove", best: "improve" };

const meaning = (allowed) => ({ str: "", bool: "" })[allowed] ?? (allowed.includes("|") ? "" : ` (${allowed})`);

export function solverForm(initial = "auto", goal = "first") {
  const isAble = (solver, wanted) => !NEEDED[wanted] || solver.can.includes(NEEDED[wanted]);
  const head = initial.split(/[?:]/)[0],
    holder = el("div", { class: "options" }),
    summary = el("p", { class: "soft" });
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
      const words = option.allowed.split("|"),
        isChoice = words.length > 1 && words.every((word) => /^[\w.-]+$/.test(word));
      const id = `option-${name}-${option.name}`;
      const control =
        option.default === "true" || option.default === "false"
          ? choose(option.name, ["true", "false"], option.default)
          : isChoice
            ? choose(option.name, words, option.default)
            : el("input", { type: "text", value: option.default });
      control.id = id;
      controls.set(option.name, control);
      rows.push(
        el("label", { for: id }, option.name),
        control,
        el("small", {}, `${option.help}${meaning(option.allowed)}`),
      );
    }
    holder.replaceChildren(...rows);
    details.hidden = !rows.length;
  }

  const select = choose(
    "Solver",
    state.solvers.map((solver) => [solver.name, solver.name]),
    head,
    fill,
  );
  const details = el("details", {}, el("summary", {}, "Options of this solver"), holder);
  fill(head);

  function pick(name) {
    select.value = name;
    fill(name);
  }

  // Solvers that cannot run here, or cannot do this, stay in the list with the reason. False when the chosen one is such.
  function setGoal(wanted) {
    for (const option of select.options) {
      const solver = state.solvers.find((one) => one.name === option.value),
        lacks = solver.missing ? "not installed" : isAble(solver, wanted) ? "" : "not for this goal";
      option.disabled = Boolean(lacks);
      option.textContent = lacks ? `${solver.name} (${lacks})` : solver.name;
      option.title = solver.missing || solver.summary;
    }
    return !select.selectedOptions[0].disabled;
  }
  if (!setGoal(goal)) pick("auto");
  return {
    element: el("div", { class: "stack" }, summary, details),
    select,
    setGoal,
    pick,
    spec() {
      const solver = state.solvers.find((one) => one.name === select.value),
        parts = [];
      for (const option of solver.options) {
        const value = controls.get(option.name).value.trim();
        if (value !== option.default) parts.push(`${option.name}=${value}`);
      }
      const variant = controls.get(":")?.value;
      return `${select.value}${variant ? `:${variant}` : ""}${parts.length ? `?${parts.join("&")}` : ""}`;
    },
  };
}
