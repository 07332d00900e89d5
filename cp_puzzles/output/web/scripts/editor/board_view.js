// The drawing of a board: positions of cells in layers, and pieces on them.

import { textOn } from "../page/colors.js";
import { svgElement, svgMarkup, svgText } from "../page/dom.js";
import { UNIT } from "../page/layout.js";
import { average, cheapest, distance, grouped, span } from "../page/numbers.js";
import { add, cellKey, stepKey, subtract } from "./lattice.js";
import { isTold, markElements, regionElement, signElement } from "./marks.js";
import { piecePath } from "./outlines.js";

const GAP = 0.8; // between layers, in sides of a cell
const MARGIN = 0.25;
const BALL = 0.45;
const SHORT = 0.15; // how far a bar ends before a vertex
const NO_COLORS = new Map();
const OBLIQUE = [0.32, -0.32]; // the shift of a layer above another one in pictures of pieces

/** The steps of keys in a drawing: right, down and, of layers, up. @type {Record<string, number[]>} */
export const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1], PageUp: [0, 0, 1], PageDown: [0, 0, -1] };

// Where a cell is, counted from 1 at the first one of a drawing.
export function placeText(lattice, cell, first) {
  const [here, start] = [cell, first].map((each) => lattice.coordinates(each));
  return lattice.axes.map((axis, k) => `${axis} ${here[k] - start[k] + 1}`).join(", ");
}

const round = (x) => Number(x.toFixed(3));

// The element of a cell, as its name and attributes: a polygon, a ball, or a bar, which stops short of the vertices.
function cellForm(lattice, cell, attributes) {
  if (lattice.edges) {
    const [[x1, y1], [x2, y2]] = lattice.ring(cell, "ends").map((end, k, ends) => end.map((x, i) => x + SHORT * (ends[1 - k][i] - x)));
    return ["line", { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), ...attributes, class: `${attributes.class} bar` }];
  }
  if (lattice.radius) {
    const [cx, cy] = lattice.middle(cell);
    return ["circle", { cx: round(cx), cy: round(cy), r: BALL, ...attributes }];
  }
  return ["polygon", { points: lattice.ring(cell).map((corner) => corner.map(round).join(",")).join(" "), ...attributes }];
}

// The layers of some cells, lowest first: {height, cells}.
export function layersOf(lattice, cells) {
  return [...grouped(cells, (cell) => lattice.height(cell))].sort((a, b) => a[0] - b[0]).map(([height, list]) => ({ height, cells: list }));
}

// The bounding box [left, top, right, bottom] of cells in the drawing of a layer.
export function boundsOf(lattice, cells) {
  const boxes = lattice.classes.map(({ polygon }) => span(polygon));
  return span(cells.flatMap((cell) => boxes[lattice.classOf(cell)].map((corner) => add(corner, lattice.place(cell))))).flat();
}

// The cells of a piece in one layer, as on the solution page, and its name. `color`: of its surface.
// `shown`: what its cells show, if anything, with the colors of letters of sides.
export function pieceElement(lattice, cells, { color, name = "", title = "", className = "piece", shown = [], sideColors = NO_COLORS }) {
  const group = svgElement("g", { class: className });
  if (title) group.append(svgElement("title", {}, title));
  group.append(svgElement("path", { class: lattice.edges || lattice.radius ? null : "piece-line", d: piecePath(lattice, cells, [0, 0]), transform: `scale(${1 / UNIT})`, fill: color }));
  cells.forEach((cell, k) => { if (shown[k]) group.append(...markElements(lattice, cell, shown[k], sideColors)); });
  if (isTold(shown)) return group;
  const [x, y] = lattice.middle(middleCell(lattice, cells));
  if (name && lattice.edges) group.append(svgElement("circle", { cx: round(x), cy: round(y), r: 0.2, fill: color }));
  if (name) group.append(svgText(round(x), round(y), name, Math.min(lattice.edges ? 0.3 : 0.42, 1 / name.length), textOn(color), { class: "piece-name" }));
  return group;
}

// The cell next to the middle of some cells, of several the first.
export function middleCell(lattice, cells) {
  const middle = average(cells.map((cell) => lattice.middle(cell)));
  const away = cells.map((cell) => Number(distance(lattice.middle(cell), middle).toFixed(4)));
  return cells[away.indexOf(Math.min(...away))];
}

// What some of the cells of a piece show.
function shownIn(cells, shown, some) {
  const at = new Map(cells.map((cell, k) => [cellKey(cell), shown[k]]));
  return some.map((cell) => at.get(cellKey(cell)));
}

