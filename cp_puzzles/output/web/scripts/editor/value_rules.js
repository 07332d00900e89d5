// The rules about what tiles show: values in regions, colors of sides; and clues. See cp_puzzles/puzzle/rules/region_values.py,
// sides.py, clues.py and distinct_shapes.py.

import { cellOf } from "./build_board.js";
import { boundsOf } from "./build_tiles.js";
import { cellKey, compare, compareForms, orientations } from "./lattice.js";
import { SpecMistake, echo } from "./mistake.js";
import { keyOf } from "./rule_compiler.js";
import { across, hasSides, coloredSides, sidesOf, valueOf } from "./shown.js";

/** @import { BoardGeometry } from "./board_geometry.js" */
/** @import { Cell, Lattice } from "./lattice.js" */
/** @import { RuleCompiler } from "./rule_compiler.js" */
/** @import { Context, Rule } from "./rules.js" */
/** @typedef {{name: string, cells: Cell[], kind: string, minimum: number, maximum: number | null, value: number}} Condition */

const LINES = ["rows", "columns"];

/** Why a lattice has no rows, or columns. @param {Lattice} lattice @param {string} key */
const unsupportedLines = (lattice, key) => (lattice.dimension !== 2 || !lattice.axes.includes(key.slice(0, -1)) ? `there are no ${key}` : null);

/** The rules of all regions. @param {Record<string, any>} value @param {Context} context @returns {Rule[]} */
export function regionRules(value, context) {
  return Object.entries(value).flatMap(([name, condition]) => regionsOf(name, context).map(([region, cells]) => {
    if (typeof condition === "string") return regionRule({ name: region, cells, kind: condition, minimum: 0, maximum: null, value: 0 });
    const { min, max } = boundsOf((condition.sum ?? null) !== null ? condition.sum : { min: condition.count.min, max: condition.count.max ?? null });
    return regionRule({ name: region, cells, kind: (condition.sum ?? null) !== null ? "sum" : "count", minimum: min, maximum: max, value: condition.count?.value ?? 0 });
  }));
}

/** The region of a name, or each row or column of a flat board. @param {string} name @param {Context} context @returns {[string, Cell[]][]} */
function regionsOf(name, { lattice, cells, regions, path }) {
  const here = [...path, name];
  if (LINES.includes(name)) {
    const reason = unsupportedLines(lattice, name);
    if (reason) throw new SpecMistake(here, `on a ${lattice.name} lattice ${reason}`, "draw the regions of the board");
    const axis = lattice.axes.indexOf(name.slice(0, -1));
    const numbers = [...new Set(cells.map((cell) => lattice.coordinates(cell)[axis]))].sort((a, b) => a - b);
    return numbers.map((number) => [`${name.slice(0, -1)} ${number}`, cells.filter((cell) => lattice.coordinates(cell)[axis] === number)]);
  }
  const inside = cells.filter((cell) => regions.get(cellKey(cell)) === name);
  if (inside.length) return [[name, inside]];
  if (!cells.length) return [];
  const known = [...[...new Set(regions.values())].sort(), ...LINES].join(", ");
  throw new SpecMistake(here, `no cell is in the region ${echo(name)}`, `regions: ${known}; draw it in board.regions`);
}

/** @param {Condition} condition @param {number[]} values */
function isMet({ kind, minimum, maximum, value }, values) {
  if (kind === "equal") return new Set(values).size < 2;
  if (kind === "different") return new Set(values).size === values.length;
  const number = numberOf(kind, value, values);
  return number >= minimum && (maximum === null || number <= maximum);
}

/** @type {(kind: string, value: number, values: number[]) => number} */
const numberOf = (kind, value, values) => (kind === "sum" ? values.reduce((a, b) => a + b, 0) : values.filter((each) => each === value).length);

