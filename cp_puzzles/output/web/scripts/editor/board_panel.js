// The board: its lattice and shape, and the brushes that paint its cells.

import { button, element, make } from "../page/dom.js";
import { boardOf, extentOf, filled, inRectangle, onLine, positionsAbout, symmetricImages, withBoard } from "./board_edit.js";
import { formOf, numbersOf } from "./build_board.js";
import { BoardView } from "./board_view.js";
import { cellKey } from "./lattice.js";

const LARGE = 1000; // cells of a board
const PAUSE_MILLISECONDS = 500; // after which a large board that grew is drawn anew
const MARGIN = 1.6; // of free positions about the board, in sides of a cell
const BRUSHES = [["cell", "Cell"], ["optional", "May stay empty"], ["erase", "Erase"], ["name", "Name"], ["keep", "Keep pieces"]];
const STROKES = [["dot", "Dot"], ["line", "Line"], ["rectangle", "Rectangle"], ["fill", "Fill"]];
const TURNS = [["", "alone"], ["rotations", "and its rotations"], ["full", "rotations and reflections"]];
const WORDS = { size: "rectangle", squares: "squares of sticks", vertices: "grid of vertices", "long-hexagon": "long hexagon" };

// A group of toggles of which one is pressed.
export function choices(list, label, onChange, first = list[0][0]) {
  const group = make("div", { className: "choices", role: "group", "aria-label": label });
  const set = (value) => {
    group.dataset.value = value;
    for (const node of group.children) node.setAttribute("aria-pressed", node.dataset.value === value);
  };
  group.append(...list.map(([value, text]) => button(text, () => { set(value); onChange(value); }, { data: { value } })));
  set(first);
  group.set = set;
  return group;
}

export class BoardPanel {
  /** @type {any} */ history; /** @type {any} */ say; /** @type {any} */ space; /** @type {any} */ stroke; /** @type {any} */ onKeep; /** @type {any} */ drawn; /** @type {any} */ board; /** @type {any} */ lattice; /** @type {any} */ cursor; /** @type {any} */ extent; /** @type {any} */ later; /** @type {any} */ painted;

  constructor(history, say) {
    Object.assign(this, { history, say, space: history.space, stroke: null, onKeep: () => {} });
    this.view = new BoardView(element("board"));
    this.brush = choices(BRUSHES, "Brush", (value) => { element("board").dataset.brush = value; });
    this.form = choices(STROKES, "Stroke", () => {});
    this.turns = make("select", { "aria-label": "Paint each cell", id: "turns" }, ...TURNS.map(([value, text]) => make("option", { value, text })));
    element("brushes").append(this.brush, this.form, make("label", { text: "Paint each cell " }, this.turns));
    element("board").dataset.brush = "cell";
    this.#shapeControls();
    this.#pointer();
    element("board").addEventListener("keydown", (event) => this.#key(event));
    this.refresh();
  }

  // Draw the board of the file again.
  refresh() {
    const { lattice, board, isTooLarge } = this.history;
    if (!board) return;
    this.lattice = lattice;
    if (isTooLarge) {
      this.board = new Map();
      this.extent = "";
      this.view.draw(lattice, [lattice.classes[0].origin]);
      this.#showShape();
      return;
    }
    this.board = boardOf(board);
    // the positions follow from the extent of a connected board; a drawn one is kept while it has all cells
    const extent = `${lattice.name} ${extentOf(lattice, board.cells)}`;
    const isWhere = (cells) => [...this.board.keys()].every((key) => cells.has(key));
    clearTimeout(this.later);
    if (extent !== this.extent || !isWhere(this.view.elements)) {
      // a large board is drawn anew after some strokes, not at each; at once if its cells have moved
      const isLater = board.cells.length > LARGE && this.painted && isWhere(this.painted) && isWhere(this.view.elements);
      if (isLater) this.later = setTimeout(() => this.#drawLater(extent), PAUSE_MILLISECONDS);
      else this.#draw(extent);
    }
    this.painted = null;
    this.view.mark(this.board);
    this.cursor = null;
    this.#showShape();
  }

  #draw(extent) {
    this.extent = extent;
    this.view.draw(this.lattice, positionsAbout(this.lattice, this.history.board.cells, MARGIN, this.lattice.flat ? 0 : 1));
  }

  #drawLater(extent) {
    if (this.stroke) return;
    this.#draw(extent);
    this.view.mark(this.board);
    this.view.pieces(this.view.shown);
  }

