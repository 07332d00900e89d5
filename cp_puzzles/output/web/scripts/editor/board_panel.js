// The board, and the brushes that paint its cells.

import { claimTouches, element, make } from "../page/dom.js";
import { span } from "../page/numbers.js";
import { boardOf, extentOf, filled, inRectangle, onLine, positionsAbout, stepTo, symmetricImages, withBoard, withColor } from "./board_edit.js";
import { BoardView, STEPS } from "./board_view.js";
import { add, cellKey, subtract } from "./lattice.js";
import { choices, markFields, markOf, marksText, withMark } from "./mark_brushes.js";
import { ShapePanel } from "./shape_panel.js";

const LARGE = 1000; // cells of a board
const PAUSE_MILLISECONDS = 500; // after which a large board that grew is drawn again
const MARGIN = 1.6; // of free positions about the board, in sides of a cell
const BRUSHES = [["cell", "Cell"], ["optional", "May stay empty"], ["erase", "Erase"], ["color", "Color"], ["region", "Region"], ["value", "Value"], ["name", "Name"], ["move", "Move"], ["keep", "Place pieces"]];
const STROKES = [["dot", "Dot"], ["line", "Line"], ["rectangle", "Rectangle"], ["fill", "Fill"]];
const TURNS = [["", "alone"], ["rotations", "and its rotations"], ["full", "rotations and reflections"]];

export class BoardPanel {
  history; say; space; stroke; onKeep; drawn; board; lattice; cursor; extent; later; painted; fields; shape; hand;

  constructor(history, say) {
    Object.assign(this, { history, say, space: history.space, stroke: null, onKeep: () => {} });
    this.view = new BoardView(element("board"));
    this.brush = choices(BRUSHES, "Brush", (value) => {
      element("board").dataset.brush = value;
      for (const [mark, field] of Object.entries(this.fields)) Object.assign(field.parentNode, { hidden: value !== mark });
      this.hand.refresh();
    });
    this.fields = markFields();
    this.form = choices(STROKES, "Stroke", () => {});
    this.turns = make("select", { "aria-label": "Paint each cell", id: "turns" }, ...TURNS.map(([value, text]) => make("option", { value, text })));
    element("brushes").append(this.brush, ...Object.values(this.fields).map(({ parentNode }) => parentNode), this.form, make("label", { text: "Paint each cell " }, this.turns));
    element("board").dataset.brush = "cell";
    this.shape = new ShapePanel(history, say);
    this.#pointer();
    element("board").addEventListener("keydown", (event) => this.#key(event));
    this.refresh();
  }

  // Draw the board of the file again.
  refresh() {
    const { lattice, board, isTooLarge } = this.history;
    if (!board) return;
    this.lattice = lattice;
    this.stroke = null;
    if (isTooLarge) {
      this.board = new Map();
      this.extent = "";
      this.view.draw(lattice, [lattice.classes[0].origin]);
      this.shape.refresh();
      return;
    }
    // the positions follow from the extent of a connected board; a drawn one is kept while it has all cells
    const extent = `${lattice.name} ${extentOf(lattice, board.cells)}`;
    const step = this.painted ? stepTo(this.painted, board.cells) : null;
    const isMoved = step?.some((x) => x !== 0) ?? true;
    this.board = isMoved ? boardOf(board) : this.painted;
    clearTimeout(this.later);
    if (extent !== this.extent || isMoved && board.cells.some((cell) => !this.view.elements.has(cellKey(cell)))) {
      // a large board is extended after some strokes, not at each; its cells are found at once if they have moved
      const isLater = board.cells.length > LARGE && step;
      if (isLater && isMoved) this.view.draw(lattice, this.view.positions.map((cell) => add(cell, step)), step);
      if (isLater) this.later = setTimeout(() => this.#drawLater(extent), PAUSE_MILLISECONDS);
      else this.#draw(extent, step);
    }
    this.#mark();
    this.cursor = null;
    this.shape.refresh();
  }

  #draw(extent, step = null) {
    this.extent = extent;
    this.view.draw(this.lattice, positionsAbout(this.lattice, this.history.board.cells, MARGIN, this.lattice.is_flat ? 0 : 1), step);
  }

  #drawLater(extent) {
    if (this.stroke) return;
    this.#draw(extent, this.lattice.classes[0].origin.map(() => 0));
    this.#mark();
    this.view.pieces(this.view.shown);
  }

