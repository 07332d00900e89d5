// The assembly of a solid board in space: turned with mouse, finger and keys, exploded, taken apart.

import { isInside } from "./layout.js";
import { Camera, CanvasPen, SvgPen, paint } from "./scene.js";
import { facesOf, minus, surface } from "./solid.js";

const SPREAD = 1.35;
const FAR = 1.3; // how far a piece moves when it is taken off, in sizes of the board

export class BoxView {
  constructor(puzzle, { onChoose = () => {} } = {}) {
    this.puzzle = puzzle;
    this.onChoose = onChoose;
    const points = puzzle.cells.flatMap((cell) => {
      const faces = facesOf(puzzle.shapes, cell);
      const { radius } = puzzle.shapes[cell[0]];
      return faces.length ? faces.flatMap((face) => face.points) : [-radius, radius].map((r) => cell.slice(1).map((x) => x + r));
    });
    const [low, high] = [Math.min, Math.max].map((extreme) => [0, 1, 2].map((axis) => points.reduce((a, p) => extreme(a, p[axis]), points[0][axis])));
    this.middle = low.map((x, i) => (x + high[i]) / 2);
    this.low = low[2];
    this.size = Math.hypot(...minus(high, low));
    this.state = { explode: 0, taken: 0, layers: puzzle.layers.length, chosen: null, spinning: false, faint: false, frame: false };
    this.camera = new Camera(this.middle, this.size);
    this.pieces = [];
    this.steps = [];
    this.drawn = [];
    this.shown = { explode: 0, taken: 0 };
    this.element = document.createElement("div");
    this.element.className = "space";
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${puzzle.name}: the assembly in space; drag to turn it`);
    this.element.append(this.canvas);
    this.walls = { cells: surface(puzzle.shapes, puzzle.cells), color: "#9a958a", opacity: 0.16, offset: [0, 0, 0], id: null, inside: true };
    new ResizeObserver(() => this.schedule()).observe(this.element);
    this.listen();
  }

  listen() {
    const touching = new Map();
    let moved = 0;
    const { canvas } = this;
    const spread = () => { const [a, b] = [...touching.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      touching.set(event.pointerId, [event.clientX, event.clientY]);
      moved = 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = touching.get(event.pointerId);
      if (!before) return;
      const wide = touching.size === 2 ? spread() : 0;
      const [dx, dy] = [event.clientX - before[0], event.clientY - before[1]];
      moved += Math.hypot(dx, dy);
      touching.set(event.pointerId, [event.clientX, event.clientY]);
      if (wide) this.zoom(spread() / wide);
      else this.turn(-dx * 0.01, dy * 0.01);
    });
    const end = (event) => {
      const wasOne = touching.size === 1 && touching.delete(event.pointerId);
      touching.delete(event.pointerId);
      if (event.type === "pointerup" && wasOne && moved < 6) this.onChoose(this.pick(event), event);
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.001));
    }, { passive: false });
  }

  // The placement that is drawn under an event, or null.
  pick(event) {
    const box = this.canvas.getBoundingClientRect();
    const at = [event.clientX - box.left, event.clientY - box.top];
    const hit = this.drawn.findLast(({ points, at: middle, radius }) =>
      (points ? isInside(at, points) : Math.hypot(at[0] - middle[0], at[1] - middle[1]) < radius));
    return hit?.id ?? null;
  }

  reset() { this.camera.reset(); this.schedule(); }

  // Turn by angles, in radians, about the upright axis and up or down.
  turn(right, up = 0) {
    this.camera.turn += right;
    this.camera.tilt = Math.max(-1.5, Math.min(1.5, this.camera.tilt + up));
    this.schedule();
  }

  zoom(factor) {
    this.camera.zoom = Math.max(0.25, Math.min(5, this.camera.zoom * factor));
    this.schedule();
  }

  // Show placements in their colours; `steps` as `Assembly.takenApart` gives them.
  show(placements, colors, steps = []) {
    this.placements = placements;
    this.pieces = placements.map((id, i) => {
      const { tile, cells } = this.puzzle.placements[id];
      const points = [...cells].map((cell) => this.puzzle.cells[cell].slice(1));
      const centre = [0, 1, 2].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
      return { id, tile, cells: [...cells], centre, color: colors[i] };
    });
    this.steps = steps;
    this.pieces.forEach((piece, i) => { piece.rank = steps.findIndex((step) => step.pieces.includes(i)); });
    this.cutLayers();
    this.schedule();
  }

  cutLayers() {
    for (const piece of this.pieces) {
      const cells = piece.cells.filter((cell) => this.puzzle.layer[cell] < this.state.layers);
      piece.surface = surface(this.puzzle.shapes, cells.map((cell) => this.puzzle.cells[cell]))
        .map((cell, i) => ({ ...cell, dot: this.puzzle.colours[cells[i]] }));
    }
  }

  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    if (before.layers !== this.state.layers) this.cutLayers();
    this.schedule();
  }

  // Pieces as they stand at this moment: moved apart, on their way out, or faint.
  bodies() {
    const { explode, taken } = this.shown;
    const { chosen, faint, frame, ghost } = this.state;
    const bodies = this.pieces.filter((piece) => piece.surface.length).flatMap((piece) => {
      const away = piece.rank < 0 ? 0 : Math.max(0, Math.min(1, taken - piece.rank));
      if (away >= 0.995) return [];
      const way = piece.rank < 0 ? [0, 0, 0] : this.steps[piece.rank].way;
      const offset = [0, 1, 2].map((i) => SPREAD * explode * (piece.centre[i] - this.middle[i]) + FAR * this.size * away * way[i] * (1 - 0.3 * away));
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

  // As close as the exploded pieces still can be seen.
  prepare(width, height) {
    this.camera.size = this.size * (1 + 0.62 * SPREAD * this.shown.explode);
    this.camera.frame(width, height);
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    const ratio = Math.min(devicePixelRatio || 1, 2);
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
    const context = this.canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.prepare(width, height);
    this.shadow(context);
    this.drawn = paint(this.bodies(), this.camera, new CanvasPen(context));
  }

  // A soft shadow on the table.
  shadow(context) {
    const { camera } = this;
    if (camera.tilt < 0.02) return;
    const [x, y, scale] = camera.project([this.middle[0], this.middle[1], this.low - 0.03 - SPREAD * this.shown.explode * (this.middle[2] - this.low)]);
    const radius = scale * 0.5 * camera.size;
    context.save();
    context.translate(x, y);
    context.scale(1, Math.max(0.05, Math.sin(camera.tilt)));
    const dark = context.createRadialGradient(0, 0, 0.1 * radius, 0, 0, radius);
    dark.addColorStop(0, "rgb(0 0 0 / .3)");
    dark.addColorStop(0.6, "rgb(0 0 0 / .14)");
    dark.addColorStop(1, "rgb(0 0 0 / 0)");
    context.globalAlpha = 1 - 0.5 * this.shown.explode;
    context.fillStyle = dark;
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fill();
    context.restore();
  }

  // What is seen, as the inside of an SVG document of a size.
  svg(width, height) {
    this.prepare(width, height);
    const pen = new SvgPen();
    paint(this.bodies(), this.camera, pen);
    return pen.content();
  }

  // Where the middle of some cells is on the screen, and how near to the eye.
  screenOf(cells) {
    const box = this.canvas.getBoundingClientRect();
    this.prepare(box.width, box.height);
    const points = [...cells].map((cell) => this.puzzle.cells[cell].slice(1));
    const middle = [0, 1, 2].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
    const [x, y] = this.camera.project(middle);
    return { x: box.left + x, y: box.top + y, far: Math.hypot(...minus(this.camera.eye, middle)) };
  }
}
