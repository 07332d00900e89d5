// The rules and the objective of a spec; see cp_puzzles/puzzle/rules and construction/build_rules.py.

import { fitsOf } from "./build_board.js";
import { boundsOf } from "./build_tiles.js";
import { coloredPositions, positions } from "./cover.js";
import { cellKey } from "./lattice.js";
import { hasCorners, MEASURES, separate, unmovable } from "./measures.js";
import { echo, SpecMistake, suggestion } from "./mistake.js";
import { isFitting, letterOf } from "./shown.js";
import { chosenIsometry, symmetric } from "./symmetric_rule.js";
import { boundaryRule, clueRule, distinctRule, matchRule, regionRules, unsupportedSides } from "./value_rules.js";

/** @import { Check } from "./checks.js" */
/** @import { Cell } from "./lattice.js" */
/** @import { RuleCompiler } from "./rule_compiler.js" */
/**
 * `admits`: whether the placement of a tile satisfies the rule alone; `compile`: add items, return the checks of what
 * they do not state. `names`: the tiles that the rule names.
 * @typedef {object} Rule
 * @property {string} key
 * @property {(compiler: RuleCompiler) => Check[]} compile
 * @property {Admits} [admits]
 * @property {import("./value_rules.js").Condition} [condition] of the values in a region
 * @property {(color: string) => string} [mate] the color of a side that a color meets
 * @property {boolean} [isMoved] whether it is about moves, which the page does not search
 */
/** @typedef {(tile: number, cells: Cell[], shown: string[]) => boolean} Admits */
/**
 * `fits`: the test of colors, null without colors. `path`: the place of the value in the file. `missing`: whether a tile
 * with a mistake may have a name, null without mistakes. A board with a mistake has no cells.
 * @typedef {{lattice: import("./lattice.js").Lattice, cells: Cell[], tiles: any[], colors: Map<number, string>, regions: Map<number, string>,
 *   geometry: import("./board_geometry.js").BoardGeometry, missing: ((name: string) => boolean) | null, fits: Admits | null, path: (string | number)[]}} Context
 */

const OVERLAPPING = 40; // a placement that more placements overlap is blocked by its covered cells instead

/** A measure within bounds. @param {string} key @param {{min: number, max: number | null}} bounds @returns {Rule} */
function bounded(key, { min, max }) {
  const measure = MEASURES[key];
  return {
    key, isMoved: measure.isMoved,
    compile(compiler) {
      if (max === 0 && measure.forbid?.(compiler)) return [];
      const sum = measure.sum(compiler);
      if (!sum) return measure.check ? [measure.check(compiler, min, max)] : [];
      const isEmpty = !sum.members.length && !sum.auxiliaries.length;
      const { minimum, maximum } = sumBounds(isEmpty ? { ...sum, weight: 1 } : sum, min, max);
      if (maximum !== null && maximum < 0) compiler.add(key, [], { minimum: 1 });
      else compiler.add(key, sum.members, { auxiliaries: sum.auxiliaries, minimum: Math.max(0, minimum), maximum });
      return [];
    },
  };
}

/** The bounds on the number of members of a sum that bound its value. @param {{weight: number, constant: number}} sum @param {number} min @param {number | null} max */
function sumBounds({ weight, constant }, min, max) {
  const [low, high] = [min - constant, max === null ? null : max - constant];
  const size = Math.abs(weight);
  return weight > 0
    ? { minimum: Math.ceil(low / size), maximum: high === null ? null : Math.floor(high / size) }
    : { minimum: high === null ? 0 : -Math.floor(high / size), maximum: Math.floor(-low / size) };
}

