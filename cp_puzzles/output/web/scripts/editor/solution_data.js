// The data of the solution page for a puzzle of the editor and its solutions; see cp_puzzles/output/web/page_data.py.

import { average, UNIT } from "../page/layout.js";
import { minus, plus } from "../page/solid.js";
import { cellKey, compare, subtract, text, times } from "./lattice.js";
import { moved } from "./symmetric_rule.js";

const BAND = 0.13; // half the width of a bar and of a band between balls
const DISC = 0.45; // of the distance from the middle of a face to its sides
const DISC_POINTS = 16;
const CAMERA = { turn: 0.62, tilt: 0.55 };
const DOT = 0.5; // of the way from the middle of a cell to a corner

const round = (x) => Number(x.toFixed(4));
const isEdges = (lattice) => lattice.edgesOf || lattice.spokes.length > 0;
const center = (lattice, cell) => times(lattice.embedding, cell);

// `status`: of a complete or stopped search, see search_control.js. `group`: elements with options and isometries.
export function solutionData(puzzle, status, cover, group, { colors, shades, description }) {
  const { lattice, cells, tiles, geometry } = puzzle;
  const number = (cell) => geometry.number.get(cellKey(cell));
  const outlines = new Outlines(lattice);
  const heights = [...new Set(cells.map((cell) => lattice.height(cell)))].sort((a, b) => a - b);
  const layer = cells.map((cell) => heights.indexOf(lattice.height(cell)));
  const pieces = [...cover.placements.map(({ tile, cells: covered }) => ({ tile, cells: covered.map((k) => cover.cells[k]).sort(compare) })), ...puzzle.given];
  const described = (cell) => [lattice.classOf(cell), ...center(lattice, cell).map(round)];
  const given = puzzle.given.map((_, k) => cover.placements.length + k);
  const rows = status.solutions.map((options) => [...options, ...given]);
  const images = group.map((element) => imagesOf(puzzle, cover, element));
  return {
    name: puzzle.name, description, solid: !lattice.flat, box: boxOf(lattice, cells), ...(lattice.flat ? {} : { space: spaceOf(lattice, cells), directions: [], ahead: [] }),
    cells: cells.map(described), touching: geometry.neighbors, periods: [], layer,
    names: cells.map((cell) => puzzle.labels.get(cellKey(cell)) ?? lattice.coordinates(cell).map((x, k) => `${lattice.axes[k]} ${x}`).join(", ")),
    labels: Object.fromEntries(cells.flatMap((cell, k) => (puzzle.labels.has(cellKey(cell)) ? [[k, puzzle.labels.get(cellKey(cell))]] : []))),
    colors: {}, layers: lattice.flat ? [""] : heights.map((_, k) => `layer ${k + 1}${k || heights.length < 2 ? "" : " (bottom)"}`),
    board: heights.map((_, k) => pathOf(lattice, cells.filter((__, cell) => layer[cell] === k), [0, 0])),
    letter: isEdges(lattice) ? 0.5 : 0.9, required: cells.map((cell) => (puzzle.fill && !puzzle.optional.has(cellKey(cell)) ? 1 : 0)), rules: [], highlights: { lines: [], points: [] },
    coloring: null, limits: [], left: [], isometries: [], given, shades, bare: false, embedded: true, browsing: true, moves: {},
    tiles: tiles.map(({ name, orientations: forms, minimum, maximum }, k) => ({
      name, color: colors[k], clear: colors[k], minimum, maximum, colors: [],
      orientations: forms.map((form) => form.map(described)), outlines: forms.map((form) => outlines.number(form)), ...viewsOf(lattice, forms),
    })),
    placements: placementTable(lattice, tiles, pieces, outlines, number),
    shapes: lattice.classes.map((each) => shapeOf(lattice, each)), outlines: outlines.list,
    group: { words: images.slice(1).map((_, k) => [0, k]), placements: images.slice(1).map(numbers) },
    solutions: solutionTable(rows, images, pieces, cells.length),
    total: { complete: status.state === "complete" && status.numbers.solutions === rows.length, solutions: status.state === "complete" ? status.numbers.solutions : null },
  };
}

function numbers(values) {
  const bytes = new Uint8Array(Uint32Array.from(values).buffer);
  let letters = "";
  for (let k = 0; k < bytes.length; k += 8192) letters += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return { bytes: 4, base64: btoa(letters) };
}

// The image of every piece, the given ones included, under an element of the group.
function imagesOf({ given }, { placements }, { options, isometry }) {
  const keyOf = (cells) => text(cells.map(cellKey).sort((a, b) => a - b));
  const keys = given.map(({ cells }) => keyOf(cells));
  return [...options.slice(0, placements.length), ...given.map(({ cells }) => placements.length + keys.indexOf(keyOf(cells.map((cell) => moved(isometry, cell)))))];
}

