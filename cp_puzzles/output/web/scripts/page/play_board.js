// The hand on the screen: pieces are dragged from the tray and on the board, in layers or in space, and snap where they fit.

import { element } from "./dom.js";
import { Hand } from "./hand.js";
import { icon } from "./scene.js";
import { average, cheapest, distance, subtract } from "./numbers.js";

const REACH = 0.85; // sides of a cell within which a piece snaps
const SPACE_REACH = 45; // pixels within which a piece snaps in the view in space
const CLICK = 6; // pixels that a click may move
const LIFT = 54; // pixels by which a piece floats above a finger
const DOUBLE_CLICK = 450; // milliseconds

const contains = (target, { clientX, clientY }) => {
  const box = target.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
};

export class PlayBoard {
  constructor(page) {
    Object.assign(this, { page, drag: null, cell: null, last: { time: 0, placement: -1 } });
    this.hand = new Hand(page.play, page.flatView.layout);
    element("tray").addEventListener("pointerdown", (event) => this.pressTray(event));
    addEventListener("pointermove", (event) => this.moved(event));
    addEventListener("pointerup", (event) => this.released(event));
    addEventListener("pointercancel", () => this.cancel());
  }

  // Connect a new drawing of the board.
  connect(flatView) {
    this.hand.layout = flatView.layout;
    flatView.element.addEventListener("pointerdown", (event) => this.pressBoard(event));
  }

  get isOn() { return this.page.state.mode === "play"; }

  get reach() { return REACH * (this.page.puzzle.solid ? 1.2 : 1); }

  press(event, tile, from, grip) {
    this.drag = { x: event.clientX, y: event.clientY, tile, from, grip, begun: false, touch: event.pointerType === "touch" };
  }

  pressTray(event) {
    const chip = event.target.closest("[data-tray]");
    if (!chip || chip.ariaDisabled === "true" || event.button) return;
    if (event.pointerType !== "touch") event.preventDefault();
    const tile = Number(chip.dataset.tray);
    const box = chip.querySelector("svg").getBoundingClientRect();
    const pixels = this.page.playPanel.pixels();
    const grip = this.page.puzzle.solid ? [0, 0]
      : [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2].map((x) => x / pixels);
    this.press(event, tile, null, grip);
  }

  pressBoard(event) {
    if (!this.isOn || event.button) return;
    const { flatView, puzzle } = this.page;
    const placement = flatView.placementOf(event);
    event.preventDefault();
    const point = flatView.pointOf(event);
    const handle = placement < 0 ? point : cheapest(this.hand.handles(placement), (each) => distance(each, point));
    this.press(event, null, placement, puzzle.solid ? [0, 0] : subtract(point, handle));
  }

