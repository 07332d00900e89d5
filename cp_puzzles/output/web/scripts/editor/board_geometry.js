// The adjacencies of a board that rules need, as numbers of its sorted cells; see cp_puzzles/puzzle/rules/tiling.py and
// cuts.py there.

import { cross, dot, grouped, span } from "../page/numbers.js";
import { cellKey, compare, distinct, stepKey, subtract, text } from "./lattice.js";
import { across } from "./shown.js";

/** @import { Cell, Lattice } from "./lattice.js" */

export class BoardGeometry {
  /** @param {Lattice} lattice @param {Cell[]} cells sorted */
  constructor(lattice, cells) {
    this.lattice = lattice;
    this.cells = cells;
    this.number = new Map(cells.map((cell, k) => [cellKey(cell), k]));
    this.kept = new Map();
  }

  /** The value of a function, computed once. @template T @param {string} name @param {() => T} compute @returns {T} */
  #once(name, compute) {
    if (!this.kept.has(name)) this.kept.set(name, compute());
    return this.kept.get(name);
  }

  /** The neighbors of each cell. @returns {number[][]} */
  get neighbors() {
    return this.#once("neighbors", () => this.cells.map((cell) => this.lattice.neighbors(cell)
      .flatMap((near) => this.number.get(cellKey(near)) ?? []).sort((a, b) => a - b)));
  }

  /** The pairs of neighbors, the smaller first. @returns {number[][]} */
  get sides() { return this.#once("sides", () => this.neighbors.flatMap((list, a) => list.filter((b) => a < b).map((b) => [a, b]))); }

  /** The pairs of sides at which cells meet, as [cell, side], in order. @returns {number[][][]} */
  get innerSides() {
    return this.#once("innerSides", () => this.cells.flatMap((cell, k) => across(this.lattice, cell).flatMap((near, side) => {
      const other = this.number.get(cellKey(near)) ?? -1;
      return other < k ? [] : [[[k, side], [other, across(this.lattice, near).findIndex((each) => compare(each, cell) === 0)]]];
    })));
  }

  /** The pairs of cells that share a corner. @returns {number[][]} */
  get cornerPairs() {
    return this.#once("cornerPairs", () => {
      const pairs = [...this.#around((corners) => corners).values()].flatMap((group) => combinations(group, 2));
      return distinct(pairs, text).sort(compare);
    });
  }

  /** The straight lines, in space planes, through the board along sides, as the sides on each. @returns {number[][][]} */
  get cuts() {
    return this.#once("cuts", () => {
      const { lattice, cells } = this;
      const on = new Map();
      const straight = new Map();
      for (const [a, b] of this.sides) {
        const plane = planeOf(lattice, cells[a], cells[b]);
        if (!plane) continue;
        const shape = `${lattice.classOf(cells[a])}:${subtract(cells[b], cells[a])}`;
        if (!straight.has(shape)) straight.set(shape, isStraight(lattice, cells[a], cells[b], plane));
        const line = on.get(text(plane)) ?? { plane, sides: [], isCrossing: false };
        on.set(text(plane), line);
        line.sides.push([a, b]);
        line.isCrossing ||= !straight.get(shape);
      }
      return [...on.values()].filter(({ isCrossing }) => !isCrossing).sort((a, b) => compare(a.plane, b.plane)).map(({ sides }) => sides);
    });
  }

  /** The groups of at least four cells that share a corner, in space two corners. @returns {number[][]} */
  get meetings() {
    return this.#once("meetings", () => {
      const around = this.#around((corners) => (this.lattice.flat ? corners : combinations(corners.sort(compare), 2)));
      const groups = [...around.values()].filter((group) => group.length >= 4);
      return distinct(groups, text).sort(compare);
    });
  }

  /** The cells of each place among the corners of cells, ascending. @param {(corners: any[]) => any[]} placesOf @returns {Map<string, number[]>} */
  #around(placesOf) {
    const around = this.cells.flatMap((cell, k) => placesOf(this.lattice.corners(cell)).map((place) => ({ place, k })));
    return new Map([...grouped(around, ({ place }) => String(place))].map(([place, list]) => [place, list.map(({ k }) => k)]));
  }

  /** The cells on the outer boundary: a path of cells off the board leads from a neighbor to infinity. @returns {Set<number>} */
  get boundary() {
    return this.#once("boundary", () => {
      const { lattice, cells, number } = this;
      const [low, high] = span(cells);
      const isWithin = (/** @type {Cell} */ cell) => cell.every((x, k) => low[k] <= x && x <= high[k]);
      const outside = new Map();
      for (const start of cells.flatMap((cell) => lattice.neighbors(cell))) {
        if (number.has(cellKey(start)) || outside.has(cellKey(start))) continue;
        const region = new Map([[cellKey(start), start]]);
        for (const cell of region.values()) {
          if (!isWithin(cell)) continue;
          for (const near of lattice.neighbors(cell)) if (!number.has(cellKey(near))) region.set(cellKey(near), near);
        }
        const isOuter = ![...region.values()].every(isWithin);
        for (const key of region.keys()) outside.set(key, isOuter);
      }
      return new Set(cells.flatMap((cell, k) => (lattice.neighbors(cell).some((near) => outside.get(cellKey(near))) ? [k] : [])));
    });
  }
}

