// Boards: the gallery of the store, with filters; a board opens in the view of that name.

import { get } from "./api.js";
import { Board, Puzzle } from "./board.js";
import { thumbnail } from "./canvas.js";
import { button, choose, complain, el, field, number, say } from "./dom.js";
import { loadMotifs, openDocument, showBoard } from "./state.js";

const PER_PAGE = 24;

export async function show(root) {
  const gallery = el("div", { class: "gallery", id: "stored" }),
    total = el("p", { role: "status", id: "stored-total" });
  const least = el("input", { type: "number", value: "0", min: "0", onchange: () => load(0) });
  const hints = el("input", { type: "number", value: "0", min: "0", onchange: () => load(0) });
  const sort = choose(
    "Sort",
    [
      ["best", "highest score first"],
      ["newest", "newest first"],
    ],
    "best",
    () => load(0),
  );
  const puzzles = el(
    "select",
    { "aria-label": "Puzzle of the boards", onchange: () => load(0) },
    el("option", { value: "" }, "every puzzle"),
  );
  const more = button("More", () => load(gallery.children.length), { hidden: true });
  const empty = el("div", { class: "empty", hidden: true }),
    records = el("div", { class: "gallery", id: "records" });
  const filters = [puzzles, least, hints];
  let asked = 0; // counts the pages asked for, so that one that comes too late is dropped

  async function load(offset) {
    const turn = ++asked;
    complain("");
    try {
      const query = new URLSearchParams({
        puzzle: puzzles.value,
        min_score: least.value || 0,
        hints: hints.value || 0,
        newest: sort.value === "newest",
        offset,
        limit: PER_PAGE,
      });
      const page = await get(`/api/boards?${query}`);
      const cards = await galleryOf(page);
      if (turn !== asked) return;
      if (puzzles.children.length === 1) {
        for (const one of page.puzzles)
          puzzles.append(
            el(
              "option",
              { value: one.digest },
              `${one.name || one.digest.slice(0, 12)} (${number(one.boards)}, best ${one.best})`,
            ),
          );
      }
      gallery.replaceChildren(...(offset ? gallery.children : []), ...cards);
      more.hidden = gallery.children.length >= page.total;
      const isFiltered = filters.some((one) => one.value && one.value !== "0");
      total.textContent = page.total
        ? `${number(page.total)} ${page.total === 1 ? "board" : "boards"} in ${page.store}`
        : `No board of this kind is in ${page.store}.`;
      empty.hidden = page.total > 0;
      empty.replaceChildren(
        ...(isFiltered
          ? [
              el("p", {}, "No board passes these filters."),
              button("Show all boards", () => {
                puzzles.value = "";
                least.value = hints.value = "0";
                load(0);
              }),
            ]
          : [
              el(
                "p",
                {},
                'The store has no board yet. Keep one with "Keep in the store" on the views Board, Play and Solve, or let a search fill the store:',
              ),
              el(
                "pre",
                {},
                "edgematch best eternity2-start --seconds 600 --out sqlite:///boards.db\nedgematch studio --store sqlite:///boards.db",
              ),
            ]),
      );
      say(total.textContent);
    } catch (error) {
      if (turn !== asked) return;
      complain(error.message);
      total.textContent = "The store cannot be shown.";
      empty.hidden = true;
    }
  }

  root.append(
    el(
      "div",
      { class: "stack" },
      el(
        "div",
        { class: "card" },
        el("h2", {}, "Boards of the store"),
        el("div", { class: "row" }, puzzles, field("Score at least", least), field("Hints kept at least", hints), sort),
        total,
        gallery,
        empty,
        el("div", { class: "row" }, more),
      ),
      el(
        "div",
        { class: "card" },
        el("h2", {}, "Best boards found with edgematch"),
        el(
          "p",
          { class: "soft" },
          "They come with the program, each with the command and the device that found it. A click opens one.",
        ),
        records,
      ),
    ),
  );
  await load(0);
  for (const one of await get("/api/records")) records.append(await recordCard(one));
}

async function recordCard(one) {
  const document = await get(`/api/records/${one.puzzle}`),
    board = new Board(new Puzzle(document.puzzle), document.board.placements);
  await loadMotifs(document.puzzle.colors);
  const open = async () => {
    await openDocument(document);
    location.hash = "#/board";
  };
  return button(
    [
      thumbnail(board),
      el("strong", {}, `${one.score} of ${one.edges}`),
      el("small", { class: "soft" }, `${one.puzzle}, ${one.device}`),
    ],
    open,
    { title: one.command },
  );
}

// The boards of a page of the store, each as a button that opens it.
export async function galleryOf(page) {
  const known = Object.fromEntries(
    Object.entries(page.documents).map(([digest, document]) => [digest, new Puzzle(document)]),
  );
  for (const puzzle of Object.values(known)) await loadMotifs(puzzle.colors);
  return page.boards.map((one) => card(one, new Board(known[one.digest], one.placements)));
}

function card(one, board) {
  const facts = [`${one.score} of ${one.edges}`, one.solver || one.found_by, one.found_at.slice(0, 10)].filter(Boolean);
  const label = `${one.puzzle}: ${one.score} of ${one.edges} edges match, board ${one.id}`;
  return button(
    [
      thumbnail(board),
      el("strong", {}, facts[0]),
      el("small", {}, one.puzzle),
      el("small", { class: "soft" }, facts.slice(1).join(", ")),
    ],
    () => showBoard(board),
    { "aria-label": label },
  );
}
