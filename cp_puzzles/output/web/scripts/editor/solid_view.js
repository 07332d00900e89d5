// A solid beside its layers, a piece or the board: it turns by itself, and by a finger, the mouse or arrow keys.

import { claimTouches } from "../page/dom.js";
import { distance, scaled, span } from "../page/numbers.js";
import { Camera, drawing, surface } from "../page/scene.js";
import { STEPS } from "./board_view.js";
import { add } from "./lattice.js";
import { center } from "./outlines.js";

const PIXELS = 200; // of a side of the picture
const COLOR = "#6b9ac4";
const RADIANS_PER_MILLISECOND = 0.0005;
const RADIANS_PER_PIXEL = 0.01;
const RADIANS_PER_KEY = 0.2;

export class SolidView {
  svg; bodies = []; camera; held; last; isTurning;

  constructor(svg) {
    this.svg = svg;
    svg.setAttribute("viewBox", `0 0 ${PIXELS} ${PIXELS}`);
    claimTouches(svg);
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      this.held = [event.clientX, event.clientY];
    });
    svg.addEventListener("pointermove", (event) => {
      if (!this.held) return;
      const [x, y] = this.held;
      this.held = [event.clientX, event.clientY];
      this.#turn((x - event.clientX) * RADIANS_PER_PIXEL, (event.clientY - y) * RADIANS_PER_PIXEL);
    });
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, () => { this.held = null; });
    svg.addEventListener("keydown", (event) => {
      const [right, down] = STEPS[event.key] ?? [];
      if (right === undefined) return;
      event.preventDefault();
      this.#turn(-right * RADIANS_PER_KEY, down * RADIANS_PER_KEY);
    });
  }

  // Show pieces [{cells, color}]; a flat lattice has no solids.
  show(lattice, pieces) {
    const isShown = !lattice.is_flat && pieces.some(({ cells }) => cells.length);
    this.svg.style.display = lattice.is_flat ? "none" : "";
    this.svg.replaceChildren();
    this.bodies = isShown ? pieces.map(({ cells, color = COLOR }) => ({
      color, opacity: 1, offset: [0, 0, 0], cells: surface(lattice.classes.map(({ shape }) => shape), cells.map((cell) => [lattice.classOf(cell), ...center(lattice, cell)])),
    })) : [];
    if (!isShown) return;
    const [low, high] = span(this.bodies.flatMap(({ cells }) => cells.map(({ middle }) => middle)));
    const { turn, tilt } = this.camera ?? {};
    this.camera = new Camera({ middle: scaled(add(low, high), 0.5), size: distance(low, high) + 2, turn, tilt });
    this.camera.frame(PIXELS, PIXELS);
    this.#draw();
    if (!this.isTurning && !matchMedia("(prefers-reduced-motion: reduce)").matches) requestAnimationFrame((time) => this.#step(time));
    this.isTurning = true;
  }

  // Turn on while the picture is on the screen, and nobody holds it.
  #step(time) {
    this.isTurning = this.bodies.length > 0 && this.svg.getClientRects().length > 0;
    if (!this.isTurning) return;
    if (!this.held && this.svg !== document.activeElement) this.#turn(Math.min(50, time - (this.last ?? time)) * RADIANS_PER_MILLISECOND);
    this.last = time;
    requestAnimationFrame((next) => this.#step(next));
  }

  #turn(right, up = 0) {
    if (!this.bodies.length) return;
    this.camera.rotate(right, up);
    this.camera.frame(PIXELS, PIXELS);
    this.#draw();
  }

  #draw() { this.svg.innerHTML = drawing(this.bodies, this.camera); }
}
