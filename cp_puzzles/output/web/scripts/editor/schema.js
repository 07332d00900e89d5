// Test data against the JSON Schema of puzzle files, which Python writes; the messages are those of the program.

import { counted, integer } from "../page/numbers.js";
import { echo, SpecMistake, suggestion } from "./mistake.js";

/** @type {Record<string, [string, string, (value: any) => boolean]>} */
const KINDS = {
  string: ["text", "put it in quotes", (value) => typeof value === "string"],
  boolean: ["true or false", "write true or false", (value) => typeof value === "boolean"],
  array: ["a list", "write it in brackets, as in [6, 10], or with a dash before each item", Array.isArray],
  object: ["a mapping", "write key: value below it", (value) => typeof value === "object" && value !== null && !Array.isArray(value)],
  integer: ["an integer", "write it without quotes, decimal point or unit", Number.isInteger],
};

const isMapping = KINDS.object[2];

// The mistakes in the data of a puzzle file. `colors`: the names of colors.
export function schemaMistakes(schema, colors, data) {
  if (!isMapping(data)) return [new SpecMistake([], `the file holds ${echo(data)}`, "start with name:, board: and tiles:")];
  const found = [];
  new Check(schema, colors, found).value(schema, data, []);
  return found.filter(({ path }, k) => k === found.findIndex((each) => String(each.path) === String(path)));
}

class Check {
  root; colors; found;

  constructor(schema, colors, found) { Object.assign(this, { root: schema, colors: new Set(colors), found }); }

  fail(path, problem, remedy) { this.found.push(new SpecMistake(path, problem, remedy)); }

  resolved(schema) {
    if (!schema.$ref) return [schema, ""];
    const name = schema.$ref.split("/").at(-1);
    return [this.root.$defs[name], name];
  }

  value(unresolved, value, path) {
    const [schema, name] = this.resolved(unresolved);
    const key = path.at(-1);
    if (name === "Multiplicity") return this.multiplicity(schema, value, path);
    if (name === "Bounds") return this.bounds(schema, value, path);
    if (key === "color") return this.color(value, path);
    if (path[0] === "tiles" && key === "group") return this.group(value, path);
    if (path.length === 1 && key === "colors") return this.fits(value, path);
    if (schema.oneOf?.every((each) => each.$ref)) return this.value(this.kind(schema, value), value, path);
    if (schema.anyOf || (schema.oneOf && !schema.properties)) return this.alternatives(schema.anyOf ?? schema.oneOf, value, path);
    if (schema.const !== undefined && value !== schema.const) return this.fail(path, `${echo(value)} is not one of ${echo(schema.const)}`, "write one of these");
    if (schema.type && !KINDS[schema.type][2](value)) return this.wrongKind(schema.type, value, path);
    if (schema.type === "string") this.string(schema, value, path);
    if (schema.type === "integer") this.range(schema, value, path);
    if (schema.type === "array") this.array(schema, value, path);
    if (schema.type === "object") this.object(schema, name, value, path);
    return undefined;
  }

  // The schema of an entry under tiles or given.
  kind({ oneOf }, value) {
    const has = (key) => isMapping(value) && key in value;
    const named = (name) => oneOf.find(({ $ref }) => $ref.endsWith(name));
    if (named("TileEntry")) return named(has("set") ? "/TileSetEntry" : has("family") ? "/TileFamilyEntry" : "/TileEntry");
    return oneOf[has("drawing") ? 0 : 1];
  }

  wrongKind(type, value, path) {
    const [expected, remedy] = KINDS[type];
    const better = type === "string" && typeof value === "object" && value !== null
      ? "write text; the rows of a drawing follow a | on lines of their own"
      : remedy;
    this.fail(path, `expected ${expected}, found ${echo(value)}`, better);
  }

  // The alternative that a value of this kind means is tested; without one the value is not allowed.
  alternatives(list, value, path) {
    const fitting = list.filter((each) => this.kindsOf(each).some((kind) => KINDS[kind]?.[2](value)));
    if (fitting.some((each) => !this.mistakesOf(each, value, path).length)) return;
    if (fitting.length) this.found.push(...this.mistakesOf(fitting.at(-1), value, path));
    else if (this.resolved(list.at(-1))[1] === "Bounds") this.value(list.at(-1), value, path);
    else this.wrongKind(this.kindsOf(list.at(-1)).at(-1) ?? "object", value, path);
  }

