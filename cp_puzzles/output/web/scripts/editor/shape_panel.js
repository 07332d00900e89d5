// The lattice of the board, and its shape by name and numbers.

import { element, make } from "../page/dom.js";
import { positionsAbout } from "./board_edit.js";
import { formOf, numbersOf } from "./build_board.js";

const WORDS = { size: "rectangle", squares: "squares of sticks", vertices: "grid of vertices", "long-hexagon": "long hexagon" };

export class ShapePanel {
  history; space;

  constructor(history) {
    Object.assign(this, { history, space: history.space });
    const lattices = [...this.space.lattices.keys()];
    element("lattice").append(...lattices.map((name) => make("option", { value: name, text: name })));
    element("lattice").addEventListener("change", ({ target }) => this.#changeLattice(target.value));
    element("shape").addEventListener("change", ({ target }) => { if (target.value) this.#setShape(target.value, this.#defaults(target.value, this.lattice)); });
  }

  get lattice() { return this.history.lattice; }

  #shapes(lattice) { return [...this.space.shapes.values()].filter(({ lattices }) => lattices.includes(lattice.name)); }

  #defaults(name, lattice) {
    const names = this.space.shapes.get(name).numbers.find((list) => name !== "size" || list.length === (lattice.flat ? 2 : 3));
    return names.map(() => (name === "burr" ? 6 : 4));
  }

  // Another lattice: its first shape, and the sets of pieces that fit it.
  #changeLattice(name) {
    const lattice = this.space.lattices.get(name);
    const [shape] = this.#shapes(lattice);
    const fits = (entry) => {
      const home = this.space.sets.get(entry.set)?.lattice;
      return home === name || (home && home === lattice.layerOf);
    };
    this.history.edit((spec) => {
      const tiles = spec.tiles.filter(fits);
      const set = [...this.space.sets.values()].filter((each) => !each.oneSided && [name, lattice.layerOf].includes(each.lattice))
        .find(({ tiles: forms }) => forms.size > 2);
      const first = lattice.classes[0].origin;
      const own = { name: "A", cells: [lattice.coordinates(first)], multiplicity: "any" };
      const board = shape ? { [shape.name]: numbersValue(this.#defaults(shape.name, lattice)) }
        : { cells: positionsAbout(lattice, [first], 1.2, lattice.flat ? 0 : 1).slice(0, 12).map((cell) => lattice.coordinates(cell)) };
      const none = { given: undefined, rules: undefined, maximize: undefined, minimize: undefined };
      return { ...spec, ...none, lattice: name, board, tiles: tiles.length ? tiles : [set ? { set: set.name } : own] };
    });
  }

  #setShape(name, numbers) {
    this.history.edit((spec) => ({
      ...spec, given: undefined, ...(this.#isDefault() ? {} : { lattice: this.lattice.name }), board: { [name]: numbersValue(numbers) },
    }));
  }

  #isDefault() { return ["square", "cubic"].includes(this.lattice.name) && !this.history.spec.lattice; }

  // Show the lattice, the shape and the numbers of the file.
  refresh() {
    element("lattice").value = this.lattice.name;
    const { board } = this.history.spec;
    const form = formOf(this.space, board);
    const isShape = this.space.shapes.has(form);
    element("shape").replaceChildren(
      ...(isShape ? [] : [make("option", { value: "", text: form === "hexgrid" ? "shape of hexagons" : "painted" })]),
      ...this.#shapes(this.lattice).map(({ name, about }) => make("option", { value: name, text: name === "size" && !this.lattice.flat ? "box" : WORDS[name] ?? name, title: about })));
    element("shape").value = isShape ? form : "";
    const numbers = isShape ? numbersOf(this.space, board) : [];
    const names = isShape ? this.space.shapes.get(form).numbers.find((list) => list.length === numbers.length) : [];
    element("numbers").replaceChildren(...numbers.map((value, k) => make("input", {
      type: "number", min: form === "burr" ? 6 : 1, max: 200, step: form === "burr" ? 2 : 1, value, "aria-label": names[k], title: names[k], on: {
        change: ({ target }) => {
          const number = Math.round(Number(target.value));
          if (number >= Number(target.min) && number <= 200 && number % target.step === 0) this.#setShape(form, numbers.map((old, i) => (i === k ? number : old)));
          else target.value = value;
        },
      },
    })));
  }
}

export const numbersValue = (numbers) => (numbers.length === 1 ? numbers[0] : numbers);
