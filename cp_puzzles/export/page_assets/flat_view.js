// The large drawing of a position as SVG: a flat board, or the layers of a solid one side by side.

import { textOn } from "./colours.js";
import { average, flatLayout, isInside } from "./layout.js";
import { areaOf, piecePath } from "./outline.js";
import { sightsOf } from "./sights.js";
import { svgElement, svgText } from "./svg.js";

const SMALLEST = 10; // what the names of layers that say which is lowest are written in

export class FlatView {
  constructor(puzzle, { across = 0 } = {}) {
    this.puzzle = puzzle;
    this.scale = 40;
    const gap = puzzle.solid ? 0.9 : 0;
    this.layout = flatLayout(puzzle, { gap, across });
    const top = puzzle.solid ? 0.75 : 0;
    const edge = 0.18;
    this.box = [-edge, -edge - top, this.layout.width + 2 * edge, this.layout.height + 2 * edge + top].map((x) => x * this.scale);
    this.letters = Math.max(0.5, Math.min(1, Math.sqrt(areaOf(this.layout.polygons[0])))); // how large names may be
    this.element = svgElement("svg", { viewBox: this.box.join(" "), role: "img" });
    this.board = svgElement("g");
    this.pieces = svgElement("g");
    this.dots = svgElement("g", { "pointer-events": "none" });
    this.sights = svgElement("g", { "pointer-events": "none", "stroke-linecap": "round" });
    this.marks = svgElement("g", { "pointer-events": "none" });
    this.element.append(this.board, this.pieces, this.dots, this.sights, this.marks);
    this.drawBoard();
    this.drawDots();
  }

  drawBoard() {
    const { puzzle, scale, layout } = this;
    const all = puzzle.cells.map((_, index) => index);
    this.board.append(svgElement("path", { d: piecePath(puzzle, all, layout, { scale, inset: -0.1, radius: 0.2 }), fill: "var(--rim)" }));
    all.forEach((cell) => {
      this.board.append(svgElement("path", {
        d: piecePath(puzzle, [cell], layout, { scale, inset: 0.025, radius: 0.12 }), fill: "var(--cell)", "data-cell": cell,
      }));
      const label = puzzle.labels[cell];
      const [x, y] = layout.middles[cell].map((z) => z * scale);
      if (label) this.board.append(svgText(x, y, label, this.letters * Math.min(14, 52 / label.length), "var(--ink)"));
    });
    if (!puzzle.solid) return;
    const sizeOf = (names) => Math.min(15, (scale * (layout.size[0] + 0.3)) / (0.62 * Math.max(...names.map((name) => name.length))));
    const names = sizeOf(puzzle.layers) < SMALLEST ? puzzle.layers.map((name) => name.replace(" (bottom)", "")) : puzzle.layers;
    const size = sizeOf(names);
    names.forEach((name, number) => {
      const [x, y] = layout.layers[number];
      this.board.append(svgText(scale * x, scale * (y - 0.42), name, size, "var(--muted)", { "text-anchor": "start" }));
    });
  }

  // The colours of cells: a dot with the letter in the upper left corner of each, above the pieces.
  drawDots() {
    const { layout, scale } = this;
    for (const [cell, { letter, color, text }] of Object.entries(this.puzzle.colours)) {
      const corners = layout.polygons[cell];
      const corner = corners.reduce((best, other) => (other[0] + other[1] < best[0] + best[1] ? other : best));
      const share = corners.length > 3 ? 0.62 : 0.5;
      const [x, y] = layout.middles[cell].map((z, axis) => (z + share * (corner[axis] - z)) * scale);
      const radius = 5.2 * this.letters;
      this.dots.append(
        svgElement("circle", { cx: x, cy: y, r: radius, fill: color, stroke: "var(--ink)", "stroke-width": 0.8 }),
        svgText(x, y, letter, 1.5 * radius, text),
      );
    }
  }

