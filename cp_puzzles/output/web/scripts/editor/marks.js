// Drawings of what cells show: values, colors of sides, and regions with their conditions.

import { textOn } from "../page/colors.js";
import { svgElement, svgText } from "../page/dom.js";
import { UNIT } from "../page/layout.js";
import { add, average, distance, scaled, sum } from "../page/numbers.js";
import { cellKey, compare, times } from "./lattice.js";
import { center, regionPath } from "./outlines.js";
import { isValue, letterOf, sidesOf } from "./shown.js";

/** @import { Cell, Lattice } from "./lattice.js" */

const [INSET, LETTER] = [0.09, 0.62]; // of triangles from sides, and the place of a letter between the middle and a side
const FACE = 0.9; // the share of the way to the middle of a face above or below a cell
const VALUE = 0.27; // the radius of the disc of a value
const COLOR = 0.16; // and of the disc of a color, towards a corner of the cell
const SIGN = 0.23; // the size of the sign of a region

/** @param {number} x */
const round = (x) => Number(x.toFixed(3));
/** @type {(a: number[], b: number[], share: number) => number[]} */
const between = (a, b, share) => add(scaled(a, 1 - share), scaled(b, share));

/** Whether a piece needs no name, because each cell shows a value or colors of sides. @param {string[]} shown */
export const isTold = (shown) => shown.length > 0 && shown.every((each) => isValue(letterOf(each)) || sidesOf(each));

/**
 * How the color of a side of a cell is drawn: a triangle, or for a face above or below a cell in a layer a disc about a point,
 * of a radius; and the place and the size of its letter, if any.
 * @param {Lattice} lattice @param {Cell} cell @param {number} side
 * @returns {{corners?: number[][], about?: number[], radius: number, at?: number[], size: number}}
 */
function sideForm(lattice, cell, side) {
  const { sides, corners } = lattice.classes[lattice.classOf(cell)];
  const [step, facet, edge] = sides[side];
  const middle = center(lattice, cell).slice(0, 2);
  if (edge === null) {
    const [x, y] = times(lattice.embedding, scaled(average(facet.map((k) => corners[k])), FACE / lattice.unit));
    const about = add(middle, [x, y]);
    return lattice.height(step) > 0 ? { about, radius: 0.12, at: about, size: 0.16 } : { about, radius: 0.19, size: 0 };
  }
  const ring = lattice.ring(cell);
  const [a, b] = [ring[edge], ring[(edge + 1) % ring.length]].map((corner) => between(corner, middle, INSET));
  return { corners: [a, b, middle], radius: 0, at: between(middle, between(a, b, 0.5), LETTER), size: 0.5 * Math.min(0.5, distance(a, b)) };
}

/** The elements of what a cell shows. @param {Lattice} lattice @param {Cell} cell @param {string} shown @param {Map<string, string>} sideColors */
export function markElements(lattice, cell, shown, sideColors) {
  const line = { stroke: "var(--ink)", "stroke-width": 0.012 };
  const disc = (/** @type {number[]} */ [cx, cy], /** @type {number} */ r, /** @type {string} */ fill) => svgElement("circle", { cx: round(cx), cy: round(cy), r: round(r), fill, ...line });
  const word = (/** @type {number[]} */ [x, y], /** @type {number} */ size, /** @type {string} */ text, /** @type {string} */ fill) => svgText(round(x), round(y), text, round(size), textOn(fill));
  const forms = [...sidesOf(shown)].flatMap((color, side) => (color === "." ? [] : [{ color, ...sideForm(lattice, cell, side) }]));
  const letter = letterOf(shown);
  const [x, y] = center(lattice, cell);
  const radius = VALUE * lattice.classes[lattice.classOf(cell)].letter;
  // a face below a cell lies under those above it
  const faces = forms.sort((a, b) => b.radius - a.radius).flatMap(({ color, corners, about, radius: size, at, size: height }) => {
    const fill = sideColors.get(color) ?? "#888888";
    const form = corners ? svgElement("polygon", { points: corners.map((corner) => corner.map(round).join()).join(" "), fill, ...line }) : disc(about ?? [0, 0], size, fill);
    return at ? [form, word(at, height, color, fill)] : [form];
  });
  const sign = (/** @type {number[]} */ at, /** @type {number} */ size) => [disc(at, size, "#ffffff"), word(at, (1.5 * size) / Math.sqrt(letter.length), letter, "#ffffff")];
  if (!letter) return faces;
  return [...faces, ...(isValue(letter) ? sign([x, y], radius) : sign(between([x, y], lowestCorner(lattice, cell), 0.6), (COLOR * radius) / VALUE))];
}

