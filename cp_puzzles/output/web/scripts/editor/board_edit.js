// Changes of a board: cells, optional cells, labels and colors as a map, and the spec that says the same.

import { distance, scaled, span } from "../page/numbers.js";
import { PAINTED } from "./build_board.js";
import { cellsOfShape, formOf, homeLattice } from "./build_lattice.js";
import { drawCells } from "./drawing.js";
import { add, cellKey, compare, distinct, moved, subtract } from "./lattice.js";
import { isValue, letterOf, sidesOf } from "./shown.js";

const MAX_HOLES = 12; // cells missing from a shape, up to which the shape stays in the file

// {cell, optional, color, label, region, value} by the key of a cell.
export function boardOf({ cells, optional, colors, labels, regions, values }) {
  return new Map(cells.map((cell) => {
    const key = cellKey(cell);
    const marks = { color: colors.get(key) ?? "", label: labels.get(key) ?? "", region: regions?.get(key) ?? "", value: values?.get(key) ?? "" };
    return [key, { cell, optional: optional.has(key), ...marks }];
  }));
}

// The spec with another board. What lies on the board moves with it if the drawing of the board begins elsewhere.
export function withBoard(space, spec, lattice, board) {
  const entries = [...board.values()].sort((a, b) => compare(a.cell, b.cell));
  if (!entries.length) return spec;
  const shape = shapeBoard(space, spec, lattice, entries);
  if (shape) return { ...spec, board: asPainted({ ...shape, ...marked(lattice, entries, true) }, entries) };
  const drawn = drawCells(lattice, entries.map(({ cell, optional }) => [cell, optional ? "?" : "X"]));
  const named = { ...spec, lattice: lattice.name };
  if (["square", "cubic"].includes(lattice.name) && spec.lattice === undefined) delete named.lattice;
  if (!drawn || !keepsDimension(lattice, entries)) {
    return { ...named, lattice: lattice.name, board: asPainted({ cells: entries.map(({ cell }) => lattice.coordinates(cell)), ...marked(lattice, entries, true) }, entries) };
  }
  const { shift } = drawn;
  const shifted = shift.some((x) => x !== 0) ? entries.map((each) => ({ ...each, cell: add(each.cell, shift) })) : entries;
  return { ...withMovedGiven(space, named, lattice, shift), board: asPainted({ drawing: drawn.text, ...marked(lattice, shifted, false) }, shifted) };
}

// The board of a spec, of which it is known what was painted: it is not read again.
function asPainted(board, entries) {
  const mapOf = (/** @type {string} */ key) => new Map(entries.filter((each) => each[key]).map((each) => [cellKey(each.cell), each[key]]));
  PAINTED.set(board, {
    cells: entries.map(({ cell }) => cell), optional: new Set(entries.filter((each) => each.optional).map(({ cell }) => cellKey(cell))),
    labels: mapOf("label"), colors: mapOf("color"), regions: mapOf("region"), values: mapOf("value"),
  });
  return board;
}

// Whether the drawing of a board on the default lattice shows its dimension: a board of cubes in one layer does not.
const keepsDimension = (lattice, entries) => lattice.name !== "cubic" || new Set(entries.map(({ cell }) => cell[0])).size > 1;

// The names, colors, values and regions of cells of a file; of cells that are not drawn also those that may stay empty.
export function marked(lattice, entries, isListed) {
  const labels = Object.fromEntries(entries.filter(({ label }) => label).map(({ cell, label }) => [label, lattice.coordinates(cell)]));
  const listed = (key) => {
    const groups = {};
    for (const each of entries) if (each[key]) (groups[each[key]] ??= []).push(lattice.coordinates(each.cell));
    return groups;
  };
  const [colors, values, regions] = ["color", "value", "region"].map(listed);
  const optional = isListed ? entries.filter((each) => each.optional).map(({ cell }) => lattice.coordinates(cell)) : [];
  return {
    ...(optional.length ? { optional } : {}), ...(Object.keys(colors).length ? { colors } : {}), ...(Object.keys(labels).length ? { labels } : {}),
    ...(Object.keys(values).length ? { values } : {}), ...(Object.keys(regions).length ? { regions } : {}),
  };
}

// The cells of a piece in the file, given as [cell, letter of its color]: drawn, or listed where drawings are ambiguous.
export function tileForm(lattice, colored) {
  const letters = colored.map(([, shown]) => letterOf(shown ?? ""));
  const sides = Object.fromEntries(colored.flatMap(([, shown], k) => (sidesOf(shown) ? [[k, sidesOf(shown)]] : [])));
  const hasSides = Object.keys(sides).length > 0;
  const isDrawn = !lattice.edges_of && !hasSides && letters.every((letter) => letter.length < 2);
  const drawn = isDrawn ? drawCells(lattice, colored.map(([cell], k) => [cell, letters[k] || "X"])) : null;
  if (drawn) return { drawing: drawn.text };
  const values = letters.map((letter) => (isValue(letter) ? Number(letter) : null));
  return {
    cells: colored.map(([cell]) => lattice.coordinates(cell)), ...marked(lattice, colored.map(([cell], k) => ({ cell, color: isValue(letters[k]) ? "" : letters[k] })), false),
    ...(values.some((value) => value !== null) ? { values } : {}), ...(hasSides ? { sides } : {}),
  };
}

