// The view of a solid board in space: rotated with mouse, finger and keys, exploded, taken apart.

import { dotsAt, marksOf, sidesAt } from "./data.js";
import { make, svgElement } from "./dom.js";
import { Camera, drawing, surface } from "./scene.js";
import { lastStep, offsetOf } from "./take_apart.js";
import { average, distance } from "./numbers.js";

const SPREAD = 1.35;
const FAR = 1.3; // how far a piece moves when it is taken off, in sizes of the board

export class BoxView {
  constructor(puzzle, { onChoose = () => {} } = {}) {
    this.puzzle = puzzle;
    this.onChoose = onChoose;
    this.state = { explode: 0, taken: 0, layers: puzzle.layers.length, chosen: null, spinning: false, faint: false, frame: false };
    this.camera = new Camera(puzzle.space);
    Object.assign(this, puzzle.space, { pieces: [], steps: [], shown: { explode: 0, taken: 0 } });
    this.drawing = svgElement("svg", { tabindex: 0, role: "img", "aria-label": `${puzzle.name}: the assembly in space; drag to rotate it` });
    this.element = make("div", { className: "space" }, this.drawing);
    this.walls = { cells: surface(puzzle.shapes, puzzle.cells), color: "#9a958a", opacity: 0.16, offset: [0, 0, 0], id: null, inside: true };
    new ResizeObserver(() => this.schedule()).observe(this.element);
    this.listen();
  }

  listen() {
    const touching = new Map();
    let moved = 0;
    const { drawing: target } = this;
    const spread = () => { const [a, b] = [...touching.values()]; return distance(a, b); };
    target.addEventListener("pointerdown", (event) => {
      target.setPointerCapture(event.pointerId);
      touching.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
    });
    target.addEventListener("pointermove", (event) => {
      const before = touching.get(event.pointerId);
      if (!before) return;
      const wide = touching.size === 2 ? spread() : 0;
      const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
      moved += Math.hypot(dx, dy);
      touching.set(event.pointerId, [event.clientX, event.clientY]);
      if (wide) this.zoom(spread() / wide);
      else this.rotate(-dx * 0.01, dy * 0.01);
    });
    const end = (event) => {
      const wasOne = touching.size === 1 && touching.delete(event.pointerId);
      touching.delete(event.pointerId);
      if (event.type === "pointerup" && wasOne && moved < 6) this.onChoose(this.pick(event), event);
    };
    target.addEventListener("pointerup", end);
    target.addEventListener("pointercancel", end);
    target.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.001));
    }, { passive: false });
  }

  // The placement that is drawn under an event, or null.
  pick({ clientX, clientY }) {
    const id = document.elementFromPoint(clientX, clientY)?.closest("[data-placement]")?.dataset.placement;
    return id === undefined ? null : Number(id);
  }

  reset() { this.camera.reset(); this.schedule(); }

  rotate(right, up) { this.camera.rotate(right, up); this.schedule(); }

  zoom(factor) {
    this.camera.zoom = Math.max(0.25, Math.min(5, this.camera.zoom * factor));
    this.schedule();
  }

  // Show placements in their colors; `steps` are those of `Assembly.takenApart`.
  show(placements, colors, steps = []) {
    this.placements = placements;
    this.pieces = placements.map((id, i) => {
      const { tile, cells } = this.puzzle.placements[id];
      return { id, tile, cells: [...cells], center: this.middleOf(cells), color: colors[i] };
    });
    this.steps = steps;
    this.pieces.forEach((piece, i) => { piece.rank = lastStep(steps, i); });
    this.cutLayers();
    this.schedule();
  }

  middleOf(cells) { return average([...cells].map((cell) => this.puzzle.cells[cell].slice(1))); }

  cutLayers() {
    const dots = dotsAt(this.puzzle, this.placements);
    const sides = new Map(sidesAt(this.puzzle, this.placements).map(([cell, , colors]) => [cell, marksOf(this.puzzle, colors)]));
    for (const piece of this.pieces) {
      const cells = piece.cells.filter((cell) => this.puzzle.layer[cell] < this.state.layers);
      piece.surface = surface(this.puzzle.shapes, cells.map((cell) => this.puzzle.cells[cell]))
        .map((cell, i) => ({ ...cell, dot: dots.get(cells[i]), sides: sides.get(cells[i]) }));
    }
  }

  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    if (before.layers !== this.state.layers) this.cutLayers();
    this.schedule();
  }

  // The pieces at this moment: moved apart, on their way out, or faint.
  bodies() {
    const { explode, taken } = this.shown;
    const { chosen, faint, frame, ghost } = this.state;
    const bodies = this.pieces.flatMap((piece, number) => {
      if (!piece.surface.length) return [];
      const away = piece.rank < 0 ? 0 : Math.max(0, Math.min(1, taken - piece.rank));
      if (away >= 0.995) return [];
      const offset = offsetOf(this.steps, number, taken, FAR * this.size)
        .map((moved, i) => moved + SPREAD * explode * (piece.center[i] - this.middle[i]));
      const dim = (chosen && !chosen(piece.id)) ? 0.12 : faint ? 0.35 : 1;
      return [{ cells: piece.surface, color: piece.color, opacity: dim * (away > 0.6 ? (1 - away) / 0.4 : 1), offset, id: piece.id }];
    });
    if (ghost) bodies.push({ cells: surface(this.puzzle.shapes, [...ghost.cells].map((c) => this.puzzle.cells[c])), color: ghost.color, opacity: 0.75, offset: [0, 0, 0], id: null });
    return frame ? [this.walls, ...bodies] : bodies;
  }

  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      this.pending = false;
      const elapsed = Math.min(0.05, (now - (this.before ?? now - 16)) / 1000);
      const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
      const pull = calm ? 1 : 1 - Math.exp(-9 * elapsed);
      let moving = this.state.spinning;
      if (this.state.spinning) this.camera.turn -= 0.6 * elapsed;
      for (const key of ["explode", "taken"]) {
        const rest = this.state[key] - this.shown[key];
        const step = key === "taken" ? Math.sign(rest) * Math.min(Math.abs(rest), Math.max(2.2 * elapsed, Math.abs(rest) * pull * 0.5)) : rest * pull;
        this.shown[key] = calm || Math.abs(rest) < 0.004 ? this.state[key] : this.shown[key] + step;
        moving ||= this.shown[key] !== this.state[key];
      }
      this.draw();
      this.before = moving ? now : undefined;
      if (moving) this.schedule();
    });
  }

  // Frame the exploded pieces.
  prepare(width, height) {
    this.camera.size = this.size * (1 + 0.62 * SPREAD * this.shown.explode);
    this.camera.frame(width, height);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawing.innerHTML = this.svg(width, height);
  }

  // The content of an SVG of the view.
  svg(width, height) {
    this.prepare(width, height);
    const [x, y, z] = this.middle;
    const below = this.low - 0.03 - SPREAD * this.shown.explode * (z - this.low);
    return drawing(this.bodies(), this.camera, { middle: [x, y, below], radius: 0.5 * this.camera.size });
  }

  // The middle of some cells on the screen, and its distance from the eye.
  screenOf(cells) {
    const box = this.drawing.getBoundingClientRect();
    this.prepare(box.width, box.height);
    const middle = this.middleOf(cells);
    const [x, y] = this.camera.project(middle);
    return { x: box.left + x, y: box.top + y, far: distance(this.camera.eye, middle) };
  }
}
