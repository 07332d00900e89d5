// The drawing of a position as SVG: a flat board, or the layers of a solid board side by side.

import { textOn } from "./colors.js";
import { clashesAt, dotsAt, sidesAt } from "./data.js";
import { svgElement, svgText } from "./dom.js";
import { regionState, valuesAt } from "./regions.js";
import { UNIT, flatLayout, isInside, partsOf } from "./layout.js";
import { sideElements } from "./scene.js";

const SMALLEST = 10; // size of a layer's name that says which is the bottom, in units

const move = ([x, y]) => `translate(${(UNIT * x).toFixed(2)} ${(UNIT * y).toFixed(2)})`;

export class FlatView {
  constructor(puzzle, { across = 0 } = {}) {
    this.puzzle = puzzle;
    this.layout = flatLayout(puzzle, { gap: puzzle.solid ? 0.9 : 0, across });
    const top = puzzle.solid ? 0.75 : 0;
    const edge = 0.18;
    this.box = [-edge, -edge - top, this.layout.width + 2 * edge, this.layout.height + 2 * edge + top].map((x) => x * UNIT);
    this.element = svgElement("svg", { viewBox: this.box.join(" "), role: "img" });
    const layer = () => svgElement("g", { "pointer-events": "none", "stroke-linecap": "round" });
    Object.assign(this, { board: svgElement("g"), pieces: svgElement("g"), sides: layer(), dots: layer(), regions: layer(), highlights: layer(), marks: layer() });
    this.element.append(this.board, this.pieces, this.sides, this.dots, this.regions, this.highlights, this.marks);
    this.drawBoard();
    this.drawDots([]);
    this.drawRegions([]);
  }

  middle(cell) { return this.layout.middles[cell].map((z) => z * UNIT); }

  cellPath(cell, attributes) {
    const { puzzle, layout } = this;
    return svgElement("path", { d: puzzle.shapes[puzzle.cells[cell][0]].path, transform: move(layout.middles[cell]), ...attributes });
  }

  piecePaths(placement, attributes) {
    return partsOf(this.puzzle, this.layout, placement).map(({ d, at }) => svgElement("path", { d, transform: move(at), ...attributes }));
  }

  drawBoard() {
    const { puzzle, layout } = this;
    this.board.append(...puzzle.board.map((d, layer) => svgElement("path", { d, transform: move(layout.offsets[layer]), fill: "var(--rim)" })));
    puzzle.cells.forEach((_, cell) => {
      this.board.append(this.cellPath(cell, { fill: "var(--cell)", "data-cell": cell }));
      const label = puzzle.labels[cell];
      if (label) this.board.append(svgText(...this.middle(cell), label, puzzle.letter * Math.min(14, 52 / label.length), "var(--ink)"));
      if (puzzle.left.includes(cell)) this.board.append(this.cellPath(cell, { class: "left-empty" }));
    });
    if (!puzzle.solid) return;
    const sizeOf = (names) => Math.min(15, (UNIT * (layout.size[0] + 0.3)) / (0.62 * Math.max(...names.map((name) => name.length))));
    const names = sizeOf(puzzle.layers) < SMALLEST ? puzzle.layers.map((name) => name.replace(" (bottom)", "")) : puzzle.layers;
    names.forEach((name, number) => {
      const [x, y] = layout.layers[number];
      this.board.append(svgText(UNIT * x, UNIT * (y - 0.42), name, sizeOf(names), "var(--muted)", { "text-anchor": "start" }));
    });
  }

  // The colors of cells: a dot with the letter in the upper left corner of each, above the pieces.
  drawDots(placements) {
    const { layout, puzzle } = this;
    this.dots.replaceChildren();
    for (const [cell, { letter, color, text, value }] of dotsAt(puzzle, placements)) {
      if (value !== undefined) {
        const [cx, cy] = this.middle(cell);
        const radius = 10.8 * puzzle.letter;
        this.dots.append(svgElement("circle", { cx, cy, r: radius, fill: color }), svgText(cx, cy, letter, (1.5 * radius) / Math.sqrt(letter.length), text));
        continue;
      }
      const [x, y] = layout.middles[cell].map((z, axis) => UNIT * (z + puzzle.shapes[puzzle.cells[cell][0]].dot[axis]));
      const r = 5.2 * puzzle.letter;
      this.dots.append(svgElement("circle", { cx: x, cy: y, r, fill: color, stroke: "var(--ink)", "stroke-width": 0.8 }), svgText(x, y, letter, 1.5 * r, text));
    }
  }

  // The colors of sides; those that meet and disagree have a red line around them.
  drawSides(placements) {
    const { layout, puzzle } = this;
    this.sides.replaceChildren();
    if (!puzzle.sides) return;
    for (const [cell, shape, sides] of sidesAt(puzzle, placements)) {
      this.sides.append(svgElement("g", { transform: move(layout.middles[cell]) }, ...sideElements(puzzle, shape, sides)));
    }
    for (const [cell, side] of clashesAt(puzzle, placements)) {
      const d = puzzle.sides.drawn[puzzle.cells[cell][0]][side].path;
      this.sides.append(svgElement("path", { d, transform: move(layout.middles[cell]), class: "clash", fill: "none", stroke: "var(--bad)", "stroke-width": 0.09 * UNIT }));
    }
  }