/** The color of each letter of a color of sides. @param {any} space @param {string[]} letters @returns {Map<string, string>} */
export const sideColorsOf = (space, letters) => new Map(letters.map((letter, k) => [letter, space.sideColors[k]]));

/** The condition of a region in a few characters; "" for what the file does not say so. @param {any} condition */
export function signOf(condition) {
  if (condition === "equal" || condition === "different") return condition === "equal" ? "=" : "\u2260";
  const bounds = condition?.sum ?? condition?.count;
  if (!Number.isInteger(bounds) && typeof bounds !== "object") return "";
  const { min = 0, max = null } = Number.isInteger(bounds) ? { min: bounds, max: bounds } : bounds;
  const bound = min === max ? `${min}` : max === null ? `\u2265${min}` : min ? `${min}-${max}` : `\u2264${max}`;
  return condition.count ? `${bound} of ${condition.count.value}` : bound;
}

/** The color of each of some regions, lists of cells; those that touch have different ones. @param {Lattice} lattice @param {Cell[][]} regions @param {string[]} pool */
export function regionColors(lattice, regions, pool) {
  const cells = regions.map((region) => new Set(region.map(cellKey)));
  /** @type {number[]} */
  const numbers = [];
  for (const [place, region] of regions.entries()) {
    const near = region.flatMap((cell) => lattice.neighbors(cell).map(cellKey));
    const taken = new Set(numbers.filter((_, other) => other < place && near.some((key) => cells[other].has(key))));
    const all = pool.map((_, number) => number);
    const free = all.filter((number) => !taken.has(number));
    const uses = (/** @type {number} */ number) => numbers.filter((each) => each === number).length;
    numbers.push((free.length ? free : all).reduce((best, number) => (uses(number) < uses(best) ? number : best)));
  }
  return numbers.map((number) => pool[number]);
}

/** The lower right corner of a cell. @param {Lattice} lattice @param {Cell} cell */
const lowestCorner = (lattice, cell) => lattice.ring(cell).reduce((best, each) => (sum(each) > sum(best) + 1e-9 ? each : best));

/** The line around a region in a layer. @param {Lattice} lattice @param {Cell[]} cells @param {string} color */
export const regionElement = (lattice, cells, color) => svgElement("g", { class: "region-line", transform: `scale(${1 / UNIT})` },
  ...[["#ffffff", 0.12], [color, 0.06]].map(([stroke, width]) => svgElement("path", { d: regionPath(lattice, cells), stroke, "stroke-width": UNIT * Number(width) })));

/** The sign of a region, near the lower right corner of its last cell as read. @param {Lattice} lattice @param {Cell[]} cells @param {string} text @param {string} color */
export function signElement(lattice, cells, text, color) {
  const last = cells.reduce((best, cell) => (compare([...center(lattice, cell)].slice(0, 2).reverse(), [...center(lattice, best)].slice(0, 2).reverse()) > 0 ? cell : best));
  const [x, y] = between(center(lattice, last).slice(0, 2), lowestCorner(lattice, last), lattice.ring(last).length > 3 ? 0.9 : 0.55);
  const size = SIGN * Math.min(1, lattice.classes[lattice.classOf(last)].letter);
  const [width, height] = [size * (0.5 + 0.58 * text.length), 1.2 * size];
  return svgElement("g", { class: "region-sign" },
    svgElement("rect", { x: round(x - width / 2), y: round(y - height / 2), width: round(width), height: round(height), rx: round(0.3 * size), fill: color }),
    svgText(round(x), round(y), text, round(size), "#ffffff"));
}
