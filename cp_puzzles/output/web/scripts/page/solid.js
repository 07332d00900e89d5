// Solid cells and what is visible of a piece. Coordinates: x to the right, y towards the viewer, z upwards.

const PLACES = 1000;
const keyOf = (point) => point.map((x) => Math.round(x * PLACES)).join();

export const minus = (a, b) => a.map((x, i) => x - b[i]);
export const plus = (a, b) => a.map((x, i) => x + b[i]);
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const faceKey = ({ points }) => points.map(keyOf).sort().join(";");
const sidesOf = ({ points }) => points.map((point, i) => [point, points[(i + 1) % points.length]]);
const edgeKey = (side) => side.map(keyOf).sort().join(";");

// The surface of some cells together: [{middle, radius, faces: [{points, disc, normal, middle, edges: [[a, b]]}]}], without faces
// between two of the cells and without edges between two faces of one plane.
export function surface(shapes, cells) {
  const all = cells.map(([shape, ...middle]) => (shapes[shape].faces || []).map(({ points, disc, normal, middle: own }) => {
    const [moved, round] = [points, disc].map((list) => list.map((point) => plus(point, middle)));
    return { points: moved, disc: round, normal, middle: plus(own, middle) };
  }));
  const count = new Map();
  for (const face of all.flat()) count.set(faceKey(face), (count.get(faceKey(face)) || 0) + 1);
  const open = all.map((faces) => faces.filter((face) => count.get(faceKey(face)) === 1));
  const meeting = new Map();
  for (const face of open.flat()) {
    for (const side of sidesOf(face)) meeting.set(edgeKey(side), [...(meeting.get(edgeKey(side)) || []), face.normal]);
  }
  const isFlat = (normals) => normals.length === 2 && dot(normals[0], normals[1]) > 0.999;
  return cells.map(([shape, ...middle], i) => ({
    middle,
    radius: shapes[shape].radius,
    faces: open[i].map((face) => ({ ...face, edges: sidesOf(face).filter((side) => !isFlat(meeting.get(edgeKey(side)))) })),
  }));
}
