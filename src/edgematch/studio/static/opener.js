// Opening things: the list of puzzles, the box to paste into, files, and whatever is pasted or dropped on the page.

import { get } from "./api.js";
import { complain, el } from "./dom.js";
import { state } from "./state.js";

const MOST_FILE = 4 << 20;
const LEAST_TEXT = 3; // characters of a dropped text that may be a puzzle
const RECORD = "record:";
const NOTHING =
  "There is nothing to open. Choose a puzzle from the list, paste a viewer's URL or a list of pieces, or choose a file.";

const paste = document.getElementById("paste");
const catalog = document.getElementById("catalog");
const file = document.getElementById("file");

export function clearPaste() {
  paste.value = "";
}

// The text of a file; one that is too large is refused before it is read.
export async function textOf(given) {
  if (given.size <= MOST_FILE) return given.text();
  throw new Error(
    `${given.name} is larger than ${MOST_FILE >> 20} MiB, more than any puzzle or board needs. Choose another file.`,
  );
}

export function listenForTexts({ openText, openRecord }) {
  const openNamed = (name) => (name.startsWith(RECORD) ? openRecord(name.slice(RECORD.length)) : openText(name));

  async function openFile(given) {
    let text = "";
    try {
      text = await textOf(given);
    } catch (error) {
      complain(error.message);
      return;
    }
    await openText(text);
  }

  // Texts of several lines and URLs are opened as they are pasted, wherever that is.
  function pasted(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const given = event.clipboardData?.files?.[0];
    const field = event.target.closest?.("input, textarea, select");
    const isWhole = text.trim().includes("\n") || /board_edges=|#\/?(\w+\/)?(board|puzzle|record)=/.test(text);
    if (field && (field.id !== "paste" || !isWhole)) return;
    if (!text.trim() && !given) return;
    event.preventDefault();
    if (given) openFile(given);
    else openText(text);
  }

  document.getElementById("opener").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = paste.value.trim();
    if (text) openText(text);
    else if (catalog.value) openNamed(catalog.value);
    else complain(NOTHING);
  });
  catalog.addEventListener("change", () => catalog.value && openNamed(catalog.value));
  file.addEventListener("change", async () => {
    if (file.files[0]) await openFile(file.files[0]);
    file.value = "";
  });
  document.addEventListener("paste", pasted);
  addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const [given] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text/plain");
    if (given) openFile(given);
    else if (text.length > LEAST_TEXT) openText(text);
  });
}

// The puzzles of the catalog and the boards that come with the package.
export async function listCatalog() {
  const [puzzles, records] = await Promise.all([get("/api/puzzles"), get("/api/records")]);
  const options = (entries) => entries.map(([value, text, title]) => el("option", { value, title }, text));
  const sized = ({ name, width, height, about }) => [name, `${name} (${width} x ${height})`, about];
  const scored = ({ puzzle, score, edges, device }) => [RECORD + puzzle, `${puzzle}: ${score} of ${edges}`, device];
  catalog.replaceChildren(
    el("option", { value: "" }, "Choose a puzzle …"),
    el("optgroup", { label: "Puzzles" }, options(puzzles.map(sized))),
    el("optgroup", { label: "Best boards found with edgematch" }, options(records.map(scored))),
  );
  showOpened();
}

// Chooses what is open in the list, where it is there.
export function showOpened() {
  const { board, original, record } = state;
  catalog.value = record && board === original ? RECORD + record.puzzle : (board?.puzzle.catalog ?? "");
  if (catalog.selectedIndex < 0) catalog.value = "";
}
