// Checks of finished tilings for rules that items do not state in full; plain data, so that every worker can do them.

/** @import { Piece } from "./rule_compiler.js" */
/**
 * Cells and tiles are numbers. A maximum of null is none.
 * @typedef {{kind: "crossroads", places: number[][], minimum: number, maximum: number | null}
 *   | {kind: "touching", sides: number[][], minimum: number, maximum: number | null}
 *   | {kind: "touch", sides: number[][], tiles: number[]}
 *   | {kind: "connected", neighbors: number[][]}
 *   | {kind: "symmetric", image: number[]}
 *   | {kind: "colorable", near: number[][], colors: number, balanced: boolean}
 *   | {kind: "maximal", tiles: {tile: number, maximum: number, positions: number[][]}[]}} Check
 */

/** @type {(number: number, minimum: number, maximum: number | null) => boolean} */
const isWithin = (number, minimum, maximum) => minimum <= number && (maximum === null || number <= maximum);

// Whether a tiling, with the given pieces, satisfies all checks.
/** @param {Check[]} checks @param {number} cellCount @param {Piece[]} pieces */
export function satisfies(checks, cellCount, pieces) {
  const owner = new Int32Array(cellCount).fill(-1);
  pieces.forEach(({ cells }, k) => { for (const cell of cells) owner[cell] = k; });
  return checks.every((check) => passes(check, owner, pieces));
}

/** @param {Check} check @param {Int32Array} owner @param {Piece[]} pieces */
function passes(check, owner, pieces) {
  if (check.kind === "crossroads") {
    const count = check.places.filter((cells) => new Set(cells.map((cell) => owner[cell]).filter((piece) => piece >= 0)).size >= 4).length;
    return isWithin(count, check.minimum, check.maximum);
  }
  if (check.kind === "touching") return isWithin(touching(check.sides, owner).length, check.minimum, check.maximum);
  if (check.kind === "touch") {
    const wanted = [...check.tiles].sort().join();
    return touching(check.sides, owner).some((pair) => pair.map((piece) => pieces[piece].tile).sort().join() === wanted);
  }
  if (check.kind === "connected") return isConnected(check.neighbors, owner);
  if (check.kind === "symmetric") {
    const sets = new Set(pieces.map(({ cells }) => String(cells)));
    return pieces.every(({ cells }) => sets.has(String(cells.map((cell) => check.image[cell]).sort((a, b) => a - b))));
  }
  if (check.kind === "maximal") {
    return check.tiles.every(({ tile, maximum, positions }) => pieces.filter((piece) => piece.tile === tile).length >= maximum
      || !positions.some((cells) => cells.every((cell) => owner[cell] < 0)));
  }
  return isColorable(touching(check.near, owner), pieces.length, check.colors, check.balanced);
}

/** The pairs of different pieces on the two sides of some pairs of cells. @param {number[][]} sides @param {Int32Array} owner */
function touching(sides, owner) {
  const pairs = new Map();
  for (const [a, b] of sides) {
    const [low, high] = owner[a] < owner[b] ? [owner[a], owner[b]] : [owner[b], owner[a]];
    if (low >= 0 && low !== high) pairs.set(`${low} ${high}`, [low, high]);
  }
  return [...pairs.values()];
}

/** Whether the empty cells are connected. @param {number[][]} neighbors @param {Int32Array} owner */
function isConnected(neighbors, owner) {
  const empty = [...owner.keys()].filter((cell) => owner[cell] < 0);
  const reached = new Set(empty.slice(0, 1));
  for (const cell of reached) for (const near of neighbors[cell]) if (owner[near] < 0) reached.add(near);
  return reached.size === empty.length;
}

// Whether pieces have colors so that pairs differ; balanced: the numbers of pieces of two colors differ by at most 1.
/** @param {number[][]} pairs @param {number} count @param {number} colors @param {boolean} balanced */
function isColorable(pairs, count, colors, balanced) {
  /** @type {number[][]} */
  const near = Array.from({ length: count }, () => []);
  for (const [a, b] of pairs) {
    near[a].push(b);
    near[b].push(a);
  }
  const color = new Array(count).fill(-1);
  const sizes = new Array(colors).fill(0);
  const largest = balanced ? Math.ceil(count / colors) : count;
  const smallest = balanced ? Math.floor(count / colors) : 0;
  const excluded = (/** @type {number} */ piece) => new Set(near[piece].map((each) => color[each]).filter((each) => each >= 0));
  const extend = (/** @type {number} */ left) => {
    if (!left) return Math.min(...sizes) >= smallest;
    // the piece with the fewest colors left, of those the one with most neighbors
    let piece = -1;
    let most = -1;
    for (let each = 0; each < count; each += 1) {
      const weight = color[each] < 0 ? excluded(each).size * (count + 1) + near[each].length : -1;
      if (weight > most) [piece, most] = [each, weight];
    }
    const forbidden = excluded(piece);
    const used = sizes.filter(Boolean).length;
    for (let each = 0; each < Math.min(used + 1, colors); each += 1) {
      if (forbidden.has(each) || sizes[each] >= largest) continue;
      color[piece] = each;
      sizes[each] += 1;
      if (extend(left - 1)) return true;
      color[piece] = -1;
      sizes[each] -= 1;
    }
    return false;
  };
  return extend(count);
}
