// The surface of a polycube as triangles: drawn in by GAP so that neighbours stand apart, edges chamfered by BEVEL.
//
// Every cell is cut in 3 x 3 x 3 parts, the outer ones GAP + BEVEL thick. A part is solid if all cells that it touches
// belong to the piece: what is solid is the piece, eroded. Its faces are moved out by BEVEL; along each convex edge a
// strip joins the moved faces, and a triangle each convex corner. Faces overlap inside concave edges, out of sight.

const GAP = 0.018;
const BEVEL = 0.05;
const OVERLAP = 0.0015; // faces reach a little over their edges, so that no background shines through a seam
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const DIRECTIONS = AXES.flatMap((axis) => [axis, axis.map((x) => -x)]);
const sum = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const axisOf = (direction) => direction.findIndex((x) => x !== 0);

// How bright a face is by the direction it looks in: light falls from above, left and front.
function brightness(normal) {
  const [x, y, z] = normal;
  return 0.76 - 0.1 * x + 0.24 * y + 0.06 * z;
}

function solidParts(cells) {
  const inside = new Set(cells.map(String));
  const parts = new Map();
  const offsets = [-1, 0, 1];
  for (const cell of cells) {
    for (const i of offsets) for (const j of offsets) for (const k of offsets) {
      const touched = [0, i].flatMap((a) => [0, j].flatMap((b) => [0, k].map((c) => sum(cell, [a, b, c]))));
      if (touched.every((other) => inside.has(String(other)))) {
        const part = [3 * cell[0] + i + 1, 3 * cell[1] + j + 1, 3 * cell[2] + k + 1];
        parts.set(String(part), part);
      }
    }
  }
  return parts;
}

// Where the boundary between part n - 1 and part n lies.
function bound(n) {
  const margin = GAP + BEVEL;
  return Math.floor(n / 3) + [0, margin, 1 - margin][((n % 3) + 3) % 3];
}

// Disjoint boxes [low, high] of parts that together are `parts`, each grown along the axes in turn.
function grown(parts, axes) {
  const left = new Map(parts.map((part) => [String(part), part]));
  const boxes = [];
  for (const part of parts) {
    if (!left.has(String(part))) continue;
    let slab = [part];
    for (const axis of axes) {
      let next = slab.map((p) => sum(p, AXES[axis]));
      const whole = [...slab];
      while (next.every((p) => left.has(String(p)))) {
        whole.push(...next);
        next = next.map((p) => sum(p, AXES[axis]));
      }
      slab = whole;
    }
    for (const p of slab) left.delete(String(p));
    boxes.push([part, slab[slab.length - 1]]);
  }
  return boxes;
}

// Triangles of a polycube whose cells are [x, y, z]: {positions, shades}, flat arrays of coordinates and grey levels.
function polycubeSurface(cells) {
  const parts = solidParts(cells);
  const isOpen = (part, step) => !parts.has(String(sum(part, step)));
  const all = [...parts.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const positions = [];
  const shades = [];
  const polygon = (corners, normal) => {
    const [a, b, c] = corners;
    const u = b.map((x, i) => x - a[i]);
    const v = c.map((x, i) => x - a[i]);
    const turn = normal.reduce((total, x, i) => total + x * (u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3]), 0);
    const ordered = turn > 0 ? corners : [...corners].reverse();
    const length = Math.hypot(...normal);
    const shade = brightness(normal.map((x) => x / length)) + (length > 1 ? 0.05 : 0);
    for (let i = 2; i < ordered.length; i += 1) {
      for (const corner of [ordered[0], ordered[i - 1], ordered[i]]) {
        positions.push(...corner);
        shades.push(shade, shade, shade);
      }
    }
  };
  // The corner of a box of parts on the side of the signs (0: the low side, too), moved out by BEVEL along `outwards`.
  const corner = ([low, high], signs, outwards) =>
    [0, 1, 2].map((i) => bound(signs[i] > 0 ? high[i] + 1 : low[i]) + BEVEL * outwards[i]);
  for (const one of DIRECTIONS) {
    const axis = axisOf(one);
    const facing = all.filter((part) => isOpen(part, one));
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const box of grown(facing, [u, v])) {
      const square = [[0, 0], [1, 0], [1, 1], [0, 1]];
      polygon(square.map(([a, b]) => {
        const signs = one.map((x, i) => x + a * AXES[u][i] + b * AXES[v][i]);
        return corner(box, signs, one).map((x, i) => x + OVERLAP * (i === u ? 2 * a - 1 : i === v ? 2 * b - 1 : 0));
      }), one);
    }
    for (const two of DIRECTIONS.filter((direction) => axisOf(direction) > axis)) {
      const edge = sum(one, two);
      const convex = facing.filter((part) => isOpen(part, two) && isOpen(part, edge));
      const along = 3 - axis - axisOf(two);
      for (const box of grown(convex, [along])) {
        const far = sum(edge, AXES[along]);
        polygon([corner(box, edge, one), corner(box, far, one), corner(box, far, two), corner(box, edge, two)], edge);
      }
      for (const three of DIRECTIONS.filter((direction) => axisOf(direction) > axisOf(two))) {
        const tip = sum(edge, three);
        for (const part of convex) {
          if (![three, sum(one, three), sum(two, three), tip].every((step) => isOpen(part, step))) continue;
          polygon([one, two, three].map((way) => corner([part, part], tip, way)), tip);
        }
      }
    }
  }
  return { positions, shades };
}
