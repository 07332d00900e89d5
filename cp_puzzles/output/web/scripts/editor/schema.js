// Test data against the schema of puzzle files, which Python writes with the words of its messages.

import { buildPuzzle } from "./build.js";
import { CHECKS, isMapping, isText, isWhole } from "./schema_checks.js";
import { echo, nearNames, question, SpecMistake } from "./mistake.js";
import { counted, integer } from "../page/numbers.js";

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
const MAX_NESTED = 100; // mistakes in misspelled keys
const MAX_WRONG = 100; // fields with which the rest is still built
const DECISIVE = ["lattice", "colors", "board", "tiles"];
const OF_BOARD = ["holes", "optional", "labels", "colors"];
const TILE = { set: "?" };
/** In place of wrong values. @type {Record<string, any>} */
const REPLACED = { name: "?", tiles: TILE, given: { tile: "?", cells: [[0, 0]] } };

const dotted = (path) => path.map((part) => `${part}.`).join("");
const above = (path) => path.map((_, k) => path.slice(0, k));
const nearKey = ({ near }) => near;

class Check {
  space; found;

  constructor(space) { Object.assign(this, { space, found: [] }); }

  fail(path, kind, value, limits = {}) {
    const words = this.space.words[kind] ?? this.space.words[""];
    const fill = (text) => text.replace(/\{(\w+)\}/g, (_, name) => ({ value: echo(value), key: path.at(-1), keys: limits.keys?.join(", ") })[name] ?? shown(name, limits[name]));
    // of thousands of unknown keys only the first are compared with the known ones
    const near = limits.keys && this.found.length < MAX_WRONG ? nearNames(path.at(-1), limits.keys) : [];
    this.found.push(Object.assign(new SpecMistake(path, fill(words[0]), question(near) || fill(words[1])), { kind, near: near[0] }));
  }

  // Test a value; return it in its full form.
  value(written, value, path) {
    const schema = written.ref ? this.space.schema[written.ref] : written;
    const { type } = schema;
    if (type === "nullable") return value === null ? null : this.value(schema.schema, value, path);
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
      : type === "tuple" ? value.slice(0, (schema.max_length ?? Infinity) + 1).map((item, k) => this.value(schema.items_schema, item, [...path, k])) : value;
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

function tested(space, data) {
  const check = new Check(space);
  check.value(space.schema.PuzzleSpec, data, []);
  return check.found;
}

// The mistakes in the data of a puzzle file: those in its fields, and those that these hide: misspelled keys are
// corrected, wrong values replaced, and a puzzle is built from the rest; see cp_puzzles/puzzle/spec/validation.py.
// `written` of a mistake is the path with misspelled keys.
export function specMistakes(space, data) {
  const errors = tested(space, data);
  if (!errors.length) return [];
  const corrections = new Map(errors.filter(({ kind }) => kind === "extra_forbidden").map((each) => [dotted(each.path), nearKey(each)]));
  const misspelled = new Map(errors.filter(nearKey).map((each) => [dotted([...each.path.slice(0, -1), nearKey(each)]), each.path]));
  const wrong = errors.filter((each) => !corrections.size || each.kind === "extra_forbidden" && !nearKey(each)).map(({ path }) => path);
  const repaired = corrections.size ? repair(data, corrections, []) : data;
  if (corrections.size) {
    for (const error of tested(space, repaired).slice(0, MAX_NESTED)) {
      wrong.push(error.path);
      for (const prefix of above(error.path)) {
        const written = misspelled.get(dotted(prefix));
        if (written) errors.push(Object.assign(Object.create(error), { path: [...written, ...error.path.slice(written.length)] }));
      }
    }
  }
  const further = furtherMistakes(space, repaired, wrong);
  const isWritten = (path) => path.reduce((part, key) => part?.[key], data) !== undefined;
  for (const each of further) {
    each.written = each.path.map((key, k) => (isWritten(each.path.slice(0, k + 1)) ? key : misspelled.get(dotted(each.path.slice(0, k + 1)))?.at(-1) ?? key));
  }
  return [...withoutConsequences(errors, misspelled), ...further];
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

// The data with corrected keys, without those that have no correction or whose correction is in use.
function repair(data, corrections, path) {
  if (Array.isArray(data)) return data.map((item, k) => repair(item, corrections, [...path, k]));
  if (!isMapping(data)) return data;
  return Object.fromEntries(Object.entries(data).flatMap(([key, value]) => {
    const here = [...path, key];
    const name = corrections.has(dotted(here)) ? corrections.get(dotted(here)) : key;
    return name === key || (name && !Object.hasOwn(data, name)) ? [[name, repair(value, corrections, here)]] : [];
  }));
}

// The mistakes that appear when a puzzle is built from the data without the fields that are wrong.
function furtherMistakes(space, data, wrong) {
  if (wrong.length > MAX_WRONG) return [];
  const containing = new Set(wrong.flatMap((path) => above(path).map(dotted)));
  const changed = { ...data };
  const cut = [];
  let isBoardValid = true;
  for (const path of wrong.filter((each) => !containing.has(dotted(each)))) {
    const [key, below] = path;
    const isItem = ["tiles", "given"].includes(key) && path.length > 1 && Array.isArray(changed[key]);
    const isOfBoard = key === "board" && OF_BOARD.includes(below);
    if (isItem) changed[key] = changed[key].map((item, k) => (k === below ? REPLACED[key] : item));
    else if ((key === "rules" && path.length > 1) || isOfBoard) {
      changed[key] = Object.fromEntries(Object.entries(changed[key]).filter(([name]) => name !== String(below)));
      isBoardValid &&= !isOfBoard;
    } else if (DECISIVE.includes(key)) {
      const instead = substitutes(space, changed, path);
      if (!instead) return [];
      Object.assign(changed, instead);
      if (key !== "lattice") cut.push("board.");
      instead.tiles?.forEach((tile, k) => { if (tile === TILE) cut.push(`tiles.${k}.`); });
      isBoardValid &&= key === "lattice";
    } else if (key === "name") changed[key] = REPLACED[key];
    else delete changed[key];
    cut.push(dotted(isItem || ["rules", "board"].includes(key) ? path.slice(0, 2) : path.slice(0, 1)));
  }
  if (tested(space, changed).length) return [];
  return buildPuzzle(space, changed, isBoardValid).mistakes.filter(({ path }) => !cut.some((start) => dotted(path).startsWith(start)));
}

// What stands for a wrong value of a decisive key, if anything: the near lattice, a size of 1, no colors.
function substitutes(space, data, path) {
  const [key, below, number] = path;
  if (key === "lattice" && isText(data[key])) {
    const near = nearNames(data[key], space.lattices.keys());
    return near.length === 1 ? { lattice: near[0] } : null;
  }
  if (key === "board" && below === "size" && path.length === 3) return { board: { ...data.board, size: data.board.size.map((extent, k) => (k === number ? 1 : extent)) } };
  if (key === "colors" && Array.isArray(data.tiles)) return { colors: undefined, tiles: data.tiles.map((tile) => (isMapping(tile) && "set" in tile ? tile : TILE)) };
  return null;
}
