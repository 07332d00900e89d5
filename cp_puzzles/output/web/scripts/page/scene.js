// Solids in perspective as SVG, drawn from back to front: what is visible of a piece, and small pictures of pieces.

import { shadeOf } from "./colors.js";
import { formOf, marksOf } from "./data.js";
import { escaped, svgElement, svgMarkup, svgText } from "./dom.js";
import { UNIT } from "./layout.js";
import { add, average, cross, dot, scaled, sidesOf, span, subtract, unit } from "./numbers.js";

const PLACES = 1000;
const DISC = 0.45; // the radius of a disc on a face, in distances from the middle to the sides
const DISC_POINTS = 16;
const keyOf = (point) => point.map((x) => Math.round(x * PLACES)).join();

const faceKey = ({ points }) => points.map(keyOf).sort().join(";");
const edgeKey = (side) => side.map(keyOf).sort().join(";");

// The surface of some cells together: [{middle, radius, faces: [{points, normal, middle, side, edges: [[a, b]]}]}], without faces
// between two of the cells and without edges between two faces of one plane.
export function surface(shapes, cells) {
  const all = cells.map(([shape, ...middle]) => (shapes[shape].faces || []).map((corners, side) => {
    const points = corners.map((corner) => add(corner, middle));
    const [a, b, c] = points;
    return { points, normal: unit(cross(subtract(b, a), subtract(c, a))), middle: average(points), side };
  }));
  const count = new Map();
  for (const face of all.flat()) count.set(faceKey(face), (count.get(faceKey(face)) || 0) + 1);
  const open = all.map((faces) => faces.filter((face) => count.get(faceKey(face)) === 1));
  const meeting = new Map();
  for (const face of open.flat()) {
    for (const side of sidesOf(face.points)) meeting.set(edgeKey(side), [...(meeting.get(edgeKey(side)) || []), face.normal]);
  }
  const isFlat = (normals) => normals.length === 2 && dot(normals[0], normals[1]) > 0.999;
  return cells.map(([shape, ...middle], i) => ({
    middle,
    radius: shapes[shape].radius,
    faces: open[i].map((face) => ({ ...face, edges: sidesOf(face.points).filter((side) => !isFlat(meeting.get(edgeKey(side)))) })),
  }));
}

// The points about a disc on a face.
function discOf({ points, normal, middle }) {
  const radius = DISC * Math.min(...sidesOf(points).map(([a, b]) => Math.hypot(...cross(subtract(a, middle), unit(subtract(b, a))))));
  const across = unit(subtract(points[0], middle));
  const beside = cross(normal, across);
  return Array.from({ length: DISC_POINTS }, (_, k) => {
    const angle = (2 * Math.PI * k) / DISC_POINTS;
    return add(middle, add(scaled(across, radius * Math.cos(angle)), scaled(beside, radius * Math.sin(angle))));
  });
}

const LIGHT = [-0.1, 0.06, 0.24]; // from above, the left and the front
const SHINE = [["0", "#fff", 0.5], [".55", "#fff", 0], [".56", "#000", 0], ["1", "#000", 0.34]]; // of a ball, from its light to its rim
const SHADOW = [["0", "#000", 0.3], [".6", "#000", 0.14], ["1", "#000", 0]];
let drawings = 0; // every drawing has gradients of its own: those of a hidden one would draw nothing

export class Camera {
  target; size; turn; tilt; zoom; right; back; up; distance; eye; middle; focus;

  constructor({ middle, size, turn = 0.62, tilt = 0.55 }) {
    Object.assign(this, { target: middle, size, turn, tilt, zoom: 1 });
  }

  reset() { Object.assign(this, new Camera({ middle: this.target, size: this.size })); }

  // Rotate by angles, in radians, about the upright axis and up or down.
  rotate(right, up) {
    this.turn += right;
    this.tilt = Math.max(-1.5, Math.min(1.5, this.tilt + up));
  }