/** @type {Record<string, (value: any, context: Context) => Rule[]>} */
const BUILDERS = {
  ...Object.fromEntries(Object.keys(MEASURES).map((key) => [key, (value) => [bounded(key, boundsOf(value))]])),
  border(value, context) {
    if (value !== "all" && !Array.isArray(value)) return [bounded("border", boundsOf(value))];
    const tiles = value === "all" ? null : requiredTiles(value, context);
    const { geometry } = context;
    return [{
      key: "border", compile: () => [],
      admits: (tile, cells) => (tiles && !tiles.includes(tile)) || cells.some((cell) => geometry.boundary.has(geometry.number.get(cellKey(cell)) ?? -1)),
    }];
  },
  touch: (pairs, context) => pairs.map((/** @type {string[]} */ pair, /** @type {number} */ k) => touch(`touch.${k}`, requiredTiles(pair, within(context, k)))),
  separate: (pairs, context) => pairs.map((/** @type {string[]} */ pair, /** @type {number} */ k) => separateTiles(`separate.${k}`, requiredTiles(pair, within(context, k)))),
  choose: (groups, context) => groups.map(({ of, copies }, /** @type {number} */ k) => {
    const tiles = requiredTiles(of, within(context, k, "of"));
    const { min, max } = boundsOf(copies);
    const key = `choose.${k}`;
    return { key, compile: (/** @type {RuleCompiler} */ compiler) => { compiler.add(key, tiles.flatMap((tile) => [...compiler.ofTile[tile]]), { minimum: min, maximum: max }); return []; } };
  }),
  connected: () => [{
    key: "connected",
    compile: (compiler) => (compiler.board.cells.every((_, cell) => compiler.isCovered(cell)) ? [] : [{ kind: "connected", neighbors: compiler.board.neighbors }]),
  }],
  isolated: () => [{
    key: "isolated",
    compile(compiler) {
      for (const [a, b] of compiler.board.sides) {
        const empty = [compiler.empty(a), compiler.empty(b)];
        if (!empty.includes(null)) compiler.add(`${compiler.words(a)} or ${compiler.words(b)} is covered`, [], { auxiliaries: empty, maximum: 1 });
      }
      return [];
    },
  }],
  symmetric: (value, context) => (context.cells.length ? [symmetric(chosenIsometry(typeof value === "object" && !Array.isArray(value) ? value : { motion: value }, context), context)] : []),
  colorable: (value) => [{
    key: "colorable",
    compile: ({ board }) => [{ kind: "colorable", near: value.corners ? board.cornerPairs : board.sides, colors: value.with, balanced: value.balanced ?? false }],
  }],
  maximal: (value, context) => (value ? [maximal(context)] : []),
  buildable: (value) => (value ? [{ key: "buildable", isMoved: true, compile: () => [] }] : []),
  interlocking: (value) => (value ? [{ key: "interlocking", isMoved: true, compile: () => [] }] : []),
  clues: (value, context) => clueRule(value, context),
  distinct: (_, context) => [distinctRule(context)],
  regions: (value, context) => regionRules(value, context),
  match: (value, context) => matchRule(value, context),
  boundary: (value, context) => boundaryRule(value, context),
};

/** The keys under `rules` that the page does not know, of rules that hold. @param {any} spec */
export const unknownRules = ({ rules }) => Object.keys(rules ?? {}).filter((key) => !(key in BUILDERS) && ![false, null].includes(rules[key]));

// The reasons why a rule has no meaning on a lattice.
/** @type {(key: string, value: any, lattice: Context["lattice"]) => string | null | undefined} */
export function unsupported(key, value, lattice) {
  if (MEASURES[key]) return MEASURES[key].unsupported?.(lattice);
  if (["buildable", "interlocking"].includes(key)) return unmovable(lattice);
  if (["match", "boundary"].includes(key)) return unsupportedSides(lattice);
  return key === "colorable" && value.corners && !hasCorners(lattice) ? "its cells have no corners" : null;
}

