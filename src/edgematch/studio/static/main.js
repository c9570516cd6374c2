// The page: opens puzzles and boards, switches between views, remembers the theme.

import { get, open, post } from "./api.js";
import { complain, el, say } from "./dom.js";
import { decode } from "./link.js";
import { openDocument, setBoard, state, watch } from "./state.js";
import * as analyse from "./view_analyse.js";
import * as board from "./view_board.js";
import * as learn from "./view_learn.js";
import * as play from "./view_play.js";
import * as race from "./view_race.js";
import * as solve from "./view_solve.js";

const VIEWS = { board: ["Board", board], play: ["Play", play], solve: ["Solve", solve], race: ["Race", race], learn: ["Learn", learn], analyse: ["Analyse", analyse] };
const main = document.getElementById("main"), nav = document.getElementById("views"), root = document.documentElement;
let close = null, current = "";

for (const [name, [title]] of Object.entries(VIEWS)) nav.append(el("a", { href: `#/${name}`, "data-view": name }, title));

function useTheme(theme) {
  root.dataset.theme = theme;
  try { localStorage.setItem("edgematch-theme", theme); } catch { /* private mode */ }
}
let saved = null;
try { saved = localStorage.getItem("edgematch-theme"); } catch { /* private mode */ }
useTheme(saved || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
document.getElementById("theme").addEventListener("click", () => useTheme(root.dataset.theme === "dark" ? "light" : "dark"));

async function guarded(work) {
  complain("");
  try { await work(); } catch (error) { complain(error.message); say(error.message); }
}

async function go(name) {
  const chosen = VIEWS[name] ? name : "board";
  close?.();
  close = null;
  current = chosen;
  for (const link of nav.children) {
    if (link.dataset.view === chosen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren();
  const left = await VIEWS[chosen][1].show(main);
  if (current === chosen) close = left ?? null;
  else left?.();
}

async function openText(content) {
  await guarded(async () => {
    await openDocument(await open(content));
    if (current !== "board" && current !== "play" && current !== "solve") await go(current);
    else await go(current);
  });
}

const paste = document.getElementById("paste"), catalog = document.getElementById("catalog"), file = document.getElementById("file");
document.getElementById("opener").addEventListener("submit", (event) => {
  event.preventDefault();
  openText(paste.value.trim() || catalog.value).then(() => { if (document.getElementById("message").hidden) paste.value = ""; });
});
catalog.addEventListener("change", () => openText(catalog.value));
file.addEventListener("change", async () => { if (file.files[0]) await openText(await file.files[0].arrayBuffer()); file.value = ""; });
paste.addEventListener("paste", () => setTimeout(() => { if (paste.value.includes("board_edges=")) openText(paste.value); }));
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const dropped = event.dataTransfer.files[0];
  if (dropped) await openText(await dropped.arrayBuffer());
  else if (event.dataTransfer.getData("text/plain").length > 3) await openText(event.dataTransfer.getData("text/plain"));
});

async function route() {
  if (location.hash.startsWith("#board=")) {
    await guarded(async () => openDocument(await post("/api/score", await decode(location.hash))));
    await go("board");
    return;
  }
  if (location.hash.includes("board_edges=")) { await openText(decodeURIComponent(location.hash.slice(1))); return; }
  await go(location.hash.slice(2));
}
addEventListener("hashchange", route);

watch((shown) => {
  document.getElementById("subject").textContent = `${shown.puzzle.name || "puzzle"}, ${shown.puzzle.width} x ${shown.puzzle.height}`;
  document.title = `${shown.puzzle.name || "puzzle"} - edgematch studio`;
});

window.edgematch = { state, setBoard };  // for people at the console, and for tests
await guarded(async () => {
  const [puzzles, solvers] = await Promise.all([get("/api/puzzles"), get("/api/solvers")]);
  state.solvers = solvers;
  for (const one of puzzles) catalog.append(el("option", { value: one.name, title: one.about }, `${one.name} (${one.width} x ${one.height})`));
  catalog.value = "clue1";
  await openDocument(await open("clue1"));
  await route();
});