  // painting

  #pointer() {
    const svg = element("board");
    claimTouches(svg);
    svg.addEventListener("pointerdown", (event) => {
      this.history.settle();
      const cell = this.view.cellAt(event.clientX, event.clientY);
      if (event.button || !cell || this.history.isTooLarge) return;
      event.preventDefault();
      svg.focus({ preventScroll: true });
      this.cursor = cell;
      if (this.brush.dataset.value === "name") this.#rename(cell);
      else {
        svg.setPointerCapture(event.pointerId);
        if (this.isPlacing) this.hand.press(cell);
        else this.#begin(cell);
      }
    });
    svg.addEventListener("pointermove", (event) => {
      if (this.isPlacing) this.hand.move(this.view.cellAt(event.clientX, event.clientY));
      if (!this.stroke || !event.buttons) return;
      const moves = event.getCoalescedEvents?.() ?? [];
      for (const { clientX, clientY } of moves.length ? moves : [event]) {
        const cell = this.view.cellAt(clientX, clientY);
        if (cell) this.#extend(cell);
      }
    });
    svg.addEventListener("pointerup", (event) => {
      if (this.isPlacing) this.hand.release(this.view.cellAt(event.clientX, event.clientY));
      else this.#end();
    });
    svg.addEventListener("pointercancel", () => { this.hand.held = null; this.stroke = null; this.#mark(); });
  }

  get isPlacing() { return this.brush.dataset.value === "keep"; }

  #begin(cell) {
    const brush = this.brush.dataset.value;
    const entry = this.board.get(cellKey(cell));
    const isSame = brush === "cell" ? entry && !entry.optional : brush === "optional" && entry?.optional;
    const kind = brush === "erase" || isSame ? (brush === "optional" && isSame ? "cell" : "off") : brush;
    const word = brush in this.fields ? markOf(brush, this.fields[brush], this.say) : "";
    if (word === null) return;
    const mark = entry?.[brush] === word ? "" : word;
    const turns = brush === "move" ? "" : this.turns.value;
    const part = brush === "move" && entry ? filled(this.lattice, cell, this.view.positions, (each) => this.board.has(cellKey(each))) : [];
    const isometries = turns ? this.lattice.boardIsometries([...this.board.values()].map((each) => each.cell)).filter(({ isRotation }) => isRotation || turns === "full") : [];
    this.stroke = { start: cell, kind, mark, part, step: cell.map(() => 0), isometries, painted: new Map() };
    this.#extend(cell);
  }

