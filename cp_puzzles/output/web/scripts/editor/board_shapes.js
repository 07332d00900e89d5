// The cells of boards by name and numbers; see cp_puzzles/puzzle/geometry/board_shapes.py.

import { sidesOf } from "../page/numbers.js";
import { coordinatesAt } from "./drawing.js";
import { add, compare, distinct, text } from "./lattice.js";

const CORNERS = [[1, 1], [2, -1], [1, -2], [-1, -1], [-2, 1], [-1, 2]]; // from the center of a hexagon, in thirds

// The points of a box of half-open ranges, the last coordinate fastest.
export function points(ranges) {
  return ranges.reduce((list, [first, end]) => list.flatMap((point) => {
    const more = [];
    for (let x = first; x < end; x += 1) more.push([...point, x]);
    return more;
  }), [[]]);
}

// The cells whose coordinates lie in ranges {axis: [first, end]} and whose sum lies between two bounds; null for a
// class number that does not exist.
export function windowCells(lattice, ranges, sums = null) {
  const spans = lattice.axes.map((axis) => ranges[axis] ?? [0, lattice.classes.length]);
  return points(spans).filter((point) => {
    const total = point.reduce((a, b) => a + b, 0);
    return (!sums || (sums[0] <= total && total <= sums[1])) && (lattice.is_numbered || lattice.classOf(point) !== undefined);
  }).map((point) => lattice.cellAt(point));
}

const less = (lattice) => (lattice.is_numbered ? 0 : 1);
const square = (lattice, x, y, sums) => windowCells(lattice, { x, y }, sums);
const ball = (i, j, k) => [i - j, i + j + Math.abs(k), k];

const SHAPES = {
  size: (lattice, ...size) => {
    if (!lattice.text) return windowCells(lattice, Object.fromEntries(size.map((n, k) => [lattice.axes[k], [0, n]])));
    if (lattice.text.plain) return points(size.map((n) => [0, n])).filter((point) => lattice.classOf(point) !== undefined);
    const [rows, columns] = size;
    return points([[0, rows], [0, columns * lattice.text.columns]])
      .flatMap(([row, column]) => coordinatesAt(lattice, [0, row, column])).map((each) => lattice.cellAt(each));
  },
  parallelogram: (lattice, m, n) => square(lattice, [0, m], [0, n]),
  triangle: (lattice, n) => square(lattice, [0, n], [0, n], [0, n - 1]),
  trapezoid: (lattice, m, n) => square(lattice, [0, m], [0, n], [0, m - 1]),
  hexagon: (lattice, a, b = a) => {
    const d = less(lattice);
    return square(lattice, [0, a + b - d], [0, a + b - d], [b - d, 2 * b + a - 1 - 2 * d]);
  },
  "long-hexagon": (lattice, a, b) => {
    const d = less(lattice);
    return square(lattice, [0, a + b - d], [0, 2 * b - d], [b - d, 2 * b + a - 1 - 2 * d]);
  },
  hexagram: (lattice, n) => {
    const d = less(lattice);
    const [low, high, end] = [n - d, 3 * n - 1 - 2 * d, 2 * n - d];
    return [...square(lattice, [0, high + 1], [0, high + 1], [0, high]),
      ...square(lattice, [low - end, end], [low - end, end], [low, 2 * end])];
  },
  pyramid: (lattice, n) => points([[0, n], [0, n], [0, n]]).filter(([k, i, j]) => i < n - k && j < n - k).map(([k, i, j]) => ball(i, j, k)),
  octahedron: (lattice, n) => points([[1 - n, n], [0, n], [0, n]])
    .filter(([k, i, j]) => i < n - Math.abs(k) && j < n - Math.abs(k)).map(([k, i, j]) => ball(i, j, k)),
  tetrahedron: (lattice, n) => points([[0, n], [0, n], [0, n]]).filter(([a, b, c]) => a + b + c < n).map(([a, b, c]) => [a + b, a + c, b + c]),
  tray: (lattice, rows, columns) => points([[0, rows], [0, columns]]).map(([i, j]) => ball(i, j, 0)),
  vertices: (lattice, rows, columns) => points([[0, rows], [0, columns]]).flatMap(([y, x]) => [
    ...(x + 1 < columns ? [lattice.cellAt([x, y, 0])] : []), ...(y + 1 < rows ? [lattice.cellAt([x, y, 1])] : [])]),
  squares: (lattice, rows, columns) => SHAPES.vertices(lattice, rows + 1, columns + 1),
  burr: (lattice, length) => points([[0, length], [length / 2 - 1, length / 2 + 1], [length / 2 - 2, length / 2 + 2]])
    .flatMap(([along, across, up]) => [[along, across, up], [across, up, along], [up, along, across]]).sort(compare),
};

// The cubes of a stick of a six-piece burr that may be removed, from the first one; see burr_pieces.py.
const REMOVABLE = [...[1, 0].flatMap((row) => [0, 1, 2, 3].map((column) => [1, row, column])),
  ...[1, 0].flatMap((row) => [1, 2].map((column) => [0, row, column]))];

// The cells of a piece of a six-piece burr with a customary number.
export function burrPiece(number, length) {
  const removed = new Set(REMOVABLE.filter((_, k) => ((number - 1) >> k) & 1).map(([layer, row, column]) => text([layer, row, column + length / 2 - 2])));
  return points([[0, 2], [0, 2], [0, length]]).filter((cell) => !removed.has(text(cell)));
}

let last = { key: "", cells: [] }; // the shape of a board that is painted is asked for at every stroke

// The cells of a shape, each once; `lattices`: all lattices by name.
export function shapeCells(lattices, shape, lattice, numbers, layers = 1) {
  const key = `${shape} ${lattice.name} ${numbers} ${layers}`;
  if (key !== last.key) last = { key, cells: distinct(allCells(lattices, shape, lattice, numbers, layers), text) };
  return last.cells;
}

function allCells(lattices, shape, lattice, numbers, layers) {
  if (lattice.edges_of) {
    const flat = lattices.get(lattice.edges_of);
    // the midpoint, in halves, of two corners, in thirds
    return shapeCells(lattices, shape, flat, numbers).flatMap((cell) => sidesOf(flat.corners(cell))).map((side) => add(...side).map((x) => x / 3));
  }
  if (lattice.layer_of === "hexagonal" || lattice.layer_of === "triangular") {
    const [count, rest] = shape === "size" ? [numbers[0], numbers.slice(1)] : [layers, numbers];
    return shapeCells(lattices, shape, lattices.get(lattice.layer_of), rest)
      .flatMap((cell) => Array.from({ length: count }, (_, layer) => [...lattice.lifted(cell).slice(0, 2), layer]));
  }
  return SHAPES[shape](lattice, ...numbers);
}

// The triangles, or triangular prisms, of a shape of large hexagons.
export function hexgridCells(lattices, shape, lattice, numbers, layers = 1) {
  return shapeCells(lattices, shape, lattices.get("hexagonal"), numbers).flatMap(([a, b]) => CORNERS.flatMap(([x, y]) => {
    const triangle = [3 * (a - b) + x, 3 * (a + 2 * b) + y];
    return lattice.is_flat ? [triangle] : Array.from({ length: layers }, (_, layer) => [...triangle, layer]);
  }));
}
