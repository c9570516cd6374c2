// Pictures of colors and pieces, painted once per size, so that a 32x32 board takes a few milliseconds to draw.

export const INK = "#14171d";
const MOST_TILES = 4000;
const MOST_SIZES = 3;
let motifs = [];

export function useMotifs(given) {
  motifs = given;
}

export const hasMotifs = (colors) => motifs.length > colors;

const tiles = new Map();

// One side of a color as a picture of `size` pixels: the north side, turned.
function tile(color, side, size) {
  const key = `${color} ${side} ${size}`;
  let made = tiles.get(key);
  if (!made) {
    if (tiles.size > MOST_TILES) tiles.clear();
    made = new OffscreenCanvas(size, size);
    const context = made.getContext("2d");
    const motif = motifs[color];
    const over = 60 / size; // half a pixel over the diagonals, so that no seam shows between two sides
    context.scale(size / 100, size / 100);
    context.translate(50, 50);
    context.rotate((side * Math.PI) / 2);
    context.translate(-50, -50);
    context.fillStyle = motif.ground;
    context.fill(new Path2D(`M${-2 * over} ${-over}H${100 + 2 * over}L50 ${50 + over}z`));
    for (const layer of motif.layers) {
      context.fillStyle = layer.paint;
      context.fill(new Path2D(layer.path), "evenodd");
    }
    tiles.set(key, made);
  }
  return made;
}

const zigzags = new Map();

// The mark of a break, a red zigzag along the edge, in the middle of a picture of a cell's size.
export function breakPicture(isUpright, size) {
  const key = isUpright ? size : -size;
  if (!zigzags.has(key)) {
    if (zigzags.size > 40) zigzags.clear();
    const made = new OffscreenCanvas(size, size);
    const context = made.getContext("2d");
    context.translate(size / 2, size / 2);
    if (!isUpright) context.rotate(Math.PI / 2);
    context.lineJoin = context.lineCap = "round";
    for (const [paint, wide] of [
      [INK, 0.2],
      ["#ffffff", 0.15],
      ["#e3002b", 0.08],
    ]) {
      context.strokeStyle = paint;
      context.lineWidth = wide * size;
      context.beginPath();
      for (let i = 0; i <= 6; i++) {
        const away = i === 0 || i === 6 ? 0 : (i % 2 ? -0.08 : 0.08) * size;
        context.lineTo(away, (i / 6 - 0.5) * 0.76 * size);
      }
      context.stroke();
    }
    zigzags.set(key, made);
  }
  return zigzags.get(key);
}

const whole = new WeakMap();

// A placement of a puzzle as one picture. The sizes used last are kept: a board and its thumbnails take turns.
export function piecePicture(puzzle, placement, size) {
  if (!whole.has(puzzle)) whole.set(puzzle, new Map());
  const sizes = whole.get(puzzle);
  if (!sizes.has(size)) {
    if (sizes.size >= MOST_SIZES) sizes.delete(sizes.keys().next().value);
    sizes.set(size, []);
  }
  const pictures = sizes.get(size);
  if (!pictures[placement]) {
    const made = new OffscreenCanvas(size, size);
    drawPiece(made.getContext("2d"), puzzle.sides(placement), 0, 0, size);
    pictures[placement] = made;
  }
  return pictures[placement];
}

export function drawPiece(context, sides, x, y, size) {
  const pixels = Math.max(8, Math.round(size));
  for (let side = 0; side < 4; side++) context.drawImage(tile(sides[side], side, pixels), x, y, size, size);
  context.strokeStyle = INK;
  context.lineWidth = Math.max(0.5, size / 60);
  context.strokeRect(x, y, size, size);
}

export function pieceCanvas(puzzle, placement, size = 48) {
  return squareCanvas(puzzle.sides(placement), size);
}

// A square with these four colors as a picture of its own.
export function squareCanvas(sides, size) {
  const canvas = document.createElement("canvas");
  const scale = devicePixelRatio || 1;
  canvas.width = canvas.height = size * scale;
  drawPiece(canvas.getContext("2d"), sides, 0, 0, size * scale);
  return canvas;
}

export const motifCanvas = (color, size) => squareCanvas([color, color, color, color], size);
