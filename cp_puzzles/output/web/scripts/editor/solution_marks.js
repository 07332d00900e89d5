// The regions and the colors of sides of a puzzle as data of the solution page; see cp_puzzles/output/web/page_regions.py and
// page_sides.py.

import { textOn } from "../page/colors.js";
import { grouped, subtract } from "../page/numbers.js";
import { cellKey } from "./lattice.js";
import { regionColors, sideColorsOf, sideForm, signOf, signPlace } from "./marks.js";
import { center, cornerPath, discPath, regionPath } from "./outlines.js";
import { sideLetters } from "./value_rules.js";

/** @import { PageRegion, PageSides } from "../page/page_data.js" */

/** The conditions on values; of a region of the board, not a row or column, also its drawing. @param {any} puzzle @param {string[]} pool @param {number[]} layer @returns {PageRegion[]} */
export function describedRegions({ lattice, geometry, rules, regions }, pool, layer) {
  const names = new Set(regions.values());
  /** @type {import("./value_rules.js").Condition[]} */
  const conditions = rules.flatMap((/** @type {any} */ { condition }) => condition ?? []);
  const drawn = conditions.filter(({ name }) => names.has(name));
  const colors = new Map(regionColors(lattice, drawn.map(({ cells }) => cells), pool).map((color, k) => [drawn[k], color]));
  const number = (/** @type {import("./lattice.js").Cell} */ cell) => geometry.number.get(cellKey(cell));
  return conditions.map((condition) => {
    const { cells, name, kind, minimum, maximum, value } = condition;
    const region = { name, cells: cells.map(number), kind, minimum, maximum, value, sign: signOf(condition) };
    const color = colors.get(condition);
    if (!color) return region;
    const parts = grouped(cells, (cell) => layer[number(cell)]);
    const { cell, x, y, size } = signPlace(lattice, parts.get(Math.max(...parts.keys())));
    const paths = lattice.edges ? [] : [...parts].map(([place, part]) => [place, regionPath(lattice, part)]);
    return { ...region, color, paths, at: [number(cell), ...subtract([x, y], center(lattice, cell).slice(0, 2)), size] };
  });
}

/** The colors of sides, how those of each class of cells are drawn, and which meet; null without colored sides. @param {any} puzzle @param {any} space @returns {PageSides | null} */
export function describedSides({ lattice, geometry, rules, tiles }, space) {
  const letters = sideLetters(tiles);
  if (!letters.length) return null;
  const rule = rules.find((/** @type {any} */ { key }) => key === "match");
  const colors = [...sideColorsOf(space, letters)].map(([letter, color]) => [letter, { letter, color, text: textOn(color) }]);
  const drawn = lattice.classes.map((/** @type {any} */ { origin, sides }) => {
    const middle = center(lattice, origin).slice(0, 2);
    return sides.map((/** @type {any} */ _, /** @type {number} */ side) => {
      const { corners, about, radius, at, size } = sideForm(lattice, origin, side);
      const path = corners ? cornerPath(corners, middle) : discPath(about ?? middle, radius, middle);
      return at ? { path, at: [...subtract(at, middle), size] } : { path };
    });
  });
  return {
    colors: Object.fromEntries(colors), mates: rule ? Object.fromEntries(letters.map((letter) => [letter, rule.mate(letter)])) : {},
    drawn: { ...drawn }, meeting: rule ? geometry.innerSides.map((/** @type {number[][]} */ pair) => pair.flat()) : [],
  };
}