  // The key of the cell with the coordinates of a file.
  keyAt(coordinates) { return cellKey(this.lattice.cellAt(coordinates)); }

  #shapeControls() {
    const lattices = [...this.space.lattices.keys()];
    element("lattice").append(...lattices.map((name) => make("option", { value: name, text: name })));
    element("lattice").addEventListener("change", ({ target }) => this.#changeLattice(target.value));
    element("shape").addEventListener("change", ({ target }) => { if (target.value) this.#setShape(target.value, this.#defaults(target.value)); });
  }

  #shapes() { return [...this.space.shapes.values()].filter(({ lattices }) => lattices.includes(this.lattice.name)); }

  #defaults(name) {
    const names = this.space.shapes.get(name).numbers.find((list) => name !== "size" || list.length === (this.lattice.flat ? 2 : 3));
    return names.map(() => 4);
  }

  // Another lattice: its first shape, and the sets of pieces that fit it.
  #changeLattice(name) {
    this.lattice = this.space.lattices.get(name);
    const [shape] = this.#shapes();
    const fits = (entry) => {
      const home = this.space.sets.get(entry.set)?.lattice;
      return home === name || (home && home === this.lattice.layerOf);
    };
    this.history.edit((spec) => {
      const tiles = spec.tiles.filter(fits);
      const set = [...this.space.sets.values()].filter((each) => !each.oneSided && [name, this.lattice.layerOf].includes(each.lattice))
        .find(({ tiles: forms }) => forms.size > 2);
      const first = this.lattice.classes[0].origin;
      const own = { name: "A", cells: [this.lattice.coordinates(first)], multiplicity: "any" };
      const board = shape ? { [shape.name]: numbersValue(this.#defaults(shape.name)) }
        : { cells: positionsAbout(this.lattice, [first], 1.2, this.lattice.flat ? 0 : 1).slice(0, 12).map((cell) => this.lattice.coordinates(cell)) };
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

  #showShape() {
    element("lattice").value = this.lattice.name;
    const { board } = this.history.spec;
    const form = formOf(this.space, board);
    const isShape = this.space.shapes.has(form);
    element("shape").replaceChildren(
      ...(isShape ? [] : [make("option", { value: "", text: form === "hexgrid" ? "shape of hexagons" : "painted" })]),
      ...this.#shapes().map(({ name, about }) => make("option", { value: name, text: name === "size" && !this.lattice.flat ? "box" : WORDS[name] ?? name, title: about })));
    element("shape").value = isShape ? form : "";
    const numbers = isShape ? numbersOf(this.space, board) : [];
    const names = isShape ? this.space.shapes.get(form).numbers.find((list) => list.length === numbers.length) : [];
    element("numbers").replaceChildren(...numbers.map((value, k) => make("input", {
      type: "number", min: 1, max: 200, value, "aria-label": names[k], title: names[k], on: {
        change: ({ target }) => {
          const number = Math.round(Number(target.value));
          if (number >= 1 && number <= 200) this.#setShape(form, numbers.map((old, i) => (i === k ? number : old)));
          else target.value = value;
        },
      },
    })));
  }

  // painting

  #pointer() {
    const svg = element("board");
    svg.addEventListener("pointerdown", (event) => {
      const cell = this.view.cellAt(event.clientX, event.clientY);
      if (event.button || !cell || this.history.isTooLarge) return;
      event.preventDefault();
      svg.focus({ preventScroll: true });
      this.cursor = cell;
      if (this.brush.dataset.value === "keep") this.onKeep(cell);
      else if (this.brush.dataset.value === "name") this.#rename(cell);
      else {
        svg.setPointerCapture(event.pointerId);
        this.#begin(cell);
      }
    });
    svg.addEventListener("pointermove", (event) => {
      if (!this.stroke) return;
      const moves = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of moves.length ? moves : [event]) {
        const cell = this.view.cellAt(clientX, clientY);
        if (cell) this.#extend(cell);
      }
    });
    svg.addEventListener("pointerup", () => this.#end());
    svg.addEventListener("pointercancel", () => { this.stroke = null; this.view.mark(this.board); });
  }

  #begin(cell) {
    const brush = this.brush.dataset.value;
    const entry = this.board.get(cellKey(cell));
    const isSame = brush === "cell" ? entry && !entry.optional : entry?.optional;
    const kind = brush === "erase" || isSame ? (brush === "optional" && isSame ? "cell" : "off") : brush;
    const turns = this.turns.value;
    const isometries = turns ? this.lattice.boardIsometries([...this.board.values()].map((each) => each.cell)).filter(({ isRotation }) => isRotation || turns === "full") : [];
    this.stroke = { start: cell, kind, isometries, painted: new Map() };
    this.#extend(cell);
  }

  #extend(cell) {
    const { start, painted, isometries, kind } = this.stroke;
    const form = this.form.dataset.value;
    const { positions } = this.view;
    let cells = [cell];
    if (form === "fill") {
      const kindOf = (each) => { const entry = this.board.get(cellKey(each)); return !entry ? "off" : entry.optional ? "optional" : "cell"; };
      cells = painted.size ? [] : filled(this.lattice, start, positions, (each) => kindOf(each) === kindOf(start));
    } else if (form !== "dot") {
      cells = (form === "line" ? onLine : inRectangle)(this.lattice, start, cell, positions);
      for (const [key] of painted) this.view.paint(key, this.board.get(key));
      painted.clear();
    }
    const all = isometries.length ? symmetricImages(isometries, cells) : cells;
    for (const each of all) {
      const key = cellKey(each);
      if (painted.has(key)) continue;
      painted.set(key, each);
      this.view.paint(key, kind === "off" ? undefined : { optional: kind === "optional" });
    }
  }

  #end() {
    if (!this.stroke) return;
    const { painted, kind } = this.stroke;
    this.stroke = null;
    const board = new Map(this.board);
    for (const [key, cell] of painted) {
      if (kind === "off") board.delete(key);
      else board.set(key, { color: "", label: "", ...board.get(key), cell, optional: kind === "optional" });
    }
    if (!board.size) {
      this.view.mark(this.board);
      this.say("A board has at least one cell.");
      return;
    }
    this.#commit(board);
  }

  #commit(board) {
    this.painted = board;
    const given = this.history.givenList.filter(({ cells }) => cells.every((cell) => board.has(cellKey(this.lattice.cellAt(cell)))));
    this.history.edit((spec) => withBoard(this.space, { ...spec, given: given.length ? given : undefined }, this.lattice, board));
  }

