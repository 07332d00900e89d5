// The cells that block each cell of a solid board in every direction; see cp_puzzles/output/draw/assembly_order.py.

import { cross, dot, scaled, subtract, unit } from "../page/vectors.js";
import { center } from "./outlines.js";
import { times } from "./lattice.js";

/** @import { Cell, Lattice } from "./lattice.js" */

const NEAR = 1e-6;
export const MAX_CELLS_APART = 3000; // of a board whose pieces are taken apart

/** The corners of a cell in drawings. @param {Lattice} lattice @param {Cell} cell @returns {number[][]} */
export const points = (lattice, cell) => (lattice.radius ? [] : lattice.corners(cell).map((corner) => scaled(times(lattice.embedding, corner), 1 / lattice.unit)));

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
  const bodies = lattice.classes.map(({ origin }) => points(lattice, origin).map((point) => subtract(point, center(lattice, origin))));
  const reach = 2 * Math.max(lattice.radius, ...bodies.flat().map((point) => Math.hypot(...point)));
  return lattice.directions.map((direction) => {
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
    const sides = [one, two].flatMap((k) => shadows[k].flatMap((a) => shadows[k].map((b) => subtract(a, b)))).filter((side) => Math.hypot(...side) > NEAR);
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
      known.set(key, radius ? Math.hypot(...offset) < 2 * radius - NEAR : known.get(pair).every(({ axis, low, high, least, most }) => {
        const move = dot(axis, offset);
        return Math.min(high, most + move) - Math.max(low, least + move) > NEAR;
      }));
    }
    return known.get(key);
  };
}
