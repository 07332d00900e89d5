// The dialog in which a piece is drawn.

import { button, claimTouches, element, make } from "../page/dom.js";
import { add, scaled, subtract } from "../page/numbers.js";
import { positionsAbout, tileForm, withColor } from "./board_edit.js";
import { isValue, letterOf } from "./shown.js";
import { COLORS } from "./mark_brushes.js";
import { BoardView, placeText, STEPS } from "./board_view.js";
import { boundsOf } from "./build_tiles.js";
import { copiesText, withEntry, without } from "./copies.js";
import { cellKey, compare } from "./lattice.js";
import { SolidView } from "./solid_view.js";

const REACH = 3.3; // of the positions about a piece, in sides of a cell
const STROKE_PIXELS = 8; // between two points of a stroke that are looked at
const CELL_PIXELS = 40; // a cell of a flat piece, at least
const SOLID_CELL_PIXELS = 18; // one of a solid piece, whose layers are side by side

export class TileDialog {
  history; say; index; cells; colors; cursor; opened; stroke;

  constructor(history, say) {
    Object.assign(this, { history, say });
    this.view = new BoardView(element("tile_board"));
    this.solid = new SolidView(element("tile_solid"));
    const svg = element("tile_board");
    claimTouches(svg);
    // a stroke takes cells, or leaves them, as it does with its first one
    svg.addEventListener("pointerdown", (event) => {
      const cell = this.view.cellAt(event.clientX, event.clientY);
      if (event.button || !cell) return;
      event.preventDefault();
      svg.setPointerCapture(event.pointerId);
      this.#toggle(cell);
      this.stroke = { isTaken: this.cells.has(cellKey(cell)), seen: new Set([cellKey(cell)]), at: [event.clientX, event.clientY] };
    });
    svg.addEventListener("pointermove", (event) => {
      if (!this.stroke || !event.buttons) return;
      // a quick stroke passes cells between two events
      const step = subtract([event.clientX, event.clientY], this.stroke.at);
      const count = Math.ceil(Math.hypot(...step) / STROKE_PIXELS);
      for (let k = 1; k <= count; k += 1) {
        const [x, y] = add(this.stroke.at, scaled(step, k / count));
        const cell = this.view.cellAt(x, y);
        if (!cell || this.stroke.seen.has(cellKey(cell))) continue;
        this.stroke.seen.add(cellKey(cell));
        if (this.cells.has(cellKey(cell)) !== this.stroke.isTaken) this.#toggle(cell);
      }
      this.stroke.at = [event.clientX, event.clientY];
    });
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { this.stroke = null; });
    svg.addEventListener("keydown", (event) => this.#key(event));
    element("tile_color").append(make("option", { value: "", text: "none" }), ...[...COLORS, ..."0123456789"].map((value) => make("option", { value, text: value })));
    element("tile_actions").append(button("Done", () => this.#done()), button("Cancel", () => { element("drawing").close(); this.#dropped(); }));
    element("drawing").addEventListener("cancel", () => this.#dropped());
  }

  // Tell that a drawn piece was not taken, with a way back.
  #dropped() {
    const { index, cells, colors } = this;
    const name = element("tile_name").value;
    if (JSON.stringify([...cells.values()]) === this.opened) return;
    setTimeout(() => this.say("The drawn piece was not taken.", () => {
      this.open(index);
      Object.assign(this, { cells, colors });
      element("tile_name").value = name;
      this.#show();
    }));
  }

  // Draw the piece of an entry, or a new one for null.
  open(index) {
    const { spec, lattice, tiles } = this.history;
    this.index = index;
    const tile = (tiles ?? []).find((each) => each.entry === index);
    this.cells = new Map((tile?.form ?? []).map((cell) => [cellKey(cell), cell]));
    this.colors = new Map((tile?.form ?? []).map((cell, k) => ({ cell, shown: tile.shown[k] })).filter(({ shown }) => shown).map(({ cell, shown }) => [cellKey(cell), shown]));
    this.opened = JSON.stringify([...this.cells.values()]);
    element("tile_color").value = "";
    element("tile_name").value = index === null ? this.#freeName() : spec.tiles[index].name;
    const start = tile?.form ?? [lattice.classes[0].origin];
    this.view.draw(lattice, positionsAbout(lattice, start, REACH, lattice.is_flat ? 0 : 2, 2000));
    // fingers need cells of a size; a board that does not fit is scrolled
    const [, , width, height] = this.view.box;
    const svg = element("tile_board");
    const pixels = lattice.is_flat ? CELL_PIXELS : SOLID_CELL_PIXELS;
    Object.assign(svg.style, { minWidth: `${Math.ceil(width * pixels)}px`, minHeight: `${Math.ceil(height * pixels)}px` });
    this.cursor = null;
    element("drawing").showModal();
    this.#show();
  }

  #freeName() {
    const taken = new Set((this.history.tiles ?? []).map(({ name }) => name));
    return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !taken.has(letter)) ?? `piece ${taken.size + 1}`;
  }