// The spec in which a letter is a color of cells. Where there were no colors, letters of drawings were cells.
export function withColor(spec, letter) {
  const { colors } = spec;
  if (!letter || (typeof colors === "string" ? colors : Object.entries(colors ?? {}).flat().join("")).includes(letter)) return spec;
  if (colors) return { ...spec, colors: typeof colors === "string" ? colors + letter : { ...colors, [letter]: letter } };
  const tiles = spec.tiles.map((entry) => (entry.drawing ? { ...entry, drawing: entry.drawing.replace(/[A-Za-z]/g, "X") } : entry));
  return { ...spec, tiles, colors: letter };
}

// The board as the shape of the file with holes; null if it has other cells, or many holes.
function shapeBoard(space, spec, lattice, entries) {
  const form = formOf(space, spec.board);
  const cells = cellsOfShape(space, spec.board, lattice);
  if (!cells) return null;
  const kept = new Set(entries.map(({ cell }) => cellKey(cell)));
  const missing = cells.filter((cell) => !kept.has(cellKey(cell)));
  if (missing.length > MAX_HOLES || cells.length - missing.length !== kept.size) return null;
  const holes = missing.sort(compare).map((cell) => lattice.coordinates(cell));
  const { layers } = spec.board;
  return { [form]: spec.board[form], ...(layers ? { layers } : {}), ...(holes.length ? { holes } : {}) };
}

function withMovedGiven(space, spec, lattice, shift) {
  if (!Array.isArray(spec.given) || shift.every((x) => x === 0)) return spec;
  const given = spec.given.map((each) => (each.cells ? {
    ...each, cells: each.cells.map((cell) => lattice.coordinates(add(homeLattice(space, lattice, cell).cellAt(cell), shift))),
  } : each));
  return { ...spec, given };
}

// The cells that a stroke reaches under isometries of a board: the images of each cell.
export function symmetricImages(isometries, cells) {
  const images = isometries.flatMap((isometry) => cells.map((cell) => moved(isometry, cell)));
  return distinct(images, cellKey);
}

// The least and the greatest [x, y, height] of cells.
export const extentOf = (lattice, cells) => span(cells.map((cell) => [...lattice.place(cell), lattice.height(cell)]));

// The positions about a board that a view shows: cells near its bounding box in every layer, and in `above` more layers.
export function positionsAbout(lattice, cells, margin, above = 0, most = 20_000) {
  const starts = cells.length ? cells : [lattice.classes[0].origin];
  const [low, high] = extentOf(lattice, starts);
  const [from, to] = [subtract(low, [margin, margin, 0]), add(high, [margin, margin, above])];
  const found = new Map(starts.map((cell) => [cellKey(cell), cell]));
  for (const cell of found.values()) {
    if (found.size >= most) break;
    for (const near of lattice.neighbors(cell)) {
      const key = cellKey(near);
      if (found.has(key)) continue;
      const place = [...lattice.place(near), lattice.height(near)];
      if (place.every((x, k) => x > from[k] - 1e-6 && x < to[k] + 1e-6)) found.set(key, near);
    }
  }
  return [...found.values()].sort(compare);
}

// The connected cells about a start for which a test holds.
export function filled(lattice, start, positions, test) {
  return lattice.parts([start], new Map(positions.filter(test).map((cell) => [cellKey(cell), cell]))).flat();
}

// The positions of a layer on the straight line between two of them, and those in the rectangle that they span.
export function onLine(lattice, from, to, positions) {
  const [a, b] = [lattice.place(from), lattice.place(to)];
  const layer = sameLayer(lattice, from, positions);
  const steps = Math.ceil(distance(a, b) * 6) + 1;
  const middles = layer.map((cell) => lattice.middle(cell));
  const found = new Map();
  for (let k = 0; k <= steps; k += 1) {
    const [x, y] = add(a, scaled(subtract(b, a), k / steps));
    const nearest = layer[nearestTo([x, y], middles)];
    if (nearest) found.set(cellKey(nearest), nearest);
  }
  return [...found.values()];
}

export function inRectangle(lattice, from, to, positions) {
  const [low, high] = span([lattice.place(from), lattice.place(to)]);
  return sameLayer(lattice, from, positions).filter((cell) => lattice.place(cell).every((x, k) => x > low[k] - 1e-6 && x < high[k] + 1e-6));
}

// The number of the point that is nearest to another one, -1 if there is none; `cheapest` takes three times as long here.
function nearestTo([x, y], points) {
  let [best, least] = [-1, Infinity];
  for (let k = 0; k < points.length; k += 1) {
    const squared = (points[k][0] - x) ** 2 + (points[k][1] - y) ** 2;
    if (squared < least) [best, least] = [k, squared];
  }
  return best;
}

const sameLayer = (lattice, from, positions) => positions.filter((cell) => lattice.height(cell) === lattice.height(from));

// The translation that takes a painted board to some cells, null if there is none.
export function stepTo(painted, cells) {
  const entries = [...painted.values()];
  if (entries.length !== cells.length) return null;
  const first = entries.reduce((least, { cell }) => (compare(cell, least) < 0 ? cell : least), entries[0].cell);
  const step = subtract(cells[0], first);
  return cells.every((cell) => painted.has(cellKey(subtract(cell, step)))) ? step : null;
}
