// Vectors of any dimension, and polygons.

/** @type {(a: number[], b: number[]) => number[]} */
export const add = (a, b) => a.map((x, k) => x + b[k]);
/** @type {(a: number[], b: number[]) => number[]} */
export const subtract = (a, b) => a.map((x, k) => x - b[k]);
/** @type {(a: number[], b: number[]) => number} */
export const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
/** @type {(a: number[], b: number[]) => number[]} */
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
/** @type {(vector: number[], factor: number) => number[]} */
export const scaled = (vector, factor) => vector.map((x) => x * factor);
/** @type {(vector: number[]) => number[]} */
export const unit = (vector) => scaled(vector, 1 / Math.hypot(...vector));
/** @type {(a: number[], b: number[]) => number} */
export const distance = (a, b) => Math.hypot(...subtract(a, b));
/** @type {(points: number[][]) => number[]} */
export const average = (points) => scaled(points.reduce(add), 1 / points.length);
/** The least and the greatest coordinates of points. @type {(points: number[][]) => number[][]} */
export function span(points) {
  const [low, high] = [[...points[0]], [...points[0]]];
  for (const point of points) {
    for (let k = 0; k < low.length; k += 1) {
      if (point[k] < low[k]) low[k] = point[k];
      else if (point[k] > high[k]) high[k] = point[k];
    }
  }
  return [low, high];
}
/** The sides of a polygon. @template T @param {T[]} ring @returns {[T, T][]} */
export const sidesOf = (ring) => ring.map((corner, k) => [corner, ring[(k + 1) % ring.length]]);