// The rules in the order of Python: colors, then bounded measures, then the others.
/** @param {any} spec @param {Omit<Context, "path" | "fits">} puzzle @param {any} mistakes @returns {Rule[]} */
export function buildRules(spec, puzzle, mistakes) {
  const fits = colorsFit(spec, puzzle);
  const rules = Object.entries(BUILDERS).flatMap(([key, build]) => {
    const value = spec.rules?.[key];
    if (value === undefined || value === null) return [];
    const path = ["rules", key];
    return mistakes.noted(() => {
      const built = build(value, { ...puzzle, fits, path });
      const reason = built.length ? unsupported(key, value, puzzle.lattice) : null;
      if (reason) throw new SpecMistake(path, `on a ${puzzle.lattice.name} lattice ${reason}`, "remove the rule");
      return built.map((rule) => ({ rule, isBounded: key in MEASURES && !(key === "border" && (value === "all" || Array.isArray(value))) }));
    }) ?? [];
  });
  const colors = fits ? [{ key: "colors", admits: fits, compile: () => [] }] : [];
  return [...colors, ...[true, false].flatMap((wanted) => rules.flatMap(({ rule, isBounded }) => (isBounded === wanted ? [rule] : [])))];
}

/** @param {Context} context @param {(string | number)[]} parts @returns {Context} */
const within = (context, ...parts) => ({ ...context, path: [...context.path, ...parts] });

/** The numbers of tiles by their names. @param {string[]} names @param {Context} context @returns {number[]} */
function requiredTiles(names, { tiles, missing, path }) {
  return names.map((name, k) => tileNumber(name, tiles, missing, [...path, k]));
}

/** @param {string} name @param {any[]} tiles @param {((name: string) => boolean) | null} missing @param {(string | number)[]} path */
function tileNumber(name, tiles, missing, path) {
  const tile = tiles.findIndex((each) => each.name === name);
  if (tile < 0 && !missing?.(name)) throw new SpecMistake(path, `there is no tile ${echo(name)}`, `tiles: ${tiles.map((each) => each.name).sort().join(" ")}`);
  return tile;
}

/** @param {string} key @param {number[]} tiles @returns {Rule} */
function touch(key, tiles) {
  const [first, second] = tiles;
  return {
    key,
    compile(compiler) {
      const { tiles: all, board } = compiler;
      if (Math.min(...tiles.map((tile) => all[tile].maximum)) < (first === second ? 2 : 1)) {
        const pair = first === second ? `two copies of ${all[first].name}` : `${all[first].name} and ${all[second].name}`;
        compiler.add(`${pair} are needed, but not available`, [], { minimum: 1 });
        return [];
      }
      const pairs = first === second ? [] : [[first, second], [second, first]];
      const single = pairs.filter(([tile]) => all[tile].minimum === 1 && all[tile].maximum === 1);
      for (const [tile, other] of single) {
        for (const reference of [...compiler.ofTile[tile]].sort((a, b) => a - b)) {
          const near = compiler.pieces.get(reference)?.cells.flatMap((cell) => board.neighbors[cell]) ?? [];
          const touching = near.flatMap((cell) => [...compiler.covering[cell]].filter((each) => compiler.ofTile[other].has(each)));
          const elsewhere = [...compiler.ofTile[tile]].filter((each) => each !== reference);
          compiler.add(`${all[tile].name} ${reference} touches ${all[other].name}`, [...elsewhere, ...touching], { minimum: 1 });
        }
      }
      return single.length ? [] : [{ kind: "touch", sides: board.sides, tiles }];
    },
  };
}

/** @param {string} key @param {number[]} tiles @returns {Rule} */
function separateTiles(key, [first, second]) {
  return {
    key,
    compile(compiler) {
      const { tiles, covering, ofTile } = compiler;
      const of = (/** @type {number} */ cell, /** @type {number} */ tile) => new Set([...covering[cell]].filter((each) => ofTile[tile].has(each)));
      for (const [a, b] of compiler.board.sides) {
        for (const [left, right] of first === second ? [[a, b]] : [[a, b], [b, a]]) {
          separate(compiler, `${tiles[first].name} on ${compiler.words(left)} and ${tiles[second].name} on ${compiler.words(right)}`, of(left, first), of(right, second));
        }
      }
      return [];
    },
  };
}

