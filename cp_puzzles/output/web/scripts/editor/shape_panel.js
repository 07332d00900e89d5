// The lattice of the board, and its shape by name and numbers.

import { element, make, relist } from "../page/dom.js";
import { grouped, listed } from "../page/numbers.js";
import { positionsAbout } from "./board_edit.js";
import { buildPuzzle } from "./build.js";
import { formOf, numbersOf } from "./build_lattice.js";
import { without } from "./copies.js";
import { cellKey } from "./lattice.js";

const WORDS = { size: "rectangle", squares: "squares of sticks", vertices: "grid of vertices", "long-hexagon": "long hexagon" };

/** Cells of a board that another one may not have, by their key. @type {Record<string, string>} */
const ON_BOARD = {
  holes: "holes", optional: "cells that may stay empty", colors: "colors of cells", values: "values of cells", labels: "names of cells", regions: "regions",
};

/** What another board may not have room for, by its key. @type {Record<string, string>} */
const BESIDE = { given: "kept pieces", rules: "rules", maximize: "the objective", minimize: "the objective" };

// The cells of a list or of the lists of a mapping that are among those with a text in `inside`; undefined if there are none.
function within(value, inside) {
  if (!value || typeof value !== "object") return undefined;
  if (Array.isArray(value)) {
    if (typeof value[0] === "number") return inside.has(String(value)) ? value : undefined;
    const kept = value.filter((cell) => inside.has(String(cell)));
    return kept.length ? kept : undefined;
  }
  const kept = Object.entries(value).map(([key, cells]) => [key, within(cells, inside)]).filter(([, cells]) => cells);
  return kept.length ? Object.fromEntries(kept) : undefined;
}

// The rules without the conditions of regions that a board lacks.
function rulesOn(rules, regions) {
  if (!rules?.regions) return rules;
  const conditions = Object.entries(rules.regions).filter(([name]) => ["rows", "columns"].includes(name) || regions?.[name]);
  return conditions.length ? { ...rules, regions: Object.fromEntries(conditions) } : without(rules, ["regions"]);
}

// A sentence about the parts of a puzzle that another one lacks; "" if there are none.
function lostText(before, after) {
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const gone = (names, old, current) => Object.entries(names).filter(([key]) => Object.keys(old[key] ?? {}).length && !same(old[key], current[key])).map(([, words]) => words);
  const words = [
    ...(["drawing", "layers", "cells"].some((key) => before.board[key] && !after.board[key]) ? ["the painted board"] : []),
    ...(before.tiles.every((entry) => after.tiles.some((each) => same(each, entry))) ? [] : ["pieces"]),
    ...gone(ON_BOARD, before.board, after.board), ...gone(BESIDE, before, after),
  ];
  return words.length ? `Not all of it fits: ${listed(words)} are left out.` : "";
}

export class ShapePanel {
  history; space; say;

