// The validators of puzzle files that are functions in Python, by their names there: each returns the value in its full
// form or refuses it. Nothing else about the form of a puzzle file is written by hand here.

import { integer } from "../page/numbers.js";
import { echo, nearNames, question, SpecMistake } from "./mistake.js";

export const isText = (value) => typeof value === "string";
export const isWhole = (value) => Number.isInteger(value) || typeof value === "bigint";
export const isMapping = (value) => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const MAX_COPIES = 1_000_000;
const MAX_NUMBER = 1_000_000_000;
const hasKeys = (value) => isMapping(value) && Object.keys(value).length > 0;
const isColor = (value) => isText(value) && /^[A-Za-z0-9]$/.test(value);
const list = (value) => ((isWhole(value) || isText(value)) ? [value] : value);

/** @returns {never} */
function refuse(problem, remedy) { throw new SpecMistake([], problem, remedy); }

// The value if it is there, or the refusal of a name that is near to others.
const known = (value, names, noun) => (names.includes(value) ? value
  : refuse(`there is no ${noun} ${echo(value)}`, question(nearNames(value, names)) || `write one of ${names.join(", ")}`));

const one = (forms, value, refusal) => {
  const written = forms.filter((key) => (value[key] ?? null) !== null);
  if (!written.length) refuse(...refusal);
  if (written.length > 1) refuse(`${refusal[2]} has both ${written[0]} and ${written[1]}`, "keep one of them");
  return written[0];
};

