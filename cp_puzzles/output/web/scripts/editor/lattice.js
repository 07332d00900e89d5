// Lattices as values: isometries, neighbors, normal positions and orders of cells, from data that Python writes.
// A cell is an array of integers, as in cp_puzzles/puzzle/geometry/lattice.py, which describes the terms.

import { add, average, cross, distance, dot, scaled, span, subtract } from "../page/numbers.js";
import { movedShown } from "./shown.js";

export { add, subtract };

const SPAN = 65536; // coordinates from -SPAN / 2 to below SPAN / 2 have distinct keys

/** @typedef {number[]} Cell */

/** @type {(a: Cell, b: Cell) => number} */
export function compare(a, b) {
  for (let k = 0; k < a.length && k < b.length; k += 1) if (a[k] !== b[k]) return a[k] - b[k];
  return a.length - b.length;
}

export const times = (matrix, cell) => matrix.map((row) => {
  let total = 0;
  for (let k = 0; k < row.length; k += 1) total += row[k] * cell[k];
  return total;
});
/** The image of a cell. @type {(isometry: {matrix: number[][], translation: Cell}, cell: Cell) => Cell} */
export const moved = ({ matrix, translation }, cell) => add(times(matrix, cell), translation);
export const text = (cell) => cell.join(",");

function keyOf(cell, shift) {
  let key = 0;
  for (const x of cell) key = key * SPAN + x + shift;
  return key;
}

/** The key of a step is linear: the key of a cell plus that of a step is the key of their sum. @type {(cell: Cell) => number} */
export const stepKey = (cell) => keyOf(cell, 0);
export const cellKey = (cell) => keyOf(cell, SPAN / 2);
export const isNear = (cell) => cell.every((x) => Math.abs(x) < SPAN / 2);

export class Lattice {
  /** @type {string} */ name; /** @type {string} */ noun; /** @type {string} */ rule; /** @type {string[]} */ axes;
  /** @type {number[][]} */ basis; /** @type {{matrix: number[][], translation: Cell}[]} */ group; /** @type {number} */ rotations; /** @type {number} */ flip;
  /** @type {{origin: Cell, steps: Cell[], polygon: number[][], ends?: number[][],
   * corners: Cell[], letter: number, shape: any, sides: [Cell, number[], number | null][]}[]} */ classes; /** @type {number} */ unit; /** @type {number[][]} */ directions;
  /** @type {number[][]} */ embedding; /** @type {number[][]} */ plane; /** @type {boolean} */ is_flat;
  /** @type {boolean} */ is_numbered; /** @type {number} */ radius; /** @type {string} */ layer_of; /** @type {number[][]} */ lift;
  /** @type {string} */ edges_of; /** @type {boolean} */ edges; /** @type {number[]} */ level; /** @type {number[][]} */ fill_directions; /** @type {Cell[]} */ spokes; text;

  constructor(data) {
    Object.assign(this, data);
    this.dimension = data.basis.length;
    this.group = data.matrices.map((matrix, k) => ({ matrix, translation: data.offsets[k] || matrix.map(() => 0) }));
    this.pivots = data.basis.map((row) => row.findIndex((x) => x !== 0));
    // every integer point is a cell, and all are of one class
    this.isWhole = data.basis.every((row, i) => row.every((x, j) => x === Number(i === j)));
    this.middles = data.classes.map(({ polygon }) => average(polygon));
    this.edges = data.spokes.length > 0 || Boolean(data.edges_of);
    // the place in the drawing of a layer, above which the others lie, and the height
    this.plane = data.embedding.slice(0, 2);
    this.level = (data.embedding[2] ?? data.basis.map(() => 0)).map(Math.sign);
    this.numberOf = new Map(data.classes.map((each, number) => [stepKey(this.remainder(each.origin)), number]));
  }

  // The coordinates along the basis of the translation in a point, and the remainder of the point.
  divided(point) {
    if (this.isWhole) return [point, point.map(() => 0)];
    const rest = [...point];
    const coordinates = this.basis.map((row, k) => {
      const axis = this.pivots[k];
      const factor = Math.floor(rest[axis] / row[axis]);
      if (factor) for (let i = axis; i < rest.length; i += 1) rest[i] -= factor * row[i];
      return factor;
    });
    return [coordinates, rest];
  }

  remainder(point) { return this.divided(point)[1]; }

  isTranslation(vector) { return this.remainder(vector).every((x) => x === 0); }

