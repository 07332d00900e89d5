// Outlines of pieces and boards as paths; cp_puzzles/output/draw/outline.py and web/page_outlines.py draw the same.

import { UNIT } from "../page/layout.js";
import { add, distance, grouped, scaled, sidesOf, subtract, sum, unit } from "../page/numbers.js";
import { cellKey, compare, times } from "./lattice.js";

/** @import { Cell, Lattice } from "./lattice.js" */
/** @typedef {number[]} Point */

const BAR = { inset: 0.03, radius: 0.16 };
const REGION = { inset: 0.07, radius: 0.1 };
const BOARD = { inset: -0.1, radius: 0.2 };
const [BALL, NECK, BAND] = [0.45, 0.34, 0.2];
const NEAR = 1e-3; // positions are rounded
const CIRCLE_SIDES = 12; // of a polygon whose rounded corners make a circle

/** The center of a cell in drawings. @param {Lattice} lattice @param {Cell} cell */
export const center = (lattice, cell) => times(lattice.embedding, cell);

/** @param {Point} point */
const pointKey = (point) => point.map((x) => Math.round(1000 * x)).join();
/** @type {(a: Point, b: Point) => Point} */
const direction = (a, b) => unit(subtract(b, a));
/** @type {(a: Point, b: Point) => number} */
const cross = ([ax, ay], [bx, by]) => ax * by - ay * bx;
/** @type {(loop: Point[], k: number) => [Point, Point]} */
const around = (loop, k) => [direction(loop.at(k - 1) ?? loop[0], loop[k]), direction(loop[k], loop[(k + 1) % loop.length])];

/** The loops around cells, clockwise, moved inwards. Where two cells touch only in a corner, a loop stays on its cell.
 * @param {Lattice} lattice @param {Cell[]} cells @param {number} inset @returns {Point[][]} */
function outline(lattice, cells, inset) {
  const sides = new Map();
  for (const cell of [...cells].sort(compare)) {
    for (const side of sidesOf(lattice.ring(cell))) sides.set(side.map(pointKey).join(" "), side);
  }
  const left = new Map([...sides].filter(([key]) => !sides.has(key.split(" ").reverse().join(" "))));
  const leaving = grouped(left.values(), ([start]) => pointKey(start));
  const loops = [];
  while (left.size) {
    const loop = [];
    let [key, side] = [...left][0];
    while (left.delete(key)) {
      loop.push(side[0]);
      const before = direction(side[0], side[1]);
      const turn = (/** @type {Point[]} */ next) => { const after = direction(next[0], next[1]); return Math.atan2(cross(before, after), before[0] * after[0] + before[1] * after[1]); };
      side = leaving.get(pointKey(side[1])).reduce((/** @type {Point[]} */ best, /** @type {Point[]} */ next) => (turn(next) > turn(best) + 1e-9 ? next : best));
      key = side.map(pointKey).join(" ");
    }
    const bends = loop.filter((_, k) => Math.abs(cross(...around(loop, k))) > NEAR);
    loops.push(bends.map(([x, y], k) => {
      const [[ax, ay], [bx, by]] = around(bends, k);
      const share = inset / (1 + ax * bx + ay * by);
      return [x - share * (ay + by), y + share * (ax + bx)];
    }));
  }
  return loops;
}

/** @type {(start: Point, end: Point, length: number) => Point} */
function towards(start, end, length) {
  const whole = distance(start, end);
  return add(start, scaled(subtract(end, start), whole ? Math.min(length / whole, 0.5) : 0));
}

/** The path of closed loops about a point, with round corners. @param {Point[][]} loops @param {number} radius @param {Point} origin */
function path(loops, radius, [x0, y0]) {
  const text = (/** @type {Point} */ [x, y]) => `${Number((UNIT * (x - x0)).toFixed(1))} ${Number((UNIT * (y - y0)).toFixed(1))}`;
  const corner = (/** @type {Point[]} */ loop, /** @type {number} */ k) => {
    if (!radius) return text(loop[k]);
    const near = [loop.at(k - 1) ?? loop[0], loop[(k + 1) % loop.length]].map((each) => towards(loop[k], each, radius));
    return `${text(near[0])}Q${text(loop[k])} ${text(near[1])}`;
  };
  return loops.map((loop) => `${loop.map((_, k) => (k ? "L" : "M") + corner(loop, k)).join("")}Z`).join("");
}

/** @type {(middle: Point, radius: number) => Point[]} */
function circle([x, y], radius) {
  const out = (radius * 2) / (1 + Math.cos(Math.PI / CIRCLE_SIDES) ** 2);
  return Array.from({ length: CIRCLE_SIDES }, (_, k) => { const angle = (2 * Math.PI * k) / CIRCLE_SIDES; return [x + out * Math.cos(angle), y + out * Math.sin(angle)]; });
}

/** The rectangle about a line. @type {(start: Point, end: Point, width: number) => Point[]} */
function band([ax, ay], [bx, by], width) {
  const length = Math.hypot(bx - ax, by - ay);
  const [x, y] = [((ay - by) * width) / (2 * length), ((bx - ax) * width) / (2 * length)];
  return [[ax - x, ay - y], [bx - x, by - y], [bx + x, by + y], [ax + x, ay + y]];
}

/** Bands from the middles of edges to the vertices where they meet. @param {Lattice} lattice @param {Cell[]} cells */
function joints(lattice, cells) {
  const meeting = grouped(cells.flatMap((cell) => lattice.ring(cell, "ends").map((end) => ({ cell, end }))), ({ end }) => pointKey(end));
  const area = Math.abs(sum(sidesOf(lattice.ring(cells[0])).map(([a, b]) => cross(a, b))));
  return [...meeting.values()].filter((edges) => edges.length > 1).flat().map(({ cell, end }) => band(center(lattice, cell), end, 2 * BAND * Math.sqrt(area / 2)));
}

/** What a piece has in one layer, about a point. @param {Lattice} lattice @param {Cell[]} cells @param {Point} origin */
export function piecePath(lattice, cells, origin) {
  if (!lattice.radius) return path(outline(lattice, cells, BAR.inset), BAR.radius, origin) + (lattice.edges ? path(joints(lattice, cells), 0, origin) : "");
  const keys = new Set(cells.map(cellKey));
  const sorted = [...cells].sort(compare);
  const necks = sorted.flatMap((cell) => lattice.neighbors(cell)
    .filter((near) => compare(near, cell) > 0 && keys.has(cellKey(near)) && lattice.height(near) === lattice.height(cell))
    .map((near) => band(center(lattice, cell), center(lattice, near), NECK)));
  return path(sorted.map((cell) => circle(center(lattice, cell), BALL)), 1, origin) + path(necks, 0, origin);
}

/** The line around a region, in one layer. @param {Lattice} lattice @param {Cell[]} cells */
export const regionPath = (lattice, cells) => (lattice.edges ? "" : path(outline(lattice, cells, REGION.inset), REGION.radius, [0, 0]));

/** What lies under the cells of a board in one layer. @param {Lattice} lattice @param {Cell[]} cells */
export const boardPath = (lattice, cells) => (lattice.edges ? "" : path(outline(lattice, cells, BOARD.inset), BOARD.radius, [0, 0]));
