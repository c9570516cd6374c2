// Asks a solver of the server whether a board can be completed.

import { follow, post } from "./api.js";

// Starts asking; `end` is the last event of the search, `stop` gives up.
export async function askSolver({ puzzle, placements }, seconds) {
  const search = await post("/api/searches", {
    puzzle: puzzle.document(),
    goal: "first",
    solver: "auto",
    seconds,
    roots: [placements],
  });
  let close = () => {};
  const end = new Promise((resolve) => {
    close = follow(search.id, (event) => {
      const last = event.event === "summary" ? event.done : event;
      if (last?.event !== "done" && last?.event !== "failed") return;
      close();
      resolve(last);
    });
  });
  const stop = () => {
    close();
    post(`/api/searches/${search.id}/stop`).catch(() => {});
  };
  return { end, stop };
}

// What the end of such a search means: a sentence, and whether it is good or bad news.
export function verdict(end, seconds) {
  if (end.event === "failed") return [`The solver could not start: ${end.message}`, "bad"];
  if (end.status === "unsatisfiable")
    return ["No: from here no perfect board can be reached. Take something back.", "bad"];
  if (end.boards?.length) return ["Yes: this board can be completed.", "good"];
  return [`Not known: the solver found nothing within ${seconds} s. Give it more time, or place more pieces.`, ""];
}
