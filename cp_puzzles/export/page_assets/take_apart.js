// How pieces come off a solid board: each moved straight out, if nothing at all is in its way.

import { cross, dot, keyOf, minus, unit, waysOut } from "./solid.js";

const NEAR = 1e-6;

// Whether cell b is in the way of cell a when a moves along `way`: their shadows along it overlap, and b is ahead.
function isInWay(shapes, a, b, way) {
  const between = minus(b.slice(1), a.slice(1));
  if (dot(between, way) <= NEAR) return false;
  const [one, two] = [shapes[a[0]], shapes[b[0]]];
  const u = unit(cross(way, Math.abs(way[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
  const v = cross(way, u);
  const flat = (point) => [dot(point, u), dot(point, v)];
  const away = flat(between);
  if (one.radius || two.radius) return Math.hypot(...away) < (one.radius || 0) + (two.radius || 0) - 1e-4;
  const shadows = [one.vertices.map(flat), two.vertices.map((p) => { const [x, y] = flat(p); return [x + away[0], y + away[1]]; })];
  const axes = [one, two].flatMap(({ vertices, faces }) => faces.flatMap((face) => face.map((vertex, i) => {
    const [x, y] = flat(minus(vertices[face[(i + 1) % face.length]], vertices[vertex]));
    return [-y, x];
  }))).filter(([x, y]) => Math.hypot(x, y) > NEAR);
  return axes.every(([x, y]) => {
    const length = Math.hypot(x, y);
    const [first, second] = shadows.map((shadow) => shadow.map(([px, py]) => (px * x + py * y) / length));
    return Math.min(Math.max(...first), Math.max(...second)) - Math.max(Math.min(...first), Math.min(...second)) > 1e-4;
  });
}

export class Assembly {
  // `pieces` are lists of cells, by index into the puzzle's.
  constructor(puzzle, pieces) {
    this.puzzle = puzzle;
    this.pieces = pieces;
    puzzle.ways ??= waysOut(puzzle);
    puzzle.inWay ??= new Map();
  }

  // The pieces among `others` that are in the way of a piece.
  blockers(piece, way, others) {
    return others.filter((other) => other !== piece && this.pieces[other].some((b) => this.pieces[piece].some((a) => this.isHit(a, b, way))));
  }

  isHit(a, b, way) {
    const { shapes, cells, inWay } = this.puzzle;
    const key = `${cells[a][0]}/${cells[b][0]}/${keyOf(minus(cells[b].slice(1), cells[a].slice(1)))}/${keyOf(way)}`;
    if (!inWay.has(key)) inWay.set(key, isInWay(shapes, cells[a], cells[b], way));
    return inWay.get(key);
  }

  // {steps: [{pieces, way}], left, blocked: [{piece, by: [{way, pieces}]}]}. Each step moves one piece, or, where none
  // can leave alone, the smallest group that can leave as one; `left` can not be taken apart so.
  takenApart() {
    const height = (piece) => this.pieces[piece].reduce((sum, cell) => sum + this.puzzle.cells[cell][3], 0) / this.pieces[piece].length;
    let left = this.pieces.map((_, piece) => piece).sort((a, b) => height(b) - height(a) || a - b);
    const steps = [];
    while (left.length > 1) {
      const step = this.nextStep(left);
      if (!step) return { steps, left, blocked: this.reasons(left) };
      steps.push(step);
      left = left.filter((piece) => !step.pieces.includes(piece));
    }
    if (left.length) steps.push({ pieces: left, way: this.puzzle.ways[0] });
    return { steps, left: [], blocked: [] };
  }

  nextStep(left) {
    let best = null;
    for (const way of this.puzzle.ways) {
      for (const piece of left) {
        const group = this.carried(piece, way, left);
        if (group.length === 1) return { pieces: group, way };
        if (group.length < left.length && (!best || group.length < best.pieces.length)) best = { pieces: group, way };
      }
    }
    return best;
  }

  // The pieces that move when one is pushed: those in its way, those in theirs, and so on.
  carried(piece, way, left) {
    const group = [piece];
    for (let i = 0; i < group.length; i += 1) {
      for (const other of this.blockers(group[i], way, left)) if (!group.includes(other)) group.push(other);
    }
    return group;
  }

  reasons(left) {
    return left.map((piece) => ({ piece, by: this.puzzle.ways.map((way) => ({ way, pieces: this.blockers(piece, way, left) })) }));
  }
}

// A direction in words.
export function wayName([x, y, z]) {
  const parts = [[z, "up", "down"], [y, "to the front", "to the back"], [x, "to the right", "to the left"]];
  return parts.filter(([share]) => Math.abs(share) > 0.2).map(([share, more, less]) => (share > 0 ? more : less)).join(" and ");
}
