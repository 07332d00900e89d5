// The drawing of a board: positions of cells in layers, and pieces on them.

import { svgElement, svgMarkup, svgText } from "../page/dom.js";
import { centerOf } from "./board_edit.js";
import { add, cellKey, stepKey, subtract } from "./lattice.js";

const GAP = 0.8; // between layers, in sides of a cell
const MARGIN = 0.25;
const BALL = 0.45;
const SHORT = 0.15; // how far a bar ends before a vertex
const OBLIQUE = [0.32, -0.32]; // the shift of a layer above another one in pictures of pieces

const round = (x) => Number(x.toFixed(3));

// The corners of a cell in the drawing of its layer.
export function cornersOf(lattice, cell) {
  const place = lattice.place(cell);
  return lattice.classes[lattice.classOf(cell)].polygon.map((corner) => corner.map((x, k) => x + place[k]));
}

function endsOf(lattice, cell) {
  const place = lattice.place(cell);
  return lattice.classes[lattice.classOf(cell)].ends.map((corner) => corner.map((x, k) => x + place[k]));
}

const isEdges = (lattice) => lattice.edgesOf || lattice.spokes.length > 0;

const pointKey = (point) => point.map((x) => Math.round(100 * x)).join();

// The element of a cell, as its name and attributes: a polygon, a ball, or a bar, which goes up to the points `joined`
// and stops short of others.
function cellForm(lattice, cell, attributes, joined = new Set()) {
  if (isEdges(lattice)) {
    const [[x1, y1], [x2, y2]] = endsOf(lattice, cell)
      .map((end, k, ends) => (joined.has(pointKey(end)) ? end : end.map((x, i) => x + SHORT * (ends[1 - k][i] - x))));
    return ["line", { x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2), ...attributes, class: `${attributes.class} bar` }];
  }
  if (lattice.radius) {
    const [cx, cy] = centerOf(lattice, cell);
    return ["circle", { cx: round(cx), cy: round(cy), r: BALL, ...attributes }];
  }
  return ["polygon", { points: cornersOf(lattice, cell).map((corner) => corner.map(round).join(",")).join(" "), ...attributes }];
}

// The layers of some cells, lowest first: {height, cells}.
export function layersOf(lattice, cells) {
  const layers = new Map();
  for (const cell of cells) {
    const height = lattice.height(cell);
    if (!layers.has(height)) layers.set(height, []);
    layers.get(height).push(cell);
  }
  return [...layers].sort((a, b) => a[0] - b[0]).map(([height, list]) => ({ height, cells: list }));
}

// The bounding box [left, top, right, bottom] of cells in the drawing of a layer.
export function boundsOf(lattice, cells) {
  const boxes = lattice.classes.map(({ polygon }) => [0, 1, 2, 3].map((k) => polygon.map((corner) => corner[k % 2]).reduce((x, y) => (k < 2 ? Math.min : Math.max)(x, y))));
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const cell of cells) {
    const [x, y] = lattice.place(cell);
    const [left, top, right, bottom] = boxes[lattice.classOf(cell)];
    box[0] = Math.min(box[0], x + left);
    box[1] = Math.min(box[1], y + top);
    box[2] = Math.max(box[2], x + right);
    box[3] = Math.max(box[3], y + bottom);
  }
  return box;
}

// A piece: its cells, the line about it, and its name. `color`: of its surface.
export function pieceElement(lattice, cells, { color, name = "", title = "", className = "piece" }) {
  const group = svgElement("g", { class: className });
  if (title) group.append(svgElement("title", {}, title));
  if (lattice.radius) {
    for (const cell of cells) {
      for (const near of lattice.neighbors(cell)) {
        const isInside = lattice.height(near) === lattice.height(cell) && cells.some((each) => cellKey(each) === cellKey(near));
        if (!isInside || cellKey(near) < cellKey(cell)) continue;
        const [[x1, y1], [x2, y2]] = [cell, near].map((each) => centerOf(lattice, each));
        group.append(svgElement("line", { x1, y1, x2, y2, stroke: color, "stroke-width": 0.34 }));
      }
    }
  }
  const ends = isEdges(lattice) ? cells.flatMap((cell) => endsOf(lattice, cell).map(pointKey)) : [];
  const joined = new Set(ends.filter((key, k) => ends.indexOf(key) < k));
  for (const cell of cells) group.append(svgElement(...cellForm(lattice, cell, { class: "piece-cell", stroke: color, ...(isEdges(lattice) ? {} : { fill: color }) }, joined)));
  if (!isEdges(lattice) && !lattice.radius) group.append(outlineElement(lattice, cells));
  const [x, y] = centerOf(lattice, middle(lattice, cells));
  if (name && isEdges(lattice)) group.append(svgElement("circle", { cx: round(x), cy: round(y), r: 0.2, fill: color }));
  if (name) group.append(svgText(round(x), round(y), name, Math.min(isEdges(lattice) ? 0.3 : 0.42, 1 / name.length), inkOn(color), { class: "piece-name" }));
  return group;
}

// The sides of cells that no other cell of the piece shares.
function outlineElement(lattice, cells) {
  const sides = new Map();
  for (const cell of cells) {
    const ring = cornersOf(lattice, cell);
    ring.forEach(([x1, y1], k) => {
      const [x2, y2] = ring[(k + 1) % ring.length];
      const key = `${Math.round(200 * (x1 + x2))},${Math.round(200 * (y1 + y2))}`;
      if (sides.has(key)) sides.set(key, "");
      else sides.set(key, `M${round(x1)},${round(y1)}L${round(x2)},${round(y2)}`);
    });
  }
  return svgElement("path", { class: "piece-line", d: [...sides.values()].join("") });
}