function placementTable(lattice, tiles, pieces, outlines, number) {
  const forms = tiles.map(({ orientations }) => new Map(orientations.map((form, k) => [String(form), k])));
  return {
    tile: numbers(pieces.map(({ tile }) => tile)), orientation: numbers(pieces.map(({ tile, cells }) => forms[tile].get(String(lattice.normalize(cells))))),
    size: tiles.map(({ form }) => form.length), outline: numbers(pieces.map(({ cells }) => outlines.number(cells))),
    cells: numbers(pieces.flatMap(({ cells }) => cells.map(number))),
  };
}

// Rows of equal width, and for each element the rows whose image is no image of an earlier element or row.
function solutionTable(rows, images, pieces, cellCount) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const words = Math.ceil(rows.length / 32);
  const own = new Uint32Array(words * images.length);
  const seen = new Set();
  images.forEach((image, g) => rows.forEach((row, k) => {
    const key = String(row.map((piece) => image[piece]).sort((a, b) => a - b));
    if (!seen.has(key)) own[g * words + (k >>> 5)] |= 1 << (k & 31);
    seen.add(key);
  }));
  return {
    count: rows.length, width, own: numbers(own).base64, rows: numbers(rows.flatMap((row) => [...row.map((piece) => piece + 1), ...new Array(width - row.length).fill(0)])),
    hasEmpty: rows.some((row) => row.reduce((sum, piece) => sum + pieces[piece].cells.length, 0) < cellCount),
  };
}

// The outlines of pieces, each once: for every layer [path from the middle of the first cell, number of the cell with the name].
class Outlines {
  /** @type {any} */ lattice; /** @type {any[]} */ list = []; /** @type {Map<string, number>} */ numbers = new Map();

  constructor(lattice) { this.lattice = lattice; }

  number(cells) {
    const { lattice } = this;
    const key = `${lattice.classOf(cells[0])}:${cells.map((cell) => text(subtract(cell, cells[0])))}`;
    if (!this.numbers.has(key)) {
      const heights = [...new Set(cells.map((cell) => lattice.height(cell)))].sort((a, b) => a - b);
      this.numbers.set(key, this.list.push(heights.map((height) => {
        const part = cells.filter((cell) => lattice.height(cell) === height);
        const middle = average(part.map((cell) => center(lattice, cell)));
        const away = part.map((cell) => Math.hypot(...minus(center(lattice, cell), middle)));
        return [pathOf(lattice, part, center(lattice, cells[0])), cells.indexOf(part[away.indexOf(Math.min(...away))])];
      })) - 1);
    }
    return this.numbers.get(key);
  }
}

// The corners of a cell, or the ends of an edge, about its middle.
function cornersOf(lattice, each, name = "polygon") {
  const shift = minus(lattice.place(each.origin), center(lattice, each.origin).slice(0, 2));
  return each[name].map((corner) => plus(corner, shift));
}

// What some cells of one layer cover, as loops in units about a point.
function pathOf(lattice, cells, [x0, y0]) {
  const at = (cell, corners) => { const [x, y] = center(lattice, cell); return corners.map(([dx, dy]) => [x + dx - x0, y + dy - y0]); };
  const classOf = (cell) => lattice.classes[lattice.classOf(cell)];
  const rings = isEdges(lattice) ? cells.map((cell) => band(at(cell, cornersOf(lattice, classOf(cell), "ends"))))
    : lattice.radius ? [...cells.map((cell) => at(cell, disc(lattice.radius * 0.9))), ...bands(lattice, cells).map(([a, b]) => band([...at(a, [[0, 0]]), ...at(b, [[0, 0]])]))]
      : loops(cells.map((cell) => at(cell, cornersOf(lattice, classOf(cell)))));
  return rings.map((ring) => `M${ring.map((point) => point.map((x) => round(UNIT * x)).join(" ")).join("L")}Z`).join("");
}

const disc = (radius) => Array.from({ length: 24 }, (_, k) => [radius * Math.cos((k * Math.PI) / 12), radius * Math.sin((k * Math.PI) / 12)]);

/** @param {number[][]} ends */
function band([[ax, ay], [bx, by]]) {
  const length = Math.hypot(bx - ax, by - ay);
  const [x, y] = [((ay - by) * BAND) / length, ((bx - ax) * BAND) / length];
  return [[ax - x, ay - y], [bx - x, by - y], [bx + x, by + y], [ax + x, ay + y]]; // clockwise, like discs
}

