// The data of the solution page for a puzzle of the editor and its solutions; see cp_puzzles/output/web/page_data.py.

import { textOn } from "../page/colors.js";
import { base64Of, cross, dot, scaled, subtract, unit } from "../page/numbers.js";
import { layersOf, middleCell } from "./board_view.js";
import { cellKey, cellsOf, compare, distinct, normalizeColored, text, times } from "./lattice.js";
import { boardPath, center, piecePath } from "./outlines.js";
import { letterOf } from "./shown.js";

/** @import { Cell, Lattice } from "./lattice.js" */
/** @import { PlacementTable, SolutionPage, SolutionTable } from "../page/page_data.js" */

const NEAR = 1e-6;
const MAX_CELLS_APART = 3000; // of a board whose pieces are taken apart

const round = (x) => Number(x.toFixed(4));
// coordinates that people count from 1
const COUNTED = new Set(["layer", "row", "column"]);

// `status`: of a complete or stopped search, see search_control.js. `group`: elements with options and isometries.
/** @returns {SolutionPage} */
export function solutionData(puzzle, status, cover, group, { colors, shades, palette, description }) {
  const { lattice, cells, tiles } = puzzle;
  const dots = dotsOf(tiles, colors, palette, puzzle.colors);
  const isApart = cells.length <= MAX_CELLS_APART;
  const number = (cell) => puzzle.number.get(cellKey(cell));
  const outlines = new Outlines(lattice);
  const parts = layersOf(lattice, cells);
  const layer = cells.map((cell) => parts.findIndex(({ height }) => height === lattice.height(cell)));
  const pieces = [...cover.placements.map(({ tile, cells: covered, shown }) => {
    const pairs = covered.map((k, at) => ({ cell: cover.cells[k], letter: shown[at] })).sort((a, b) => compare(a.cell, b.cell));
    return { tile, cells: pairs.map(({ cell }) => cell), shown: shown.length ? pairs.map(({ letter }) => letter) : [] };
  }), ...puzzle.given];
  const described = (cell) => [lattice.classOf(cell), ...center(lattice, cell).map(round)];
  const given = puzzle.given.map((_, k) => cover.placements.length + k);
  const rows = status.solutions.map((options) => [...options, ...given]);
  const images = group.map(({ options }) => [...options.slice(0, cover.placements.length), ...given]); // every solution has all given ones
  return {
    name: puzzle.name, description, solid: !lattice.is_flat, ...(lattice.is_flat ? {} : { directions: lattice.directions, ahead: isApart ? cellsAhead(lattice, cells) : [] }),
    cells: cells.map(described), touching: cells.map((cell) => lattice.neighbors(cell).flatMap((near) => number(near) ?? []).sort((a, b) => a - b)), periods: [], layer,
    names: cells.map((cell) => puzzle.labels.get(cellKey(cell)) ?? lattice.coordinates(cell).map((x, k) => `${lattice.axes[k]} ${COUNTED.has(lattice.axes[k]) ? x + 1 : x}`).join(", ")),
    labels: Object.fromEntries(cells.flatMap((cell, k) => (puzzle.labels.has(cellKey(cell)) ? [[k, puzzle.labels.get(cellKey(cell))]] : []))),
    colors: Object.fromEntries(cells.flatMap((cell, k) => (puzzle.colors.get(cellKey(cell)) ? [[k, dots.get(puzzle.colors.get(cellKey(cell)))]] : []))),
    board: parts.map((part) => boardPath(lattice, part.cells)),
    letter: lattice.classes[lattice.classOf(cells[0])].letter, required: cells.map((cell) => (puzzle.fill && !puzzle.optional.has(cellKey(cell)) ? 1 : 0)), rules: [], highlights: { lines: [], points: [] },
    coloring: null, regions: [], sides: null, limits: [], left: [], isometries: [], given, shades, bare: false, embedded: true, browsing: true, moves: {},
    tiles: tiles.map((tile, k) => {
      const forms = tile.ways.map(cellsOf);
      return {
        name: tile.name, color: colors[k], clear: colors[k], minimum: tile.minimum, maximum: tile.maximum,
        sides: [], colors: tile.shown.length ? tile.ways.map((look) => look.map(([, shown]) => dots.get(letterOf(shown)) ?? null)) : [],
        orientations: forms.map((form) => form.map(described)), outlines: forms.map((form) => outlines.number(form)),
      };
    }),
    placements: placementTable(lattice, tiles, pieces, outlines, number, dots), dots: [...dots.values()],
    shapes: lattice.classes.map(({ shape }) => shape), outlines: outlines.list,
    group: { words: images.slice(1).map((_, k) => [0, k]), placements: images.slice(1).map(numbers) },
    solutions: solutionTable(rows, images, pieces, cells.length),
    total: { complete: status.state === "complete" && status.numbers.solutions === rows.length, solutions: status.state === "complete" ? status.numbers.solutions : null },
  };
}

