// The piece in the hand: which tile, how it lies, where it is aimed at. It knows no screen.

import { nearest, nearestTo, stepFrom } from "./snap.js";

export class Hand {
  constructor(play, layout) {
    Object.assign(this, { play, layout, tile: null, orientation: 0, from: null, target: null });
  }

  get puzzle() { return this.play.puzzle; }

  get isEmpty() { return this.tile === null; }

  // Take a piece from the tray, lying as it did there.
  take(tile, orientation) {
    if (this.play.remaining(tile) < 1) return false;
    Object.assign(this, { tile, orientation, from: null, target: null });
    return true;
  }

  // Take hold of a piece on the board; it stays there until it is put down elsewhere.
  hold(placement) {
    if (this.play.locked.has(placement)) return false;
    const { tile, orientation } = this.puzzle.placements[placement];
    Object.assign(this, { tile, orientation, from: placement, target: placement });
    return true;
  }

  drop() { Object.assign(this, { tile: null, from: null, target: null }); }

  // All placements of the piece as it lies in the hand, and those that are free.
  get candidates() { return this.isEmpty ? [] : this.puzzle.byForm[this.tile][this.orientation]; }

  fits(placement) {
    return placement === this.from || this.play.isFree(placement, this.from);
  }

  // Turn or flip; what is aimed at stays as near as it can.
  turn(number) {
    const { to } = this.puzzle.turns[number];
    const turned = to[this.tile][this.orientation];
    if (turned === this.orientation) return false;
    const before = this.target;
    this.orientation = turned;
    this.target = null;
    if (before !== null) this.target = nearestTo(this.puzzle, this.candidates, before);
    return true;
  }

  // Aim at the free placement that is held nearest to a point of the board, if one is near.
  aim(point, reach) {
    const found = nearest(this.puzzle, this.layout, this.candidates.filter((index) => this.fits(index)), point, reach);
    this.target = found < 0 ? null : found;
    return this.target;
  }

  // Aim at the free placement on a cell that is held nearest to a point.
  aimAt(cell, point) {
    const free = this.candidates.filter((index) => this.puzzle.placements[index].cells.includes(cell) && this.fits(index));
    const found = nearest(this.puzzle, this.layout, free, point);
    this.target = found < 0 ? null : found;
    return this.target;
  }

  // Aim one step on, free or not.
  step(direction) {
    if (this.target === null) {
      const free = this.candidates.filter((index) => this.fits(index));
      this.target = free[0] ?? this.candidates[0] ?? null;
    } else {
      this.target = stepFrom(this.puzzle, this.candidates, this.target, direction);
    }
  }

  // Put the piece down where it is aimed at; whether that worked.
  put() {
    const { target, from } = this;
    if (target === null || !this.fits(target)) return false;
    const done = from === null ? this.play.place(target) : target === from || this.play.move(from, target);
    if (done) this.drop();
    return done;
  }

  // Back to the tray.
  putBack() {
    const done = this.from !== null && this.play.lift(this.from);
    this.drop();
    return done;
  }
}