function middle(lattice, cells) {
  const centers = cells.map((cell) => centerOf(lattice, cell));
  const mean = [0, 1].map((k) => centers.reduce((total, center) => total + center[k], 0) / centers.length);
  const distances = centers.map((center) => Math.hypot(center[0] - mean[0], center[1] - mean[1]));
  return cells[distances.indexOf(Math.min(...distances))];
}

export function inkOn(color) {
  const [r, g, b] = [1, 3, 5].map((k) => (parseInt(color.slice(k, k + 2), 16) / 255) ** 2.2);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#111111" : "#ffffff";
}

// A picture of a piece by itself; a layer lies above the one before, moved aside.
export function pieceIcon(lattice, cells, color, side = 15) {
  const svg = svgElement("svg", { "aria-hidden": "true" });
  const ends = [Infinity, Infinity, -Infinity, -Infinity];
  layersOf(lattice, cells).forEach(({ cells: list }, k) => {
    const shift = OBLIQUE.map((x) => x * k);
    boundsOf(lattice, list).forEach((x, i) => { ends[i] = (i < 2 ? Math.min : Math.max)(ends[i], x + shift[i % 2]); });
    const group = pieceElement(lattice, list, { color });
    group.setAttribute("transform", `translate(${shift.map(round).join(" ")})`);
    svg.append(group);
  });
  const box = [ends[0] - 0.1, ends[1] - 0.1, ends[2] - ends[0] + 0.2, ends[3] - ends[1] + 0.2];
  svg.setAttribute("viewBox", box.map(round).join(" "));
  svg.setAttribute("width", round(box[2] * side));
  svg.setAttribute("height", round(box[3] * side));
  return svg;
}

// The elements of a layer.
function newGroup() {
  const [title, spots, over] = [svgElement("g"), svgElement("g"), svgElement("g", { class: "over" })];
  return { group: svgElement("g", {}, title, spots, over), title, spots, over };
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
      const { group, title, spots, over } = before.get(level) ?? newGroup();
      group.setAttribute("transform", `translate(${round(shift[0])} ${round(shift[1])})`);
      title.replaceChildren(...(isSolid ? [svgText(round((x0 + x1) / 2), round(y0 - 0.25), `layer ${k + 1}`, 0.34, "var(--muted)")] : []));
      if (origin.some(Boolean)) spots.setAttribute("transform", `translate(${origin.join(" ")})`);
      this.#add(spots, cells.filter((cell) => !this.elements.has(cellKey(cell))));
      return { level, group, title, spots, over };
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

  // Show the kind of each position, its color letter and its name.
  mark(board) {
    for (const [key, node] of this.elements) this.paint(key, board.get(key), node);
    for (const { over } of this.groups) over.replaceChildren();
    for (const { cell, label, color } of board.values()) if (label || color) this.overlay(cell, this.#word(cell, label || color));
  }

  paint(key, entry, node = this.elements.get(key)) {
    if (!node) return;
    const kind = !entry ? "off" : (entry.optional ? "optional" : "cell") + (entry.color ? " tinted" : "");
    if ((this.kinds.get(key) ?? "off") === kind) return;
    this.kinds.set(key, kind);
    node.setAttribute("class", `spot ${kind}${node.tagName === "line" ? " bar" : ""}`);
  }

  #word(cell, word) {
    const [x, y] = centerOf(this.lattice, cell);
    return svgText(round(x), round(y), word, Math.min(0.36, 0.95 / word.length), "var(--ink)", { class: "label" });
  }

  overlay(cell, node) { this.groups.find(({ level }) => level === this.lattice.height(cell))?.over.append(node); }

  // Draw pieces [{cells, color, name, title, className, data}] over the board.
  pieces(list) {
    this.shown = list;
    for (const { over } of this.groups) over.querySelectorAll(".piece").forEach((node) => node.remove());
    for (const piece of list) {
      layersOf(this.lattice, piece.cells).forEach(({ cells }, k) => {
        const node = pieceElement(this.lattice, cells, { ...piece, title: k ? "" : piece.title });
        node.dataset.piece = piece.number;
        this.overlay(cells[0], node);
      });
    }
  }

  // Mark a cell with a ring until pieces are drawn.
  point(cell) {
    const [cx, cy] = centerOf(this.lattice, cell);
    this.overlay(cell, svgElement("circle", { cx: round(cx), cy: round(cy), r: 0.3, class: "piece dead-end" }));
  }

  // The cell under a point of the screen.
  cellAt(x, y) {
    const node = document.elementsFromPoint(x, y).find((each) => this.cellOf.has(each) && this.svg.contains(each));
    return node ? this.cellOf.get(node) : null;
  }

  // The nearest position in a direction of the drawing, {right, down}, or in the next layer.
  next(cell, right, down, up = 0) {
    const layer = this.layers.findIndex(({ height }) => height === this.lattice.height(cell)) + up;
    const [x, y] = centerOf(this.lattice, cell);
    let [best, least] = [cell, Infinity];
    for (const each of this.layers[layer]?.cells ?? []) {
      const [u, v] = centerOf(this.lattice, each);
      const along = (u - x) * right + (v - y) * down;
      const across = Math.abs((u - x) * down) + Math.abs((v - y) * right);
      const cost = up ? Math.hypot(u - x, v - y) : along > 0.05 ? along + 2.2 * across : Infinity;
      if (cost < least) [best, least] = [each, cost];
    }
    return best;
  }
}