  // Draw placements. `chosen(index)` says which stand out, `locked` which are given.
  show(placements, colors, { chosen = () => false, locked = new Set() } = {}) {
    const { puzzle, scale, layout } = this;
    this.pieces.replaceChildren(...placements.map((index, copy) => {
      const { tile, cells } = puzzle.placements[index];
      const { name } = puzzle.tiles[tile];
      const group = svgElement("g", {
        class: `piece${chosen(index) ? " chosen" : ""}${locked.has(index) ? " locked" : ""}`,
        "data-placement": index,
      }, svgElement("title", {}, locked.has(index) ? `${name}, given` : name),
      svgElement("path", { d: piecePath(puzzle, cells, layout, { scale, tab: 0.1 }), fill: colors[copy], class: "piece-shape" }));
      if (puzzle.tiles.length > 1) {
        for (const cell of this.nameCells(cells)) {
          const [x, y] = layout.middles[cell].map((z) => z * scale);
          group.append(svgText(x, y, name, this.letters * Math.min(17, 46 / name.length), textOn(colors[copy])));
        }
      }
      return group;
    }));
    this.showSights(placements);
    this.element.setAttribute("aria-label", `${puzzle.name}: ${placements.map((p) => puzzle.tiles[puzzle.placements[p].tile].name).join(", ")}`);
  }

  // Fault lines and crossings: dark with a light rim, or the other way round on a dark page.
  showSights(placements) {
    const { puzzle, scale, layout } = this;
    const { segments, dots } = sightsOf(puzzle, placements.map((index) => puzzle.placements[index].cells), layout.polygons);
    const d = segments.map((ends) => ends.map(([x, y], i) => `${"ML"[i]}${x * scale} ${y * scale}`).join("")).join("");
    const line = (stroke, width) => svgElement("path", { d, fill: "none", stroke, "stroke-width": width * scale });
    this.sights.replaceChildren(
      ...(d ? [line("var(--paper)", 0.14), line("var(--ink)", 0.06)] : []),
      ...dots.map(([x, y]) => svgElement("circle", {
        cx: x * scale, cy: y * scale, r: 0.12 * scale, fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 0.05 * scale,
      })),
    );
  }

  // One cell for the name in every layer that a piece lies in: the one nearest to its middle there.
  nameCells(cells) {
    const { layout, puzzle } = this;
    const layers = new Map();
    for (const cell of cells) layers.set(puzzle.layer[cell], [...(layers.get(puzzle.layer[cell]) || []), cell]);
    return [...layers.values()].map((group) => {
      const points = group.map((cell) => layout.middles[cell]);
      const [x, y] = average(points);
      const away = points.map((p) => Math.hypot(p[0] - x, p[1] - y));
      return group[away.indexOf(Math.min(...away))];
    });
  }

  // What is drawn above the pieces: [{cells, className, text}].
  mark(marks) {
    const { puzzle, scale, layout } = this;
    this.marks.replaceChildren(...marks.flatMap(({ cells, className, fill = null, text }) => {
      const shape = svgElement("path", {
        d: piecePath(puzzle, cells, layout, { scale, inset: 0.05, tab: 0.1 }), class: className, fill,
      });
      if (!text) return [shape];
      return [shape, ...[...cells].map((cell) => {
        const [x, y] = layout.middles[cell].map((z) => z * scale);
        return svgText(x, y, text, 20, "var(--ink)");
      })];
    }));
  }

  // Where on the board an event is, in cells.
  pointOf(event) {
    const matrix = this.element.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [at.x / this.scale, at.y / this.scale];
  }

  // Where a point of the board is on the screen.
  screenOf([x, y]) {
    const at = new DOMPoint(x * this.scale, y * this.scale).matrixTransform(this.element.getScreenCTM());
    return [at.x, at.y];
  }

  // How many pixels of the screen a cell's side has.
  get pixels() { return this.element.getScreenCTM().a * this.scale; }

  // The cell at a point, or -1.
  cellAt(point) { return this.layout.polygons.findIndex((polygon) => isInside(point, polygon)); }

  // The placement that is drawn under an event, or -1.
  placementOf(event) {
    const piece = event.target.closest?.("[data-placement]");
    return piece ? Number(piece.dataset.placement) : -1;
  }
}
