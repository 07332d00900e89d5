// Numbers of copies as people write them, and data without some keys.

import { boundsOf } from "./build_tiles.js";

export const without = (data, keys) => Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

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
