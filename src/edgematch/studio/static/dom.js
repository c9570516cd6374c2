// Elements without markup strings: texts are always text, so no name or file content can become a part of the page.

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(
    ...children
      .flat()
      .filter((child) => child !== null && child !== undefined)
      .map(asNode),
  );
  return element;
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}

export function field(text, control) {
  return el("label", { class: "field" }, text, control);
}

export function check(text, isOn, change) {
  const box = el("input", { type: "checkbox", onchange: () => change(box.checked) });
  box.checked = isOn;
  return el("label", { class: "chip" }, box, text);
}

export function group(title, ...children) {
  return el("div", { class: "group" }, el("h3", {}, title), children);
}

export function button(text, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, text);
}

// Values with their names as tiles.
export function figures(holder, pairs) {
  holder.replaceChildren(...pairs.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

export function legend(entries) {
  return el(
    "div",
    { class: "legend" },
    entries.map(([paint, text]) => {
      const key = el("i");
      key.style.setProperty("--key", paint);
      return el("span", {}, key, text);
    }),
  );
}

export function choose(name, values, chosen, change = () => {}) {
  const select = el("select", { "aria-label": name, onchange: () => change(select.value) });
  for (const value of values) {
    if (value.group) {
      select.append(el("optgroup", { label: value.group }, [...choose(name, value.values, chosen).children]));
      continue;
    }
    const [key, text] = Array.isArray(value) ? value : [value, value];
    const option = el("option", { value: key }, text);
    option.selected = key === chosen;
    select.append(option);
  }
  if (chosen !== undefined) select.value = chosen;
  return select;
}

export function say(text) {
  document.getElementById("status").textContent = text;
}

export function complain(text) {
  const message = document.getElementById("message");
  message.replaceChildren(
    el("pre", {}, text),
    el("button", { type: "button", "aria-label": "Close this message", onclick: () => complain("") }, "✕"),
  );
  message.hidden = !text;
  if (text) message.scrollIntoView({ block: "nearest" });
}

// Copies a text; false when the browser does not allow it.
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// Does what may fail; what went wrong is shown above the view.
export async function guarded(work) {
  complain("");
  try {
    await work();
  } catch (error) {
    complain(error.message);
    say(error.message);
  }
}

// A table of rows of cells; `numbers` is the first column of numbers, `best` the index of a marked row.
export function table(head, rows, { id = null, numbers = Infinity, best = -1 } = {}) {
  const kind = (column) => (column >= numbers ? "number" : null);
  const titles = head.map((text, column) => el("th", { scope: "col", class: kind(column) }, text));
  const cells = (row) => row.map((cell, column) => el("td", { class: kind(column) }, cell));
  const body = rows.map((row, at) => el("tr", { class: at === best ? "best" : null }, cells(row)));
  return el("table", { id }, el("thead", {}, el("tr", {}, titles)), el("tbody", {}, body));
}

export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export const number = (value) => Number(value).toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });

// A count as it fits a tile: whole up to a million.
export const count = (value) => (value < 1e6 ? number(value) : rate(value));

export function rate(perSecond) {
  for (const [size, unit] of [
    [1e9, " G"],
    [1e6, " M"],
    [1e3, " k"],
  ]) {
    if (perSecond >= size) return `${(perSecond / size).toPrecision(3)}${unit}`;
  }
  return perSecond.toFixed(0);
}

export function duration(seconds) {
  if (!isFinite(seconds)) return "unknown";
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 5400) return `${(seconds / 60).toFixed(0)} min`;
  if (seconds < 172800) return `${(seconds / 3600).toFixed(1)} h`;
  return `${number(seconds / 86400)} days`;
}
