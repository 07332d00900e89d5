// The hand on the screen: pieces are dragged from the tray, on the board and in space, snap where they fit, and go back.

import { Hand } from "./hand.js";
import { icon } from "./icon.js";

const element = (id) => document.getElementById(id);
const REACH = 0.85; // sides of a cell within which a piece snaps
const CLICK = 6; // pixels that a click may move
const LIFT = 54; // pixels by which a piece floats above a finger

export class PlayBoard {
  constructor(page) {
    Object.assign(this, { page, drag: null, last: { time: 0, placement: -1 } });
    this.hand = new Hand(page.play, page.flatView.layout);
    element("tray").addEventListener("pointerdown", (event) => this.pressTray(event));
    addEventListener("pointermove", (event) => this.moved(event));
    addEventListener("pointerup", (event) => this.released(event));
    addEventListener("pointercancel", () => this.cancel());
  }

  // A new drawing of the board.
  connect(flatView) {
    this.hand.layout = flatView.layout;
    flatView.element.addEventListener("pointerdown", (event) => this.pressBoard(event));
  }

  get isOn() { return this.page.state.mode === "play"; }

  pressTray(event) {
    const chip = event.target.closest("[data-tray]");
    if (!chip || chip.disabled || event.button) return;
    event.preventDefault();
    const tile = Number(chip.dataset.tray);
    this.drag = { x: event.clientX, y: event.clientY, tile, from: null, begun: false, touch: event.pointerType === "touch" };
  }

  pressBoard(event) {
    if (!this.isOn || event.button) return;
    const placement = this.page.flatView.placementOf(event);
    event.preventDefault();
    this.drag = {
      x: event.clientX, y: event.clientY, tile: null, from: placement, begun: false, touch: event.pointerType === "touch", board: true,
    };
  }

  moved(event) {
    const { drag, hand, page } = this;
    if (!drag) return;
    if (!drag.begun) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < CLICK) return;
      const isHeld = drag.tile !== null ? hand.take(drag.tile, page.playPanel.lying[drag.tile]) : drag.from >= 0 && hand.hold(drag.from);
      if (!isHeld) { this.cancel(); return; }
      drag.begun = true;
      page.playPanel.isLeaving = false;
      this.float();
    }
    this.follow(event);
  }

  // The picture that follows the pointer.
  float() {
    const { page: { puzzle, colors, flatView }, hand } = this;
    const ghost = element("ghost");
    ghost.replaceChildren(icon(puzzle, hand.tile, hand.orientation, colors[hand.tile], Math.max(10, flatView.pixels)));
    ghost.hidden = false;
  }

  follow(event) {
    const { drag, hand, page } = this;
    const at = { clientX: event.clientX, clientY: event.clientY - (drag.touch ? LIFT : 0) };
    const ghost = element("ghost");
    const { width, height } = ghost.firstChild ? ghost.firstChild.getBoundingClientRect() : { width: 0, height: 0 };
    ghost.style.transform = `translate(${at.clientX - width / 2}px, ${at.clientY - height / 2}px)`;
    if (page.boxView && this.isOver(page.boxView.canvas, at)) this.aimInSpace(at);
    else hand.aim(page.flatView.pointOf(at), REACH * (page.puzzle.solid ? 1.2 : 1));
    drag.inside = this.isOver(element("view"), at);
    ghost.style.visibility = hand.target === null ? "visible" : "hidden";
    this.mark();
  }

  isOver(target, { clientX, clientY }) {
    const box = target.getBoundingClientRect();
    return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  }

  // Aim at the free placement whose middle is seen nearest to a point of the screen; of equals the nearest to the eye.
  aimInSpace({ clientX, clientY }) {
    const { hand, page: { boxView, puzzle } } = this;
    let [best, least] = [null, 45];
    for (const index of hand.candidates.filter((candidate) => hand.fits(candidate))) {
      const { x, y, far } = boxView.screenOf(puzzle.placements[index].cells);
      const away = Math.hypot(x - clientX, y - clientY) + far / boxView.size;
      if (away < least) [best, least] = [index, away];
    }
    hand.target = best;
  }

  released(event) {
    const { drag, hand, page } = this;
    if (!drag) return;
    this.drag = null;
    element("ghost").hidden = true;
    if (!drag.begun) {
      if (drag.tile !== null) page.playPanel.take(drag.tile);
      else this.clicked(drag.from, event);
      return;
    }
    const { from } = hand;
    if (hand.target !== null) page.playPanel.changed(hand.put());
    else if (from !== null && !drag.inside) page.playPanel.changed(hand.putBack());
    else { hand.drop(); page.playPanel.show(); }
  }

  cancel() {
    this.drag = null;
    this.hand.drop();
    element("ghost").hidden = true;
    if (this.isOn) this.page.playPanel.show();
  }

  // A click on the board: chooses a piece, puts the one in the hand down, leaves a cell empty; a second one takes back.
  clicked(placement, event) {
    const { hand, page: { play, playPanel, flatView } } = this;
    const point = flatView.pointOf(event);
    const cell = flatView.cellAt(point);
    const isDouble = placement >= 0 && placement === this.last.placement && event.timeStamp - this.last.time < 450;
    this.last = { placement, time: event.timeStamp };
    if (playPanel.isLeaving && cell >= 0) { playPanel.changed(play.toggleLeft(cell)); return; }
    if (isDouble) { hand.drop(); playPanel.changed(play.lift(placement)); return; }
    if (placement >= 0 && placement !== hand.from) {
      if (!hand.hold(placement)) playPanel.say("This piece is given: it stays where it is.");
      playPanel.show();
      return;
    }
    if (hand.isEmpty || cell < 0) { hand.drop(); playPanel.show(); return; }
    if (hand.aimAt(cell, point) === null) { playPanel.say("It does not fit there as it lies."); playPanel.show(); return; }
    playPanel.changed(hand.put());
  }

  // A click on a piece in space.
  clickedInSpace(placement) {
    const { hand, page: { play, playPanel } } = this;
    if (placement === null) hand.drop();
    else if (hand.from === placement) { hand.drop(); playPanel.changed(play.lift(placement)); return; }
    else hand.hold(placement);
    playPanel.show();
  }

  // Draw the board: what lies there, what is aimed at, what is left empty, what is to blame.
  mark() {
    const { hand, page: { play, puzzle, colors, flatView, boxView, playPanel } } = this;
    const marks = [{ cells: play.left, className: "left-empty" }, { cells: playPanel.blame, className: "blame" }].filter(({ cells }) => cells.length);
    const isAimed = hand.target !== null && hand.target !== hand.from;
    if (isAimed) {
      marks.push({
        cells: puzzle.placements[hand.target].cells, className: hand.fits(hand.target) ? "aim" : "aim blocked", fill: colors[hand.tile],
      });
    }
    flatView.mark(marks);
    for (const piece of flatView.pieces.children) piece.classList.toggle("chosen", Number(piece.dataset.placement) === hand.from);
    if (boxView) {
      boxView.set({ ghost: isAimed ? { cells: puzzle.placements[hand.target].cells, color: colors[hand.tile] } : null });
    }
  }
}
