// Elements without markup strings: texts are always text, so no name or file content can become a part of the page.

export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined).map(asNode));
  return element;
}

function asNode(child) {
  return child instanceof Node ? child : document.createTextNode(String(child));
}

export function labelled(text, control) {
  return el("label", { class: "row" }, control, text);
}

export function field(text, control) {
  return el("label", { class: "field" }, text, control);
}

export function check(text, isOn, change) {
  const box = el("input", { type: "checkbox", onchange: () => change(box.checked) });
  box.checked = isOn;
  return labelled(text, box);
}

export function choose(name, values, chosen, change = () => {}) {
  const select = el("select", { "aria-label": name, onchange: () => change(select.value) });
  for (const value of values) {
    const [key, text] = Array.isArray(value) ? value : [value, value];
    const option = el("option", { value: key }, text);
    option.selected = key === chosen;
    select.append(option);
  }
  return select;
}

export function say(text) {
  document.getElementById("status").textContent = text;
}

export function complain(text) {
  const message = document.getElementById("message");
  message.textContent = text;
  message.hidden = !text;
}

export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export const number = (value) => Number(value).toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : 0 });

export function rate(perSecond) {
  for (const [size, unit] of [[1e9, " G"], [1e6, " M"], [1e3, " k"]]) {
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
