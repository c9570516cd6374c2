// The page: opens puzzles and boards, switches between views, remembers the theme.

import { get, open, post } from "./api.js";
import { complain, el, say } from "./dom.js";
import { decode } from "./link.js";
import { openDocument, setBoard, state, watch } from "./state.js";
import * as analyse from "./view_analyse.js";
import * as board from "./view_board.js";
import * as boards from "./view_boards.js";
import * as campaigns from "./view_campaigns.js";
import * as learn from "./view_learn.js";
import * as play from "./view_play.js";
import * as race from "./view_race.js";
import * as solve from "./view_solve.js";

if (location.search) history.replaceState(null, "", location.pathname + location.hash);  // the token is in a cookie now, and stays out of links

const VIEWS = { board: ["Board", board], play: ["Play", play], solve: ["Solve", solve], race: ["Race", race], learn: ["Learn", learn], analyse: ["Analyse", analyse], boards: ["Boards", boards], campaigns: ["Campaigns", campaigns] };
const FIRST = "eternity2-start", MOST_FILE = 4 << 20;
const main = document.getElementById("main"), nav = document.getElementById("views"), root = document.documentElement;
// What a view opens when nothing else was: a puzzle of a size that suits it.
const SUITS = { play: "demo-4x4", learn: "demo-4x4", race: "demo-6x6", solve: "demo-6x6" };
let close = null, current = "", shown = 0;

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
  const holder = el("div"), turn = ++shown;
  main.replaceChildren(holder);
  if (state.isDefault && SUITS[chosen]) await openDocument(await open(SUITS[chosen]), { isDefault: true });
  const left = await VIEWS[chosen][1].show(holder, isStart());
  if (turn === shown) close = left ?? null;
  else left?.();
}

const isStart = () => location.hash === "" || location.hash === "#/";
const viewOf = () => (location.hash.startsWith("#/") ? location.hash.slice(2) : "");

async function openWith(load) {
  await guarded(async () => {
    await openDocument(await load());
    const next = isStart() || ["boards", "campaigns", ""].includes(viewOf()) ? "board" : current;
    history.replaceState(null, "", `#/${next}`);
    paste.value = "";
    await go(next);
  });
}

function openText(content) {
  return openWith(() => (content.startsWith(RECORD) ? get(`/api/records/${content.slice(RECORD.length)}`) : open(content, state.board?.puzzle)));
}

async function openFile(given) {
  await openWith(async () => {
    if (given.size > MOST_FILE) throw new Error(`${given.name} is larger than ${MOST_FILE >> 20} MiB, more than any puzzle or board needs. Choose another file.`);
    return open(await given.text(), state.board?.puzzle);
  });
}

// Texts of several lines and URLs are opened as they are pasted, wherever that is.
function pasted(event) {
  const text = event.clipboardData?.getData("text/plain") ?? "", given = event.clipboardData?.files?.[0];
  const isField = event.target.closest?.("input, textarea, select");
  if (isField && (isField.id !== "paste" || !(text.trim().includes("\n") || text.includes("board_edges=")))) return;
  if (!text.trim() && !given) return;
  event.preventDefault();
  if (given) openFile(given); else openText(text);
}

const RECORD = "record:";
const paste = document.getElementById("paste"), catalog = document.getElementById("catalog"), file = document.getElementById("file");
document.getElementById("opener").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = paste.value.trim() || catalog.value;
  if (!text) { complain("There is nothing to open. Choose a puzzle from the list, paste a viewer's URL or a list of pieces, or choose a file."); return; }
  openText(text);
});
catalog.addEventListener("change", () => { if (catalog.value) openText(catalog.value); });
file.addEventListener("change", async () => { if (file.files[0]) await openFile(file.files[0]); file.value = ""; });
document.addEventListener("paste", pasted);
addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
addEventListener("drop", async (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const dropped = event.dataTransfer.files[0];
  if (dropped) await openFile(dropped);
  else if (event.dataTransfer.getData("text/plain").length > 3) await openText(event.dataTransfer.getData("text/plain"));
});

async function route() {
  complain("");
  if (location.hash.startsWith("#board=")) {
    await guarded(async () => openDocument(await post("/api/score", await decode(location.hash))));
    await go("board");
    return;
  }
  if (location.hash.includes("board_edges=")) { await openText(decodeURIComponent(location.hash.slice(1))); return; }
  await go(viewOf());
}
addEventListener("hashchange", route);

watch(({ puzzle }) => {
  document.getElementById("subject").textContent = `Open: ${puzzle.name || "a puzzle without a name"}, ${puzzle.width} x ${puzzle.height}`;
  document.title = `${puzzle.name || "puzzle"} - edgematch studio`;
  catalog.value = state.record ? RECORD + state.record.puzzle : puzzle.catalog;
  if (catalog.selectedIndex < 0) catalog.value = "";
});

window.edgematch = { state, setBoard };  // for people at the console, and for tests

async function listCatalog() {
  const [puzzles, records] = await Promise.all([get("/api/puzzles"), get("/api/records")]), { puzzle } = state.board ?? {};
  const options = (entries) => entries.map(([value, text, title]) => el("option", { value, title }, text));
  catalog.replaceChildren(el("option", { value: "" }, "Choose a puzzle …"),
    el("optgroup", { label: "Puzzles" }, options(puzzles.map((one) => [one.name, `${one.name} (${one.width} x ${one.height})`, one.about]))),
    el("optgroup", { label: "Best boards found with edgematch" }, options(records.map((one) => [RECORD + one.puzzle, `${one.puzzle}: ${one.score} of ${one.edges}`, one.device]))));
  catalog.value = state.record ? RECORD + state.record.puzzle : puzzle?.catalog ?? "";
}

// The first board is drawn before the lists of puzzles and solvers arrive.
await guarded(async () => {
  await openDocument(await get(`/api/records/${FIRST}`), { isDefault: true });
  await Promise.all([route(), listCatalog()]);
});