/** @param {Condition} condition @returns {Rule} */
function regionRule(condition) {
  const { name, kind, maximum, value } = condition;
  const keys = new Set(condition.cells.map(cellKey));
  const key = `regions.${name}`;
  return {
    key, condition,
    admits(_, cells, shown) {
      const inside = cells.filter((cell) => keys.has(cellKey(cell))).length;
      if (!shown.length || !inside) return true;
      const values = cells.flatMap((cell, k) => (keys.has(cellKey(cell)) ? valueOf(shown[k]) ?? [] : []));
      if (kind === "equal" || kind === "different" || inside === keys.size) return isMet(condition, values);
      return maximum === null || numberOf(kind, value, values) <= maximum;
    },
    compile(compiler) {
      const values = condition.cells.map((cell) => valuesOn(compiler, cell));
      const distinct = (/** @type {Map<number, number | null>[]} */ maps) => [...new Set(maps.flatMap((of) => [...of.values()]).filter((each) => each !== null))].sort((a, b) => a - b);
      if (kind === "sum") {
        const reached = values.flatMap((of, k) => Array.from({ length: Math.max(0, ...distinct([of])) }, (_, level) => marked(compiler, condition.cells[k], `at least ${level + 1}`, of, (each) => each > level)));
        bounded(compiler, key, condition, reached);
      } else if (kind === "count") {
        bounded(compiler, key, condition, values.map((of, k) => marked(compiler, condition.cells[k], `value ${value}`, of, (each) => each === value)));
      } else if (kind === "different") {
        for (const each of distinct(values)) compiler.add(`${each} once at most in ${name}`, values.flatMap((of) => showing(of, (shown) => shown === each)), { maximum: 1 });
      } else {
        values.forEach((one, a) => values.slice(a + 1).forEach((other, k) => {
          for (const each of distinct([one])) {
            const members = [...showing(one, (shown) => shown === each), ...showing(other, (shown) => shown !== each)];
            compiler.add(`${each} on ${wordsOf(condition.cells[a])} and another value on ${wordsOf(condition.cells[a + 1 + k])}`, members, { maximum: 1 });
          }
        }));
      }
      return [];
    },
  };
}

/** @param {Cell} cell */
const wordsOf = (cell) => `(${cell.join(", ")})`;

/** The value that each placement on a cell shows there. @param {RuleCompiler} compiler @param {Cell} cell */
function valuesOn(compiler, cell) {
  const number = compiler.board.number.get(cellKey(cell)) ?? -1;
  return new Map([...compiler.covering[number]].map((reference) => [reference, valueOf(compiler.pieces.get(reference)?.shown?.get(number))]));
}

/** @param {Map<number, number | null>} of @param {(value: number) => boolean} test */
const showing = (of, test) => [...of].flatMap(([reference, value]) => (value !== null && test(value) ? [reference] : []));

// The auxiliary that is chosen if the value on a cell meets a condition, which gets its item.
/** @param {RuleCompiler} compiler @param {Cell} cell @param {string} words @param {Map<number, number | null>} of @param {(value: number) => boolean} test */
function marked(compiler, cell, words, of, test) {
  const number = compiler.board.number.get(cellKey(cell)) ?? -1;
  const auxiliary = { kind: words, places: [[number]] };
  if (!compiler.auxiliaries.has(keyOf(auxiliary))) {
    const others = [...of].flatMap(([reference, value]) => (value === null || !test(value) ? [reference] : []));
    compiler.add(`${wordsOf(cell)} has ${words} or not`, others, { auxiliaries: [compiler.empty(number), auxiliary], minimum: 1, maximum: 1, rule: "" });
  }
  return auxiliary;
}

/** @param {RuleCompiler} compiler @param {string} key @param {Condition} condition @param {any[]} auxiliaries */
function bounded(compiler, key, { minimum, maximum }, auxiliaries) {
  if (auxiliaries.length < minimum) compiler.add(key, [], { minimum: 1 });
  else compiler.add(key, [], { auxiliaries, minimum, maximum });
}

/** The rule that sides that meet match. @param {any} value @param {Context} context @returns {Rule[]} */
export function matchRule(value, context) {
  const mates = new Map(value === "equal" ? [] : Object.entries(value).flatMap(([a, b]) => [[a, b], [b, a]]));
  requireColors([...mates.keys()], context);
  const mate = (/** @type {string} */ color) => mates.get(color) ?? color;
  return [{
    key: "match", mate,
    compile(compiler) {
      for (const [a, b] of compiler.board.innerSides) matchSides(compiler, mate, a, b);
      return [];
    },
  }];
}

/** @param {RuleCompiler} compiler @param {(color: string) => string} mate @param {number[]} a @param {number[]} b */
function matchSides(compiler, mate, a, b) {
  const [first, second] = [a, b].map(([cell, side]) => ({ cell, side, colors: colorsOn(compiler, cell, side) }));
  const all = (/** @type {Map<string, number[]>} */ colors) => [...colors.values()].flat();
  const colored = new Set([first, second].flatMap(({ colors }) => all(colors)));
  const inside = compiler.both(a[0], b[0]).filter((each) => !colored.has(each));
  const isExact = [first, second].every(({ cell, colors }) => (
    compiler.isCovered(cell) && compiler.covering[cell].size === new Set([...all(colors), ...inside]).size));
  const seen = new Set();
  for (const [{ cell, side, colors }, { colors: there }] of [[first, second], [second, first]]) {
    for (const color of [...new Set([...colors.keys(), ...[...there.keys()].map(mate)])].sort()) {
      const here = colors.get(color) ?? [];
      const matching = new Set(there.get(mate(color)) ?? []);
      const others = all(there).filter((each) => !matching.has(each));
      const members = [...new Set([...here, ...others, ...(isExact ? inside : [])])].sort((x, y) => x - y);
      const text = String(members);
      if (seen.has(text) || !(isExact || (here.length && others.length))) continue;
      seen.add(text);
      compiler.add(`${color} on side ${side} of ${compiler.words(cell)}`, members, { minimum: isExact ? 1 : 0, maximum: 1 });
    }
  }
}

