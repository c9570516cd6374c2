// Permanent links. The part of the location after `#` is `/VIEW`, and after another slash what is open: `puzzle=NAME`,
// `record=NAME`, or `board=` with the compressed board, with its puzzle unless the catalog knows it.

const MOST_BYTES = 1 << 20;
const DAMAGED = "This link to a board is damaged or incomplete. Copy the whole link again.";
const LINK = /#(?:\/[a-z]*\/)?((?:board|puzzle|record)=.*)$/;

const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

// What comes out of a stream; a link that unpacks to more than any board is refused on the way.
async function through(stream, bytes) {
  const parts = [];
  let size = 0;
  for await (const part of new Blob([bytes]).stream().pipeThrough(stream)) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error(DAMAGED);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// What is open, as a link says it: a name where the catalog has one.
export async function subjectOf({ board, record }) {
  const { puzzle, placements } = board;
  const isStart = placements.every((placement, cell) => placement === (puzzle.hintCells.get(cell) ?? -1));
  if (record) return `record=${record.puzzle}`;
  if (isStart && puzzle.catalog) return `puzzle=${puzzle.catalog}`;
  const value = { puzzle: puzzle.catalog || puzzle.document(), placements };
  const text = new TextEncoder().encode(JSON.stringify(value));
  return `board=${toBase64(await through(new CompressionStream("deflate-raw"), text))}`;
}

// The link that holds a board wherever it is opened.
export async function linkTo(opened) {
  return `${location.origin}/#${await subjectOf(opened)}`;
}

// What a text says that is a link of this page, or null: { kind: "board" | "puzzle" | "record", text }.
export function readLink(text) {
  const [, subject] = LINK.exec(text) ?? [];
  if (!subject || text.includes("\n")) return null;
  const at = subject.indexOf("=");
  return { kind: subject.slice(0, at), text: subject.slice(at + 1) };
}

// The puzzle and placements of a compressed board.
export async function unpack(text) {
  try {
    return JSON.parse(
      new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), fromBase64(text))),
    );
  } catch {
    throw new Error(DAMAGED);
  }
}
