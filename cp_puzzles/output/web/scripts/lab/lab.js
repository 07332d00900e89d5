// The symmetry lab: search trees side by side, and the board at the selected node.

import { element, svgElement } from "../page/dom.js";
import { cheapest } from "../page/numbers.js";

// The mark of a kind of node, centered at (x, y).
function mark(kind, x, y, size) {
  const r = size / 2;
  if (kind === "dominated") return svgElement("path", { class: kind, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` });
  if (kind === "solution" || kind === "image") {
    return svgElement("rect", { class: kind, x: x - r, y: y - r, width: size, height: size, rx: size / 5 });
  }
  return svgElement("circle", { class: kind, cx: x, cy: y, r: kind === "branch" ? r * 0.8 : r });
}

// The drawing of a tree: leaves from top to bottom, depth to the right.
class View {
  constructor(places, svg, lab) {
    this.places = places.map((place, index) => ({ ...place, index }));
    Object.assign(this, { svg, lab, rows: Math.max(...places.map(({ row }) => row)) + 1, depth: Math.max(...places.map(({ depth }) => depth)) });
    svg.addEventListener("pointermove", (event) => this.point(event));
    svg.addEventListener("pointerdown", (event) => this.point(event));
    svg.addEventListener("keydown", (event) => this.press(event));
    svg.addEventListener("focus", () => lab.show(this, this.at ?? this.places[0]));
  }

  // All trees have rows of the same height, so that they can be compared.
  draw(rowHeight, width, depth) {
    const height = this.rows * rowHeight + 8;
    const step = (width - 16) / Math.max(1, depth);
    this.positionOf = (place) => [8 + place.depth * step, 4 + (place.row + 0.5) * rowHeight];
    const size = Math.max(3, Math.min(9, rowHeight * 0.8));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("height", height);
    const edges = this.places.filter(({ parent }) => parent >= 0).map((place) => {
      const [[x0, y0], [x, y]] = [this.places[place.parent], place].map(this.positionOf);
      return `M${x0} ${y0}C${x0 + step / 2} ${y0} ${x - step / 2} ${y} ${x} ${y}`;
    });
    this.ring = svgElement("circle", { class: "here", r: size / 2 + 3, visibility: "hidden" });
    const marks = this.places.map((place) => mark(place.kind, ...this.positionOf(place), size));
    this.svg.replaceChildren(svgElement("path", { class: "edges", d: edges.join("") }), ...marks, this.ring);
  }

  choose(place) {
    this.at = place;
    const [cx, cy] = this.positionOf(place);
    for (const [name, value] of Object.entries({ cx, cy, visibility: "visible" })) this.ring.setAttribute(name, value);
  }

  release() { this.ring.setAttribute("visibility", "hidden"); }

  point(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.svg.viewBox.baseVal.width / box.width;
    const [x, y] = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    const distance = (place) => { const [px, py] = this.positionOf(place); return Math.hypot(px - x, 2 * (py - y)); };
    this.lab.show(this, cheapest(this.places, distance));
  }

  press(event) {
    const { places, at } = this;
    const next = (kinds) => places.find((place) => place.index > at.index && kinds.includes(place.kind)) ?? places.find((place) => kinds.includes(place.kind));
    const to = {
      ArrowLeft: () => places[at.parent], ArrowRight: () => places.find(({ parent }) => parent === at.index),
      ArrowUp: () => places[at.index - 1], ArrowDown: () => places[at.index + 1], Home: () => places[0], End: () => places.at(-1),
      s: () => next(["solution"]), c: () => next(["dominated", "image"]),
    }[event.key]?.();
    if (!to) return;
    event.preventDefault();
    this.lab.show(this, to);
    this.ring.scrollIntoView({ block: "nearest" });
  }
}

class Lab {
  constructor({ trees, outlines, options }) {
    Object.assign(this, { outlines, options });
    for (const svg of document.querySelectorAll("#legend svg")) svg.append(mark(svg.dataset.kind, 8, 8, 10));
    const drawings = document.querySelectorAll(".tree svg");
    this.views = trees.map((places, number) => new View(places, drawings[number], this));
    this.draw();
    new ResizeObserver(() => this.draw()).observe(element("trees"));
    this.show(this.views[0], this.views[0].places[0]);
  }

  draw() {
    const rowHeight = Math.max(4, Math.min(16, 1200 / Math.max(...this.views.map(({ rows }) => rows))));
    const depth = Math.max(...this.views.map((view) => view.depth));
    for (const view of this.views) view.draw(rowHeight, Math.max(80, view.svg.clientWidth), depth);
    this.shown?.view.choose(this.shown.place);
  }

  show(view, place) {
    for (const other of this.views) if (other !== view) other.release();
    view.choose(place);
    this.shown = { view, place };
    element("where").textContent = place.where;
    element("what").textContent = place.what;
    element("outline").innerHTML = this.outlines[place.item] ?? "";
    const first = place.chosen.length - place.added; // of the options that are chosen here
    const kind = place.kind === "dominated" ? "not-tried" : "last";
    element("pieces").innerHTML = place.chosen.map((option, i) => `<g class="${i < first ? "" : kind}">${this.options[option] ?? ""}</g>`).join("");
  }
}

window.symmetryLab = new Lab(JSON.parse(element("data").textContent));
document.documentElement.dataset.ready = performance.now();
