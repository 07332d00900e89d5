// Changes of a board: cells, optional cells, labels and colors as a map, and the spec that says the same.

import { homeLattice, numbersOf, formOf } from "./build_board.js";
import { hexgridCells, shapeCells } from "./board_shapes.js";
import { drawCells } from "./drawing.js";
import { add, cellKey, compare, subtract, times } from "./lattice.js";

const MAX_HOLES = 12; // cells missing from a shape, up to which the shape stays in the file

// {cell, optional, color, label} by the key of a cell.
export function boardOf({ cells, optional, colors, labels }) {
  return new Map(cells.map((cell) => {
    const key = cellKey(cell);
    return [key, { cell, optional: optional.has(key), color: colors.get(key) ?? "", label: labels.get(key) ?? "" }];
  }));
}

// The spec with another board. What lies on the board moves with it if the drawing of the board begins elsewhere.
export function withBoard(space, spec, lattice, board) {
  const entries = [...board.values()].sort((a, b) => compare(a.cell, b.cell));
  if (!entries.length) return spec;
  const shape = shapeBoard(space, spec, lattice, entries);
  if (shape) return { ...spec, board: { ...shape, ...marked(lattice, entries, true) } };
  const drawn = drawCells(lattice, entries.map(({ cell, optional }) => [cell, optional ? "?" : "X"]));
  const named = { ...spec, lattice: lattice.name };
  if (["square", "cubic"].includes(lattice.name) && spec.lattice === undefined) delete named.lattice;
  if (!drawn || !keepsDimension(lattice, entries)) {
    const optional = entries.filter((each) => each.optional).map(({ cell }) => lattice.coordinates(cell));
    return { ...named, lattice: lattice.name, board: {
      cells: entries.map(({ cell }) => lattice.coordinates(cell)), ...(optional.length ? { optional } : {}), ...marked(lattice, entries, false),
    } };
  }
  const shift = drawn.shift;
  const moved = entries.map((each) => ({ ...each, cell: add(each.cell, shift) }));
  return { ...withMovedGiven(space, named, lattice, shift), board: { drawing: drawn.text, ...marked(lattice, moved, false) } };
}

// Whether the drawing of a board on the default lattice shows its dimension: a board of cubes in one layer does not.
const keepsDimension = (lattice, entries) => lattice.name !== "cubic" || new Set(entries.map(({ cell }) => cell[0])).size > 1;

function marked(lattice, entries, isShape) {
  const labels = Object.fromEntries(entries.filter(({ label }) => label).map(({ cell, label }) => [label, lattice.coordinates(cell)]));
  const colors = {};
  for (const { cell, color } of entries) if (color) (colors[color] ??= []).push(lattice.coordinates(cell));
  const optional = isShape ? entries.filter((each) => each.optional).map(({ cell }) => lattice.coordinates(cell)) : [];
  return {
    ...(optional.length ? { optional } : {}), ...(Object.keys(colors).length ? { colors } : {}), ...(Object.keys(labels).length ? { labels } : {}),
  };
}

// The cells of a piece in the file, with the letters of their colors: drawn, or listed where drawings are ambiguous.
export function tileForm(lattice, cells, colorOf = /** @type {(cell: any) => string} */ (() => "")) {
  const drawn = lattice.edgesOf ? null : drawCells(lattice, cells.map((cell) => [cell, colorOf(cell) || "X"]));
  if (drawn) return { drawing: drawn.text };
  const colors = marked(lattice, cells.map((cell) => ({ cell, color: colorOf(cell), label: "" })), false);
  return { cells: cells.map((cell) => lattice.coordinates(cell)), ...colors };
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
  if (!space.shapes.has(form) && form !== "hexgrid") return null;
  const name = form === "hexgrid" ? Object.keys(spec.board.hexgrid)[0] : form;
  const cells = (form === "hexgrid" ? hexgridCells : shapeCells)(space.lattices, name, lattice, numbersOf(space, spec.board), spec.board.layers ?? 1);
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
  const images = isometries.flatMap(({ matrix, translation }) => cells.map((cell) => add(times(matrix, cell), translation)));
  return [...new Map(images.map((cell) => [cellKey(cell), cell])).values()];
}

