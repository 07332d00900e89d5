// The validators of puzzle files that are functions in Python, by their names there: each returns the value in its full
// form or refuses it. Nothing else about the form of a puzzle file is written by hand here, and what has no function here, such
// as the values of rules, only the program judges.

import { echo, nearNames, question, SpecMistake } from "./mistake.js";

export const isText = (value) => typeof value === "string";
export const isWhole = (value) => Number.isInteger(value) || typeof value === "bigint";
export const isMapping = (value) => typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const MAX_COPIES = 1_000_000;
const hasKeys = (value) => isMapping(value) && Object.keys(value).length > 0;
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

// The form of a board or of a part of it: exactly one, with the right numbers.
function oneForm(value, { shapes }, noun, forms) {
  const form = one(forms, value, [`${noun} has neither size nor drawing`, `write one of them, or ${forms.slice(2).join(", ")}`, noun]);
  const [name, numbers] = form === "hexgrid" ? Object.entries(value.hexgrid)[0] : [form, value[form]];
  const hexagons = [...shapes.values()].filter((each) => each.lattices.includes("hexagonal")).map((each) => each.name);
  if (form === "hexgrid" && !hexagons.includes(name)) refuse(`there is no ${name} of hexagons`, `write one of ${hexagons.join(", ")}`);
  const ways = shapes.get(name)?.numbers ?? [numbers];
  if (ways.every((names) => names.length !== numbers.length)) {
    refuse(`${name} does not take ${numbers.length} numbers`, `write ${name}: ${ways.map((names) => (names.length === 1 ? names[0] : `[${names.join(", ")}]`)).join(" or ")}`);
  }
  return value;
}

/** @type {Record<string, (value: any, space: any) => any>} */
export const CHECKS = {
  color: (value, { colors }) => (isText(value) && (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) || colors.includes(value.toLowerCase())) ? value
    : refuse(`${echo(value)} is not a color`, "write a CSS color name such as teal, or '#rrggbb' in quotes")),
  lattice: (value, { lattices }) => known(value, [...lattices.keys()], "lattice"),
  rotation: (value) => (typeof value === "boolean" || value === "upright" ? value : refuse(`expected true or false, found ${echo(value)}`, "write true, false or upright")),
  "Selection.one_selection": (value) => (value.only && value.except ? refuse("both only and except are written", "keep one of them") : value),
  "TileRules.numbered"(value) {
    const written = ["rotate", "reflect"].find((key) => key in value);
    return value.orientations && written ? refuse(`both orientations and ${written} are written`, "keep one of them") : value;
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
  part_listed: (value) => (isMapping(value) ? [value] : value),
  "BoardSpec.one_form": (value, space) => oneForm(value, space, "the board", space.forms),
  "PartSpec.one_form": (value, space) => oneForm(value, space, "the part of the board", [...space.forms, "union"]),
  "Range.ordered": (value) => ((value.max ?? null) !== null && (value.min ?? 0) > value.max ? refuse(`min ${value.min} is more than max ${value.max}`, "swap them") : value),
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
};
