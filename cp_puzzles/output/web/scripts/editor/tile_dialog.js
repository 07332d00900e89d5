// The dialog in which a piece is drawn on the lattice of the board.

import { button, element, make } from "../page/dom.js";
import { positionsAbout, tileForm, withColor } from "./board_edit.js";
import { COLORS } from "./board_panel.js";
import { BoardView, STEPS } from "./board_view.js";
import { cellKey, compare } from "./lattice.js";

const REACH = 3.3; // of the positions about a piece, in sides of a cell

const without = (data, keys) => Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));

export class TileDialog {
  history; say; index; cells; colors; cursor;

  constructor(history, say) {
    Object.assign(this, { history, say });
    this.view = new BoardView(element("tile_board"));
    const svg = element("tile_board");
    svg.addEventListener("pointerdown", (event) => {
      const cell = this.view.cellAt(event.clientX, event.clientY);
      if (!cell) return;
      event.preventDefault();
      this.#toggle(cell);
    });
    svg.addEventListener("keydown", (event) => this.#key(event));
    element("tile_color").append(make("option", { value: "", text: "none" }), ...COLORS.map((value) => make("option", { value, text: value })));
    element("tile_actions").append(button("Done", () => this.#done()), button("Cancel", () => element("drawing").close()));
  }

  // Draw the piece of an entry, or a new one for null.
  open(index) {
    const { spec, lattice, tiles } = this.history;
    this.index = index;
    const tile = (tiles ?? []).find((each) => each.entry === index);
    this.cells = new Map((tile?.form ?? []).map((cell) => [cellKey(cell), cell]));
    this.colors = new Map((tile?.colored[0] ?? []).filter(([, letter]) => letter).map(([cell, letter]) => [cellKey(cell), letter]));
    element("tile_color").value = "";
    element("tile_name").value = index === null ? this.#freeName() : spec.tiles[index].name;
    const start = tile?.form ?? [lattice.classes[0].origin];
    this.view.draw(lattice, positionsAbout(lattice, start, REACH, lattice.flat ? 0 : 2, 2000));
    this.cursor = null;
    this.#show();
    element("drawing").showModal();
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
    this.view.mark(new Map([...this.cells].map(([key, cell]) => [key, { cell, optional: false, color: this.colors.get(key) ?? "", label: "" }])));
    const { lattice } = this.history;
    const list = [...this.cells.values()];
    const parts = list.length ? lattice.components(list).length : 0;
    element("tile_told").textContent = `${list.length} ${list.length === 1 ? "cell" : "cells"}${parts > 1 ? `, in ${parts} separate parts` : ""}`;
  }

  #key(event) {
    if (!(event.key in STEPS) && event.key !== " ") return;
    event.preventDefault();
    const here = this.cursor ?? [...this.cells.values()][0] ?? this.history.lattice.classes[0].origin;
    if (event.key === " ") this.#toggle(here);
    this.cursor = event.key in STEPS && this.cursor ? this.view.next(here, ...STEPS[event.key]) : here;
    this.view.showCursor(this.cursor);
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
    const isSplit = lattice.components(cells).length > 1;
    const old = this.index === null ? {} : spec.tiles[this.index];
    const entry = { name, drawing: undefined, cells: undefined, colors: undefined, ...tileForm(lattice, cells.map((cell) => [cell, this.colors.get(cellKey(cell))])), ...without(old, ["name", "drawing", "cells", "colors", "disconnected"]), ...(isSplit ? { disconnected: true } : {}) };
    const given = this.history.givenList.filter(({ tile }) => tile !== old.name);
    element("drawing").close();
    const letters = [...new Set(this.colors.values())].filter(Boolean);
    this.history.edit((before) => {
      const whole = letters.reduce(withColor, before);
      const all = this.index === null ? [...whole.tiles, entry] : whole.tiles.map((each, k) => (k === this.index ? entry : each));
      return { ...whole, tiles: all, given: given.length ? given : undefined };
    });
    this.say(this.history.mistakes[0]?.problem ?? `The piece ${name} is in the tray.`);
  }
}