  #rename(cell) {
    const entry = this.board.get(cellKey(cell));
    if (!entry) return;
    const dialog = element("naming");
    const input = element("cell_name");
    input.value = entry.label;
    dialog.onclose = () => {
      const label = dialog.returnValue === "keep" ? input.value.trim().replace(/\s+/g, " ") : entry.label;
      const isTaken = label && [...this.board.values()].some((each) => each !== entry && each.label === label);
      if (isTaken) this.say(`Another cell is called ${label}.`);
      else if (label !== entry.label) this.#commit(new Map(this.board).set(cellKey(cell), { ...entry, label }));
      element("board").focus();
    };
    dialog.returnValue = "";
    dialog.showModal();
  }

  // keys

  #key(event) {
    const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1], PageUp: [0, 0, 1], PageDown: [0, 0, -1] };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in steps || [" ", "Enter"].includes(event.key))) return;
    event.preventDefault();
    if (this.history.isTooLarge) return;
    const here = this.cursor && this.view.elements.has(cellKey(this.cursor)) ? this.cursor : this.view.positions[0];
    if (event.key in steps) this.#point(this.cursor ? this.view.next(here, ...steps[event.key]) : here);
    else if (this.brush.dataset.value === "keep") this.onKeep(here);
    else if (this.brush.dataset.value === "name") this.#rename(here);
    else {
      this.#begin(here);
      this.#end();
      this.#point(here);
    }
  }

  #point(cell) {
    for (const node of this.view.svg.querySelectorAll(".cursor")) node.classList.remove("cursor");
    this.cursor = cell;
    const node = this.view.elements.get(cellKey(cell));
    if (!node) return;
    node.classList.add("cursor");
    node.parentNode.append(node);
    const entry = this.board.get(cellKey(cell));
    const what = !entry ? "no cell" : entry.optional ? "cell that may stay empty" : "cell";
    const where = this.lattice.axes.map((axis, k) => `${axis} ${this.lattice.coordinates(cell)[k]}`).join(", ");
    this.say(`${where}: ${what}${entry?.label ? `, ${entry.label}` : ""}`);
  }
}

export const numbersValue = (numbers) => (numbers.length === 1 ? numbers[0] : numbers);
