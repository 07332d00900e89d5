// A small board that shows how often a piece covers each cell, and the conditions on cells.

import { heatOf } from "./conditions.js";
import { svgElement, svgText } from "./dom.js";
import { FlatView } from "./flat_view.js";
import { UNIT, flatLayout } from "./layout.js";
import { integer } from "./numbers.js";

const FINGER = 40; // pixels that a finger needs

export class HeatView {
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
