// The order in which pieces leave a solid board: each along a straight line, if nothing blocks it, else by moves that the
// program found.

import { listed } from "./numbers.js";

/** The plan of nothing, which nothing blocks. */
export const APART = { steps: [], left: [], blocked: [] };

export class Assembly {
  // `pieces` are lists of cells, by index into the puzzle's.
  constructor(puzzle, pieces) {
    this.puzzle = puzzle;
    this.pieces = pieces;
    this.owner = new Map(pieces.flatMap((cells, piece) => [...cells].map((cell) => [cell, piece])));
  }

  // The pieces among `others` that block a piece in a direction, by its number.
  blockers(piece, direction, others) {
    const ahead = this.puzzle.ahead[direction];
    const blocking = new Set([...this.pieces[piece]].flatMap((cell) => ahead[cell].map((other) => this.owner.get(other))));
    return others.filter((other) => other !== piece && blocking.has(other));
  }

  // {steps: [{pieces, direction}], left, blocked: [{piece, by: [{direction, pieces}]}]}, directions as vectors. Each step moves one piece, or,
  // if none can leave alone, the smallest group that can leave together; the pieces `left` cannot be taken apart like this.
  takenApart() {
    const { cells, directions } = this.puzzle;
    const height = (piece) => this.pieces[piece].reduce((total, cell) => total + cells[cell][3], 0) / this.pieces[piece].length;
    let left = this.pieces.map((_, piece) => piece).sort((a, b) => height(b) - height(a) || a - b);
    const steps = [];
    while (left.length > 1) {
      const step = this.nextStep(left);
      if (!step) return { steps, left, blocked: this.reasons(left) };
      steps.push(step);
      left = left.filter((piece) => !step.pieces.includes(piece));
    }
    if (left.length) steps.push({ pieces: left, direction: directions[0] });
    return { ...APART, steps };
  }

  nextStep(left) {
    let best = null;
    for (const [number, direction] of this.puzzle.directions.entries()) {
      for (const piece of left) {
        const group = this.carried(piece, number, left);
        if (group.length === 1) return { pieces: group, direction };
        if (group.length < left.length && (!best || group.length < best.pieces.length)) best = { pieces: group, direction };
      }
    }
    return best;
  }

  // The pieces that move when one is pushed: those that block it, those that block them, and so on.
  carried(piece, direction, left) {
    const group = new Set([piece]);
    for (const moving of group) for (const other of this.blockers(moving, direction, left)) group.add(other);
    return [...group];
  }

  reasons(left) {
    return left.map((piece) => ({ piece, by: this.puzzle.directions.map((direction, number) => ({ direction, pieces: this.blockers(piece, number, left) })) }));
  }
}

// The plan of placements, as `Assembly.takenApart` returns one; null if the page has no moves for them. A step with a
// `distance` does not leave; one that `stays` leaves as a group that later steps take apart.
export function movesOf({ moves = {} }, placements) {
  const found = moves[[...placements].sort((a, b) => a - b).join()];
  if (!found) return null;
  const steps = found.map(([ids, vector, leaves]) => {
    const length = Math.hypot(...vector);
    const pieces = ids.map((id) => placements.indexOf(id));
    return { pieces, direction: vector.map((x) => x / length), distance: leaves ? undefined : length, stays: pieces.length > 1 };
  });
  return { ...APART, steps };
}

// The step after which a piece is out of sight; -1 if it stays.
export const lastStep = (steps, piece) => steps.findLastIndex((step) => step.distance === undefined && !step.stays && step.pieces.includes(piece));

// How far a piece has come after `taken` steps: moves in full, the way out up to `far`.
export function offsetOf(steps, piece, taken, far) {
  const offset = [0, 0, 0];
  steps.forEach(({ pieces, direction, distance }, number) => {
    const share = Math.max(0, Math.min(1, taken - number));
    if (!share || !pieces.includes(piece)) return;
    const length = distance ?? far * (1 - 0.3 * share);
    direction.forEach((x, axis) => { offset[axis] += share * length * x; });
  });
  return offset;
}

// A direction in words.
function directionName([x, y, z]) {
  const parts = [[z, "up", "down"], [y, "to the front", "to the back"], [x, "to the right", "to the left"]];
  return parts.filter(([share]) => Math.abs(share) > 0.2).map(([share, more, less]) => (share > 0 ? more : less)).join(" and ");
}

// The last of the steps that are done, or the reason why there is no other; `name` names a piece.
export function stepText({ steps, left, blocked }, done, name) {
  if (done >= steps.length && left.length) {
    const { piece, by } = blocked[0];
    const reasons = by.slice(0, 3).map(({ direction, pieces }) => `${directionName(direction)} by ${listed(pieces.map(name))}`);
    return `${steps.some(({ distance }) => !distance) ? "No other piece" : "No piece"} can leave along a straight line: ${name(piece)} is blocked ${reasons.join(", ")}.`;
  }
  if (!done) return "";
  const { pieces, direction, distance } = steps[done - 1];
  const [one, several] = distance ? [`moves ${Number(distance.toFixed(2))}`, `move ${Number(distance.toFixed(2))} together`] : ["leaves", "leave together"];
  return `${done}. ${listed(pieces.map(name))} ${pieces.length > 1 ? several : one}, ${directionName(direction)}`;
}