  // The kinds of values that a schema allows.
  kindsOf(unresolved) {
    const [schema] = this.resolved(unresolved);
    if (schema.type) return [schema.type];
    if (schema.enum || "const" in schema) return [typeof (schema.enum?.[0] ?? schema.const)];
    return (schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => this.kindsOf(each));
  }

  mistakesOf(schema, value, path) {
    const found = [];
    new Check(this.root, this.colors, found).value(schema, value, path);
    return found;
  }

  string(schema, value, path) {
    if (path.at(-1) === "lattice" && !schema.enum.includes(value)) {
      this.fail(path, `there is no lattice ${echo(value)}`, suggestion(value, schema.enum, `write one of ${schema.enum.join(", ")}`));
    }
    const isShort = schema.minLength !== undefined && [...value].length < schema.minLength;
    const isLong = schema.maxLength !== undefined && [...value].length > schema.maxLength;
    if (isShort || isLong || (schema.pattern && !new RegExp(schema.pattern).test(value))) {
      this.fail(path, `${echo(value)} is not a name`, "write 1 to 200 characters on one line, with no space at either end");
    }
  }

  range(schema, value, path) {
    if (value < schema.minimum) this.fail(path, `${value} is too small`, `write ${schema.minimum} or more`);
    if (value > schema.maximum) this.fail(path, `${value} is too large`, `write ${integer(schema.maximum)} or less`);
  }

  array(schema, value, path) {
    if (value.length < schema.minItems) this.fail(path, `${echo(value)} is too short`, `write at least ${counted(schema.minItems, "item")}`);
    if (value.length > schema.maxItems) this.fail(path, `${echo(value)} is too long`, `write at most ${counted(schema.maxItems, "item")}`);
    const kinds = new Set(); // of the items that are wrong in the same way only the first is reported
    value.forEach((item, k) => {
      for (const mistake of this.mistakesOf(schema.items, item, [...path, k])) {
        const kind = `${mistake.path.slice(path.length + 1)} ${mistake.remedy}`;
        if (schema.items.oneOf || !kinds.has(kind)) this.found.push(mistake);
        kinds.add(kind);
      }
    });
  }

