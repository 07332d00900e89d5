// What a cell of a tile shows, as text: the letter of its color or its value, and after a colon the colors of its sides, `.` for
// none: `b`, `12`, `b:rg.y`. See cp_puzzles/puzzle/geometry/shown.py.

import { moved, text, times } from "./lattice.js";

/** @import { Cell, Lattice } from "./lattice.js" */

/** @param {string} shown */
export const letterOf = (shown) => shown.split(":")[0];
/** @param {string | undefined} shown */
export const sidesOf = (shown) => shown?.split(":")[1] ?? "";
/** @type {(letter: string, colors: string) => string} */
export const withSides = (letter, colors) => (/[^.]/.test(colors) ? `${letter}:${colors}` : letter);
/** @param {string} letter */
export const isValue = (letter) => /^[0-9]+$/.test(letter);

/** Whether the letter or the value of a cell of a tile fits that of the board. @param {Record<string, string>} fits @param {string} letter @param {string} under */
export const isFitting = (fits, letter, under) => !letter || !under || isValue(letter) !== isValue(under)
  || (isValue(letter) ? letter === under : fits[letter].includes(under));

/** Whether the sides of cells may have colors: each is a side of one other cell. @param {Lattice} lattice */
export const hasSides = (lattice) => lattice.classes.every(({ sides }) => sides.length > 0);

/** The cells across the sides of a cell, in the order of their colors. @param {Lattice} lattice @param {Cell} cell */
export const across = (lattice, cell) => lattice.classes[lattice.classOf(cell)].sides.map(([step]) => cell.map((x, k) => x + step[k]));

/** @type {WeakMap<Lattice, Map<string, number[]>>} */
const SOURCES = new WeakMap();

// The side of a cell that an isometry maps to each side of its image, given the classes of both.
/** @param {Lattice} lattice @param {number[][]} matrix @param {number} before @param {number} after */
function sources(lattice, matrix, before, after) {
  const known = SOURCES.get(lattice) ?? new Map();
  SOURCES.set(lattice, known);
  const key = `${matrix} ${before} ${after}`;
  if (!known.has(key)) {
    const cornersOf = (/** @type {number} */ number) => lattice.classes[number].sides.map(([, list]) => list.map((k) => lattice.classes[number].corners[k]));
    const named = (/** @type {Cell[]} */ corners) => corners.map(text).sort().join(" ");
    const images = cornersOf(before).map((corners) => named(corners.map((corner) => times(matrix, corner))));
    known.set(key, cornersOf(after).map((corners) => images.indexOf(named(corners))));
  }
  return known.get(key);
}

/** What the image of a cell under an isometry shows. @param {Lattice} lattice @param {any} isometry @param {Cell} cell @param {string} shown */
export function movedShown(lattice, isometry, cell, shown) {
  const colors = sidesOf(shown);
  if (!colors) return shown;
  const order = sources(lattice, isometry.matrix, lattice.classOf(cell), lattice.classOf(moved(isometry, cell)));
  return `${letterOf(shown)}:${order.map((/** @type {number} */ k) => colors[k]).join("")}`;
}

/** The colors of the sides of tiles, sorted. @param {any[]} tiles */
export const sideLetters = (tiles) => [...new Set(tiles.flatMap(({ shown }) => shown.flatMap((/** @type {string} */ each) => [...sidesOf(each)])))].filter((color) => color !== ".").sort();