  // Prepare for a sheet of a width and a height in pixels.
  frame(width, height) {
    const [s, c] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [st, ct] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    this.right = [c, -s, 0];
    this.back = [s * ct, c * ct, st]; // from the target to the eye
    this.up = [-s * st, -c * st, ct];
    this.distance = 3.4 * this.size;
    this.eye = this.target.map((x, i) => x + this.distance * this.back[i]);
    this.middle = [width / 2, height / 2];
    this.focus = (this.zoom * 0.86 * Math.min(width, height) * this.distance) / this.size;
  }

  // [x, y] on the sheet, pixels of a length of 1 there.
  project(point) {
    const from = subtract(point, this.target);
    const scale = this.focus / Math.max(0.1 * this.size, this.distance - dot(from, this.back));
    return [this.middle[0] + scale * dot(from, this.right), this.middle[1] - scale * dot(from, this.up), scale];
  }
}

// The content of an SVG of bodies, [{cells: surface(...), color, opacity, offset, id, inside}], `id` being that of a
// placement. Of a body that is `inside` only the far faces are drawn. The `dot` of a cell, {letter, color, text}, is drawn
// on each of its faces that has no color of its own in the `sides` of the cell. `shadow` {middle, radius} is that on the table.
export function drawing(bodies, camera, shadow = null) {
  drawings += 1;
  const cells = bodies.flatMap((body) => body.cells.map((cell) => {
    const middle = add(cell.middle, body.offset);
    return { body, cell, middle, far: Math.hypot(...subtract(camera.eye, middle)) + (body.inside ? 1e6 : 0) };
  }));
  cells.sort((a, b) => b.far - a.far);
  const shapes = cells.map(({ body, cell, middle }) => svgMarkup("g", {
    "data-placement": body.id, "fill-opacity": body.opacity, "stroke-opacity": body.opacity,
  }, ...(cell.radius ? ball(camera.project(middle), cell, body) : cell.faces.flatMap((face) => faceShapes(face, cell, body, camera)))));
  return [gradient("shine", SHINE, 0.33, 0.28, 0.8), gradient("shadow", SHADOW, 0.5, 0.5, 0.5), ...shadowShape(shadow, camera), ...shapes].join("");
}

function gradient(name, stops, cx, cy, r) {
  const parts = stops.map(([offset, color, opacity]) => svgMarkup("stop", { offset, "stop-color": color, "stop-opacity": opacity }));
  return svgMarkup("radialGradient", { id: name + drawings, cx, cy, r }, ...parts);
}

function shadowShape(shadow, camera) {
  if (!shadow || camera.tilt < 0.02) return [];
  const [cx, cy, scale] = camera.project(shadow.middle);
  const rx = scale * shadow.radius;
  return [svgMarkup("ellipse", { cx, cy, rx, ry: rx * Math.max(0.05, Math.sin(camera.tilt)), fill: `url(#shadow${drawings})` })];
}

function ball([cx, cy, scale], cell, { color, inside }) {
  const r = scale * cell.radius;
  if (inside) return [svgMarkup("circle", { cx, cy, r, fill: "none", stroke: color })];
  const shapes = [color, `url(#shine${drawings})`].map((fill) => svgMarkup("circle", { cx, cy, r, fill }));
  if (!cell.dot) return shapes;
  return [...shapes, svgMarkup("circle", { cx, cy, r: 0.42 * r, fill: cell.dot.color }), letter(cx, cy, cell.dot, 0.59 * r)];
}

