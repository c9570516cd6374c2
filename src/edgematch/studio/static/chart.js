// A line chart on a canvas: one or several curves, with axes that fit the values, marks and a title for each axis.

const PAINTS = ["#2f6fe0", "#d8571d", "#148a4f", "#9a3fc4"];
const PAD = 8,
  TITLE = 17;

const drawn = new WeakMap(); // the curves and options of each canvas, to draw them again
const resized = new ResizeObserver((entries) => entries.forEach(({ target }) => redraw(target)));
addEventListener("themechange", () => document.querySelectorAll("canvas.chart").forEach(redraw));

function redraw(canvas) {
  if (drawn.has(canvas)) paintChart(canvas, ...drawn.get(canvas));
}

// `curves`: { points: [[x, y] …], paint, dashed }; `marks`: vertical lines { at, text, paint }; `x`, `y`: the titles of
// the axes; `empty`: what to say without a value.
export function drawChart(canvas, curves, options = {}) {
  if (!drawn.has(canvas)) resized.observe(canvas);
  drawn.set(canvas, [curves, options]);
  paintChart(canvas, curves, options);
}

function paintChart(
  canvas,
  curves,
  {
    steps = true,
    label = "",
    x: titleX = "seconds",
    y: titleY = "",
    marks = [],
    fromZero = false,
    empty = "no value yet",
  },
) {
  const scale = devicePixelRatio || 1,
    wide = canvas.clientWidth,
    tall = canvas.clientHeight,
    points = curves.flatMap((curve) => curve.points);
  canvas.width = wide * scale;
  canvas.height = tall * scale;
  canvas.setAttribute("role", "img");
  const last = points[points.length - 1];
  canvas.setAttribute(
    "aria-label",
    `${label}${!last ? ", no value yet" : titleX === "seconds" ? `, latest value ${last[1]} after ${last[0].toFixed(1)} seconds` : ""}`,
  );
  const context = canvas.getContext("2d"),
    ink = getComputedStyle(canvas).color;
  context.scale(scale, scale);
  context.font = "12px system-ui, sans-serif";
  context.fillStyle = context.strokeStyle = ink;
  if (!last) {
    context.globalAlpha = 0.7;
    context.textAlign = "center";
    context.fillText(empty, wide / 2, tall / 2);
    return;
  }
  const xs = [...points.map((p) => p[0]), ...marks.map((mark) => mark.at)],
    ys = points.map((p) => p[1]);
  const ticksX = ticks(Math.min(0, ...xs), Math.max(...xs), Math.max(2, Math.floor(wide / 90))),
    ticksY = ticks(
      fromZero ? Math.min(0, ...ys) : Math.min(...ys),
      Math.max(...ys),
      Math.max(2, Math.floor(tall / 45)),
    );
  const left = PAD + Math.max(...ticksY.map((v) => context.measureText(short(v)).width)),
    top = titleY || marks.length ? TITLE + 4 : PAD,
    right = wide - PAD - 6,
    bottom = tall - 14 - TITLE;
  const lowX = ticksX[0],
    highX = ticksX.at(-1),
    lowY = ticksY[0],
    highY = ticksY.at(-1);
  const x = (v) => left + 6 + ((right - left - 6) * (v - lowX)) / (highX - lowX),
    y = (v) => bottom - ((bottom - top) * (v - lowY)) / (highY - lowY);
  for (const value of ticksY) {
    context.globalAlpha = 0.16;
    context.fillRect(left + 6, Math.round(y(value)), right - left - 6, 1);
    context.globalAlpha = 0.75;
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillText(short(value), left, y(value));
  }
  context.textBaseline = "top";
  context.textAlign = "center";
  for (const value of ticksX) context.fillText(short(value), Math.min(x(value), right - 8), bottom + 4);
  context.textAlign = "right";
  context.fillText(titleX, right, bottom + TITLE);
  if (titleY) {
    context.textAlign = "left";
    context.fillText(titleY, PAD, 1);
  }
  context.globalAlpha = 1;
  context.lineJoin = "round";
  curves.forEach((curve, index) => {
    context.strokeStyle = context.fillStyle = curve.paint || paint(index);
    context.lineWidth = 2;
    context.setLineDash(curve.dashed ? [5, 4] : []);
    context.beginPath();
    curve.points.forEach(([t, v], i) => {
      if (i && steps) context.lineTo(x(t), y(curve.points[i - 1][1]));
      context.lineTo(x(t), y(v));
    });
    context.stroke();
    if (curve.points.length === 1) {
      context.beginPath();
      context.arc(x(curve.points[0][0]), y(curve.points[0][1]), 3.5, 0, 7);
      context.fill();
    }
  });
  context.setLineDash([]);
  for (const mark of marks) {
    context.strokeStyle = context.fillStyle = mark.paint;
    context.beginPath();
    context.moveTo(x(mark.at), top);
    context.lineTo(x(mark.at), bottom);
    context.stroke();
    context.textAlign = x(mark.at) > wide / 2 ? "right" : "left";
    context.font = "600 12px system-ui, sans-serif";
    context.fillText(mark.text, x(mark.at) + (x(mark.at) > wide / 2 ? -6 : 6), top + 2);
  }
}

// Round numbers that enclose a range, about `count` of them.
function ticks(low, high, count) {
  const span = high - low || Math.max(1, 0.02 * Math.abs(high)),
    rough = span / count,
    size = 10 ** Math.floor(Math.log10(rough));
  const step = size * [1, 2, 5, 10].find((factor) => factor * size >= rough * 0.999),
    first = Math.floor(low / step + 1e-9),
    end = Math.max(first + 1, Math.ceil((low + span) / step - 1e-9));
  return Array.from({ length: end - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function short(value) {
  for (const [size, unit] of [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ])
    if (Math.abs(value) >= size) return `${Number((value / size).toPrecision(3))}${unit}`;
  return String(Number(value.toPrecision(3)));
}

// A curve that keeps its last value until now.
export function upTo(points, now) {
  const last = points.at(-1);
  return last && now > last[0] ? [...points, [now, last[1]]] : points;
}

export const paint = (index) => PAINTS[index % PAINTS.length];
