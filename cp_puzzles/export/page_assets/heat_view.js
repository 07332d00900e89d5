// A small board that shows how often a piece lies on each cell, and which cells are asked for or forbidden.

import { heatOf } from "./heat.js";
import { flatLayout } from "./layout.js";
import { counted, integer } from "./numbers.js";
import { piecePath } from "./outline.js";
import { svgElement, svgText } from "./svg.js";

const FINGER = 40; // pixels that a finger needs

export class HeatView {
  constructor(puzzle, parent, onCell) {
    Object.assign(this, { puzzle, onCell });
    this.scale = 20;
    const widest = flatLayout(puzzle, { across: 1 }).size[0];
    this.layout = flatLayout(puzzle, { gap: 0.5, across: Math.min(puzzle.layers.length, Math.max(1, Math.floor(22 / widest))) });
    this.element = svgElement("svg", {
      viewBox: `-1 -1 ${this.scale * this.layout.width + 2} ${this.scale * this.layout.height + 2}`,
      role: "group", "aria-label": "Cells of the board",
    });
    this.element.style.setProperty("--finger-width", `${Math.ceil(FINGER * this.layout.width)}px`);
    parent.append(this.element);
  }

  show(tile, orientation, color, matches, conditions) {
    const { puzzle, scale, layout } = this;
    const heat = heatOf(matches, tile, orientation);
    const most = heat.reduce((a, b) => Math.max(a, b), 1);
    this.element.replaceChildren(...puzzle.cells.flatMap((_, cell) => {
      const share = heat[cell] / most;
      const asked = conditions.find((c) => c.kind === "cell" && c.tile === tile && c.orientation === orientation && c.cell === cell);
      const name = `${puzzle.names[cell]}: ${integer(heat[cell])} of ${counted(matches.positions, "position")}`;
      const d = piecePath(puzzle, [cell], layout, { scale, inset: 0.04, radius: 0.14 });
      const base = svgElement("path", { d, fill: "var(--cell)" });
      const front = svgElement("path", {
        d, fill: color, "fill-opacity": share.toFixed(3), stroke: asked ? "var(--ink)" : "none", "stroke-width": 1.5,
        tabindex: 0, role: "button", "aria-label": name, "aria-pressed": String(Boolean(asked)), "data-cell": cell,
      }, svgElement("title", {}, name));
      front.addEventListener("click", () => this.onCell(cell));
      front.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.onCell(cell);
        this.element.querySelector(`[data-cell="${cell}"]`)?.focus();
      });
      if (!asked) return [base, front];
      const [x, y] = layout.middles[cell].map((z) => z * scale);
      return [base, front, svgText(x, y, asked.wanted ? "✓" : "✕", 13, "var(--ink)", {
        stroke: "var(--panel)", "stroke-width": 2.5, "paint-order": "stroke",
      })];
    }));
  }
}