  combined(coordinates) {
    return this.basis[0].map((_, axis) => this.basis.reduce((total, row, k) => total + coordinates[k] * row[axis], 0));
  }

  // The number of the class of a cell, undefined for a point that is no cell.
  classOf(cell) { return this.isWhole ? 0 : this.numberOf.get(stepKey(this.remainder(cell))); }

  // The cell with the coordinates of a puzzle file, null if there is none.
  cellAt(coordinates) {
    if (!this.is_numbered) return this.classOf(coordinates) === undefined ? null : coordinates;
    const number = coordinates[coordinates.length - 1];
    if (!(number >= 0 && number < this.classes.length)) return null;
    return add(this.classes[number].origin, this.combined(coordinates.slice(0, -1)));
  }

  coordinates(cell) {
    if (!this.is_numbered) return cell;
    const number = this.classOf(cell);
    return [...this.divided(subtract(cell, this.classes[number].origin))[0], number];
  }

  lifted(cell) { return cell.length === this.dimension ? cell : times(this.lift, cell); }

  // The exact corners of a cell: cells that share a corner have equal ones.
  corners(cell) { return this.classes[this.classOf(cell)].corners.map((corner) => corner.map((x, k) => x + this.unit * cell[k])); }

  neighbors(cell) { return this.classes[this.classOf(cell)].steps.map((step) => add(cell, step)); }

  // The isometries {matrix, translation}, one modulo translations, that are allowed for a tile.
  isometries(rotate, reflect) {
    const allowed = reflect ? this.group : this.group.slice(0, this.rotations);
    if (rotate) return rotate === "upright" && !this.is_flat ? allowed.filter((each) => this.isUpright(each)) : allowed;
    return reflect ? [this.group[0], this.group[this.flip]] : [this.group[0]];
  }

  // Whether an isometry keeps the vertical direction.
  isUpright({ matrix }) {
    return matrix.every((_, k) => Math.abs(matrix.reduce((height, row, i) => height + this.embedding[2][i] * row[k], 0) - this.embedding[2][k]) < 1e-5);
  }

  // The translation that brings some cells into normal position.
  shift(cells) {
    const [corner] = span(cells);
    return subtract(this.remainder(corner), corner);
  }

  normalize(cells) {
    const shift = this.shift(cells);
    return cells.map((cell) => add(cell, shift)).sort(compare);
  }

  // The isometries {matrix, translation, isRotation} that map a set of cells to itself.
  boardIsometries(cells) {
    const sorted = [...cells].sort(compare);
    const keys = new Set(sorted.map(cellKey));
    const found = [];
    this.group.forEach((isometry, number) => {
      const images = sorted.map((cell) => moved(isometry, cell));
      const first = images.reduce((least, cell) => (compare(cell, least) < 0 ? cell : least));
      const shift = subtract(sorted[0], first);
      if (this.isTranslation(shift) && images.every((cell) => keys.has(cellKey(add(cell, shift))))) {
        found.push({ matrix: isometry.matrix, translation: add(isometry.translation, shift), isRotation: number < this.rotations });
      }
    });
    return found;
  }

  components(cells) {
    const left = new Map(cells.map((cell) => [cellKey(cell), cell]));
    return this.parts([...cells].sort(compare), left).map((part) => part.sort(compare));
  }

  // The connected parts of the cells in a map that have one of some cells; they are taken from the map.
  parts(starts, left) {
    return starts.flatMap((start) => {
      if (!left.delete(cellKey(start))) return [];
      const part = [start];
      for (const cell of part) for (const near of this.neighbors(cell)) if (left.delete(cellKey(near))) part.push(near);
      return [part];
    });
  }

  // The cells with the smallest cross-section first: the longest direction varies slowest.
  fillOrder(cells) {
    const directions = this.fill_directions;
    const heights = cells.map((cell) => times(directions, cell));
    const [low, high] = span(heights);
    const extents = subtract(high, low);
    const chosen = [];
    const across = []; // the part of each chosen direction that is perpendicular to those before it
    for (const d of [...directions.keys()].sort((a, b) => extents[b] - extents[a] || a - b)) {
      const rest = across.reduce((vector, each) => subtract(vector, scaled(each, dot(vector, each) / dot(each, each))), directions[d]);
      if (Math.hypot(...rest) < 1e-9) continue;
      chosen.push(d);
      across.push(rest);
    }
    const order = cells.map((_, i) => i).sort((i, j) => compare(chosen.map((d) => heights[i][d]), chosen.map((d) => heights[j][d])));
    return order.map((i) => cells[i]);
  }