function faceShapes(face, cell, body, camera) {
  const { color, offset, opacity, inside } = body;
  const away = subtract(camera.eye, add(face.middle, offset));
  if (dot(face.normal, away) > 0 === Boolean(inside)) return [];
  const flat = (point) => camera.project(add(point, offset));
  const points = face.points.map(flat);
  const fill = shadeOf(color, 0.8 + dot(inside ? face.normal.map((x) => -x) : face.normal, LIGHT));
  // Lines of their own color: no background shines through between faces.
  const shapes = [svgMarkup("path", { d: `${pathOf(points)}Z`, fill, stroke: opacity === 1 ? fill : "none", "stroke-width": 1.3 })];
  const mark = cell.sides?.[face.side] ?? cell.dot;
  if (mark) {
    const disc = (face.disc ??= discOf(face)).map(flat);
    const [x, y, scale] = flat(face.middle);
    const [low, high] = span(disc);
    const wide = Math.min(...subtract(high, low).slice(0, 2));
    shapes.push(svgMarkup("path", { d: `${pathOf(disc)}Z`, fill: mark.color }));
    if (wide > 0.2 * scale) shapes.push(letter(x, y, mark, 0.75 * wide));
  }
  const d = face.edges.map(([a, b]) => pathOf([flat(a), flat(b)])).join("");
  const width = (0.035 * points[0][2]).toFixed(2);
  return d ? [...shapes, svgMarkup("path", { d, stroke: shadeOf(color, 0.62), "stroke-width": width, "stroke-linecap": "round" })] : shapes;
}

const pathOf = (points) => `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

const letter = (x, y, mark, size) => svgMarkup("text", {
  x, y, "font-size": size, fill: mark.text, "text-anchor": "middle", "dominant-baseline": "central", "font-family": "system-ui, sans-serif",
}, escaped(mark.letter));

// The colors of the sides of a cell, about its center.
export function sideElements({ sides: { colors, drawn } }, shape, sides) {
  return [...sides].flatMap((name, side) => {
    if (!(name in colors)) return [];
    const { path: d, at } = drawn[shape][side];
    const { color, text } = colors[name];
    const drawnPath = svgElement("path", { d, fill: color, stroke: "var(--ink)", "stroke-width": 0.6 });
    return at ? [drawnPath, svgText(UNIT * at[0], UNIT * at[1], name, UNIT * at[2], text)] : [drawnPath];
  });
}

export function icon(puzzle, tile, orientation, color, pixels) {
  const { colors, outlines, sides, views } = puzzle.tiles[tile];
  const form = formOf(puzzle, tile, orientation);
  const dots = colors[orientation] || [];
  if (puzzle.solid) return solidIcon(puzzle, form, views[orientation], color, pixels, dots, sides[orientation] ?? []);
  const [, x, y] = form[0];
  const { box: [left, top, width, height] } = views[orientation];
  const svg = svgElement("svg", {
    viewBox: [UNIT * (left - x) - 2, UNIT * (top - y) - 2, UNIT * width + 4, UNIT * height + 4].join(" "),
    width: width * pixels + 2, height: height * pixels + 2, "aria-hidden": "true",
  }, svgElement("path", { d: puzzle.outlines[outlines[orientation]][0][0], fill: color, class: "piece-shape" }));
  form.forEach(([shape, cx, cy], i) => {
    const at = `translate(${UNIT * (cx - x)} ${UNIT * (cy - y)})`;
    if (sides[orientation]?.[i]) svg.append(svgElement("g", { transform: at }, ...sideElements(puzzle, shape, sides[orientation][i])));
    if (!dots[i]) return;
    const [px, py, size] = [UNIT * (cx - x), UNIT * (cy - y), UNIT * puzzle.letter];
    svg.append(svgElement("circle", { cx: px, cy: py, r: 0.3 * size, fill: dots[i].color }), svgText(px, py, dots[i].letter, 0.42 * size, dots[i].text));
  });
  return svg;
}

// A solid piece as its view {middle, size, turn, tilt} shows it.
function solidIcon(puzzle, form, view, color, pixels, dots, sides) {
  const camera = new Camera(view);
  const side = Math.round(pixels * view.size * 1.1);
  camera.frame(side, side);
  const cells = surface(puzzle.shapes, form).map((cell, i) => ({ ...cell, dot: dots[i], sides: marksOf(puzzle, sides[i]) }));
  const svg = svgElement("svg", { viewBox: [0.1, 0.1, 0.8, 0.8].map((share) => share * side).join(" "), width: 0.8 * side, height: 0.8 * side, "aria-hidden": "true" });
  svg.innerHTML = drawing([{ cells, color, opacity: 1, offset: [0, 0, 0], id: null }], camera);
  return svg;
}
