// Asking where pieces lie: pieces, ways to lie, a heat map to press, conditions.

import { textOn } from "./colours.js";
import { conditionName } from "./conditions.js";
import { EMPTY } from "./data.js";
import { heatOf, isUniform, orientationsUsed } from "./heat.js";
import { HeatView } from "./heat_view.js";
import { icon } from "./icon.js";
import { button, make } from "./svg.js";
import { cellsOfDate } from "./today.js";

const element = (id) => document.getElementById(id);
const MOST_ICONS = 24;

export class FilterPanel {
  constructor(page) {
    this.page = page;
    this.heatView = new HeatView(page.puzzle, element("heat"), (cell) => this.toggleCell(cell));
    element("pin").addEventListener("click", () => this.pin());
    element("clear").addEventListener("click", () => page.set({ conditions: [] }, "push"));
    const date = this.hasEmpty() ? cellsOfDate(page.puzzle.labels, new Date()) : null;
    if (date) {
      element("date").hidden = false;
      element("date").textContent = `Today: ${date.name}`;
      element("date").addEventListener("click", () => page.set({
        conditions: date.cells.map((cell) => ({ kind: "cell", tile: EMPTY, orientation: null, cell, wanted: true })),
      }, "push"));
    }
  }

  // Whether a solution of the page leaves a cell empty.
  hasEmpty() {
    const { solutions, placements, cells } = this.page.puzzle;
    if (this.empty === undefined) {
      const sizes = placements.map((placement) => placement.cells.length);
      this.empty = false;
      for (let row = 0; row < solutions.count && !this.empty; row += 1) {
        this.empty = solutions.placements(row).reduce((sum, placement) => sum + sizes[placement], 0) < cells.length;
      }
    }
    return this.empty;
  }

  choose(tile, picked = null) {
    const { state } = this.page;
    const isSame = state.tile === tile && state.picked === picked;
    const orientation = picked !== null && this.isTold(tile, null) === false ? this.page.puzzle.placements[picked].orientation : null;
    this.page.set(isSame ? { tile: null, picked: null, orientation: null } : { tile, picked, orientation });
  }

  // Whether the heat map of a tile says anything: more than one number for all cells.
  isTold(tile, orientation) { return !isUniform(heatOf(this.page.matches, tile, orientation)); }

  // The orientation whose heat map is shown: the chosen one, or, where any would be one colour, the most frequent.
  orientation() {
    const { state, matches } = this.page;
    if (state.tile === null || state.tile === EMPTY || state.orientation !== null) return state.orientation;
    if (this.isTold(state.tile, null)) return null;
    const used = orientationsUsed(matches, state.tile);
    return used.length > 1 ? used[0] : null;
  }

  // A press on a cell asks for the piece there; a second one forbids it there; a third takes the condition away.
  toggleCell(cell) {
    const { state } = this.page;
    const orientation = this.orientation();
    const isSame = (c) => c.kind === "cell" && c.tile === state.tile && c.orientation === orientation && c.cell === cell;
    const old = state.conditions.find(isSame);
    const rest = state.conditions.filter((c) => !isSame(c));
    const next = { kind: "cell", tile: state.tile, orientation, cell, wanted: !old };
    this.page.set({ conditions: old && !old.wanted ? rest : [...rest, next] }, "push");
  }

  // The chosen piece, or all copies of the chosen tile, exactly where they are shown.
  pin() {
    const { state, puzzle, shown } = this.page;
    const pinned = shown.filter((index) => (state.picked !== null ? index === state.picked : puzzle.placements[index].tile === state.tile));
    const others = state.conditions.filter((c) => c.kind !== "placement" || !pinned.includes(c.placement));
    this.page.set({ conditions: [...others, ...pinned.map((placement) => ({ kind: "placement", placement }))] }, "push");
  }

  show() {
    const { state, puzzle, colors, matches } = this.page;
    const chips = puzzle.tiles.map((tile, index) => [index, tile.name]);
    if (this.hasEmpty()) chips.push([EMPTY, "empty"]);
    element("tiles").replaceChildren(...chips.map(([index, name]) => {
      const chip = button(name, () => this.choose(index), { "aria-pressed": String(state.tile === index), data: { tile: index } });
      if (index === EMPTY) chip.className = "empty";
      else Object.assign(chip.style, { background: colors[index], color: textOn(colors[index]) });
      return chip;
    }));
    this.showOrientations();
    const orientation = this.orientation();
    const name = state.tile === null ? "" : state.tile === EMPTY ? "nothing" : puzzle.tiles[state.tile].name;
    element("advice").textContent = state.tile === null
      ? "Choose a piece, here or in the picture, to see where it likes to lie."
      : `How often ${name} lies on each cell${orientation === null ? "" : ", turned so"}, in all positions of the solutions. `
        + "Press a cell to ask for it there, again to forbid it there."
        + (puzzle.solid ? " Layers from the bottom up, left to right." : "");
    element("pin").disabled = state.tile === null || state.tile === EMPTY || state.row < 0;
    element("clear").disabled = !state.conditions.length;
    element("heat").hidden = state.tile === null;
    if (state.tile !== null) {
      const color = state.tile === EMPTY ? "var(--muted)" : colors[state.tile];
      this.heatView.show(state.tile, orientation, color, matches, state.conditions);
    }
    element("conditions").replaceChildren(...state.conditions.map((condition) => make("li", {}, button(
      `${conditionName(puzzle, condition)} ×`,
      () => this.page.set({ conditions: state.conditions.filter((c) => c !== condition) }, "push"),
      { "aria-label": `Take away: ${conditionName(puzzle, condition)}` },
    ))));
  }

  // The ways in which the chosen piece lies in what matches.
  showOrientations() {
    const { state, puzzle, colors, matches } = this.page;
    const used = state.tile === null || state.tile === EMPTY ? [] : orientationsUsed(matches, state.tile);
    const shown = this.orientation();
    const choice = (orientation, label, ...children) => {
      const chip = button(label, () => this.page.set({ orientation }), {
        "aria-pressed": String(shown === orientation), "aria-label": orientation === null ? "Any way" : `Turned so (${orientation + 1})`,
      });
      chip.append(...children);
      return chip;
    };
    element("orientations").replaceChildren(...(used.length < 2 ? [] : [
      ...(this.isTold(state.tile, null) ? [choice(null, "any way")] : []),
      ...used.slice(0, MOST_ICONS).map((o) => choice(o, "", icon(puzzle, state.tile, o, colors[state.tile], puzzle.solid ? 8 : 7))),
    ]));
  }
}