  // The regions: a line around each, and its sign, in a game with the sum so far; red if its condition can no longer be met.
  drawRegions(placements, isGame = false) {
    const { layout, puzzle } = this;
    const values = valuesAt(puzzle, placements);
    this.regions.replaceChildren();
    for (const region of puzzle.regions) {
      if (!region.color) continue;
      const state = regionState(region, values, (cell) => !puzzle.left.includes(cell));
      const color = state.isViolated ? "var(--bad)" : region.color;
      const group = svgElement("g", { class: state.isViolated ? "region violated" : "region", "data-region": region.name });
      for (const [layer, d] of region.paths) { // under the signs of all regions
        this.regions.prepend(...[["#ffffff", 0.12], [color, state.isViolated ? 0.09 : 0.06]].map(([stroke, width]) =>
          svgElement("path", { d, transform: move(layout.offsets[layer]), fill: "none", stroke, "stroke-width": width * UNIT })));
      }
      const [cell, dx, dy, size] = region.at;
      const [x, y] = layout.middles[cell].map((z, axis) => UNIT * (z + [dx, dy][axis]));
      const text = isGame && state.isBegun && state.number !== null ? `${state.number}/${region.sign}` : region.sign;
      const widthOf = (sign) => UNIT * size * (0.5 + 0.58 * sign.length);
      const [width, height, right] = [widthOf(text), 1.2 * UNIT * size, x + widthOf(region.sign) / 2];
      group.append(svgElement("rect", { x: right - width, y: y - height / 2, width, height, rx: height / 4, fill: color }),
        svgText(right - width / 2, y, text, UNIT * size, state.isViolated ? "var(--paper)" : "#ffffff"));
      this.regions.append(group);
    }
  }

  // Draw placements; `chosen(index)` selects those to emphasize, `locked` has the given ones.
  show(placements, colors, { chosen = () => false, locked = new Set(), isGame = false } = {}) {
    const { puzzle, layout } = this;
    this.pieces.replaceChildren(...placements.map((index, copy) => {
      const placement = puzzle.placements[index];
      const { name } = puzzle.tiles[placement.tile];
      const classes = `piece${chosen(index) ? " chosen" : ""}${locked.has(index) ? " locked" : ""}`;
      const group = svgElement("g", { class: classes, "data-placement": index },
        svgElement("title", {}, locked.has(index) ? `${name}, given` : name),
        ...this.piecePaths(placement, { fill: colors[copy], class: "piece-shape" }));
      if (puzzle.tiles.length > 1 && !puzzle.tiles[placement.tile].sides.length && !placement.shown?.every((number) => number && puzzle.dots[number - 1].value !== undefined)) {
        const size = puzzle.letter * Math.min(17, 46 / name.length);
        for (const part of partsOf(puzzle, layout, placement)) group.append(svgText(...this.middle(part.name), name, size, textOn(colors[copy])));
      }
      return group;
    }));
    this.drawSides(placements);
    this.drawDots(placements);
    this.drawRegions(placements, isGame);
    this.showHighlights(placements);
    this.element.setAttribute("aria-label", `${puzzle.name}: ${placements.map((p) => puzzle.tiles[puzzle.placements[p].tile].name).join(", ")}`);
  }

  // Fault lines and crossroads: dark with a light rim, or the reverse on a dark page.
  showHighlights(placements) {
    const { segments, dots } = highlightsOf(this.puzzle, placements);
    const at = ([layer, ...coordinates]) => coordinates.map((x, i) => UNIT * (x + this.layout.offsets[layer][i % 2]));
    const d = segments.map((segment) => at(segment)).map(([ax, ay, bx, by]) => `M${ax} ${ay}L${bx} ${by}`).join("");
    const line = (stroke, width) => svgElement("path", { d, fill: "none", stroke, "stroke-width": width * UNIT });
    this.highlights.replaceChildren(
      ...(d ? [line("var(--paper)", 0.14), line("var(--ink)", 0.06)] : []),
      ...dots.map(at).map(([cx, cy]) => svgElement("circle", {
        cx, cy, r: 0.12 * UNIT, fill: "var(--ink)", stroke: "var(--paper)", "stroke-width": 0.05 * UNIT,
      })),
    );
  }

  // Draw marks above the pieces: [{cells or placement, className, fill}].
  mark(marks) {
    const { puzzle } = this;
    this.marks.replaceChildren(...marks.flatMap(({ cells = [], placement = null, className, fill = null }) => (
      placement === null ? [...cells].map((cell) => this.cellPath(cell, { class: className, fill }))
        : this.piecePaths(puzzle.placements[placement], { class: className, fill }))));
  }

  // The point of the board, in sides of a cell, where an event is.
  pointOf(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.element.getScreenCTM().inverse());
    return [at.x / UNIT, at.y / UNIT];
  }

  // The length of the side of a cell on the screen, in pixels.
  get pixels() { return this.element.getScreenCTM().a * UNIT; }

  // The cell at a point, or -1.
  cellAt(point) { return this.layout.polygons.findIndex((polygon) => isInside(point, polygon)); }

  // The placement drawn at an event, or -1.
  placementOf(event) {
    const piece = event.target.closest?.("[data-placement]");
    return piece ? Number(piece.dataset.placement) : -1;
  }
}

// The fault lines and crossroads of a full board, {segments, dots}; none before every required cell is covered.
export function highlightsOf({ highlights: { lines, points }, required, placements }, indices) {
  const owner = required.map(() => -1);
  indices.forEach((index, piece) => { for (const cell of placements[index].cells) owner[cell] = piece; });
  if (required.some((needed, cell) => needed && owner[cell] < 0)) return { segments: [], dots: [] };
  const isCrossed = ({ sides }) => sides.some(([a, b]) => owner[a] >= 0 && owner[a] === owner[b]);
  const isCrossroad = ({ cells }) => new Set(cells.map((cell) => owner[cell]).filter((piece) => piece >= 0)).size > 3;
  return { segments: lines.filter((line) => !isCrossed(line)).flatMap(({ segments }) => segments), dots: points.filter(isCrossroad).map(({ at }) => at) };
}