  moved(event) {
    const { drag, hand, page } = this;
    if (!drag) return;
    if (!drag.begun) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < CLICK) return;
      const isHeld = drag.tile !== null ? hand.take(drag.tile, page.playPanel.lying[drag.tile]) : drag.from >= 0 && hand.hold(drag.from);
      if (!isHeld) {
        if (drag.from >= 0) page.playPanel.say("This piece is given: it cannot be moved.");
        this.cancel();
        return;
      }
      drag.begun = true;
      page.playPanel.isLeaving = false;
      page.playPanel.say("");
      this.float();
    }
    this.follow(event);
  }

  // Show the piece that follows the pointer.
  float() {
    const { page: { puzzle, colors, flatView }, hand } = this;
    const ghost = element("ghost");
    ghost.replaceChildren(icon(puzzle, hand.tile, hand.orientation, colors[hand.tile], Math.max(10, flatView.pixels)));
    ghost.hidden = false;
  }

  // The pointer holds the piece where it was gripped; under a finger the piece floats above it.
  follow(event) {
    const { drag, hand, page } = this;
    const { pixels } = page.flatView;
    const at = {
      clientX: event.clientX - drag.grip[0] * pixels,
      clientY: event.clientY - drag.grip[1] * pixels - (drag.touch ? LIFT : 0),
    };
    const ghost = element("ghost");
    const { width, height } = ghost.firstChild ? ghost.firstChild.getBoundingClientRect() : { width: 0, height: 0 };
    ghost.style.transform = `translate(${at.clientX - width / 2}px, ${at.clientY - height / 2}px)`;
    drag.at = page.boxView && contains(page.boxView.drawing, at) ? null : this.middleAt(at);
    if (drag.at) hand.aim(drag.at, this.reach);
    else this.aimInSpace(at);
    drag.inside = contains(element("view"), at);
    ghost.style.visibility = hand.target === null ? "visible" : "hidden";
    this.mark();
  }

  // The middle of the cells of a piece whose picture has its middle at a point of the screen.
  middleAt(at) {
    const { page: { puzzle, flatView }, hand } = this;
    const [x, y] = flatView.pointOf(at);
    if (puzzle.solid) return [x, y];
    const { orientations, views } = puzzle.tiles[hand.tile];
    const { box } = views[hand.orientation];
    const middle = average(orientations[hand.orientation]).slice(1);
    const offset = (axis) => middle[axis] - box[axis] - box[axis + 2] / 2;
    return [x + offset(0), y + offset(1)];
  }

  // Aim at the free placement whose middle is nearest to a point of the screen; of equal ones the nearest to the eye.
  aimInSpace({ clientX, clientY }) {
    const { hand, page: { boxView, puzzle } } = this;
    hand.target = cheapest(hand.candidates.filter((candidate) => hand.fits(candidate)), (index) => {
      const { x, y, far } = boxView.screenOf(puzzle.placements[index].cells);
      return Math.hypot(x - clientX, y - clientY) + far / boxView.size;
    }, SPACE_REACH);
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
    if (hand.target !== null) page.playPanel.changed(hand.put());
    else if (hand.from !== null && !drag.inside) page.playPanel.changed(hand.putBack());
    else {
      const reason = !drag.inside ? "" : drag.at ? hand.refusal(drag.at, this.reach) : "No free place is near there in this orientation.";
      hand.drop();
      page.playPanel.say(reason);
      page.playPanel.show();
    }
  }

  cancel() {
    this.drag = null;
    this.hand.drop();
    element("ghost").hidden = true;
    if (this.isOn) this.page.playPanel.show();
  }

  // A click on the board chooses a piece, places the one in the hand, or leaves a cell empty; a double click takes back.
  clicked(placement, event) {
    const { hand, page: { play, playPanel, flatView } } = this;
    const point = flatView.pointOf(event);
    const cell = flatView.cellAt(point);
    this.cell = cell < 0 ? null : cell;
    const isDouble = placement >= 0 && placement === this.last.placement && event.timeStamp - this.last.time < DOUBLE_CLICK;
    this.last = { placement, time: event.timeStamp };
    if (playPanel.isLeaving && cell >= 0) { playPanel.changed(play.toggleLeft(cell)); return; }
    if (isDouble) { hand.drop(); playPanel.changed(play.lift(placement)); return; }
    if (placement >= 0 && placement !== hand.from) {
      playPanel.say(hand.hold(placement) ? "" : "This piece is given: it cannot be moved.");
      playPanel.show();
      return;
    }
    if (hand.isEmpty || cell < 0) { hand.drop(); playPanel.show(); return; }
    if (hand.aimAt(cell, point) === null) { playPanel.say(hand.refusal(point, this.reach)); playPanel.show(); return; }
    playPanel.changed(hand.put());
  }

  clickedInSpace(placement) {
    const { hand, page: { play, playPanel } } = this;
    if (placement === null) hand.drop();
    else if (hand.from === placement) { hand.drop(); playPanel.changed(play.lift(placement)); return; }
    else hand.hold(placement);
    playPanel.show();
  }

  // Mark the target of the hand, the cells left empty, and those that cannot be filled.
  mark() {
    const { hand, page: { play, puzzle, colors, flatView, boxView, playPanel } } = this;
    const marks = [{ cells: play.left, className: "left-empty" }, { cells: playPanel.blame, className: "blame" }];
    const isAimed = hand.target !== null && hand.target !== hand.from;
    if (isAimed) marks.push({ placement: hand.target, className: hand.fits(hand.target) ? "aim" : "aim blocked", fill: colors[hand.tile] });
    flatView.mark(marks);
    for (const piece of flatView.pieces.children) piece.classList.toggle("chosen", Number(piece.dataset.placement) === hand.from);
    boxView?.set({ ghost: isAimed ? { cells: puzzle.placements[hand.target].cells, color: colors[hand.tile] } : null });
  }
}
