// Numbers of copies as people write them, entries of pieces, all pieces together, and data without some keys.

import { counted, integer } from "../page/numbers.js";
import { boundsOf } from "./build_tiles.js";

export const without = (data, keys) => Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

// The entries of a puzzle after a change of that of a tile; a piece of a set gets an entry of its own.
export function withEntry({ spec, tiles }, tile, change) {
  const { set, only, except = [], ...rest } = spec.tiles[tile.entry];
  const isAlone = !set || tiles.filter((each) => each.entry === tile.entry).length === 1;
  const names = [tile.letter, `${tile.letter}${tile.form.length}`];
  const others = only ? { only: only.filter((name) => !names.includes(name)) } : { except: [...except, tile.letter] };
  const entries = isAlone ? [change(spec.tiles[tile.entry])] : [{ set, ...others, ...rest }, change({ set, only: [tile.letter], ...rest })];
  return spec.tiles.flatMap((each, k) => (k === tile.entry ? entries : [each]));
}

// A multiplicity as people write it: 2, any, 0-4, 1+; null if the text is none.
export function readCopies(text) {
  const word = text.trim().toLowerCase();
  if (word === "any" || word === "") return "any";
  if (/^\d{1,6}$/.test(word)) return Number(word);
  const [, low, high] = word.match(/^(\d{1,6})\s*(?:-|–|to)\s*(\d{1,6})$/) ?? [];
  if (low !== undefined) return Number(low) <= Number(high) ? { min: Number(low), max: Number(high) } : null;
  const [, least] = word.match(/^(\d{1,6})\s*\+$/) ?? [];
  return least === undefined ? null : { min: Number(least) };
}

export function copiesText(multiplicity) {
  const { min, max } = boundsOf(multiplicity);
  if (max === null) return min ? `${min}+` : "any";
  return min === max ? String(min) : `${min}-${max}`;
}

// {pieces, cells}: the numbers of pieces and of their cells as [least, most].
function trayTotals({ tiles }) {
  const total = (value) => ["minimum", "maximum"].map((end) => tiles.reduce((sum, tile) => sum + tile[end] * value(tile), 0));
  return { pieces: total(() => 1), cells: total((tile) => tile.form.length) };
}

/** @type {(range: number[]) => string} */
const rangeText = ([least, most]) => (least === most ? integer(least) : `${integer(least)} to ${integer(most)}`);

// The numbers of pieces and of cells in a sentence.
export function sumText(puzzle) {
  const { pieces, cells } = trayTotals(puzzle);
  return `${rangeText(pieces)} ${pieces[1] === 1 ? "piece" : "pieces"}, ${rangeText(cells)} cells; the board has ${integer(puzzle.cells.length)}`
    + `${puzzle.optional.size ? `, ${puzzle.optional.size} of them may stay empty` : puzzle.fill ? "" : ", any may stay empty"}.`;
}

// A sentence about pieces that are too many or too few for the board; null if they are not.
export function areaProblem(puzzle) {
  const cells = puzzle.cells.length;
  const required = puzzle.fill ? cells - puzzle.optional.size : 0;
  const [least, most] = trayTotals(puzzle).cells;
  if (least > cells) return `Impossible: the pieces have at least ${counted(least, "cell")}, the board only ${integer(cells)}.`;
  return most < required ? `Impossible: the pieces cover at most ${counted(most, "cell")}; ${integer(required)} must be covered.` : null;
}
