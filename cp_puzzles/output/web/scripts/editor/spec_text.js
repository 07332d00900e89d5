/*! The package yaml is copyright Eemeli Aro <eemeli@gmail.com>; permission to use, copy, modify, and/or distribute it for any purpose with or without fee is granted by its ISC license; it comes without warranty. */
// The text of a puzzle file, read with the place of each field and written as the program writes it.

import { Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";

import { Decimal, echo, SpecMistake } from "./mistake.js";
import { buildPuzzle } from "./build.js";
import { isMapping, specMistakes } from "./schema.js";

const MAX_VALUES = 50_000;
const MAX_DEPTH = 12;
const DEEP = /(?:[[{][ \n]*){1000}/;
const TOO_DEEP = [`the values are nested more than ${MAX_DEPTH} deep`, "nest fewer lists and mappings"];
const DRAWINGS = ["drawing", "given", "labels"];
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u; // eslint-disable-line no-control-regex

// {spec, mistakes: [{line, column, path, problem, remedy}], placeOf}: the spec is null if there are mistakes.
// `space`: the schema, its words and the names in it.
export function readSpec(space, text) {
  // the parser takes many seconds for very many open brackets
  const deep = text.match(DEEP)?.[0];
  if (deep) {
    const above = text.slice(0, text.indexOf(deep) + deep.trimEnd().length).split("\n");
    return { spec: null, mistakes: [{ line: above.length, column: above.at(-1).length, path: [], problem: TOO_DEEP[0], remedy: TOO_DEEP[1] }], placeOf: () => [1, 1] };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, stringKeys: false, logLevel: "error", merge: false });
  const at = (offset) => { const { line, col } = lines.linePos(offset); return [line, col]; };
  const builder = new Builder(document, at, text);
  const data = builder.run();
  const placeOf = (path) => {
    for (let end = path.length; end >= 0; end -= 1) {
      const place = builder.places.get(JSON.stringify(path.slice(0, end)));
      if (place) return place;
    }
    return [1, 1];
  };
  const { mistakes } = builder;
  if (!builder.isCut && !isMapping(data)) mistakes.push(new SpecMistake([], `the file holds ${echo(data)}`, "start with name:, board: and tiles:"));
  else if (!builder.isCut && "parameters" in data) {
    mistakes.push(new SpecMistake(["parameters"], "this page does not know parameters", "write numbers in their places, or run cp-puzzles solve with --set"));
  } else if (!builder.isCut) {
    const keys = mistakes.map(({ path }) => path);
    const list = specMistakes(space, data);
    if (keys.length && !list.length) list.push(...buildPuzzle(space, data).mistakes);
    // a mistake in a key may cause others in the same field or in one around it
    mistakes.push(...list.filter(({ path }) => !keys.some((key) => path.every((part, k) => key[k] === part))));
  }
  return { spec: mistakes.length ? null : data, mistakes: located(mistakes, placeOf), placeOf };
}

// Mistakes with their lines and columns, in order.
export const located = (list, placeOf) => list.map(({ place, path, problem, remedy }) => {
  const [line, column] = place ?? placeOf(path);
  return { line, column, path, problem, remedy };
}).sort((a, b) => a.line - b.line || a.column - b.column);

// Plain data of a document, with the place of each key and item.
class Builder {
  document; at; text; lines; places; mistakes; values; nodes; isCut;

  constructor(document, at, text) {
    Object.assign(this, { document, at, text, lines: text.split(/\r\n|\n/), places: new Map(), mistakes: [], values: 0, nodes: new Set(), isCut: false });
  }

  // The data; `isCut` if a mistake hides them.
  run() {
    const { contents, errors } = this.document;
    try {
      this.#lines();
      for (const { code, message, pos } of errors) { // the first one, in the words of the package yaml
        if (code === "MULTIPLE_DOCS") this.#stop(this.at(pos[0]), [], "a second document starts here", "one file holds one puzzle");
        this.#stop(this.at(pos[0]), [], `this is not YAML: ${message.split(/ at line |\n/)[0]}`, "check the indentation, the colons, the brackets and the quotes here");
      }
      if (contents === null) return null;
      if (isScalar(contents) && contents.source === "") this.places.set("[]", this.at(this.text.length));
      this.#events(contents, 1);
      return this.build(contents, []);
    } catch (error) {
      if (!(error instanceof SpecMistake)) throw error;
      this.isCut = true;
      this.mistakes = [error];
      return null;
    }
  }

  #lines() {
    this.lines.forEach((line, k) => {
      const control = line.match(CONTROL);
      if (control) this.#stop([k + 1, control.index + 1], [], `the file contains the control character ${echo(control[0])}`, "save it as plain text");
      if (line.startsWith("%TAG")) this.#stop([k + 1, 1], [], "the directive %TAG is not supported", "remove the line");
    });
  }

  // Refuse tags and what is nested too deep.
  #events(node, depth) {
    if (!node) return;
    if (node.tag) this.#stop(this.#start(node), [], `the tag ${echo(node.tag.replace("tag:yaml.org,2002:", "!!"))} is not supported`, "write a plain value");
    const children = isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : isSeq(node) ? node.items : null;
    if (children && depth > MAX_DEPTH) this.#stop(this.#start(node), [], ...TOO_DEEP);
    for (const each of children ?? []) this.#events(each, depth + 1);
  }

  // The place of a node with its anchor and its tag.
  #start(node) {
    const [start] = node.range;
    const before = node.anchor || node.tag ? this.text.slice(0, start).match(/(?:[&!][^\s,[\]{}]*\s*)+$/) : null;
    return this.at(before ? before.index : start);
  }

  // Note a mistake at a place, and go on.
  #note(place, path, problem, remedy) { this.mistakes.push(Object.assign(new SpecMistake(path, problem, remedy), { place })); }

  #stop(place, path, problem, remedy) { throw Object.assign(new SpecMistake(path, problem, remedy), { place }); }

  build(node, path) {
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      return target ? this.build(target, path) : this.#stop(this.at(node.range[0]), [], "this is not YAML: found undefined alias", "put text that starts with * in quotes");
    }
    const place = this.#start(node);
    const key = JSON.stringify(path);
    if (!this.places.has(key)) this.places.set(key, place);
    this.values += 1;
    this.nodes.add(node);
    if (this.values > MAX_VALUES) this.#tooLarge(place, path);
    if (path.length > MAX_DEPTH) this.#stop(place, path.slice(0, 1), `aliases nest values more than ${MAX_DEPTH} deep`, "write the value out");
    if (isMap(node)) return this.mapping(node, path);
    if (isSeq(node)) return node.items.map((item, k) => this.build(item, [...path, k]));
    const value = scalar(node);
    this.#refuseControl(value, place, path);
    return value;
  }

  // Too many values: of aliases, which repeat nodes, or of the part of the file that has most of them.
  #tooLarge(place, path) {
    const most = MAX_VALUES.toLocaleString("en");
    if (this.nodes.size < MAX_VALUES / 2) this.#stop(place, path, `the file expands to more than ${most} values`, "remove the aliases");
    const numbers = new Map();
    for (const [key] of [...this.places.keys()].map((text) => JSON.parse(text)).filter((each) => each.length)) numbers.set(key, (numbers.get(key) ?? 0) + 1);
    const [key, number] = [...numbers].reduce((best, each) => (each[1] > best[1] ? each : best));
    this.#stop(place, [key], `more than ${most} values are too many; ${key} has the most, ${number.toLocaleString("en")} so far`, "write fewer entries, or drawings, sets and families");
  }

  #refuseControl(value, place, path) {
    const control = typeof value === "string" ? value.match(CONTROL) : null;
    if (control) this.#stop(place, path, `the text has the control character ${echo(control[0])}`, "remove it");
  }

  // A row of # signs that begins left of the first row is a comment for YAML, which ends the drawing.
  refuseCut(key, drawing, path) {
    const outer = this.at(key.range[0])[1] - 1;
    const [start] = this.at(drawing.range[0]);
    let first = null;
    for (let number = start; number < this.lines.length; number += 1) {
      const row = this.lines[number].trimStart();
      const indent = this.lines[number].length - row.length;
      first = row && first === null ? indent : first;
      if (row && indent < first) {
        if (indent > outer && /^#[#.?A-Za-z]*( +[#.?]+)*$/.test(row.trimEnd())) {
          this.#note([number + 1, indent + 1], path, `the row ${echo(row.trimEnd())} starts left of the first row, so YAML takes it for a comment`,
            "start the first row with . in the leftmost column");
        }
        return;
      }
    }
  }

  mapping(node, path) {
    const mapping = Object.create(null);
    for (const { key, value } of node.items) {
      if (!isScalar(key)) this.#stop(this.#start(key), path, "a key is a list or a mapping", "write a word before the colon");
      const place = this.#start(key);
      const name = key.source ?? String(key.value);
      const here = [...path, name];
      this.#refuseControl(name, place, path);
      if (name in mapping) {
        this.#note(place, here, `the key ${echo(name)} is used twice (first in line ${this.places.get(JSON.stringify(here))[0]})`, "keep one of them");
        continue;
      }
      this.places.set(JSON.stringify(here), place);
      mapping[name] = value === null ? null : this.build(value, here);
      if (mapping[name] === null) this.#note(place, here, `the key ${echo(name)} has no value`, "write one (not after #), or remove the key");
      if (DRAWINGS.includes(name) && value?.type === "BLOCK_LITERAL") this.refuseCut(key, value, here);
    }
    return { ...mapping };
  }
}