  object(schema, name, value, path) {
    const properties = schema.properties ?? {};
    const keys = Object.keys(properties);
    const misspelled = new Set();
    for (const [key, item] of Object.entries(value)) {
      if (Object.hasOwn(properties, key)) this.value(properties[key], item, [...path, key]);
      else if (schema.additionalProperties) this.value(schema.additionalProperties, item, [...path, key]);
      else {
        const remedy = suggestion(key, keys, `known here: ${keys.join(", ")}`);
        this.fail([...path, key], `there is no key ${echo(key)} here`, remedy);
        this.found.at(-1).near = remedy.match(/^did you mean '([^']+)'/)?.[1];
        for (const near of keys) if (remedy.includes(`'${near}'`)) misspelled.add(near);
      }
      if (schema.propertyNames) this.string(schema.propertyNames, key, [...path, key]);
    }
    for (const key of schema.required ?? []) {
      if (!(key in value) && !misspelled.has(key)) this.fail([...path, key], `the key '${key}' is missing`, "add it");
    }
    if (misspelled.size) return;
    if (name === "BoardSpec") this.oneForm(schema, value, path);
    if (name === "TileEntry" && !("name" in value) && !("size" in value)) this.fail([...path, "name"], "the key 'name' is missing", "add it");
    if (name === "TileEntry" && "name" in value) {
      const forms = ["drawing", "cells", "size"].filter((key) => key in value);
      if (!forms.length) this.fail(path, `${echo(value.name)} has neither drawing nor cells`, "write one of them, or size");
      if (forms.length > 1) this.fail(path, `${echo(value.name)} has both ${forms[0]} and ${forms[1]}`, "keep one of them");
    }
    if (name === "TileSetEntry" && "only" in value && "except" in value) this.fail(path, "both only and except are written", "keep one of them");
  }

  oneForm(schema, value, path) {
    const forms = schema.oneOf.map(({ required: [key] }) => key);
    const written = forms.filter((key) => key in value);
    if (!written.length) this.fail(path, "the board has neither size nor drawing", `write one of them, or ${forms.slice(2).join(", ")}`);
    else if (written.length > 1) this.fail(path, `the board has both ${written[0]} and ${written[1]}`, "keep one of them");
    else if (!this.found.some((mistake) => mistake.path[0] === "board")) this.numbers(written[0], value, path);
  }

  // A shape has as many numbers as one of its forms takes.
  numbers(form, board, path) {
    const hexagons = [...(this.root.shapes ?? [])].filter((each) => each.lattices.includes("hexagonal"));
    const shape = form === "hexgrid" ? Object.keys(board.hexgrid)[0] : form;
    if (form === "hexgrid" && !hexagons.some((each) => each.name === shape)) {
      this.fail(path, `there is no ${shape} of hexagons`, `write one of ${hexagons.map((each) => each.name).join(", ")}`);
      return;
    }
    const known = (this.root.shapes ?? []).find((each) => each.name === shape);
    if (!known) return;
    const value = form === "hexgrid" ? board.hexgrid[shape] : board[shape];
    const count = Array.isArray(value) ? value.length : 1;
    if (known.numbers.some((names) => names.length === count)) return;
    const ways = known.numbers.map((names) => (names.length === 1 ? names[0] : `[${names.join(", ")}]`)).join(" or ");
    this.fail(path, `${shape} does not take ${count} numbers`, `write ${shape}: ${ways}`);
  }

  multiplicity(schema, value, path) {
    const remedy = "write a number, a range such as {min: 0, max: 4}, or any";
    if (value === "any") return;
    if (isMapping(value) && Object.keys(value).length) this.ordered(schema, value, path);
    else if (!Number.isInteger(value)) this.fail(path, `${echo(value)} is not a multiplicity`, remedy);
    else if (value < 0 || value > 1_000_000) this.fail(path, `${value} copies cannot be used`, remedy);
  }

  bounds(schema, value, path) {
    if (isMapping(value) && Object.keys(value).length) this.ordered(schema, value, path);
    else if (!Number.isInteger(value) || value < 0 || value > 1_000_000_000) {
      this.fail(path, `${echo(value)} is not a bound`, "write an integer from 0 to 1,000,000,000, or {min: 1, max: 4}");
    }
  }

  ordered(schema, value, path) {
    const before = this.found.length;
    this.object(schema.anyOf.at(-1), "", value, path);
    if (this.found.length === before && value.max !== undefined && (value.min ?? 0) > value.max) {
      this.fail(path, `min ${value.min} is more than max ${value.max}`, "swap them");
    }
  }

  group(value, path) {
    const form = "write its name, or how many copies belong to each, as in {frame: 2, cage: 1}";
    const isOne = typeof value === "string";
    if (!isOne && !(isMapping(value) && Object.keys(value).length)) {
      this.fail(path, `${echo(value)} is not a group`, form);
      return;
    }
    /** @type {[string, any][]} */
    const sizes = isOne ? [[value, 1]] : Object.entries(value);
    for (const [name, size] of sizes) {
      if ([...name].length > 200 || !/^\S(.*\S)?$/.test(name)) return this.fail(path, `${echo(name)} is not the name of a group`, form);
      if (!Number.isInteger(size) || size < 1 || size > 1_000_000) {
        return this.fail(path, `${echo(size)} copies cannot belong to the group ${echo(name)}`, form);
      }
    }
    return undefined;
  }

  color(value, path) {
    const isColor = typeof value === "string" && (/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value) || this.colors.has(value.toLowerCase()));
    if (!isColor) this.fail(path, `${echo(value)} is not a color`, "write a CSS color name such as teal, or '#rrggbb' in quotes");
  }

  fits(value, path) {
    const fits = typeof value === "string" ? Object.fromEntries([...value].map((letter) => [letter, letter])) : value;
    if (!isMapping(fits) || !Object.keys(fits).length) {
      this.fail(path, `${echo(value)} names no colors`, "write their letters, as in bw, or {b: b, w: bw}");
      return;
    }
    for (const [tile, board] of Object.entries(fits)) {
      const wrong = (typeof board === "string" ? [tile, ...board] : [tile, board]).find((letter) => !/^[A-WYZa-z]$/.test(letter));
      if (wrong !== undefined) {
        this.fail(path, `${echo(wrong)} is not the letter of a color`, "write a letter from a to z or A to Z, except X");
        return;
      }
    }
  }
}
