// Test data against the schema of puzzle files, which Python writes with the words of its messages.

import { echo, nearNames, question, SpecMistake } from "./mistake.js";
import { counted, integer } from "../page/numbers.js";

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

// The validators that are functions in Python, by their names there: each returns the value in its full form or refuses it.
// Nothing else about the form of a puzzle file is written by hand here, and what has no function here, such as the values of
// rules, only the program judges.
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
  "Bounds.ordered": (value) => ((value.max ?? null) !== null && (value.min ?? 0) > value.max ? refuse(`min ${value.min} is more than max ${value.max}`, "swap them") : value),
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

/** The test of values by the type of a schema, and the kind of mistake of others. @type {Record<string, [(value: any) => boolean, string]>} */
const TYPES = {
  str: [isText, "string_type"], bool: [(value) => typeof value === "boolean", "bool_type"], int: [isWhole, "int_type"], tuple: [Array.isArray, "tuple_type"],
  dict: [isMapping, "dict_type"], "model-fields": [isMapping, "model_type"],
};
/** The kinds of mistakes of a number or a length by the limit. @type {Record<string, [(size: any, limit: number) => boolean, string]>} */
const LIMITS = {
  ge: [(size, limit) => size < limit, "greater_than_equal"], le: [(size, limit) => size > limit, "less_than_equal"],
  min_length: [(size, limit) => size < limit, "too_short"], max_length: [(size, limit) => size > limit, "too_long"],
};
const MAX_COMPARED = 100; // unknown keys that are compared with the known ones

const dotted = (path) => path.map((part) => `${part}.`).join("");
const above = (path) => path.map((_, k) => path.slice(0, k));

class Check {
  space; found;

  constructor(space) { Object.assign(this, { space, found: [] }); }

  fail(path, kind, value, limits = {}) {
    const words = this.space.words[kind] ?? this.space.words[""];
    const fill = (text) => text.replace(/\{(\w+)\}/g, (_, name) => ({ value: echo(value), key: path.at(-1), keys: limits.keys?.join(", ") })[name] ?? shown(name, limits[name]));
    // of thousands of unknown keys only the first are compared with the known ones
    const meant = this.space.meanings[String(path.at(-1)).toLowerCase().replaceAll("_", "-")] ?? [];
    const named = (limits.keys ?? []).filter((key) => meant.includes(key));
    const near = !named.length && limits.keys && this.found.length < MAX_COMPARED ? nearNames(path.at(-1), limits.keys) : named;
    this.found.push(Object.assign(new SpecMistake(path, fill(words[0]), question(near) || fill(words[1])), { kind, near: near[0] }));
  }

  // Test a value; return it in its full form.
  value(written, value, path) {
    const schema = written.ref ? this.space.schema[written.ref] : written;
    const { type } = schema;
    if (type === "nullable") return value === null ? null : this.value(schema.schema, value, path);
    if (schema.function && !CHECKS[schema.function]) return value;
    if (type === "function-before") return this.value(schema.schema, this.checked(schema, value, path), path);
    if (type === "function-after") return this.checked(schema, this.value(schema.schema, value, path), path);
    if (value === this.failed || type === "any") return value;
    if (schema.choices) return this.value(this.chosen(schema.choices, value), value, path);
    if (type === "literal") return schema.expected.includes(value) ? value : this.fail(path, "literal_error", value, schema);
    const [fits, kind] = TYPES[type];
    if (!fits(value)) return this.fail(path, kind === "string_type" && (isMapping(value) || Array.isArray(value)) ? "rows_type" : kind, value);
    if (type === "str") {
      const isName = (schema.max_length ?? Infinity) >= [...value].length && (!schema.pattern || new RegExp(schema.pattern, "u").test(value));
      return isName ? value : this.fail(path, "string_too_long", value);
    }
    const before = this.found.length;
    const full = type === "model-fields" ? this.fields(schema, value, path) : type === "dict" ? this.entries(schema, value, path)
      : type === "tuple" ? value.slice(0, (schema.max_length ?? Infinity) + 1).map((item, k) => (schema.items_schema ? this.value(schema.items_schema, item, [...path, k]) : item)) : value;
    const size = type === "int" ? value : Object.keys(value).length;
    for (const [name, [isBeyond, limited]] of Object.entries(LIMITS)) if (this.found.length === before && isBeyond(size, schema[name])) this.fail(path, limited, value, schema);
    return full;
  }

  failed = Symbol("the value after a mistake");

  // The value after a function that the package has for it, `failed` if that or the schema refuses it.
  checked(schema, value, path) {
    if (value === this.failed || this.found.some((each) => each.path.length >= path.length && path.every((part, k) => each.path[k] === part))) return this.failed;
    try {
      return CHECKS[schema.function](value, this.space);
    } catch (error) {
      if (!(error instanceof SpecMistake)) throw error;
      this.found.push(Object.assign(error, { path, kind: "mistake" }));
      return this.failed;
    }
  }

  // The first of several schemas that values of this kind have, or the last.
  chosen(choices, value) { return choices.find((each) => this.fits(each, value)) ?? choices.at(-1); }

  fits(written, value) {
    const schema = written.ref ? this.space.schema[written.ref] : written;
    if (schema.schema) return this.fits(schema.schema, value);
    if (schema.type === "literal") return isText(value) && (!isText(schema.expected[0]) || schema.expected.length > 1 || schema.expected.includes(value));
    return TYPES[schema.type][0](value) && (schema.required ?? []).every((key) => key in value);
  }

  fields({ fields, required }, value, path) {
    const full = {};
    for (const [key, schema] of Object.entries(fields)) {
      if (Object.hasOwn(value, key)) full[key] = this.value(schema, value[key], [...path, key]);
      else if (required.includes(key)) this.fail([...path, key], "missing", value);
    }
    for (const key of Object.keys(value)) if (!Object.hasOwn(fields, key)) this.fail([...path, key], "extra_forbidden", key, { keys: Object.keys(fields) });
    return full;
  }

  entries(schema, value, path) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => {
      if (schema.keys_schema.type === "str") this.value(schema.keys_schema, key, [...path, key]);
      else if (/^[-+]?\d+$/.test(key)) this.value(schema.keys_schema, Number(key), [...path, key]);
      else this.fail([...path, key], "", key);
      return [key, this.value(schema.values_schema, item, [...path, key])];
    }));
  }
}

function shown(name, limit) {
  if (Array.isArray(limit)) return limit.map((each) => echo(each)).join(" or ");
  return name.endsWith("_length") ? counted(limit, "item") : integer(limit);
}

// The mistakes in the fields of a puzzle file, without those that a misspelled key causes.
export function specMistakes(space, data) {
  const check = new Check(space);
  check.value(space.schema.PuzzleSpec, data, []);
  const misspelled = new Set(check.found.filter(({ near }) => near).map(({ path, near }) => dotted([...path.slice(0, -1), near])));
  return withoutConsequences(check.found, misspelled);
}

// The mistakes without those that another one causes, and of the items of a list one of each kind.
function withoutConsequences(errors, misspelled) {
  const containing = new Set(errors.flatMap(({ path }) => above(path).map(dotted)));
  const reported = new Set();
  return errors.filter(({ path, kind }) => {
    if ((kind === "too_short" && containing.has(dotted(path))) || (kind === "missing" && misspelled.has(dotted(path)))) return false;
    const same = typeof path.at(-1) === "number" ? `${dotted(path.slice(0, -1))} ${kind}` : dotted(path);
    return !reported.has(same) && reported.add(same);
  });
}
