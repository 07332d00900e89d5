// A small picture of a piece in one of its orientations.

import { bounds, polygonOf } from "./layout.js";
import { areaOf, isOfEdges, jointPath, neckPath, outlinePath } from "./outline.js";
import { Camera, SvgPen, paint } from "./scene.js";
import { surface } from "./solid.js";
import { svgElement, svgText } from "./svg.js";
import { formOf } from "./data.js";

// The outline of a form seen from above, its middle at 0, 0.
function formPath(puzzle, tile, orientation, scale) {
  const form = formOf(puzzle, tile, orientation);
  const polygons = form.map((cell) => polygonOf(puzzle.shapes, cell));
  const [, cx, cy] = form.map((cell) => cell.slice(0, 3)).reduce((sum, cell) => sum.map((x, i) => x + cell[i] / form.length), [0, 0, 0]);
  const place = { scale, x: -cx * scale, y: -cy * scale };
  const { radius } = puzzle.shapes[form[0][0]];
  const necks = !radius ? [] : form.flatMap((a, i) => form.slice(i + 1)
    .filter((b) => Math.hypot(...a.slice(1).map((x, k) => x - b[k + 1])) < 2.02 * radius)
    .map((b) => neckPath(a.slice(1), b.slice(1), 0.45 * radius, place)));
  if (isOfEdges(puzzle)) necks.push(jointPath(polygons, form.map((cell) => cell.slice(1)), place));
  const box = bounds(polygons.flat());
  const middles = form.map(([, x, y]) => [(x - cx) * scale, (y - cy) * scale]);
  return { path: outlinePath(polygons, place) + necks.join(""), middles, left: (box.left - cx) * scale, top: (box.top - cy) * scale, width: box.width * scale, height: box.height * scale };
}

export function icon(puzzle, tile, orientation, color, pixels) {
  const dots = puzzle.tiles[tile].colours[orientation] || [];
  if (puzzle.solid) return solidIcon(puzzle, formOf(puzzle, tile, orientation), color, pixels, dots);
  const letters = pixels * Math.min(1, Math.sqrt(areaOf(polygonOf(puzzle.shapes, formOf(puzzle, tile, orientation)[0]))));
  const { path, middles, left, top, width, height } = formPath(puzzle, tile, orientation, pixels);
  return svgElement("svg", {
    viewBox: `${left - 1} ${top - 1} ${width + 2} ${height + 2}`, width: width + 2, height: height + 2, "aria-hidden": "true",
  }, svgElement("path", { d: path, fill: color, class: "piece-shape" }), ...dots.flatMap((dot, i) => (dot ? [
    svgElement("circle", { cx: middles[i][0], cy: middles[i][1], r: 0.3 * letters, fill: dot.color }),
    svgText(...middles[i], dot.letter, 0.42 * letters, dot.text),
  ] : [])));
}

function solidIcon(puzzle, form, color, pixels, dots) {
  const middles = form.map((cell) => cell.slice(1));
  const [low, high] = [Math.min, Math.max].map((extreme) => [0, 1, 2].map((axis) => extreme(...middles.map((m) => m[axis]))));
  const size = Math.hypot(...high.map((x, i) => x - low[i] + 1));
  const camera = new Camera(low.map((x, i) => (x + high[i]) / 2), size);
  const side = Math.round(pixels * size * 1.1);
  camera.frame(side, side);
  const pen = new SvgPen();
  const cells = surface(puzzle.shapes, form).map((cell, i) => ({ ...cell, dot: dots[i] }));
  paint([{ cells, color, opacity: 1, offset: [0, 0, 0], id: null }], camera, pen);
  const svg = svgElement("svg", { viewBox: `0 0 ${side} ${side}`, width: side, height: side, "aria-hidden": "true" });
  svg.innerHTML = pen.content();
  return svg;
}
