// What is seen, as a picture of its own: SVG or PNG.

const NAMES = ["paper", "panel", "ink", "muted", "line", "cell", "rim", "accent", "piece-edge"];

// The colours that style names stand for at the moment, for pictures that leave the page.
function plain(text) {
  const style = getComputedStyle(document.documentElement);
  return NAMES.reduce((result, name) => result.replaceAll(`var(--${name})`, style.getPropertyValue(`--${name}`).trim()), text);
}

// An SVG element of the page as text that needs no style sheet.
function standalone(element) {
  const copy = element.cloneNode(true);
  for (const piece of copy.querySelectorAll(".piece-shape")) piece.setAttribute("stroke", "var(--piece-edge)");
  for (const piece of copy.querySelectorAll(".chosen .piece-shape")) piece.setAttribute("stroke", "var(--ink)");
  for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["font-family", "system-ui, sans-serif"]]) copy.setAttribute(name, value);
  return plain(new XMLSerializer().serializeToString(copy));
}

// The flat drawing, and beside it the assembly in space if there is one: {text, width, height}.
export function picture(flatView, boxView) {
  const [, , width, height] = flatView.box;
  const flat = standalone(flatView.element);
  const nested = (text, x, y, w, h) => text.replace("<svg ", `<svg x="${x}" y="${y}" width="${w}" height="${h}" `);
  const side = boxView ? 620 : 0;
  const all = { width: width + side, height: Math.max(height, side * 0.9) };
  const space = boxView ? `<svg width="${side}" height="${all.height}">${boxView.svg(side, all.height)}</svg>` : "";
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all.width} ${all.height}" width="${all.width}" height="${all.height}">`
    + `<rect width="100%" height="100%" fill="${plain("var(--panel)")}"/>${space}${nested(flat, side, (all.height - height) / 2, width, height)}</svg>`;
  return { text, ...all };
}

export async function pngOf({ text, width, height }) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await new Promise((resolve, reject) => { image.onload = resolve; image.onerror = reject; image.src = url; });
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
}

export function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// A name for a file that every system can write.
export const fileName = (title, suffix) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "puzzle"}${suffix}`;
