// Random pieces that fill a board, and random boards that pieces fill; a seed gives the same ones again.

import { grouped, sum } from "../page/numbers.js";
import { extentOf } from "./board_edit.js";
import { add, cellKey, compare, distinct, orientations, subtract } from "./lattice.js";

const TRIES = 3000; // of pieces for a board
const GROWN = 12; // pieces of which one may fit
const BOARDS = 40; // of boards for pieces
const SPOTS = 120; // places considered for a piece of a random board
const LOOSE = 0.5; // how much chance counts beside touching: more makes ragged boards
const MOST_PIECES = 300;

// Numbers from 0 to below 1; see Tommy Ettinger's mulberry32, which is in the public domain.
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Connected pieces, lists of cells, of `least` to `most` cells that fill some cells; null if no try succeeds.
// `areDifferent`: no two pieces are equal after a motion that tiles may make.
export function randomPieces(lattice, cells, { least, most, areDifferent }, seed) {
  const random = randomNumbers(seed);
  const fits = (size) => Math.ceil(size / most) * least <= size;
  if (!lattice.components(cells).every((part) => fits(part.length))) return null;
  const tries = Math.max(10, Math.ceil((TRIES * 60) / Math.max(60, cells.length)));
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const left = new Map(cells.map((cell) => [cellKey(cell), cell]));
    const looks = new Set();
    const pieces = [];
    while (left.size) {
      const piece = goodPiece(left, looks);
      if (!piece) break;
      pieces.push(piece.sort(compare));
    }
    if (!left.size) return pieces;
  }
  return null;

  // A piece that leaves parts which pieces can fill; its cells are taken away.
  function goodPiece(left, looks) {
    for (let k = 0; k < GROWN; k += 1) {
      const piece = grownPiece(lattice, left, least, most, random);
      const look = areDifferent ? lookOf(lattice, piece) : piece.length;
      if (piece.length < least || (areDifferent && looks.has(look))) continue;
      for (const cell of piece) left.delete(cellKey(cell));
      if (lattice.parts(piece.flatMap((cell) => lattice.neighbors(cell)), new Map(left)).every((part) => fits(part.length))) {
        looks.add(look);
        return piece;
      }
      for (const cell of piece) left.set(cellKey(cell), cell);
    }
    return null;
  }
}

// The same text for pieces that are equal after a motion that tiles may make.
const lookOf = (lattice, piece) => orientations(lattice, piece, true, lattice.flat).map(String).sort()[0];

// A piece that begins where the fewest cells are free, and takes cells with few free neighbors first.
function grownPiece(lattice, left, least, most, random) {
  const freedom = (cell) => lattice.neighbors(cell).filter((near) => left.has(cellKey(near))).length;
  const pick = (list) => {
    const ranked = list.map((cell) => [freedom(cell) + 1.5 * random(), cell]).sort((a, b) => a[0] - b[0]);
    return ranked[0][1];
  };
  const size = least + Math.floor(random() * (most - least + 1));
  const piece = [pick([...left.values()])];
  const taken = new Set(piece.map(cellKey));
  while (piece.length < size) {
    const near = piece.flatMap((cell) => lattice.neighbors(cell)).filter((cell) => left.has(cellKey(cell)) && !taken.has(cellKey(cell)));
    if (!near.length) break;
    const next = left.get(cellKey(pick(near)));
    taken.add(cellKey(next));
    piece.push(next);
  }
  return piece;
}

// Cells that the tiles fill, each as often as it must be used at least, or once: within a box of the drawing, {width,
// height, layers} in sides of a cell; null if the tiles did not fit into it.
export function randomBoard(lattice, tiles, { width, height, layers }, seed) {
  const random = randomNumbers(seed);
  const list = tiles.flatMap((tile) => Array.from({ length: Math.min(tile.maximum, Math.max(1, tile.minimum)) }, () => tile));
  if (!list.length || list.length > MOST_PIECES) return null;
  const fits = (cells) => {
    const [low, high] = extentOf(lattice, cells);
    return subtract(high, low).every((x, k) => x <= [width, height, layers][k] - 1 + 0.01);
  };
  for (let attempt = 0; attempt < BOARDS; attempt += 1) {
    const board = new Map();
    const order = list.map((tile) => [random() - tile.form.length, tile]).sort((a, b) => a[0] - b[0]).map(([, tile]) => tile);
    const isPlaced = order.every((tile) => {
      const place = bestPlace(lattice, tile, board, fits, random);
      for (const cell of place ?? []) board.set(cellKey(cell), cell);
      return place;
    });
    if (isPlaced) return [...board.values()].sort(compare);
  }
  return null;
}

function bestPlace(lattice, tile, board, fits, random) {
  const choose = (values) => values[Math.floor(random() * values.length)];
  if (!board.size) return [choose(tile.orientations)].filter(fits)[0] ?? null;
  const filled = [...board.values()];
  const free = distinct(filled.flatMap((cell) => lattice.neighbors(cell)).filter((cell) => !board.has(cellKey(cell))), cellKey);
  let [best, most] = [null, -Infinity];
  for (let k = 0; k < SPOTS; k += 1) {
    const form = choose(tile.orientations);
    const step = subtract(choose(free), choose(form));
    if (!lattice.isTranslation(step)) continue;
    const cells = form.map((cell) => add(cell, step));
    const keys = cells.map(cellKey);
    if (keys.some((key) => board.has(key)) || !fits([...filled, ...cells])) continue;
    const touching = sum(cells.map((cell) => lattice.neighbors(cell).filter((near) => board.has(cellKey(near))).length));
    const score = touching / cells.length + LOOSE * random();
    if (score > most) [best, most] = [cells, score];
  }
  return best;
}

// Pieces as tile entries: equal ones with a multiplicity, named A, B, C ...
export function entriesOf(lattice, pieces, formOf) {
  return [...grouped(pieces, (piece) => lookOf(lattice, piece)).values()].sort((a, b) => b[0].length - a[0].length)
    .map((list, k) => ({ name: nameOf(k), ...formOf(list[0]), ...(list.length > 1 ? { multiplicity: list.length } : {}) }));
}

const nameOf = (number) => (number < 26 ? "" : nameOf(Math.floor(number / 26) - 1)) + String.fromCharCode(65 + (number % 26));