// A plain scalar follows the core schema without octal and hexadecimal numbers.
function scalar(node) {
  if (node.type !== "PLAIN") return String(node.source ?? node.value);
  const text = node.source;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^(~|null|Null|NULL|)$/.test(text)) return null;
  if (/^[-+]?[0-9]{1,100}$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  if (/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(text)) return new Decimal(Number(text));
  return text;
}

// The text of a puzzle file.
export function specText(spec) {
  return styled(new Document(spec, { aliasDuplicateObjects: false })).toString({ lineWidth: 110, flowCollectionPadding: false, indentSeq: false });
}

// A document with lists without mappings in brackets, and texts of several lines as rows.
export function styled(document) {
  visit(document, {
    Seq(_, node) {
      let hasMap = false;
      visit(node, { Map() { hasMap = true; return visit.BREAK; } });
      if (!hasMap) node.flow = true;
    },
    Map(_, node, path) {
      if (path.length > 2 && node.items.length && node.items.every(({ value }) => isScalar(value) && typeof value.value === "number")) node.flow = true;
    },
    Scalar(_, node) {
      if (typeof node.value !== "string") return;
      if (node.value.includes("\n")) node.type = "BLOCK_LITERAL";
      else if (/^[:?]/.test(node.value)) node.type = "QUOTE_DOUBLE"; // YAML 1.1 has no such plain scalar in brackets
    },
  });
  return document;
}
