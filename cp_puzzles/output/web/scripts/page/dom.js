// Elements of the page.

const SVG = "http://www.w3.org/2000/svg";

/** @type {(id: string) => any} */
export const element = (id) => document.getElementById(id);

export const whenClicked = (id, act) => element(id).addEventListener("click", act);

export function svgElement(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function svgText(x, y, content, size, fill, attributes = {}) {
  return svgElement("text", {
    x, y, "font-size": size, fill, "text-anchor": "middle", "dominant-baseline": "central", "font-weight": 650,
    "pointer-events": "none", ...attributes,
  }, content);
}

export const escaped = (text) => String(text).replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

// An SVG element as text; its children are markup or `escaped`.
export function svgMarkup(name, attributes, ...children) {
  const written = Object.entries(attributes).filter(([, value]) => value !== null)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? Number(value.toFixed(2)) : escaped(value)}"`);
  return `<${name}${written.join("")}>${children.join("")}</${name}>`;
}

/** @type {(name: string, properties?: Record<string, any>, ...children: (Node | string)[]) => any} */
export function make(name, { text, data = {}, on = {}, ...properties } = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") node.setAttribute(key, value);
    else node[key] = value;
  }
  Object.assign(node.dataset, data);
  for (const [event, listener] of Object.entries(on)) node.addEventListener(event, listener);
  if (text !== undefined) node.textContent = text;
  node.append(...children);
  return node;
}

export const button = (text, onClick, properties = {}) =>
  make("button", { type: "button", text, on: { click: onClick }, ...properties });

// Leave the touches of an element to its pointer events: Chromium takes a swift stroke for a scroll, even where none is allowed,
// and drops the next tap.
export const claimTouches = (node) => node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });

// Copy a text; false if the browser does not allow it.
export async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const CONTROLS = "button, input, select, textarea, summary, a[href]";

// Replace the entries of a list. The focus stays on the control that has it: that of the entry with the same `data-entry`, or,
// if that entry is gone, of the one in its place; `fallback` gets it if no entry is left.
export function relist(list, entries, fallback = null) {
  const active = /** @type {any} */ (document.activeElement);
  const place = active === list ? -1 : [...list.children].findIndex((entry) => entry.contains(active));
  const controlsOf = (entry) => (entry.matches(CONTROLS) ? [entry] : [...entry.querySelectorAll(CONTROLS)]);
  const [key, number] = place < 0 ? [] : [list.children[place].dataset.entry, controlsOf(list.children[place]).indexOf(active)];
  const selection = active?.type === "text" ? [active.selectionStart, active.selectionEnd] : null;
  list.replaceChildren(...entries);
  if (place < 0) return;
  const same = entries.find((each) => each.dataset.entry === key);
  const entry = same ?? entries[Math.min(place, entries.length - 1)];
  const controls = entry ? controlsOf(entry) : [];
  const control = (same ? controls[number] : controls.find((each) => each.textContent === active.textContent)) ?? controls[0] ?? fallback;
  control?.focus({ preventScroll: true });
  if (selection && control?.type === "text") control.setSelectionRange(...selection);
}

// Change the buttons of a bar; if the one with the focus is hidden or disabled then, the first that can be used gets it.
export function rebar(bar, change) {
  const active = /** @type {any} */ (document.activeElement);
  const isIn = bar.contains(active);
  change();
  if (isIn && (active.hidden || active.disabled)) bar.querySelector("button:not([hidden], [disabled])")?.focus({ preventScroll: true });
}
