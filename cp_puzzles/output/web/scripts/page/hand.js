// The piece in the hand: its tile, its orientation, the placement at which it is aimed. It knows no screen.

import { formOf } from "./data.js";
import { add, average, cheapest, distance, dot, scaled, subtract } from "./numbers.js";

export class Hand {
  constructor(play, layout) {
    Object.assign(this, { play, layout, tile: null, orientation: 0, from: null, target: null });
  }

  get puzzle() { return this.play.puzzle; }

  get isEmpty() { return this.tile === null; }

  // Take a piece from the tray.
  take(tile, orientation) {
    if (this.play.remaining(tile) < 1) return false;
    Object.assign(this, { tile, orientation, from: null, target: null });
    return true;
  }

  // Take hold of a piece on the board; it stays there until it is placed elsewhere.
  hold(placement) {
    if (this.play.locked.has(placement)) return false;
    const { tile, orientation } = this.puzzle.placements[placement];
    Object.assign(this, { tile, orientation, from: placement, target: placement });
    return true;
  }

  drop() { Object.assign(this, { tile: null, from: null, target: null }); }

  // All placements of the piece in its orientation.
  get candidates() { return this.isEmpty ? [] : this.puzzle.byForm[this.tile][this.orientation]; }

  fits(placement) {
    return placement === this.from || this.play.isFree(placement, this.from);
  }

  // Rotate or flip; the target stays as near as it can.
  transform(number) {
    const image = this.puzzle.isometries[number].to[this.tile][this.orientation];
    if (image === this.orientation) return false;
    const before = this.target;
    this.orientation = image;
    this.target = before === null ? null : nearestTo(this.puzzle, this.candidates, before);
    return true;
  }

  // Aim at the free placement whose handle is nearest to a point of the board, within reach.
  aim(point, reach, candidates = this.candidates) {
    this.target = this.nearest(candidates.filter((index) => this.fits(index)), point, reach);
    return this.target;
  }

  // Aim at the free placement on a cell whose handle is nearest to a point.
  aimAt(cell, point) {
    return this.aim(point, Infinity, this.candidates.filter((index) => this.puzzle.placements[index].cells.includes(cell)));
  }

  // The reason why no placement near a point is free, in words.
  refusal(point, reach) {
    const index = this.nearest(this.candidates, point, reach);
    const reasons = { piece: "Another piece is in the way.", empty: "A cell there stays empty.", limit: "A rule allows no more of these placements." };
    return index === null ? "It doesn't fit there in this orientation." : reasons[this.play.obstacle(index, this.from)] ?? "";
  }

  // Of some placements the one whose handle is nearest to a point, within reach; null if there is none.
  nearest(candidates, point, reach = Infinity) {
    return cheapest(candidates, (index) => Math.min(...this.handles(index).map((handle) => distance(handle, point))), reach);
  }

  // The points by which a piece is held: the middles of its cells in its lowest layer.
  handles(placement) {
    const { puzzle, layout } = this;
    const { tile, orientation, cells } = puzzle.placements[placement];
    const form = formOf(puzzle, tile, orientation);
    const lowest = cells.reduce((low, cell) => Math.min(low, puzzle.layer[cell]), Infinity);
    const held = [...cells.keys()].filter((i) => puzzle.layer[cells[i]] === lowest);
    return middles(puzzle, held.map((i) => layout.middles[cells[i]]), held.map((i) => form[i].slice(1, 3)));
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

  // Place the piece at the target; false if it does not fit.
  put() {
    const { target, from } = this;
    if (target === null || !this.fits(target)) return false;
    const isPut = from === null ? this.play.place(target) : target === from || this.play.move(from, target);
    if (isPut) this.drop();
    return isPut;
  }

  // Put the piece back to the tray.
  putBack() {
    const isLifted = this.from !== null && this.play.lift(this.from);
    this.drop();
    return isLifted;
  }
}

// The middle of the cells of a piece, given where each is on the board and in the hand. If sides of a wrapped board cut
// the piece, each part has a middle, as if the others were beside it.
function middles(puzzle, places, form) {
  if (!puzzle.periods.length) return [average(places)];
  const middle = average(form);
  const found = places.map((place, i) => add(place, subtract(middle, form[i])));
  return [...new Map(found.map((point) => [point.map((x) => Math.round(1000 * x)).join(), point])).values()];
}

// The middles of a placement in the coordinates of cells.
function middlesOf(puzzle, placement) {
  const { tile, orientation, cells } = puzzle.placements[placement];
  return middles(puzzle, [...cells].map((cell) => puzzle.cells[cell].slice(1)), formOf(puzzle, tile, orientation).map((cell) => cell.slice(1)));
}

// All steps from one point to another: around a wrapped board there are several.
function stepsBetween({ periods }, from, to) {
  return periods.reduce((steps, period) => steps.flatMap((step) => [-1, 0, 1].map((times) => add(step, scaled(period, times)))), [subtract(to, from)]);
}

// Of some placements the nearest to another; null if there is none.
function nearestTo(puzzle, candidates, other) {
  const starts = middlesOf(puzzle, other);
  return cheapest(candidates, (candidate) => {
    const ends = middlesOf(puzzle, candidate);
    return Math.min(...starts.flatMap((start) => ends.map((end) => distance(start, end))));
  });
}

// Of some placements the next from another in a direction; the other itself if there is none.
function stepFrom(puzzle, candidates, from, direction) {
  const [start] = middlesOf(puzzle, from);
  const cost = (step) => {
    const along = dot(direction, step);
    return along < 0.1 ? Infinity : along + 2 * distance(step, step.map((_, i) => along * (direction[i] || 0)));
  };
  const costOf = (candidate) => Math.min(...middlesOf(puzzle, candidate).flatMap((end) => stepsBetween(puzzle, start, end).map(cost)));
  return cheapest(candidates.filter((candidate) => candidate !== from), costOf) ?? from;
}