/** @type {Record<string, (value: any, space: any) => any>} */
export const CHECKS = {
  color: (value, { colors }) => (isText(value) && (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) || colors.includes(value.toLowerCase())) ? value
    : refuse(`${echo(value)} is not a color`, "write a CSS color name such as teal, or '#rrggbb' in quotes")),
  lattice: (value, { lattices }) => known(value, [...lattices.keys()], "lattice"),
  family: (value, { families }) => known(value, families, "family"),
  rotation: (value) => (typeof value === "boolean" || value === "upright" ? value : refuse(`expected true or false, found ${echo(value)}`, "write true, false or upright")),
  "Selection.one_selection": (value) => (value.only && value.except ? refuse("both only and except are written", "keep one of them") : value),
  "TileRules.numbered"(value) {
    const written = ["rotate", "reflect"].find((key) => key in value);
    return value.orientations && written ? refuse(`both orientations and ${written} are written`, "keep one of them") : value;
  },
  sizes(value) {
    if (value === null) return value;
    const [first, last, ...more] = isWhole(value) ? [value, value] : Array.isArray(value) ? value : [];
    const isRange = isWhole(first) && isWhole(last) && !more.length;
    if (isRange && first > last) refuse(`the first size, ${first}, is more than the last, ${last}`, "swap them");
    return isRange && first >= 1 ? value : refuse(`${echo(value)} is not a range of sizes`, "write the first and the last size, as in [1, 12]");
  },
  sides(value) {
    if (value === null) return value;
    const remedy = "write a letter, a digit or . for each side, in quotes, as in 'rgby', or {0: 'rgby'} with numbers of cells";
    for (const text of hasKeys(value) ? Object.values(value) : [value]) if (!isText(text) || !/^[A-Za-z0-9.]+$/.test(text)) refuse(`${echo(text)} is not a text with the colors of sides`, remedy);
    if (isMapping(value) && Object.keys(value).some((cell) => !/^\s*[-+]?\d+\s*$/.test(cell))) refuse(`${echo(Object.keys(value)[0])} is not the number of a cell`, remedy);
    return value;
  },
  "TileEntry.named_by_size": (value) => (isMapping(value) && !("name" in value) && Array.isArray(value.size) && value.size.length ? { ...value, name: value.size.join("x") } : value),
  "TileEntry.one_form"(value) {
    one(["drawing", "cells", "size"], value, [`${echo(value.name)} has neither drawing nor cells`, "write one of them, or size", echo(value.name)]);
    return value;
  },
  all_given: (value) => (isText(value) ? [{ drawing: value }] : value),
  listed: list,
  of_length(value) {
    const inner = isMapping(value) && Object.keys(value).join() === "length" ? value.length : value;
    const length = Array.isArray(inner) && inner.length === 1 ? inner[0] : inner;
    return isWhole(length) && length >= 6 && Number(length) % 2 === 0 ? [length] : refuse(`${echo(value)} is not the length of a burr`, "write an even number from 6 on: {length: 6}");
  },
  "BoardSpec.drawn_by_labels": (value, { forms }) => (isMapping(value) && isText(value.labels) && !forms.some((key) => key in value) ? { ...value, drawing: "" } : value),
  "BoardSpec.one_form"(value, { forms, shapes }) {
    const form = one(forms, value, ["the board has neither size nor drawing", `write one of them, or ${forms.slice(2).join(", ")}`, "the board"]);
    const [name, numbers] = form === "hexgrid" ? Object.entries(value.hexgrid)[0] : [form, value[form]];
    const hexagons = [...shapes.values()].filter((each) => each.lattices.includes("hexagonal")).map((each) => each.name);
    if (form === "hexgrid" && !hexagons.includes(name)) refuse(`there is no ${name} of hexagons`, `write one of ${hexagons.join(", ")}`);
    const ways = shapes.get(name)?.numbers ?? [numbers];
    if (ways.every((names) => names.length !== numbers.length)) {
      refuse(`${name} does not take ${numbers.length} numbers`, `write ${name}: ${ways.map((names) => (names.length === 1 ? names[0] : `[${names.join(", ")}]`)).join(" or ")}`);
    }
    return value;
  },
  "Range.ordered": (value) => ((value.max ?? null) !== null && (value.min ?? 0) > value.max ? refuse(`min ${value.min} is more than max ${value.max}`, "swap them") : value),
  "Bounds.shorthand"(value) {
    if (hasKeys(value)) return value;
    return isWhole(value) && value >= 0 && value <= MAX_NUMBER ? { min: value, max: value }
      : refuse(`${echo(value)} is not a bound`, `write an integer from 0 to ${integer(MAX_NUMBER)}, or {min: 1, max: 4}`);
  },
  "Multiplicity.shorthand"(value) {
    const remedy = "write a number, a range such as {min: 0, max: 4}, or any";
    if (hasKeys(value)) return value;
    if (value === "any") return { min: 0 };
    const ends = isText(value) ? value.match(/^([0-9]{1,7})\s*[-\u2013]\s*([0-9]{1,7})$/) : null;
    if (ends) return { min: Number(ends[1]), max: Number(ends[2]) };
    if (!isWhole(value)) refuse(`${echo(value)} is not a multiplicity`, remedy);
    return value >= 0 && value <= MAX_COPIES ? { min: value, max: value } : refuse(`${echo(value)} copies cannot be used`, remedy);
  },
  group(value) {
    const form = "write its name, or how many copies belong to each, as in {frame: 2, cage: 1}";
    if (!isText(value) && !hasKeys(value)) refuse(`${echo(value)} is not a group`, form);
    /** @type {[string, any][]} */
    const sizes = isText(value) ? [[value, 1]] : Object.entries(value);
    for (const [name, size] of sizes) {
      if ([...name].length > 200 || !/^\S(.*\S)?$/u.test(name)) refuse(`${echo(name)} is not the name of a group`, form);
      if (!isWhole(size) || size < 1 || size > MAX_COPIES) refuse(`${echo(size)} copies cannot belong to the group ${echo(name)}`, form);
    }
    return value;
  },
  fits(value) {
    const fits = isText(value) ? [...value].map((letter) => [letter, letter]) : hasKeys(value) ? Object.entries(value) : [];
    if (!fits.length) refuse(`${echo(value)} names no colors`, "write their letters, as in bw, or {b: b, w: bw}");
    for (const [tile, board] of fits) {
      const wrong = (isText(board) ? [tile, ...board] : [tile, board]).find((letter) => !isText(letter) || !/^[A-WYZa-z]$/.test(letter));
      if (wrong !== undefined) refuse(`${echo(wrong)} is not the letter of a color`, "write a letter from a to z or A to Z, except X");
    }
    return Object.fromEntries(fits);
  },
  border(value) {
    if (value === "all" || (Array.isArray(value) && value.every(isText))) return value;
    return isText(value) || Array.isArray(value) ? refuse(`${echo(value)} does not name tiles`, "write all, tile names as in [X, I], a number or a range") : CHECKS["Bounds.shorthand"](value);
  },
  boundary: (value) => (isText(value) && value && [...value].every(isColor) ? value : refuse(`${echo(value)} does not name colors of sides`, "write their letters, as in r or rg; digits in quotes")),
  matching(value) {
    if (value === "equal") return value;
    if (!hasKeys(value)) refuse(`${echo(value)} does not say which colors match`, "write equal, or pairs of colors that meet, as in {a: A, b: B}");
    const mates = new Map();
    for (const [first, second] of Object.entries(value)) {
      for (const [a, b] of [[first, second], [second, first]]) {
        if (!isColor(a)) refuse(`${echo(a)} is not a color of sides`, "write one letter or a digit in quotes");
        if ((mates.get(a) ?? b) !== b) refuse(`${echo(a)} matches both ${echo(mates.get(a))} and ${echo(b)}`, "write each color once");
        mates.set(a, b);
      }
    }
    return Object.fromEntries(mates);
  },
  objective(value) {
    if (value === null || isText(value)) return value;
    if (!hasKeys(value) || !Object.values(value).every(isWhole)) refuse(`${echo(value)} is not an objective`, "write a measure such as covered, or values of tiles: {F: 3, P: 1}");
    const size = (/** @type {any} */ number) => (number < 0 ? -number : number);
    const largest = Object.values(value).reduce((most, number) => (size(number) > size(most) ? number : most));
    return size(largest) > MAX_NUMBER ? refuse(`the value ${largest} is too large`, `write at most ${integer(MAX_NUMBER)}`) : value;
  },
  isometry(value) {
    const rows = Array.isArray(value) ? value : [];
    const isMatrix = rows.length > 0 && rows.every((row) => Array.isArray(row) && row.length === rows.length && row.every(isWhole));
    return isText(value) || isMatrix ? value
      : refuse(`${echo(value)} is neither the name nor the matrix of an isometry`, "write a name such as half-turn, or a matrix such as [[0, 1], [-1, 0]]");
  },
  "Motion.shorthand": (value) => (isMapping(value) ? value : { motion: value }),
  "Motion.both": (value) => (("takes" in value) !== ("to" in value) ? refuse("`takes` and `to` belong together, and one of them is missing", "write both: a cell and its image") : value),
  "RegionCondition.one_condition": (value) => (("sum" in value) === ("count" in value)
    ? refuse("a region needs one of sum and count", "write {sum: 9}, {count: {value: 6, min: 2}}, equal") : value),
};
