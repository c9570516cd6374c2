// A line chart on a canvas: one or several curves over time, with axes that fit the values.

const PAINTS = ["#1d6fd8", "#d8571d", "#148a4f", "#9a3fc4"];

export function drawChart(canvas, curves, { unit = "", steps = true, label = "", axis = "" } = {}) {
  const scale = devicePixelRatio || 1, wide = canvas.clientWidth * scale, tall = canvas.clientHeight * scale;
  canvas.width = wide; canvas.height = tall;
  canvas.setAttribute("role", "img");
  const context = canvas.getContext("2d"), ink = getComputedStyle(canvas).color, points = curves.flatMap((c) => c.points);
  const last = points.length ? points[points.length - 1] : [0, 0];
  canvas.setAttribute("aria-label", `${label}${points.length ? `, latest value ${last[1]} after ${last[0].toFixed(1)} seconds` : ", no value yet"}`);
  context.font = `${11 * scale}px system-ui, sans-serif`;
  context.fillStyle = context.strokeStyle = ink;
  if (!points.length) { context.fillText("nothing yet", 12 * scale, tall / 2); return; }
  const right = Math.max(0.01, ...points.map((p) => p[0])), values = points.map((p) => p[1]);
  const low = Math.min(...values), high = Math.max(...values, low + 1), left = 46 * scale, bottom = tall - 18 * scale;
  const x = (t) => left + (wide - left - 8 * scale) * t / right, y = (v) => bottom - (bottom - 10 * scale) * (v - low) / (high - low);
  context.globalAlpha = 0.75;
  context.fillText(`${short(high)}${unit}`, 2, 14 * scale);
  context.fillText(`${short(low)}${unit}`, 2, bottom);
  context.fillText(axis || `${right.toPrecision(2)} s`, wide - 44 * scale, tall - 4 * scale);
  context.globalAlpha = 0.3;
  context.strokeRect(left, 8 * scale, wide - left - 8 * scale, bottom - 8 * scale);
  context.globalAlpha = 1;
  curves.forEach((curve, index) => {
    context.strokeStyle = curve.paint || PAINTS[index % PAINTS.length];
    context.lineWidth = 2 * scale;
    context.beginPath();
    curve.points.forEach(([t, v], i) => {
      if (i && steps) context.lineTo(x(t), y(curve.points[i - 1][1]));
      context.lineTo(x(t), y(v));
    });
    context.stroke();
  });
}

function short(value) {
  for (const [size, unit] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) if (value >= size) return `${(value / size).toPrecision(3)}${unit}`;
  return Number.isInteger(value) ? String(value) : value.toPrecision(3);
}

export const paint = (index) => PAINTS[index % PAINTS.length];