  #toggle(cell) {
    const key = cellKey(cell);
    const color = element("tile_color").value;
    if (color && this.cells.has(key)) this.colors.set(key, this.colors.get(key) === color ? "" : color);
    else if (this.cells.delete(key)) this.colors.delete(key);
    else {
      this.cells.set(key, cell);
      this.colors.set(key, color);
    }
    this.#show();
  }

  #show() {
    this.view.mark(new Map([...this.cells].map(([key, cell]) => [key, { cell, optional: false, color: letterOf(this.colors.get(key) ?? ""), label: "" }])));
    this.solid.show(this.history.lattice, [{ cells: [...this.cells.values()] }]);
    element("tile_told").textContent = this.#count();
  }

  #count() {
    const list = [...this.cells.values()];
    const parts = list.length ? this.history.lattice.components(list).length : 0;
    return `${list.length} ${list.length === 1 ? "cell" : "cells"}${parts > 1 ? `, in ${parts} separate parts` : ""}`;
  }

  #key(event) {
    if (!(event.key in STEPS) && event.key !== " ") return;
    event.preventDefault();
    const here = this.cursor ?? [...this.cells.values()][0] ?? this.history.lattice.classes[0].origin;
    if (event.key === " ") this.#toggle(here);
    this.cursor = event.key in STEPS && this.cursor ? this.view.next(here, ...STEPS[event.key]) : here;
    const node = this.view.showCursor(this.cursor);
    node?.parentNode.append(node);
    element("tile_told").textContent = `${placeText(this.history.lattice, this.cursor, this.view.positions[0])}: ${this.cells.has(cellKey(this.cursor)) ? "taken" : "free"}. ${this.#count()}`;
  }

  #done() {
    const name = element("tile_name").value.trim();
    const cells = [...this.cells.values()].sort(compare);
    const { lattice, spec } = this.history;
    const isTaken = (this.history.tiles ?? []).some((tile) => tile.name === name && tile.entry !== this.index);
    const problem = !cells.length ? "Draw at least one cell." : !name ? "Give the piece a name." : isTaken ? `Another piece already has the name ${name}.` : "";
    if (problem) {
      element("tile_told").textContent = problem;
      return;
    }
    if (this.index === null && this.#isCopy(cells)) return;
    const isSplit = lattice.components(cells).length > 1;
    const old = this.index === null ? {} : spec.tiles[this.index];
    const entry = { name, drawing: undefined, cells: undefined, colors: undefined, values: undefined, sides: undefined, ...tileForm(lattice, cells.map((cell) => [cell, this.colors.get(cellKey(cell))])), ...without(old, ["name", "drawing", "cells", "colors", "values", "sides", "disconnected", "orientations"]), ...(isSplit ? { disconnected: true } : {}) };
    const given = this.history.givenList.filter(({ tile }) => tile !== old.name);
    element("drawing").close();
    const letters = [...new Set([...this.colors.values()].map((shown) => letterOf(shown ?? "")))].filter((letter) => letter && !isValue(letter));
    this.history.edit((before) => {
      const whole = letters.reduce(withColor, before);
      const all = this.index === null ? [...whole.tiles, entry] : whole.tiles.map((each, k) => (k === this.index ? entry : each));
      return { ...whole, tiles: all, given };
    });
    this.say(this.history.mistakes[0]?.problem ?? `The piece ${name} is in the tray.`);
  }

  // Add a copy of a piece that is there already instead of another one with its cells; returns whether there is one.
  #isCopy(cells) {
    const { lattice, spec } = this.history;
    if ([...this.colors.values()].some(Boolean)) return false;
    const form = String(lattice.normalize(cells));
    const tile = (this.history.tiles ?? []).find((each) => !each.shown.length && each.orientations.some((other) => String(other) === form));
    if (!tile) return false;
    const entry = spec.tiles[tile.entry];
    const { min, max } = boundsOf(entry.multiplicity);
    const multiplicity = max === null ? entry.multiplicity : min === max ? max + 1 : { min, max: max + 1 };
    const entries = withEntry(this.history, tile, (old) => ({ ...old, multiplicity }));
    element("drawing").close();
    this.history.edit((before) => ({ ...before, tiles: entries }));
    if (max === null) this.say(`${tile.name} is this piece; there are copies enough.`);
    else this.say(`${tile.name} is this piece: now there are ${copiesText(multiplicity)}.`, () => this.history.undo());
    return true;
  }
}
