// The page: its views, its location, its theme.

import { get, open, post } from "./api.js";
import { complain, el, guarded } from "./dom.js";
import { readLink, subjectOf, unpack } from "./link.js";
import { clearPaste, listCatalog, listenForTexts, showOpened } from "./opener.js";
import { openDocument, setBoard, state, watch } from "./state.js";
import * as analyse from "./view_analyse.js";
import * as board from "./view_board.js";
import * as boards from "./view_boards.js";
import * as campaigns from "./view_campaigns.js";
import * as learn from "./view_learn.js";
import * as play from "./view_play.js";
import * as race from "./view_race.js";
import * as solve from "./view_solve.js";

const VIEWS = {
  board: ["Board", board],
  play: ["Play", play],
  solve: ["Solve", solve],
  race: ["Race", race],
  learn: ["Learn", learn],
  analyse: ["Analyse", analyse],
  boards: ["Boards", boards],
  campaigns: ["Campaigns", campaigns],
};
const OF_THE_STORE = ["boards", "campaigns"]; // views that do not show what is open
const FIRST = "eternity2-start";
// What a view opens when nothing else was: a puzzle of a size that suits it.
const SUITS = { play: "demo-4x4", learn: "demo-4x4", race: "demo-6x6", solve: "demo-6x6" };
const STILL_MILLISECONDS = 300;

const main = document.getElementById("main");
const nav = document.getElementById("views");
const root = document.documentElement;
let close = null; // what to do when the view that is shown is left
let current = ""; // its name
let shown = 0; // counts the views shown,
let opening = 0; // what was opened,
let writing = 0; // and links written, so that what is late can be dropped

if (location.search) history.replaceState(null, "", location.pathname + location.hash); // the token is in a cookie now, and stays out of links

// Theme

function useTheme(theme) {
  root.dataset.theme = theme;
  try {
    localStorage.setItem("edgematch-theme", theme);
  } catch {
    /* private mode */
  }
  dispatchEvent(new Event("themechange"));
}

function savedTheme() {
  try {
    return localStorage.getItem("edgematch-theme");
  } catch {
    return null; // private mode
  }
}

useTheme(savedTheme() || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
const theme = document.getElementById("theme");
theme.addEventListener("click", () => useTheme(root.dataset.theme === "dark" ? "light" : "dark"));

// Views

for (const [name, [title]] of Object.entries(VIEWS)) {
  nav.append(el("a", { href: `#/${name}`, "data-view": name }, title));
}

const isStart = () => location.hash === "" || location.hash === "#/";
const viewOf = () => /^#\/([a-z]+)/.exec(location.hash)?.[1] ?? "";

async function go(name) {
  const chosen = VIEWS[name] ? name : "board";
  close?.();
  close = null;
  current = chosen;
  for (const link of nav.children) {
    if (link.dataset.view === chosen) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const holder = el("div");
  const turn = ++shown;
  main.replaceChildren(holder);
  if (state.isDefault && SUITS[chosen]) await openDocument(await open(SUITS[chosen]), { isDefault: true });
  if (turn !== shown) return;
  const left = await VIEWS[chosen][1].show(holder, isStart());
  if (turn !== shown) {
    left?.();
    return;
  }
  close = left ?? null;
  writeLink();
}

// Opens what `load` gets, and shows it in this view or the Board view; the Back button returns to what was open before.
function openWith(load) {
  return guarded(async () => {
    const turn = ++opening;
    await writeLink();
    const document = await load();
    if (turn !== opening) return;
    await openDocument(document);
    const next = isStart() || OF_THE_STORE.includes(current) || !current ? "board" : current;
    history.pushState(null, "", `#/${next}`);
    clearPaste();
    await go(next);
  });
}

// The location

// The location holds what is open, so that it can be kept, shared and loaded again.
async function writeLink() {
  const turn = ++writing;
  if (state.isDefault) {
    history.replaceState({ isDefault: true }, "");
    return;
  }
  const { board: opened, original, record } = state;
  const subject = await subjectOf({ board: opened, record: opened === original ? record : null });
  if (turn === writing) history.replaceState(null, "", `#/${current}/${subject}`);
}

const LOADERS = {
  board: async (text) => post("/api/score", await unpack(text)),
  puzzle: (name) => open(decodeURIComponent(name)),
  record: (name) => get(`/api/records/${name}`),
};
const loadLink = ({ kind, text }) => LOADERS[kind](text);

const openFirst = async () => openDocument(await get(`/api/records/${FIRST}`), { isDefault: true });

async function route() {
  const turn = ++opening;
  writing++;
  await guarded(async () => {
    const link = readLink(location.hash);
    if (link) {
      const document = await loadLink(link);
      if (turn !== opening) return;
      await openDocument(document);
    } else if (location.hash.includes("board_edges=")) {
      await openDocument(await open(decodeURIComponent(location.hash.slice(1))));
    } else if (history.state?.isDefault && !state.isDefault) await openFirst();
  });
  if (turn === opening) await showView();
}

async function showView() {
  try {
    await go(viewOf());
  } catch (error) {
    complain(error.message);
  }
}

addEventListener("hashchange", route);
listenForTexts({
  openText: (text) => {
    const link = readLink(text);
    return openWith(() => (link ? loadLink(link) : open(text, state.board?.puzzle)));
  },
  openRecord: (name) => openWith(() => get(`/api/records/${name}`)),
});

let still = null;
watch(({ puzzle }) => {
  const name = puzzle.name || "a puzzle without a name";
  document.getElementById("subject").textContent = `Open: ${name}, ${puzzle.width} x ${puzzle.height}`;
  document.title = `${puzzle.name || "puzzle"} - edgematch studio`;
  showOpened();
  clearTimeout(still);
  still = setTimeout(() => current && writeLink(), STILL_MILLISECONDS);
});

window.edgematch = { state, setBoard }; // for people at the console, and for tests

// The first board is drawn before the lists of puzzles and solvers arrive.
await guarded(async () => {
  if (!readLink(location.hash)) await openFirst();
  await Promise.all([route(), listCatalog()]);
});