  constructor(history, say) {
    Object.assign(this, { history, space: history.space, say });
    const lattices = [...this.space.lattices.keys()];
    element("lattice").append(...lattices.map((name) => make("option", { value: name, text: name })));
    element("lattice").addEventListener("change", ({ target }) => this.#changeLattice(target.value));
    element("fill").addEventListener("change", ({ target }) => this.history.edit((spec) => ({ ...spec, fill: target.checked ? undefined : false })));
    element("shape").addEventListener("change", ({ target }) => { if (target.value) this.#setShape(target.value, this.#defaults(target.value, this.lattice)); });
  }

  get lattice() { return this.history.lattice; }

  #shapes(lattice) { return [...this.space.shapes.values()].filter(({ lattices }) => lattices.includes(lattice.name)); }

  #defaults(name, lattice) {
    const names = this.space.shapes.get(name).numbers.find((list) => name !== "size" || list.length === (lattice.is_flat ? 2 : 3));
    return names.map(() => (name === "burr" ? 6 : 4));
  }

  // Another lattice: its first shape, and the sets of pieces that fit it.
  #changeLattice(name) {
    const lattice = this.space.lattices.get(name);
    const [shape] = this.#shapes(lattice);
    const fits = (entry) => {
      const home = this.space.sets.get(entry.set)?.lattice;
      return home === name || (home && home === lattice.layer_of);
    };
    this.#edit((spec) => {
      const tiles = spec.tiles.filter(fits);
      const set = [...this.space.sets.values()].filter((each) => !each.oneSided && [name, lattice.layer_of].includes(each.lattice))
        .find(({ tiles: forms }) => forms.size > 2);
      const first = lattice.classes[0].origin;
      const own = { name: "A", cells: [lattice.coordinates(first)], multiplicity: "any" };
      const board = shape ? { [shape.name]: numbersValue(this.#defaults(shape.name, lattice)) }
        : { cells: positionsAbout(lattice, [first], 1.2, lattice.is_flat ? 0 : 1).slice(0, 12).map((cell) => lattice.coordinates(cell)) };
      const none = { given: undefined, rules: undefined, maximize: undefined, minimize: undefined };
      return { ...spec, ...none, lattice: name, board, tiles: tiles.length ? tiles : [set ? { set: set.name } : own] };
    });
  }

  // Another shape or size; what lies on its cells stays.
  #setShape(name, numbers) {
    this.#edit((spec) => {
      const isDefault = ["square", "cubic"].includes(this.lattice.name) && !spec.lattice;
      const bare = { ...spec, ...(isDefault ? {} : { lattice: this.lattice.name }), board: { [name]: numbersValue(numbers) } };
      const { board } = buildPuzzle(this.space, { ...bare, given: undefined, rules: undefined });
      const inside = new Set((board?.cells ?? []).map((cell) => String(this.lattice.coordinates(cell))));
      const listedBoard = this.#listedBoard(spec);
      const parts = Object.fromEntries(Object.keys(ON_BOARD).map((key) => [key, within(listedBoard[key], inside)]).filter(([, value]) => value));
      const given = this.history.givenList.filter(({ cells }) => cells.every((cell) => inside.has(String(cell))));
      return { ...bare, board: { ...bare.board, ...parts }, rules: rulesOn(spec.rules, parts.regions), given };
    });
  }

  // The keys of the board, with lists of cells instead of drawings that would not fit another size.
  #listedBoard({ board }) {
    const { cells, ...marks } = this.history.board;
    const marked = (key) => cells.map((cell) => [marks[key].get(cellKey(cell)), this.lattice.coordinates(cell)]).filter(([name]) => name);
    const regions = () => Object.fromEntries([...grouped(marked("regions"), ([name]) => name)].map(([name, list]) => [name, list.map(([, cell]) => cell)]));
    return {
      ...board, ...(typeof board.labels === "string" ? { labels: Object.fromEntries(marked("labels")) } : {}), ...(typeof board.regions === "string" ? { regions: regions() } : {}),
    };
  }

  // Change the puzzle, and tell what the new one lacks, with a way back.
  #edit(change) {
    const before = { ...this.history.spec, board: this.#listedBoard(this.history.spec) };
    this.history.edit(change);
    const text = lostText(before, this.history.spec);
    if (text) this.say(text, () => this.history.undo());
  }

  // Show the lattice, the shape and the numbers of the file.
  refresh() {
    element("lattice").value = this.lattice.name;
    const { board } = this.history.spec;
    const form = formOf(this.space, board);
    const isShape = this.space.shapes.has(form);
    element("shape").replaceChildren(
      ...(isShape ? [] : [make("option", { value: "", text: form === "hexgrid" ? "shape of hexagons" : "painted" })]),
      ...this.#shapes(this.lattice).map(({ name, about }) => make("option", { value: name, text: name === "size" && !this.lattice.is_flat ? "box" : WORDS[name] ?? name, title: about })));
    element("shape").value = isShape ? form : "";
    const numbers = isShape ? numbersOf(this.space, board) : [];
    const names = isShape ? this.space.shapes.get(form).numbers.find((list) => list.length === numbers.length) : [];
    element("fill").checked = this.history.spec.fill ?? true;
    relist(element("numbers"), numbers.map((value, k) => make("label", { text: `${names[k]} `, data: { entry: names[k] } }, make("input", {
      type: "number", min: form === "burr" ? 6 : 1, max: 200, step: form === "burr" ? 2 : 1, value, "aria-label": names[k], on: {
        change: ({ target }) => {
          const number = Math.round(Number(target.value));
          if (number >= Number(target.min) && number <= 200 && number % target.step === 0) this.#setShape(form, numbers.map((old, i) => (i === k ? number : old)));
          else target.value = value;
        },
      },
    }))), element("shape"));
  }
}

const numbersValue = (numbers) => (numbers.length === 1 ? numbers[0] : numbers);