function bands(lattice, cells) {
  const keys = new Set(cells.map(cellKey));
  return cells.flatMap((cell) => lattice.neighbors(cell).filter((near) => keys.has(cellKey(near)) && cellKey(near) > cellKey(cell)).map((near) => [cell, near]));
}

// The boundary of polygons that share whole sides, as closed loops.
function loops(polygons) {
  const keyOf = (point) => point.map((x) => Math.round(500 * x)).join();
  const sides = new Map();
  for (const ring of polygons) {
    ring.forEach((a, k) => {
      const b = ring[(k + 1) % ring.length];
      if (!sides.delete(`${keyOf(b)} ${keyOf(a)}`)) sides.set(`${keyOf(a)} ${keyOf(b)}`, [a, b]);
    });
  }
  const from = new Map();
  for (const [a, b] of sides.values()) from.set(keyOf(a), [...(from.get(keyOf(a)) ?? []), b]);
  const result = [];
  for (const [a] of sides.values()) {
    const ring = [];
    for (let next = a; from.get(keyOf(next))?.length; next = from.get(keyOf(next)).pop()) ring.push(next);
    if (ring.length) result.push(ring);
  }
  return result;
}

function shapeOf(lattice, each) {
  const polygon = isEdges(lattice) ? band(cornersOf(lattice, each, "ends")) : cornersOf(lattice, each);
  const path = pathOf(lattice, [each.origin], center(lattice, each.origin));
  const flat = { polygon, path, dot: polygon.reduce((best, point) => (point[0] + point[1] < best[0] + best[1] ? point : best)).map((x) => DOT * x) };
  if (lattice.flat) return flat;
  if (lattice.radius) return { ...flat, radius: lattice.radius };
  const middle = center(lattice, each.origin);
  const points = lattice.corners(each.origin).map((corner) => minus(times(lattice.embedding, corner).map((x) => x / lattice.unit), middle));
  return { ...flat, faces: each.facets.map((face) => faceOf(face.map((k) => points[k]))) };
}

const scaled = (vector, factor) => vector.map((x) => x * factor);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (vector) => scaled(vector, 1 / Math.hypot(...vector));

function faceOf(points) {
  const normal = unit(cross(minus(points[1], points[0]), minus(points[2], points[0])));
  const middle = average(points);
  const radius = DISC * Math.min(...points.map((a, k) => Math.hypot(...cross(minus(a, middle), unit(minus(points[(k + 1) % points.length], a))))));
  const across = unit(minus(points[0], middle));
  const beside = cross(normal, across);
  const rim = Array.from({ length: DISC_POINTS }, (_, k) => {
    const angle = (2 * Math.PI * k) / DISC_POINTS;
    return plus(middle, plus(scaled(across, radius * Math.cos(angle)), scaled(beside, radius * Math.sin(angle))));
  });
  return { points, normal, middle, disc: rim };
}

// Left, top, width and height of cells seen from above.
function boxOf(lattice, cells) {
  const points = cells.flatMap((cell) => {
    const [x, y] = center(lattice, cell);
    return cornersOf(lattice, lattice.classes[lattice.classOf(cell)]).map(([dx, dy]) => [x + dx, y + dy]);
  });
  const [left, top, right, bottom] = [0, 1, 2, 3].map((k) => points.reduce((end, point) => (k < 2 ? Math.min : Math.max)(end, point[k % 2]), k < 2 ? Infinity : -Infinity));
  return [left, top, right - left, bottom - top].map(round);
}

// The middle, the diagonal and the lowest height of solid cells.
function spaceOf(lattice, cells) {
  const points = cells.flatMap((cell) => (lattice.radius ? [-1, 1].map((sign) => center(lattice, cell).map((x) => x + sign * lattice.radius))
    : lattice.corners(cell).map((corner) => times(lattice.embedding, corner).map((x) => x / lattice.unit))));
  const [low, high] = [Math.min, Math.max].map((end) => [0, 1, 2].map((axis) => points.reduce((x, point) => end(x, point[axis]), points[0][axis])));
  return { middle: scaled(plus(low, high), 0.5), size: Math.hypot(...minus(high, low)), low: low[2] };
}

function viewsOf(lattice, forms) {
  if (lattice.flat) {
    const boxes = forms.map((form) => boxOf(lattice, form));
    return { views: boxes.map((box) => ({ box })), extent: [2, 3].map((side) => Math.max(...boxes.map((box) => box[side]))), first: 0 };
  }
  const views = forms.map((form) => ({ ...CAMERA, ...spaceOf(lattice, form) }));
  const side = 0.88 * Math.max(...views.map(({ size }) => size));
  return { views, extent: [side, side], first: 0 };
}