// [left, top, right, bottom, lowest, highest] of the places and heights of cells.
export function extentOf(lattice, cells) {
  const extent = [Infinity, Infinity, -Infinity, -Infinity, Infinity, -Infinity];
  for (const cell of cells) {
    const [x, y] = lattice.place(cell);
    const height = lattice.height(cell);
    extent[0] = Math.min(extent[0], x);
    extent[1] = Math.min(extent[1], y);
    extent[2] = Math.max(extent[2], x);
    extent[3] = Math.max(extent[3], y);
    extent[4] = Math.min(extent[4], height);
    extent[5] = Math.max(extent[5], height);
  }
  return extent;
}

// The positions about a board that a view shows: cells near its bounding box in every layer, and in `above` more layers.
export function positionsAbout(lattice, cells, margin, above = 0, most = 20_000) {
  const starts = cells.length ? cells : [lattice.classes[0].origin];
  const [left, top, right, bottom, lowest, highest] = extentOf(lattice, starts);
  const [low, high] = [[left - margin, top - margin], [right + margin, bottom + margin]];
  const found = new Map(starts.map((cell) => [cellKey(cell), cell]));
  for (const cell of found.values()) {
    if (found.size >= most) break;
    for (const near of lattice.neighbors(cell)) {
      const key = cellKey(near);
      if (found.has(key)) continue;
      const place = lattice.place(near);
      const isInside = [0, 1].every((k) => place[k] > low[k] - 1e-6 && place[k] < high[k] + 1e-6);
      const height = lattice.height(near);
      if (isInside && height >= lowest && height <= highest + above) found.set(key, near);
    }
  }
  return [...found.values()].sort(compare);
}

// The connected cells about a start for which a test holds.
export function filled(lattice, start, positions, test) {
  const allowed = new Map(positions.filter(test).map((cell) => [cellKey(cell), cell]));
  const reached = [];
  const queue = allowed.has(cellKey(start)) ? [start] : [];
  allowed.delete(cellKey(start));
  for (const cell of queue) {
    reached.push(cell);
    for (const near of lattice.neighbors(cell)) if (allowed.delete(cellKey(near))) queue.push(near);
  }
  return reached;
}

// The positions of a layer on the straight line between two of them, and those in the rectangle that they span.
export function onLine(lattice, from, to, positions) {
  const [a, b] = [lattice.place(from), lattice.place(to)];
  const layer = sameLayer(lattice, from, positions);
  const steps = Math.ceil(Math.hypot(...subtract(a, b)) * 6) + 1;
  const centers = layer.map((cell) => centerOf(lattice, cell));
  const found = new Map();
  for (let k = 0; k <= steps; k += 1) {
    const point = a.map((x, axis) => x + ((b[axis] - x) * k) / steps);
    const nearest = layer[nearestTo(point, centers)];
    if (nearest) found.set(cellKey(nearest), nearest);
  }
  return [...found.values()];
}

export function inRectangle(lattice, from, to, positions) {
  const [a, b] = [lattice.place(from), lattice.place(to)];
  return sameLayer(lattice, from, positions).filter((cell) => lattice.place(cell)
    .every((x, k) => x > Math.min(a[k], b[k]) - 1e-6 && x < Math.max(a[k], b[k]) + 1e-6));
}

// The number of the center that is nearest to a point, -1 if there is none.
function nearestTo([x, y], centers) {
  let [best, least] = [-1, Infinity];
  for (let k = 0; k < centers.length; k += 1) {
    const distance = (centers[k][0] - x) ** 2 + (centers[k][1] - y) ** 2;
    if (distance < least) [best, least] = [k, distance];
  }
  return best;
}

const sameLayer = (lattice, from, positions) => positions.filter((cell) => lattice.height(cell) === lattice.height(from));

// The middle of the polygon of a cell in the drawing of its layer.
export function centerOf(lattice, cell) {
  const { polygon } = lattice.classes[lattice.classOf(cell)];
  return lattice.place(cell).map((x, k) => x + polygon.reduce((total, corner) => total + corner[k], 0) / polygon.length);
}

// The translation that takes a painted board to some cells, null if there is none.
export function stepTo(painted, cells) {
  const entries = [...painted.values()];
  if (entries.length !== cells.length) return null;
  const first = entries.reduce((least, { cell }) => (compare(cell, least) < 0 ? cell : least), entries[0].cell);
  const step = subtract(cells[0], first);
  return cells.every((cell) => painted.has(cellKey(subtract(cell, step)))) ? step : null;
}