/** @type {Map<Lattice, BoardGeometry>} */
const PATCHES = new Map();

/** The cells within four steps of one: all ways in which the cells of a lattice meet occur there. @param {Lattice} lattice @returns {BoardGeometry} */
export function patch(lattice) {
  if (PATCHES.has(lattice)) return PATCHES.get(lattice);
  const cells = new Map([[cellKey(lattice.classes[0].origin), lattice.classes[0].origin]]);
  for (let step = 0; step < 4; step += 1) for (const cell of [...cells.values()]) for (const near of lattice.neighbors(cell)) cells.set(cellKey(near), near);
  PATCHES.set(lattice, new BoardGeometry(lattice, [...cells.values()].sort(compare)));
  return PATCHES.get(lattice);
}

/** @template T @param {T[]} list @param {number} size @returns {T[][]} */
export function combinations(list, size) {
  if (!size) return [[]];
  return list.flatMap((first, k) => combinations(list.slice(k + 1), size - 1).map((rest) => [first, ...rest]));
}

/** The corners that two cells share, sorted. @param {Lattice} lattice @param {Cell} a @param {Cell} b */
function shared(lattice, a, b) {
  const of = new Set(lattice.corners(b).map(stepKey));
  return lattice.corners(a).filter((corner) => of.has(stepKey(corner))).sort(compare);
}

/** The plane of the side between two cells, its primitive normal and its offset; null if they share only a point. */
function planeOf(/** @type {Lattice} */ lattice, /** @type {Cell} */ a, /** @type {Cell} */ b) {
  const common = shared(lattice, a, b);
  if (common.length < lattice.dimension) return null;
  const [u, v] = common.slice(1, lattice.dimension).map((corner) => subtract(corner, common[0]));
  const normal = lattice.dimension === 2 ? [u[1], -u[0]] : cross(u, v);
  const divisor = normal.reduce(greatestDivisor) * Math.sign(normal.find((x) => x !== 0) ?? 1);
  const primitive = normal.map((x) => x / divisor + 0);
  return [...primitive, dot(primitive, common[0])];
}

/** @type {(a: number, b: number) => number} */
const greatestDivisor = (a, b) => (b ? greatestDivisor(b, a % b) : Math.abs(a));

/** Whether the plane of a side cuts no cell that shares a corner with the side. */
function isStraight(/** @type {Lattice} */ lattice, /** @type {Cell} */ a, /** @type {Cell} */ b, /** @type {Cell} */ plane) {
  const near = new Map([a, b].map((cell) => [cellKey(cell), cell]));
  for (let step = 0; step < 3; step += 1) for (const cell of [...near.values()]) for (const next of lattice.neighbors(cell)) near.set(cellKey(next), next);
  const side = new Set(shared(lattice, a, b).map(stepKey));
  return [...near.values()].every((cell) => {
    const corners = lattice.corners(cell);
    if (!corners.some((corner) => side.has(stepKey(corner)))) return true;
    const heights = corners.map((corner) => dot(plane.slice(0, -1), corner) - /** @type {number} */ (plane.at(-1)));
    return Math.min(...heights) >= 0 || Math.max(...heights) <= 0;
  });
}
