// Numbers of copies as people write them, data without some keys, and entries of pieces.

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