/** @param {Context} context @returns {Rule} */
function maximal({ lattice, cells: board, tiles, geometry, fits }) {
  return {
    key: "maximal",
    compile(compiler) {
      const scarce = [];
      for (const [number, tile] of tiles.entries()) {
        const isScarce = tile.maximum < Math.floor(board.length / tile.form.length);
        if (!tile.maximum) continue;
        const ways = tile.colored.flatMap((/** @type {any} */ look) => coloredPositions(lattice, look, board, geometry.number));
        const allowed = new Set(ways.flatMap((/** @type {{cells: number[], shown: string[]}} */ { cells, shown }) => (
          !fits || fits(number, cells.map((cell) => board[cell]), shown) ? [String(cells)] : [])));
        const fitting = tile.orientations.flatMap((/** @type {Cell[]} */ form) => positions(lattice, form, board, geometry.number))
          .filter((/** @type {number[]} */ cells) => !ways.length || allowed.has(String(cells)));
        if (isScarce && tile.maximum > 1) {
          scarce.push({ tile: number, maximum: tile.maximum, positions: fitting });
          continue;
        }
        fitting.forEach((/** @type {number[]} */ cells, /** @type {number} */ k) => {
          if (cells.some((cell) => compiler.isCovered(cell))) return;
          const used = isScarce ? [...compiler.ofTile[number]] : [];
          const overlapping = new Set(cells.flatMap((cell) => [...compiler.covering[cell]]));
          const name = `${tile.name} ${k} is blocked`;
          if (overlapping.size > OVERLAPPING) compiler.add(name, used, { auxiliaries: cells.map((cell) => compiler.covered(cell)), minimum: 1 });
          else compiler.add(name, [...used, ...overlapping], { minimum: 1 });
        });
      }
      return scarce.length ? [{ kind: "maximal", tiles: scarce }] : [];
    },
  };
}

// A test if the colors of a placement fit those of the board; null if the puzzle has no colors to fit.
/** @param {any} spec @param {Omit<Context, "path" | "fits">} puzzle @returns {Admits | null} */
function colorsFit(spec, { tiles, colors }) {
  if (!colors.size || !tiles.some(({ colored }) => colored.length)) return null;
  const fits = fitsOf(spec);
  return (_, cells, shown) => shown.every((each, k) => isFitting(fits, letterOf(each), colors.get(cellKey(cells[k])) ?? ""));
}

// {key, isLargest, measure, sum, isServed}: the objective of a spec, null without one. `sum`: as of a measure; a sum with
// different values of tiles is not served.
/** @param {any} spec @param {Omit<Context, "path" | "fits">} puzzle */
export function buildObjective(spec, { lattice, tiles, missing, geometry }) {
  const keys = ["maximize", "minimize"].filter((key) => spec[key] !== undefined && spec[key] !== null);
  if (keys.length > 1) throw new SpecMistake(["minimize"], "maximize is set as well", "keep one of them");
  if (!keys.length) return null;
  const [key] = keys;
  const target = spec[key];
  const isLargest = key === "maximize";
  if (typeof target === "object") {
    for (const name of Object.keys(target)) tileNumber(name, tiles, missing, [key, name]);
    const values = tiles.map(({ name }) => target[name] ?? 0);
    const weights = [...new Set(values.filter(Boolean))];
    const sum = (/** @type {RuleCompiler} */ compiler) => ({
      members: [...compiler.pieces].flatMap(([reference, { tile }]) => (values[tile] ? [reference] : [])), auxiliaries: [], weight: weights[0] ?? 1, constant: 0,
    });
    return { key, isLargest, sum, isServed: weights.length < 2 };
  }
  const measure = MEASURES[target];
  if (!measure) throw new SpecMistake([key], `${echo(target)}: there is no such measure`, suggestion(target, Object.keys(MEASURES), `measures: ${Object.keys(MEASURES).join(", ")}`));
  const reason = measure.unsupported?.(lattice);
  if (reason) throw new SpecMistake([key], `${echo(target)}: on a ${lattice.name} lattice ${reason}`, "choose another measure");
  const isSum = !["touching", "level"].includes(target) && (target !== "crossroads" || geometry.meetings.every((cells) => cells.length <= 4));
  return { key, isLargest, measure: target, sum: measure.sum, isServed: isSum };
}
