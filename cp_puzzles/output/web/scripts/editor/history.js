// The file that is edited: its text, what it says, and the way back. Every change is a new text.

import { Document, isMap, isScalar, parseDocument } from "yaml";

import { buildPuzzle, KEYS } from "./build.js";
import { cellKey } from "./lattice.js";
import { regionColors, sideColorsOf, signOf } from "./marks.js";
import { isValue, sideLetters } from "./shown.js";
import { located, readSpec, specText, styled } from "./spec_text.js";

export const MAX_DRAWN = 10_000; // cells
const IDLE_MILLISECONDS = 200; // after which a change waits no longer
const DESCRIPTIONS = ["name", "description", "source", "expected"];

export class History {
  space; listeners; spec; puzzle; mistakes; lattice; board; tiles; isReadable;
  /** @type {(() => void) | null} */ pending = null;

  // `fallback`: a text without mistakes, whose board is shown if the text cannot be read.
  constructor(space, text, fallback = text) {
    Object.assign(this, { space, listeners: [], texts: [fallback], place: 0 });
    this.#read();
    this.texts = [text];
    this.#read();
  }

  get text() {
    this.settle();
    return this.texts[this.place];
  }

  // Make a change when the browser is idle, but before anything else is read or changed.
  later(change) {
    this.settle();
    this.pending = change;
    const settle = () => { if (this.pending === change) this.settle(); };
    if (globalThis.requestIdleCallback) requestIdleCallback(settle, { timeout: IDLE_MILLISECONDS });
    else setTimeout(settle, 0); // Safari
  }

  // Make the change that waits.
  settle() {
    const change = this.pending;
    this.pending = null;
    change?.();
  }

  // Whether the board has more cells than the page draws and searches.
  get isTooLarge() { return (this.board?.cells.length ?? 0) > MAX_DRAWN; }

  listen(listener) { this.listeners.push(listener); }

  // The given pieces as a list with the coordinates of files.
  get givenList() { return (this.puzzle?.given ?? []).map((piece) => this.written(piece)); }

  // A placement with the name and the coordinates of files.
  written({ tile, cells, shown = [] }) {
    const { name } = this.tiles[tile];
    const marks = shown.length ? { shown: shown.map((each) => (isValue(each) ? Number(each) : each)) } : {};
    return { tile: name, cells: cells.map((cell) => this.lattice.coordinates(cell)), ...marks };
  }

  // The color of each letter of a side.
  get sideColors() { return sideColorsOf(this.space, sideLetters(this.tiles ?? [])); }

  // The regions of the board as they are drawn: {name, cells, color, text}.
  get drawnRegions() {
    const { board, lattice, space } = this;
    const names = [...new Set(board?.regions.values() ?? [])].sort();
    const cells = names.map((name) => board.cells.filter((cell) => board.regions.get(cellKey(cell)) === name));
    const colors = regionColors(lattice, cells, space.regionColors);
    const conditions = this.spec.rules?.regions ?? {};
    return names.map((name, k) => ({ name, cells: cells[k], color: colors[k], text: [name, name in conditions ? signOf(conditions[name]) : ""].filter(Boolean).join(" ") }));
  }

  // Take a text as the next step; the same text is none.
  write(text, origin = "page", spec = null) {
    if (text === this.text) return;
    this.texts.splice(this.place + 1);
    this.place = this.texts.push(text) - 1;
    this.#changed(origin, spec);
  }

  // Take the spec that a function makes of the last one without mistakes; keys without a value are left out, no given pieces
  // and no rules too, and so are counts that belong to another puzzle. Comments in the file stay. `isPainted`: only the board changes, which is not read
  // again, so that a stroke on a large one takes little time.
  edit(change, isPainted = false) {
    this.settle();
    let spec = change(this.spec);
    for (const key of ["given", "rules"]) if (spec[key] && spec[key] !== this.spec[key] && !Object.keys(spec[key]).length) spec = { ...spec, [key]: undefined };
    if (Object.keys(spec).some((key) => !DESCRIPTIONS.includes(key) && spec[key] !== this.spec[key])) spec = { ...spec, expected: undefined };
    if (spec !== this.spec) this.write(this.isReadable ? editedText(this.text, this.spec, spec) : specText(spec), "page", isPainted && this.isReadable ? spec : null);
  }

  // Take the steps of another puzzle; if its text cannot be read, its last one that can be read is shown.
  restore({ texts, place }) {
    this.settle();
    this.texts = [...texts];
    this.place = place;
    do this.#read(); while (!this.isReadable && (this.place -= 1) >= 0);
    this.place = place;
    this.#changed("page");
  }

  undo() { this.#go(-1); }

  redo() { this.#go(1); }

  #go(step) {
    this.settle();
    const place = this.place + step;
    if (place < 0 || place >= this.texts.length) return;
    this.place = place;
    this.#changed("page");
  }

  #changed(origin, spec = null) {
    this.#read(spec);
    for (const listener of this.listeners) listener(origin);
  }

  // {spec, built, mistakes}: the spec and the board are the last ones that could be read.
  #read(known = null) {
    let spec = known && Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
    let built = spec && buildPuzzle(this.space, spec);
    let place = null;
    if (!built?.puzzle) {
      const read = readSpec(this.space, this.text);
      Object.assign(this, { isReadable: read.spec !== null, mistakes: read.mistakes, puzzle: null });
      if (!read.spec) return;
      [spec, place, built] = [read.spec, read.placeOf, buildPuzzle(this.space, read.spec)];
    }
    Object.assign(this, { spec, mistakes: located(built.mistakes, place), puzzle: built.puzzle });
    if (built.board) [this.lattice, this.board] = [built.lattice, built.board];
    if (built.tiles) this.tiles = built.tiles;
  }
}

const rank = ({ key }) => KEYS.indexOf(String(isScalar(key) ? key.value : key));

// A text with the top-level keys of a spec that differ from another one.
function editedText(text, before, after) {
  const document = parseDocument(text, { uniqueKeys: false });
  if (!isMap(document.contents)) return specText(after);
  for (const key of [...new Set([...Object.keys(before), ...Object.keys(after)])]) {
    if (JSON.stringify(before[key]) === JSON.stringify(after[key])) continue;
    if (after[key] === undefined) document.delete(key);
    else document.set(key, styled(new Document(after[key], { aliasDuplicateObjects: false })).contents);
    if (before[key] !== undefined || after[key] === undefined) continue;
    // keys stay in the order of the file; another one is put before the first that the program writes later
    const rest = document.contents.items.slice(0, -1);
    const place = rest.findIndex((each) => rank(each) > KEYS.indexOf(key));
    if (place >= 0) document.contents.items.splice(place, 0, document.contents.items.pop());
  }
  return document.toString({ lineWidth: 110, flowCollectionPadding: false, indentSeq: false });
}