// A picture of a piece by itself; a layer lies above the one before, moved aside.
export function pieceIcon(lattice, cells, color, side = 15, shown = [], sideColors = NO_COLORS) {
  const svg = svgElement("svg", { "aria-hidden": "true" });
  const ends = [];
  layersOf(lattice, cells).forEach(({ cells: list }, k) => {
    const shift = OBLIQUE.map((x) => x * k);
    const [left, top, right, bottom] = boundsOf(lattice, list);
    ends.push(add([left, top], shift), add([right, bottom], shift));
    const group = pieceElement(lattice, list, { color, shown: shown.length ? shownIn(cells, shown, list) : [], sideColors });
    group.setAttribute("transform", `translate(${shift.map(round).join(" ")})`);
    svg.append(group);
  });
  const [low, high] = span(ends);
  const box = [...low.map((x) => x - 0.1), ...subtract(high, low).map((x) => x + 0.2)];
  svg.setAttribute("viewBox", box.map(round).join(" "));
  svg.setAttribute("width", round(box[2] * side));
  svg.setAttribute("height", round(box[3] * side));
  return svg;
}

// The elements of a layer.
function newGroup() {
  const [title, spots, over, lines] = [svgElement("g"), svgElement("g"), svgElement("g", { class: "over" }), svgElement("g", { class: "over" })];
  return { group: svgElement("g", {}, title, spots, over, lines), title, spots, over, lines };
}

// The board: all positions that can be painted, in layers; `elements` finds the element of a cell.
export class BoardView {
  constructor(svg) {
    this.svg = svg;
    this.elements = new Map();
    this.kinds = new Map();
    this.shown = [];
    this.cellOf = new WeakMap();
  }

  // Draw the positions of a lattice; the classes of elements follow in `mark`. `step`: the translation by which the
  // cells of the last drawing have moved, whose elements are used again; null draws all of them.
  draw(lattice, positions, step = null) {
    const height = step ? lattice.height(step) : 0;
    const before = new Map(step ? this.groups.map((each) => [each.level + height, each]) : []);
    if (step) this.#move(step, new Set(positions.map(cellKey)));
    else {
      this.elements.clear();
      this.kinds.clear();
      this.origin = lattice.classes[0].origin.map(() => 0);
    }
    this.lattice = lattice;
    this.positions = positions;
    this.layers = layersOf(lattice, positions);
    const [x0, y0, x1, y1] = boundsOf(lattice, positions);
    const [width, top] = [x1 - x0 + GAP, y1 - y0 + GAP];
    const columns = Math.max(1, Math.min(this.layers.length, Math.round(Math.sqrt((this.layers.length * top * 1.4) / width))));
    const isSolid = this.layers.length > 1;
    const origin = lattice.place(this.origin).map(round);
    this.groups = this.layers.map(({ height: level, cells }, k) => {
      const shift = [(k % columns) * width, Math.floor(k / columns) * top];
      const { group, title, spots, over, lines } = before.get(level) ?? newGroup();
      group.setAttribute("transform", `translate(${round(shift[0])} ${round(shift[1])})`);
      title.replaceChildren(...(isSolid ? [svgText(round((x0 + x1) / 2), round(y0 - 0.25), `layer ${k + 1}`, 0.34, "var(--muted)")] : []));
      if (origin.some(Boolean)) spots.setAttribute("transform", `translate(${origin.join(" ")})`);
      this.#add(spots, cells.filter((cell) => !this.elements.has(cellKey(cell))));
      return { level, group, title, spots, over, lines };
    });
    const rows = Math.ceil(this.layers.length / columns);
    this.box = [x0 - MARGIN, y0 - MARGIN - (isSolid ? 0.35 : 0), columns * width - GAP + 2 * MARGIN, rows * top - GAP + 2 * MARGIN + (isSolid ? 0.35 : 0)].map(round);
    this.svg.setAttribute("viewBox", this.box.join(" "));
    // what stays in the document is not laid out again
    const parts = this.groups.map(({ group }) => group);
    if (parts.length !== this.svg.children.length || parts.some((part, k) => part !== this.svg.children[k])) this.svg.replaceChildren(...parts);
  }

