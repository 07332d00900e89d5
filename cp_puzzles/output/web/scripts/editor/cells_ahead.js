// The directions in which pieces leave a solid board, and the cells that block each cell; see
// cp_puzzles/output/draw/assembly_order.py.

import { minus } from "../page/solid.js";
import { center } from "./outlines.js";
import { dot, times } from "./lattice.js";

/** @typedef {import("./lattice.js").Lattice} Lattice */
/** @typedef {import("./lattice.js").Cell} Cell */

const AXES = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
const NEAR = 1e-6;
export const MAX_CELLS_APART = 3000; // of a board whose pieces are taken apart

/** @type {(a: number[], b: number[]) => number[]} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(vector: number[], factor: number) => number[]} */
export const scaled = (vector, factor) => vector.map((x) => x * factor);
/** @type {(vector: number[]) => number[]} */
export const unit = (vector) => scaled(vector, 1 / Math.hypot(...vector));

/** The corners of a cell in drawings. @param {Lattice} lattice @param {Cell} cell @returns {number[][]} */
export const points = (lattice, cell) => (lattice.radius ? [] : lattice.corners(cell).map((corner) => times(lattice.embedding, corner).map((x) => x / lattice.unit)));

/** The axes, the normals of faces and the lines between touching balls, upwards first. @param {Lattice} lattice @returns {number[][]} */
export function directions(lattice) {
  const found = new Map(AXES.map((axis) => [keyOf(axis), axis]));
  for (const { origin, steps, facets } of lattice.classes) {
    const at = points(lattice, origin);
    const normals = lattice.radius ? steps.map((step) => center(lattice, step)) : (facets ?? []).map(([a, b, c]) => cross(minus(at[b], at[a]), minus(at[c], at[a])));
    for (const normal of normals.map(unit)) {
      for (const each of [normal, scaled(normal, -1)]) {
        const first = found.get(keyOf(each)) ?? each;
        found.delete(keyOf(each)); // the order is that of the last ones, as in Python
        found.set(keyOf(each), first);
      }
    }
  }
  const rank = (/** @type {number} */ x) => -Math.round(8 * x);
  return [...found.values()].sort((a, b) => rank(a[2]) - rank(b[2]) || rank(a[1]) - rank(b[1]));
}

/** @param {number[]} vector */
const keyOf = (vector) => vector.map((x) => Math.round(x * 1e6) + 0).join();

/** Two rows across a direction. @param {number[]} direction */
function plane(direction) {
  const across = unit(cross(direction, Math.abs(direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  return [across, cross(direction, across)];
}

/** For each direction and each cell the numbers of the cells that block it. @param {Lattice} lattice @param {Cell[]} cells @returns {number[][][]} */
export function cellsAhead(lattice, cells) {
  const centers = cells.map((cell) => center(lattice, cell));
  const classes = cells.map((cell) => lattice.classOf(cell));
  const bodies = lattice.classes.map(({ origin }) => points(lattice, origin).map((point) => minus(point, center(lattice, origin))));
  const reach = 2 * Math.max(lattice.radius, ...bodies.flat().map((point) => Math.hypot(...point)));
  return directions(lattice).map((direction) => {
    const across = plane(direction);
    const shadows = bodies.map((body) => body.map((point) => times(across, point)));
    const overlap = overlaps(shadows, lattice.radius);
    const seen = centers.map((point) => [dot(point, direction), ...times(across, point)]);
    return seen.map(([height, x, y], mover) => seen.flatMap(([above, u, v], other) => {
      if (above <= height + NEAR || Math.hypot(u - x, v - y) >= reach) return [];
      return overlap(classes[mover], classes[other], [u - x, v - y]) ? [other] : [];
    }));
  });
}

/** A test whether the shadows of cells of two classes overlap, by separating axes. @param {number[][][]} shadows @param {number} radius */
function overlaps(shadows, radius) {
  const known = new Map();
  const between = (/** @type {number} */ one, /** @type {number} */ two) => {
    const sides = [one, two].flatMap((k) => shadows[k].flatMap((a) => shadows[k].map((b) => minus(a, b)))).filter((side) => Math.hypot(...side) > NEAR);
    const axes = [...new Map(sides.map(([x, y]) => unit([-y, x])).map((axis) => [keyOf(axis), axis])).values()];
    return axes.map((axis) => {
      const [mine, others] = [one, two].map((k) => shadows[k].map((point) => dot(point, axis)));
      return { axis, low: Math.min(...mine), high: Math.max(...mine), least: Math.min(...others), most: Math.max(...others) };
    });
  };
  return (/** @type {number} */ one, /** @type {number} */ two, /** @type {number[]} */ offset) => {
    const key = `${one} ${two} ${keyOf(offset)}`;
    if (!known.has(key)) {
      const pair = `${one} ${two}`;
      if (!radius && !known.has(pair)) known.set(pair, between(one, two));
      known.set(key, radius ? Math.hypot(...offset) < 2 * radius - NEAR : known.get(pair).every((/** @type {any} */ { axis, low, high, least, most }) => {
        const move = dot(axis, offset);
        return Math.min(high, most + move) - Math.max(low, least + move) > NEAR;
      }));
    }
    return known.get(key);
  };
}
