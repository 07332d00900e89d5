// Solid cells and what is visible of a piece. Coordinates: x to the right, y towards the viewer, z upwards.

import { add, average, cross, dot, scaled, sidesOf, subtract, unit } from "./vectors.js";

const PLACES = 1000;
const DISC = 0.45; // the radius of a disc on a face, in distances from the middle to the sides
const DISC_POINTS = 16;
const keyOf = (point) => point.map((x) => Math.round(x * PLACES)).join();

const faceKey = ({ points }) => points.map(keyOf).sort().join(";");
const edgeKey = (side) => side.map(keyOf).sort().join(";");

// The surface of some cells together: [{middle, radius, faces: [{points, normal, middle, edges: [[a, b]]}]}], without faces
// between two of the cells and without edges between two faces of one plane.
export function surface(shapes, cells) {
  const all = cells.map(([shape, ...middle]) => (shapes[shape].faces || []).map((corners) => {
    const points = corners.map((corner) => add(corner, middle));
    const [a, b, c] = points;
    return { points, normal: unit(cross(subtract(b, a), subtract(c, a))), middle: average(points) };
  }));
  const count = new Map();
  for (const face of all.flat()) count.set(faceKey(face), (count.get(faceKey(face)) || 0) + 1);
  const open = all.map((faces) => faces.filter((face) => count.get(faceKey(face)) === 1));
  const meeting = new Map();
  for (const face of open.flat()) {
    for (const side of sidesOf(face.points)) meeting.set(edgeKey(side), [...(meeting.get(edgeKey(side)) || []), face.normal]);
  }
  const isFlat = (normals) => normals.length === 2 && dot(normals[0], normals[1]) > 0.999;
  return cells.map(([shape, ...middle], i) => ({
    middle,
    radius: shapes[shape].radius,
    faces: open[i].map((face) => ({ ...face, edges: sidesOf(face.points).filter((side) => !isFlat(meeting.get(edgeKey(side)))) })),
  }));
}

// The points about a disc on a face.
export function discOf({ points, normal, middle }) {
  const radius = DISC * Math.min(...sidesOf(points).map(([a, b]) => Math.hypot(...cross(subtract(a, middle), unit(subtract(b, a))))));
  const across = unit(subtract(points[0], middle));
  const beside = cross(normal, across);
  return Array.from({ length: DISC_POINTS }, (_, k) => {
    const angle = (2 * Math.PI * k) / DISC_POINTS;
    return add(middle, add(scaled(across, radius * Math.cos(angle)), scaled(beside, radius * Math.sin(angle))));
  });
}
