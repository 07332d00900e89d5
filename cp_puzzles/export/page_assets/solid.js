// Solid cells: their faces in space, what of them is to be seen of a piece, in which directions things may slide.
// Coordinates are x to the right, y towards the reader, z upwards.

const PLACES = 1000;
export const keyOf = (point) => point.map((x) => Math.round(x * PLACES)).join();

export const minus = (a, b) => a.map((x, i) => x - b[i]);
const plus = (a, b) => a.map((x, i) => x + b[i]);
const times = (a, factor) => a.map((x) => x * factor);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const unit = (a) => times(a, 1 / Math.hypot(...a));

// The faces of a cell [shape, x, y, z]: {points, normal, middle}; none of a ball.
export function facesOf(shapes, [shape, ...middle]) {
  const { vertices, faces } = shapes[shape];
  return (faces || []).map((face) => {
    const points = face.map((vertex) => plus(vertices[vertex], middle));
    const centre = times(points.reduce(plus), 1 / points.length);
    const across = cross(minus(points[1], points[0]), minus(points[2], points[1]));
    const normal = unit(dot(across, minus(centre, middle)) < 0 ? times(across, -1) : across);
    return { points, normal, middle: centre };
  });
}

const faceKey = (points) => points.map(keyOf).sort().join(";");
const edgeKey = (a, b) => [keyOf(a), keyOf(b)].sort().join(";");

// What is to be seen of some cells together: [{middle, radius, faces: [{points, normal, middle, edges: [[a, b]]}]}].
// Faces between two of the cells are left out, and so are edges between two faces of one plane.
export function surface(shapes, cells) {
  const all = cells.map((cell) => facesOf(shapes, cell));
  const seen = new Map();
  for (const face of all.flat()) {
    const key = faceKey(face.points);
    seen.set(key, (seen.get(key) || 0) + 1);
  }
  const open = all.map((faces) => faces.filter((face) => seen.get(faceKey(face.points)) === 1));
  const meeting = new Map();
  const sidesOf = ({ points }) => points.map((point, i) => [point, points[(i + 1) % points.length]]);
  for (const face of open.flat()) {
    for (const [a, b] of sidesOf(face)) {
      const key = edgeKey(a, b);
      meeting.set(key, [...(meeting.get(key) || []), face.normal]);
    }
  }
  const isFlat = (normals) => normals.length === 2 && dot(normals[0], normals[1]) > 0.999;
  return cells.map(([shape, ...middle], i) => ({
    middle,
    radius: shapes[shape].radius,
    faces: open[i].map((face) => ({ ...face, edges: sidesOf(face).filter(([a, b]) => !isFlat(meeting.get(edgeKey(a, b)))) })),
  }));
}

// Directions along which cells can slide past each other, upwards first: normals of faces, lines between touching
// balls, and the axes.
export function waysOut({ shapes, cells, touching }) {
  const ways = [[0, 0, 1], [0, 1, 0], [1, 0, 0], [-1, 0, 0], [0, -1, 0], [0, 0, -1]];
  const known = new Set(ways.map(keyOf));
  const add = (way) => {
    const key = keyOf(way);
    if (!known.has(key)) { known.add(key); ways.push(way); }
  };
  const kinds = new Map(cells.map((cell) => [cell[0], cell]));
  for (const cell of kinds.values()) for (const { normal } of facesOf(shapes, cell)) { add(normal); add(times(normal, -1)); }
  cells.forEach((cell, index) => {
    if (shapes[cell[0]].radius) for (const next of touching[index]) add(unit(minus(cells[next].slice(1), cell.slice(1))));
  });
  const order = ways.map((way, i) => [way, i]);
  return order.sort(([a, i], [b, j]) => Math.round(8 * (b[2] - a[2])) || Math.round(8 * (b[1] - a[1])) || i - j).map(([way]) => way);
}
