// Finding solutions by piece: pieces, orientations, a heat map of cells, conditions.

import { textOn } from "./colors.js";
import { cellsOfDate, conditionName, EMPTY, heatOf, isUniform, orientationsUsed } from "./data.js";
import { button, element, make, svgElement, svgText, whenClicked } from "./dom.js";
import { FlatView } from "./flat_view.js";
import { icon } from "./scene.js";
import { UNIT, flatLayout } from "./layout.js";
import { integer } from "./numbers.js";

const MOST_ICONS = 24;
const FINGER = 40; // pixels that a finger needs

export class FilterPanel {
  constructor(page) {
    this.page = page;
    this.heatView = new HeatView(page.puzzle, element("heat"), (cell) => this.toggleCell(cell));
    whenClicked("pin", () => this.pin());
    whenClicked("clear", () => page.set({ conditions: [] }, "push"));
    const date = page.puzzle.solutions.hasEmpty ? cellsOfDate(page.puzzle, new Date()) : null;
    if (date) {
      element("date").hidden = false;
      element("date").textContent = `Today: ${date.name}`;
      whenClicked("date", () => page.set({
        conditions: date.cells.map((cell) => ({ kind: "cell", tile: EMPTY, orientation: null, cell, wanted: true })),
      }, "push"));
    }
  }

  choose(tile, picked = null) {
    const { state } = this.page;
    const isSame = state.tile === tile && state.picked === picked;
    const orientation = picked !== null && this.isInformative(tile, null) === false ? this.page.puzzle.placements[picked].orientation : null;
    this.page.set(isSame ? { tile: null, picked: null, orientation: null } : { tile, picked, orientation });
  }

  // A test of a heat map that has different numbers.
  isInformative(tile, orientation) { return !isUniform(heatOf(this.page.matches, tile, orientation)); }

  // The orientation of the heat map: the chosen one, or the most frequent if all together have one color.
  orientation() {
    const { state, matches } = this.page;
    if (state.tile === null || state.tile === EMPTY || state.orientation !== null) return state.orientation;
    if (this.isInformative(state.tile, null)) return null;
    const used = orientationsUsed(matches, state.tile);
    return used.length > 1 ? used[0] : null;
  }

  // A click on a cell requires the piece there, a second one forbids it, a third removes the condition.
  toggleCell(cell) {
    const { state } = this.page;
    const orientation = this.orientation();
    const isSame = (c) => c.kind === "cell" && c.tile === state.tile && c.orientation === orientation && c.cell === cell;
    const old = state.conditions.find(isSame);
    const rest = state.conditions.filter((c) => !isSame(c));
    const next = { kind: "cell", tile: state.tile, orientation, cell, wanted: !old };
    this.page.set({ conditions: old && !old.wanted ? rest : [...rest, next] }, "push");
  }

  // Require the chosen piece, or all copies of the chosen tile, exactly where they are.
  pin() {
    const { state, puzzle, shown } = this.page;
    const pinned = shown.filter((index) => (state.picked !== null ? index === state.picked : puzzle.placements[index].tile === state.tile));
    const others = state.conditions.filter((c) => c.kind !== "placement" || !pinned.includes(c.placement));
    this.page.set({ conditions: [...others, ...pinned.map((placement) => ({ kind: "placement", placement }))] }, "push");
  }

  show() {
    const { state, puzzle, colors, matches } = this.page;
    const chips = puzzle.tiles.map((tile, index) => [index, tile.name]);
    if (puzzle.solutions.hasEmpty) chips.push([EMPTY, "empty"]);
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
      ? "Choose a piece to see how often it covers each cell."
      : `How often ${name} covers each cell${orientation === null ? "" : " in this orientation"}, counting rotations and reflections of solutions. `
        + "Click a cell to require the piece there; click again to forbid it."
        + (puzzle.solid ? " Layers are shown from the bottom, left to right." : "");
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
      { "aria-label": `Remove: ${conditionName(puzzle, condition)}` },
    ))));
  }

  // The orientations of the chosen piece in solutions that match.
  showOrientations() {
    const { state, puzzle, colors, matches } = this.page;
    const used = state.tile === null || state.tile === EMPTY ? [] : orientationsUsed(matches, state.tile);
    const shown = this.orientation();
    const choice = (orientation, label, ...children) => {
      const chip = button(label, () => this.page.set({ orientation }), {
        "aria-pressed": String(shown === orientation), "aria-label": orientation === null ? "Any orientation" : `Orientation ${orientation + 1}`,
      });
      chip.append(...children);
      return chip;
    };
    element("orientations").replaceChildren(...(used.length < 2 ? [] : [
      ...(this.isInformative(state.tile, null) ? [choice(null, "any")] : []),
      ...used.slice(0, MOST_ICONS).map((o) => choice(o, "", icon(puzzle, state.tile, o, colors[state.tile], puzzle.solid ? 8 : 7))),
    ]));
  }
}

// A small board that shows how often a piece covers each cell, and the conditions on cells.
class HeatView {
  constructor(puzzle, parent, onCell) {
    Object.assign(this, { puzzle, onCell });
    const widest = flatLayout(puzzle, { across: 1 }).size[0];
    this.view = new FlatView(puzzle, { across: Math.min(puzzle.layers.length, Math.max(1, Math.floor(22 / widest))) });
    const { element: svg, layout } = this.view;
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "Cells of the board");
    svg.setAttribute("viewBox", [-2, -2, UNIT * layout.width + 4, UNIT * layout.height + 4].join(" "));
    svg.style.setProperty("--finger-width", `${Math.ceil(FINGER * layout.width)}px`);
    this.element = svg;
    parent.append(svg);
  }

  show(tile, orientation, color, matches, conditions) {
    const { puzzle, view } = this;
    const heat = heatOf(matches, tile, orientation);
    const most = heat.reduce((a, b) => Math.max(a, b), 1);
    this.element.replaceChildren(...puzzle.cells.flatMap((_, cell) => {
      const condition = conditions.find((c) => c.kind === "cell" && c.tile === tile && c.orientation === orientation && c.cell === cell);
      const name = `${puzzle.names[cell]}: in ${integer(heat[cell])} of ${integer(matches.positions)}, counting rotations and reflections`;
      const front = view.cellPath(cell, {
        fill: color, "fill-opacity": (heat[cell] / most).toFixed(3), stroke: condition ? "var(--ink)" : "none", "stroke-width": 3,
        tabindex: 0, role: "button", "aria-label": name, "aria-pressed": String(Boolean(condition)), "data-cell": cell,
      });
      front.append(svgElement("title", {}, name));
      front.addEventListener("click", () => this.onCell(cell));
      front.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.onCell(cell);
        this.element.querySelector(`[data-cell="${cell}"][role]`)?.focus();
      });
      const base = view.cellPath(cell, { fill: "var(--cell)" });
      if (!condition) return [base, front];
      return [base, front, svgText(...view.middle(cell), condition.wanted ? "✓" : "✕", 26, "var(--ink)", {
        stroke: "var(--panel)", "stroke-width": 5, "paint-order": "stroke",
      })];
    }));
  }
}