const numbers = (values) => ({ bytes: 4, base64: base64Of(new Uint8Array(Uint32Array.from(values).buffer)) });

/** @returns {PlacementTable} */
function placementTable(lattice, tiles, pieces, outlines, number, dots) {
  const forms = tiles.map(({ looks }) => new Map(looks.map((look, k) => [look, k])));
  const lookOf = (cells, shown) => String(normalizeColored(lattice, cells.map((cell, k) => [cell, shown[k] ?? ""])));
  const place = new Map([...dots.keys()].map((letter, k) => [letter, k + 1]));
  const shownNumbers = pieces.some(({ shown }) => shown.length)
    ? { shown: numbers(pieces.flatMap(({ cells, shown }) => cells.map((_, k) => place.get(letterOf(shown[k] ?? "")) ?? 0))) } : {};
  return {
    tile: numbers(pieces.map(({ tile }) => tile)), orientation: numbers(pieces.map(({ tile, cells, shown }) => forms[tile].get(lookOf(cells, shown)))),
    size: tiles.map(({ form }) => form.length), outline: numbers(pieces.map(({ cells }) => outlines.number(cells))),
    cells: numbers(pieces.flatMap(({ cells }) => cells.map(number))), ...shownNumbers,
  };
}

// Rows of equal width, and for each element the rows whose image is no image of an earlier element or row.
/** @returns {SolutionTable} */
function solutionTable(rows, images, pieces, cellCount) {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const words = Math.ceil(rows.length / 32);
  const own = new Uint32Array(words * images.length);
  const seen = new Set();
  images.forEach((image, g) => rows.forEach((row, k) => {
    const key = String(row.map((piece) => image[piece]).sort((a, b) => a - b));
    if (!seen.has(key)) own[g * words + (k >>> 5)] |= 1 << (k & 31);
    seen.add(key);
  }));
  return {
    count: rows.length, width, own: numbers(own).base64, rows: numbers(rows.flatMap((row) => [...row.map((piece) => piece + 1), ...new Array(width - row.length).fill(0)])),
    hasEmpty: rows.some((row) => row.reduce((sum, piece) => sum + pieces[piece].cells.length, 0) < cellCount),
  };
}

// The outlines of pieces, each once: for every layer [path from the middle of the first cell, number of the cell with the name].
class Outlines {
  lattice; /** @type {any[]} */ list = []; /** @type {Map<string, number>} */ numbers = new Map();

  constructor(lattice) { this.lattice = lattice; }

  number(cells) {
    const { lattice } = this;
    const key = `${lattice.classOf(cells[0])}:${cells.map((cell) => text(subtract(cell, cells[0])))}`;
    if (!this.numbers.has(key)) {
      this.numbers.set(key, this.list.push(layersOf(lattice, cells).map(({ cells: part }) => (
        [piecePath(lattice, part, center(lattice, cells[0])), cells.indexOf(middleCell(lattice, part))]))) - 1);
    }
    return this.numbers.get(key);
  }
}

// The dots of colors of cells: {letter, color, text}. No tile has their colors.
function dotsOf(tiles, colors, palette, shown) {
  const letters = [...new Set([...shown.values(), ...tiles.flatMap((tile) => tile.shown.map(letterOf))])].filter(Boolean).sort();
  const free = palette.filter((color) => !colors.includes(color));
  return new Map(letters.map((letter, k) => {
    const color = free[k % free.length] ?? palette[0];
    return [letter, { letter, color, text: textOn(color) }];
  }));
}

/** The corners of a cell in drawings. @param {Lattice} lattice @param {Cell} cell @returns {number[][]} */
const points = (lattice, cell) => (lattice.radius ? [] : lattice.corners(cell).map((corner) => scaled(times(lattice.embedding, corner), 1 / lattice.unit)));

/** @param {number[]} vector */
const keyOf = (vector) => vector.map((x) => Math.round(x * 1e6) + 0).join();

/** For each direction and each cell the numbers of the cells that block it; see cp_puzzles/output/draw/assembly_order.py. @param {Lattice} lattice @param {Cell[]} cells @returns {number[][][]} */
function cellsAhead(lattice, cells) {
  const centers = cells.map((cell) => center(lattice, cell));
  const classes = cells.map((cell) => lattice.classOf(cell));
  const bodies = lattice.classes.map(({ origin }) => points(lattice, origin).map((point) => subtract(point, center(lattice, origin))));
  const reach = 2 * Math.max(lattice.radius, ...bodies.flat().map((point) => Math.hypot(...point)));
  return lattice.directions.map((direction) => {
    const beside = unit(cross(direction, Math.abs(direction[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    const across = [beside, cross(direction, beside)];
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
    const axes = distinct(sides.map(([x, y]) => unit([-y, x])), keyOf);
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