  // The pairs (vertex, direction) that a piece made of edges passes through, as texts, sorted by vertex and direction.
  crossings(cells) {
    const used = new Map();
    for (const cell of cells) {
      this.spokes.forEach((spoke, direction) => {
        const vertex = subtract(cell, spoke);
        if (!this.isTranslation(vertex)) return;
        if (!used.has(text(vertex))) used.set(text(vertex), { vertex, directions: [] });
        used.get(text(vertex)).directions.push(direction);
      });
    }
    const turn = this.spokes.length;
    const found = new Map();
    for (const { vertex, directions } of used.values()) {
      directions.sort((a, b) => a - b);
      directions.forEach((here, k) => {
        const there = k + 1 < directions.length ? directions[k + 1] : directions[0] + turn;
        if (there - here < 2 || there - here > Math.floor(turn / 2)) return;
        for (let d = here; d <= there; d += 1) found.set(text([...vertex, d % turn]), [...vertex, d % turn]);
      });
    }
    return [...found.values()].sort(compare);
  }

  // The layer of a cell, 0 on a flat lattice, and its place in the drawing of the layer.
  height(cell) { return dot(cell, this.level); }

  place(cell) { return times(this.plane, cell); }

  /** The polygon of a cell in the drawing of its layer, or the ends of an edge. @param {Cell} cell @param {"polygon" | "ends"} name */
  ring(cell, name = "polygon") {
    const place = this.place(cell);
    return this.classes[this.classOf(cell)][name].map((corner) => add(corner, place));
  }

  // The middle of the polygon.
  middle(cell) { return add(this.place(cell), this.middles[this.classOf(cell)]); }
}

// The distinct images of cells with what they show, "" for nothing, as [cell, shown] pairs in normal position, sorted by their
// first cell, what it shows, their second cell, and so on.
export function orientations(lattice, colored, rotate, reflect) {
  const turnsOver = rotate === true && !reflect && lattice.radius && isAchiral(colored.map(([cell]) => times(lattice.embedding, cell)));
  const images = lattice.isometries(rotate, reflect || turnsOver).map((isometry) => coloredImage(lattice, colored, isometry));
  return distinct(images, String).sort((a, b) => a.reduce((order, [cell, letter], k) => (
    order || compare(cell, b[k][0]) || (letter < b[k][1] ? -1 : Number(letter > b[k][1]))), 0));
}

export const cellsOf = (look) => look.map(([cell]) => cell);

export const coloredImage = (lattice, colored, isometry) => normalizeColored(lattice, colored.map(([cell, shown]) => [moved(isometry, cell), movedShown(lattice, isometry, cell, shown)]));

export function normalizeColored(lattice, colored) {
  const shift = lattice.shift(cellsOf(colored));
  return colored.map(([cell, letter]) => [add(cell, shift), letter]).sort((a, b) => compare(a[0], b[0]));
}

export const distinct = (values, key) => [...new Map(values.map((value) => [key(value), value])).values()];

/** The order of lists of cells. @type {(a: Cell[], b: Cell[]) => number} */
export const compareForms = (a, b) => compare(a.flat(), b.flat());

// Whether points in space are in a plane, or whether a permutation keeps all distances and mirrors four of them, and so all.
function isAchiral(points) {
  const frame = frameOf(points);
  if (frame === null) return true;
  const order = [...new Set([...frame, ...points.keys()])];
  const extend = (image) => image.length === order.length || points.some((point, next) => {
    const isSame = (k) => Math.abs(distance(points[image[k]], point) - distance(points[order[k]], points[order[image.length]])) < 1e-5;
    if (image.includes(next) || !image.every((_, k) => isSame(k))) return false;
    const isMirrored = image.length !== 3 || volume(points, [...image, next]) * volume(points, frame) < 0;
    return isMirrored && extend([...image, next]);
  });
  return extend([]);
}

// The first four points that are not in a plane, null if there are none.
function frameOf(points, four = []) {
  if (four.length === 4) return Math.abs(volume(points, four)) > 1e-6 ? four : null;
  for (let next = (four.at(-1) ?? -1) + 1; next < points.length; next += 1) {
    const frame = frameOf(points, [...four, next]);
    if (frame) return frame;
  }
  return null;
}

/** @param {number[]} four */
function volume(points, four) {
  const [a, b, c, d] = four;
  const [u, v, w] = [b, c, d].map((k) => subtract(points[k], points[a]));
  return dot(u, cross(v, w));
}
