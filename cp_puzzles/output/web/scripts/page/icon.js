// A small picture of a piece in one of its orientations.

import { formOf } from "./data.js";
import { svgElement, svgText } from "./dom.js";
import { UNIT } from "./layout.js";
import { Camera, drawing } from "./scene.js";
import { surface } from "./solid.js";

export function icon(puzzle, tile, orientation, color, pixels) {
  const { colors, outlines, views } = puzzle.tiles[tile];
  const form = formOf(puzzle, tile, orientation);
  const dots = colors[orientation] || [];
  if (puzzle.solid) return solidIcon(puzzle, form, views[orientation], color, pixels, dots);
  const [, x, y] = form[0];
  const { box: [left, top, width, height] } = views[orientation];
  const svg = svgElement("svg", {
    viewBox: [UNIT * (left - x) - 2, UNIT * (top - y) - 2, UNIT * width + 4, UNIT * height + 4].join(" "),
    width: width * pixels + 2, height: height * pixels + 2, "aria-hidden": "true",
  }, svgElement("path", { d: puzzle.outlines[outlines[orientation]][0][0], fill: color, class: "piece-shape" }));
  form.forEach(([, cx, cy], i) => {
    if (!dots[i]) return;
    const [px, py, size] = [UNIT * (cx - x), UNIT * (cy - y), UNIT * puzzle.letter];
    svg.append(svgElement("circle", { cx: px, cy: py, r: 0.3 * size, fill: dots[i].color }), svgText(px, py, dots[i].letter, 0.42 * size, dots[i].text));
  });
  return svg;
}

// A solid piece as its view {middle, size, turn, tilt} shows it.
function solidIcon(puzzle, form, view, color, pixels, dots) {
  const camera = new Camera(view);
  const side = Math.round(pixels * view.size * 1.1);
  camera.frame(side, side);
  const cells = surface(puzzle.shapes, form).map((cell, i) => ({ ...cell, dot: dots[i] }));
  const svg = svgElement("svg", { viewBox: [0.1, 0.1, 0.8, 0.8].map((share) => share * side).join(" "), width: 0.8 * side, height: 0.8 * side, "aria-hidden": "true" });
  svg.innerHTML = drawing([{ cells, color, opacity: 1, offset: [0, 0, 0], id: null }], camera);
  return svg;
}
