// Permanent links: a board, with its puzzle unless the catalog knows it, compressed into the part after `#board=`.

const toBase64 = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function encode(board) {
  const value = { puzzle: board.puzzle.catalog || board.puzzle.document(), placements: board.placements };
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(value)));
  return `#board=${toBase64(bytes)}`;
}

export async function decode(hash) {
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"), fromBase64(hash.slice("#board=".length)));
    if (bytes.length < 1 << 20) return JSON.parse(new TextDecoder().decode(bytes));
  } catch { /* said below */ }
  throw new Error("This link to a board is damaged or incomplete. Copy the whole link again.");
}