/** The placements that show each color on a side of a cell. @param {RuleCompiler} compiler @param {number} cell @param {number} side */
function colorsOn(compiler, cell, side) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const reference of compiler.covering[cell]) {
    const color = sidesOf(compiler.pieces.get(reference)?.shown?.get(cell))[side] ?? ".";
    if (color !== ".") found.set(color, [...found.get(color) ?? [], reference]);
  }
  return found;
}

/** The rule about the sides on the boundary. @param {string} value @param {Context} context @returns {Rule[]} */
export function boundaryRule(value, context) {
  requireColors([...value], context);
  const { geometry, lattice } = context;
  return [{
    key: "boundary", compile: () => [],
    admits: (_, cells, shown) => coloredSides(cells, shown).every(([cell, side, color]) => (
      value.includes(color) || geometry.number.has(cellKey(across(lattice, cell)[side])))),
  }];
}

/** Why the sides of the cells of a lattice cannot have colors. @param {Lattice} lattice */
export const unsupportedSides = (lattice) => (hasSides(lattice) ? null : "cells do not meet side by side, so sides have no colors");

/** The colors of the sides of tiles, sorted. @param {any[]} tiles */
export const sideLetters = (tiles) => [...new Set(tiles.flatMap(({ colored: [look = []] }) => look.flatMap((/** @type {[Cell, string]} */ [, shown]) => (
  [...sidesOf(shown)].filter((color) => color !== ".")))))].sort();

/** @param {string[]} colors @param {Context} context */
function requireColors(colors, { tiles, missing, path }) {
  if (missing) return;
  const known = sideLetters(tiles);
  if (!known.length) throw new SpecMistake(path, "no tile has colors on its sides", "write sides: under tiles, or take a set such as macmahon-squares");
  for (const color of colors) {
    if (!known.includes(color)) throw new SpecMistake(path, `no side of a tile has the color '${color}'`, `colors of sides: ${known.join(" ")}`);
  }
}

/** The rule that each piece covers one clue. @param {number[][]} value @param {Context} context @returns {Rule[]} */
export function clueRule(value, { lattice, cells, path, geometry }) {
  /** @type {Map<number, [Cell, number]>} */
  const clues = new Map();
  value.forEach((written, k) => {
    const [coordinates, size] = [written.slice(0, -1), written[written.length - 1]];
    const here = [...path, k];
    const cell = cellOf(lattice, coordinates, here);
    const key = cellKey(cell);
    const where = `the cell [${coordinates.join(", ")}]`;
    if (cells.length && !geometry.number.has(key)) throw new SpecMistake(here, `${where} is not on the board`, "coordinates start at 0");
    if (clues.has(key)) throw new SpecMistake(here, `${where} has the clue ${clues.get(key)?.[1]} already`, "remove one of them");
    if (size < 1) throw new SpecMistake(here, `no piece has ${size} cells`, "write the cell, then the number of cells");
    clues.set(key, [cell, size]);
  });
  const sorted = [...clues.values()].sort((a, b) => compare(a[0], b[0]));
  return [{
    key: "clues",
    admits(_, covered) {
      const numbers = covered.flatMap((cell) => clues.get(cellKey(cell))?.[1] ?? []);
      return numbers.length === 1 && numbers[0] === covered.length;
    },
    compile(compiler) {
      for (const [cell] of sorted) {
        const number = compiler.board.number.get(cellKey(cell)) ?? -1;
        if (!compiler.isCovered(number)) compiler.add(`the clue on ${wordsOf(cell)} is covered`, compiler.covering[number], { minimum: 1 });
      }
      return [];
    },
  }];
}

/** The rule that no shape occurs twice. @param {Context} context @returns {Rule} */
export function distinctRule({ lattice, tiles }) {
  const groups = new Map();
  tiles.forEach(({ orientations: [form] }, k) => {
    const shape = String([...orientations(lattice, form, true, lattice.flat)].sort(compareForms)[0]);
    groups.set(shape, [...groups.get(shape) ?? [], k]);
  });
  return {
    key: "distinct",
    compile(compiler) {
      for (const group of groups.values()) {
        compiler.add(`one ${group.map((/** @type {number} */ tile) => tiles[tile].name).join(" or ")} at most`, group.flatMap((/** @type {number} */ tile) => [...compiler.ofTile[tile]]), { maximum: 1 });
      }
      return [];
    },
  };
}

