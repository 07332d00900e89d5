// The controls of the view in space: explode, take apart, layers, and the text of each step.

import { element, whenClicked } from "./dom.js";
import { counted } from "./numbers.js";
import { APART, Assembly, movesOf, stepText } from "./take_apart.js";

const STEP_SECONDS = 0.9;

export class BoxPanel {
  constructor(page, boxView) {
    Object.assign(this, { page, boxView, playing: 0, plan: APART });
    const { layers } = page.puzzle;
    element("layers").max = layers.length;
    for (const id of ["explode", "taken", "layers"]) {
      element(id).addEventListener("input", (event) => this.set({ [id]: Number(event.target.value) }));
    }
    whenClicked("play_steps", () => this.play());
    whenClicked("spin", () => this.toggle("spinning", "spin"));
    whenClicked("faint", () => this.toggle("faint", "faint"));
    whenClicked("reset", () => {
      this.stop();
      boxView.set({ explode: 0, taken: 0, layers: layers.length });
      boxView.reset();
      page.set({ tile: null, picked: null, orientation: null });
    });
  }

  set(changes) {
    this.boxView.set(changes);
    this.page.set({});
  }

  toggle(key, id) {
    this.boxView.set({ [key]: !this.boxView.state[key] });
    element(id).setAttribute("aria-pressed", String(this.boxView.state[key]));
  }

  // Show other pieces, and compute how they are taken apart.
  assemble(placements, colors) {
    const { page, boxView } = this;
    const stays = page.state.mode === "play" || !page.puzzle.ahead.length; // a very large board is not taken apart
    const key = placements.join();
    if (this.assembled !== key) {
      this.assembled = key;
      this.plan = stays ? APART
        : movesOf(page.puzzle, placements) ?? new Assembly(page.puzzle, placements.map((index) => page.puzzle.placements[index].cells)).takenApart();
      this.placements = placements;
    }
    boxView.show(placements, colors, this.plan.steps);
    element("take_off").hidden = element("play_steps").hidden = stays;
    element("taken").max = this.plan.steps.length;
  }

  play() {
    if (this.playing) { this.stop(); return; }
    const all = this.plan.steps.length;
    const { taken } = this.boxView.state;
    if (taken >= all) this.set({ taken: 0 });
    element("play_steps").textContent = "❚❚ Pause";
    const next = () => {
      const now = Math.min(all, Math.floor(this.boxView.state.taken + 1e-6) + 1);
      this.set({ taken: now });
      if (now >= all) this.stop();
    };
    this.playing = setInterval(next, STEP_SECONDS * 1000);
    next();
  }

  stop() {
    clearInterval(this.playing);
    this.playing = 0;
    element("play_steps").textContent = "▶ Take apart";
  }

  // The current step, or the reason why there is none.
  text() {
    const { tiles, placements } = this.page.puzzle;
    return stepText(this.plan, Math.ceil(this.boxView.state.taken - 1e-6), (piece) => tiles[placements[this.placements[piece]].tile].name);
  }

  show() {
    const { explode, taken, layers } = this.boxView.state;
    const { steps } = this.plan;
    element("explode").value = explode;
    element("taken").value = Math.min(taken, steps.length);
    element("taken_text").textContent = `${Math.floor(Math.min(taken, steps.length) + 1e-6)} of ${counted(steps.length, "step")}`;
    element("layers").value = layers;
    const all = this.page.puzzle.layers.length;
    element("layers_text").textContent = layers === all ? "all" : `lowest ${layers} of ${all}`;
  }

  key(event) {
    const { boxView } = this;
    const { state } = boxView;
    const angle = 0.18;
    if (event.shiftKey) {
      const angles = { ArrowLeft: [angle, 0], ArrowRight: [-angle, 0], ArrowUp: [0, angle], ArrowDown: [0, -angle] };
      if (!angles[event.key]) return false;
      boxView.rotate(...angles[event.key]);
      return true;
    }
    if (this.page.state.mode === "play") return false;
    const actions = {
      e: () => this.set({ explode: state.explode > 0.5 ? 0 : 1 }),
      t: () => this.set({ taken: Math.min(this.plan.steps.length, Math.floor(state.taken) + 1) }),
      b: () => this.set({ taken: Math.max(0, Math.ceil(state.taken) - 1) }),
      PageUp: () => this.set({ layers: Math.min(this.page.puzzle.layers.length, state.layers + 1) }),
      PageDown: () => this.set({ layers: Math.max(1, state.layers - 1) }),
      "+": () => boxView.zoom(1 / 0.9),
      "-": () => boxView.zoom(0.9),
      " ": () => this.toggle("spinning", "spin"),
    };
    if (!actions[event.key]) return false;
    actions[event.key]();
    return true;
  }
}
