// Elements of the page, made in one call.

const SVG = "http://www.w3.org/2000/svg";

export function svgElement(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function svgText(x, y, content, size, fill, attributes = {}) {
  return svgElement("text", {
    x, y, "font-size": size, fill, "text-anchor": "middle", "dominant-baseline": "central", "font-weight": 650,
    "pointer-events": "none", ...attributes,
  }, content);
}

export function make(name, { text, data = {}, on = {}, ...properties } = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") element.setAttribute(key, value);
    else element[key] = value;
  }
  Object.assign(element.dataset, data);
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

export const button = (text, onClick, properties = {}) =>
  make("button", { type: "button", text, on: { click: onClick }, ...properties });
