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

// Copy a text; false if the browser does not allow it.
export async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
