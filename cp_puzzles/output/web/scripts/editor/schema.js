// Test data against the schema of puzzle files, which Python writes with the words of its messages.

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
