/*! The package yaml is copyright Eemeli Aro <eemeli@gmail.com>; permission to use, copy, modify, and/or distribute it for any purpose with or without fee is granted by its ISC license; it comes without warranty. */
// The text of a puzzle file, read with the place of each field and written as the program writes it.

import { Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml";

import { echo, SpecMistake } from "./mistake.js";
import { furtherMistakes } from "./build.js";
import { schemaMistakes } from "./schema.js";

const MAX_VALUES = 50_000;
const MAX_DEPTH = 12;
const DRAWINGS = ["drawing", "given", "labels"];
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u; // eslint-disable-line no-control-regex
const GENERAL = "check the indentation, the colons, the brackets and the quotes here";

// {spec, mistakes: [{line, column, path, problem, remedy}], placeOf}: the spec is null if there are mistakes.
// `space`: the schema and the names of colors.
export function readSpec(space, text) {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, stringKeys: false, logLevel: "error", merge: false });
  const at = (offset) => { const { line, col } = lines.linePos(offset); return [line, col]; };
  const control = text.replaceAll("\r\n", "\n").split("\n").findIndex((line) => CONTROL.test(line));
  if (control >= 0) {
    const place = () => [control + 1, 1 + text.replaceAll("\r\n", "\n").split("\n")[control].search(CONTROL)];
    return { spec: null, mistakes: located([new SpecMistake([], "the file contains a control character", "save it as plain text")], place) };
  }
  const [error] = document.errors;
  if (error) {
    const problem = error.message.split("\n")[0].replace(/ at line \d+, column \d+:?$/, "");
    return { spec: null, mistakes: located([new SpecMistake([], ...syntaxMistake(error.code, problem))], () => at(error.pos[0])) };
  }
  const builder = new Builder(document, at, text.split(/\r\n|\n/));
  const data = builder.run();
  const placeOf = (path) => {
    for (let end = path.length; end >= 0; end -= 1) {
      const place = builder.places.get(JSON.stringify(path.slice(0, end)));
      if (place) return place;
    }
    return [1, 1];
  };
  const mistakes = builder.mistakes.length ? builder.mistakes : schemaMistakes(space.schema, space.colors, data);
  if (mistakes.length && !builder.mistakes.length) mistakes.push(...furtherMistakes(space, data, mistakes));
  return { spec: mistakes.length ? null : data, mistakes: located(mistakes, placeOf), placeOf };
}

// Mistakes with their lines and columns, in order.
export const located = (list, placeOf) => list.map(({ place, written, path, problem, remedy }) => {
  const [line, column] = place ?? placeOf(written ?? path);
  return { line, column, path, problem, remedy };
}).sort((a, b) => a.line - b.line || a.column - b.column);

/** @returns {[string, string]} */
function syntaxMistake(code, problem) {
  if (code === "MULTIPLE_DOCS") return ["a second document starts here", "one file holds one puzzle"];
  if (code === "TAB_AS_INDENT") return [`this is not YAML: ${problem}`, "indent with spaces, and put text with special characters in quotes"];
  return [`this is not YAML: ${problem}`, GENERAL];
}

// Plain data of a document, with the place of each key and item.
class Builder {
  document; at; lines; places; mistakes; values;

  constructor(document, at, lines) {
    Object.assign(this, { document, at, lines, places: new Map(), mistakes: [], values: 0 });
  }

  run() {
    const { contents } = this.document;
    return contents === null ? null : this.build(contents, []);
  }

  // Note a mistake at a node of the document.
  fail(node, path, problem, remedy) {
    this.mistakes.push(Object.assign(new SpecMistake(path, problem, remedy), { place: this.at(node.range[0]) }));
    return null;
  }

  note(path, node) {
    const key = JSON.stringify(path);
    if (node?.range && !this.places.has(key)) this.places.set(key, this.at(node.range[0]));
  }

  build(node, path) {
    this.note(path, node);
    this.values += 1;
    if (this.values > MAX_VALUES || path.length > MAX_DEPTH) {
      if (this.mistakes.length) return null;
      return this.fail(node, path.slice(0, 1), ...(this.values > MAX_VALUES
        ? ["the file expands to more than 50,000 values", "remove the aliases"] : [`aliases nest values more than ${MAX_DEPTH} deep`, "write the value out"]));
    }
    if (node.tag) return this.fail(node, [], `the tag '${node.tag.replace("tag:yaml.org,2002:", "!!")}' is not supported`, "write a plain value");
    if (isAlias(node)) {
      const target = node.resolve(this.document);
      return target ? this.build(target, path) : this.fail(node, [], "this is not YAML: found undefined alias", "put text that starts with * in quotes");
    }
    if (isMap(node)) return this.mapping(node, path);
    if (isSeq(node)) return node.items.map((item, k) => this.build(item, [...path, k]));
    const value = scalar(node);
    const control = typeof value === "string" ? value.match(CONTROL) : null;
    return control ? this.fail(node, path, `the text has the control character ${echo(control[0])}`, "remove it") : value;
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
          this.mistakes.push(Object.assign(new SpecMistake(path, `the row ${echo(row.trimEnd())} starts left of the first row, so YAML takes it for a comment`,
            "start the first row with . in the leftmost column"), { place: [number + 1, indent + 1] }));
        }
        return;
      }
    }
  }

  mapping(node, path) {
    const entries = [];
    for (const { key, value } of node.items) {
      if (!isScalar(key)) {
        this.fail(key, path, "a key is a list or a mapping", "write a word before the colon");
        continue;
      }
      const name = key.source ?? String(key.value);
      const here = [...path, name];
      if (entries.some(([other]) => other === name)) {
        this.fail(key, here, `the key ${echo(name)} is used twice (first in line ${this.places.get(JSON.stringify(here))[0]})`, "keep one of them");
        continue;
      }
      this.note(here, key);
      const built = value === null ? null : this.build(value, here);
      if (DRAWINGS.includes(name) && value?.type === "BLOCK_LITERAL") this.refuseCut(key, value, here);
      if (built === null && !this.mistakes.length) this.fail(key, here, `the key ${echo(name)} has no value`, "write one (not after #), or remove the key");
      entries.push([name, built]);
    }
    return Object.fromEntries(entries);
  }
}

// A plain scalar follows the core schema without octal and hexadecimal numbers.
function scalar(node) {
  if (node.type !== "PLAIN") return String(node.source ?? node.value);
  const text = node.source;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^(~|null|Null|NULL|)$/.test(text)) return null;
  if (/^[-+]?[0-9]+$/.test(text)) return Number.isSafeInteger(Number(text)) ? Number(text) : text;
  if (/^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/.test(text)) return Number(text);
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
      if (typeof node.value === "string" && node.value.includes("\n")) node.type = "BLOCK_LITERAL";
    },
  });
  return document;
}