  #extend(cell) {
    if (this.stroke.kind === "move") {
      this.#shift(subtract(cell, this.stroke.start));
      return;
    }
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
      if (painted.has(key) || (kind in this.fields && !this.board.has(key))) continue;
      painted.set(key, each);
      this.view.paint(key, this.#after(key, each));
    }
  }

  #mark() { this.view.mark(this.board, this.history.isTooLarge ? [] : this.history.drawnRegions); }

  // What a position is after the stroke.
  #after(key, cell) {
    const { kind, mark } = this.stroke;
    if (kind === "off") return undefined;
    const entry = { color: "", label: "", ...this.board.get(key), cell };
    return kind in this.fields ? withMark(entry, kind, mark) : { ...entry, optional: kind === "optional" };
  }

  // Show a part of the board moved by a step.
  #shift(step) {
    const { part, painted } = this.stroke;
    if (!this.lattice.isTranslation(step)) return;
    this.stroke.step = step;
    for (const [key] of painted) this.view.paint(key, this.board.get(key));
    painted.clear();
    for (const cell of part) this.view.paint(cellKey(cell), undefined);
    for (const cell of [...part, ...part.map((each) => add(each, step))]) painted.set(cellKey(cell), cell);
    for (const cell of part) this.view.paint(cellKey(add(cell, step)), this.board.get(cellKey(cell)));
  }

  // Move a part of the board and the pieces that are kept on it.
  #drop() {
    const { part, step } = this.stroke;
    this.stroke = null;
    const keys = new Set(part.map(cellKey));
    const board = new Map([...this.board].filter(([key]) => !keys.has(key)));
    for (const cell of part) board.set(cellKey(add(cell, step)), { ...this.board.get(cellKey(cell)), cell: add(cell, step) });
    const at = (coordinates) => this.lattice.cellAt(coordinates);
    const given = this.history.givenList.map((each) => (each.cells.every((cell) => keys.has(cellKey(at(cell))))
      ? { ...each, cells: each.cells.map((cell) => this.lattice.coordinates(add(at(cell), step))) } : each));
    if (part.length && step.some((x) => x !== 0)) this.#commit(board, given);
    else this.#mark();
    if (part.length === this.board.size) this.say("The whole board has moved; erase a row of cells to move its parts.");
  }

  #end() {
    if (!this.stroke) return;
    const { painted, kind, mark } = this.stroke;
    if (kind === "move") {
      this.#drop();
      return;
    }
    const board = new Map(this.board);
    for (const [key, cell] of painted) {
      if (kind === "off") board.delete(key);
      else board.set(key, this.#after(key, cell));
    }
    this.stroke = null;
    if (!board.size) {
      this.#mark();
      this.say("A board has at least one cell.");
      return;
    }
    if (!(kind in this.fields) || painted.size) this.#commit(board, this.history.givenList, kind === "color" ? mark : "");
  }

  #commit(board, list, color = "") {
    const given = list.filter(({ cells }) => cells.every((cell) => board.has(cellKey(this.lattice.cellAt(cell)))));
    const write = () => {
      this.painted = board;
      this.history.edit((spec) => withBoard(this.space, { ...withColor(spec, color), given }, this.lattice, board), true);
      this.painted = null;
    };
    // the file of a large board follows when the stroke is on the screen
    if (board.size > LARGE) this.history.later(write);
    else write();
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
      if (isTaken) this.say(`Another cell already has the name ${label}.`);
      else if (label !== entry.label) this.#commit(new Map(this.board).set(cellKey(cell), { ...entry, label }), this.history.givenList);
      element("board").focus();
    };
    dialog.returnValue = "";
    dialog.showModal();
  }

  // keys

  #key(event) {
    if (event.key === "Escape" && this.stroke) {
      this.stroke = null;
      this.#mark();
    }
    if (!event.ctrlKey && !event.metaKey && !event.altKey) this.hand.key(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in STEPS || [" ", "Enter"].includes(event.key))) return;
    event.preventDefault();
    this.history.settle();
    if (this.history.isTooLarge) return;
    if (!this.hand.isEmpty && this.hand.at) this.cursor = this.hand.at;
    const here = this.cursor && this.view.elements.has(cellKey(this.cursor)) ? this.cursor : this.view.positions[0];
    if (event.key in STEPS) {
      const next = this.cursor ? this.view.next(here, ...STEPS[event.key]) : here;
      if (this.stroke) this.#extend(next);
      this.#point(next);
      if (!this.hand.isEmpty) this.hand.aim(next);
    } else if (this.stroke) {
      this.#end();
      this.#point(here);
    } else if (this.isPlacing) (this.hand.isEmpty ? this.onKeep : (cell) => this.hand.place(cell))(here);
    else if (this.brush.dataset.value === "name") this.#rename(here);
    else {
      this.#begin(here);
      const isLong = this.stroke.kind === "move" || ["line", "rectangle"].includes(this.form.dataset.value);
      if (!isLong) this.#end();
      this.#point(here);
      if (isLong) this.say("Arrow keys, then Space at the end; Escape stops.");
    }
  }

  #point(cell) {
    this.cursor = cell;
    const node = this.view.showCursor(cell);
    if (!node) return;
    node.parentNode.append(node);
    const entry = this.board.get(cellKey(cell));
    const what = !entry ? "no cell" : entry.optional ? "cell that may stay empty" : "cell";
    const low = span([...this.board.values()].map((each) => this.lattice.coordinates(each.cell)))[0];
    const here = this.lattice.coordinates(cell);
    // rows and columns of the board count from 1; a place beside it has no number
    const where = here.some((x, k) => x < low[k]) ? "beside the board" : this.lattice.axes.map((axis, k) => `${axis} ${here[k] - low[k] + 1}`).join(", ");
    this.say(`${where}: ${what}${marksText(entry)}`);
  }
}