  // Give the elements of cells to their images under a translation; those without a position are taken away.
  #move(step, keys) {
    const change = stepKey(step);
    const kinds = new Map();
    const elements = new Map();
    for (const [old, node] of this.elements) {
      const key = old + change;
      if (!keys.has(key)) {
        node.remove();
        continue;
      }
      elements.set(key, node);
      if (this.kinds.has(old)) kinds.set(key, this.kinds.get(old));
      if (change) this.cellOf.set(node, add(this.cellOf.get(node), step));
    }
    Object.assign(this, { elements, kinds, origin: add(this.origin, step) });
  }

  // Make the elements of some cells of a layer, about the origin of the drawing.
  #add(spots, cells) {
    const { lattice, origin } = this;
    // markup of many elements is parsed several times as fast as they are made one by one
    spots.insertAdjacentHTML("beforeend", cells.map((cell) => svgMarkup(...cellForm(lattice, subtract(cell, origin), { class: "spot off" }))).join(""));
    let node = spots.lastElementChild;
    for (let k = cells.length - 1; k >= 0; k -= 1) {
      this.elements.set(cellKey(cells[k]), node);
      this.cellOf.set(node, cells[k]);
      node = node.previousElementSibling;
    }
  }

  // Show the kind of each position, and its name, its value or its color letter; and regions [{name, cells, color, text}].
  mark(board, regions = []) {
    for (const [key, node] of this.elements) this.paint(key, board.get(key), node);
    for (const { over, lines } of this.groups) for (const each of [over, lines]) each.replaceChildren();
    for (const region of regions) this.#mark(region);
    for (const { cell, label, value, color } of board.values()) {
      const word = label || value || color;
      const [x, y] = this.lattice.middle(cell).map(round);
      if (word) this.overlay(cell, svgText(x, y, word, Math.min(0.36, 0.95 / word.length), "var(--ink)", { class: "label" }));
    }
  }

  #mark({ cells, color, text }) {
    for (const { height, cells: part } of layersOf(this.lattice, cells)) {
      const { lines } = this.groups.find(({ level }) => level === height);
      if (!this.lattice.edges && !this.lattice.radius) lines.prepend(regionElement(this.lattice, part, color));
      lines.append(signElement(this.lattice, part, text, color));
    }
  }

  paint(key, entry, node = this.elements.get(key)) {
    if (!node) return;
    const kind = !entry ? "off" : (entry.optional ? "optional" : "cell") + (entry.color || entry.region ? " tinted" : "");
    if ((this.kinds.get(key) ?? "off") === kind) return;
    this.kinds.set(key, kind);
    node.setAttribute("class", `spot ${kind}${node.tagName === "line" ? " bar" : ""}`);
  }

  overlay(cell, node) { this.groups.find(({ level }) => level === this.lattice.height(cell))?.over.append(node); }

  // Draw pieces [{cells, color, name, title, className, data}] over the board.
  pieces(list) {
    this.shown = list;
    for (const { over } of this.groups) over.querySelectorAll(".piece").forEach((node) => node.remove());
    for (const piece of list) {
      layersOf(this.lattice, piece.cells).forEach(({ cells }, k) => {
        const shown = piece.shown?.length ? shownIn(piece.cells, piece.shown, cells) : [];
        const node = pieceElement(this.lattice, cells, { ...piece, shown, title: k ? "" : piece.title });
        node.dataset.piece = piece.number;
        this.overlay(cells[0], node);
      });
    }
    for (const { over } of this.groups) over.append(...over.querySelectorAll(".ghost"));
  }

  // Show where a piece in the hand would be: {cells, color, isFree}, null for none.
  ghost(piece) {
    for (const { over } of this.groups) over.querySelectorAll(".ghost").forEach((node) => node.remove());
    if (!piece) return;
    for (const { cells } of layersOf(this.lattice, piece.cells)) this.overlay(cells[0], pieceElement(this.lattice, cells, { ...piece, shown: piece.shown.length ? shownIn(piece.cells, piece.shown, cells) : [], className: piece.isFree ? "ghost" : "ghost taken" }));
  }

  // The cell under a point of the screen.
  cellAt(x, y) {
    const node = document.elementsFromPoint(x, y).find((each) => this.cellOf.has(each) && this.svg.contains(each));
    return node ? this.cellOf.get(node) : null;
  }

  // Show the cursor on a cell, and return its element.
  showCursor(cell) {
    for (const node of this.svg.querySelectorAll(".cursor")) node.classList.remove("cursor");
    const node = this.elements.get(cellKey(cell));
    node?.classList.add("cursor");
    return node;
  }

  // The nearest position in a direction of the drawing, {right, down}, or in the next layer.
  next(cell, right, down, up = 0) {
    const layer = this.layers.findIndex(({ height }) => height === this.lattice.height(cell)) + up;
    const [x, y] = this.lattice.middle(cell);
    return cheapest(this.layers[layer]?.cells ?? [], (each) => {
      const [u, v] = this.lattice.middle(each);
      const along = (u - x) * right + (v - y) * down;
      const across = Math.abs((u - x) * down) + Math.abs((v - y) * right);
      return up ? Math.hypot(u - x, v - y) : along > 0.05 ? along + 2.2 * across : Infinity;
    }) ?? cell;
  }
}

