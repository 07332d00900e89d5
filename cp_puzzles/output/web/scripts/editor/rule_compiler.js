// The compilation of rules to items and auxiliary options; see cp_puzzles/puzzle/rules/rule.py.

/** @import { BoardGeometry } from "./board_geometry.js" */
/** @typedef {{tile: number, cells: number[], shown?: Map<number, string>}} Piece  a placement: its cells as ascending numbers on the board, and what they show */
/** @typedef {{kind: string, places: number[][]}} Auxiliary  an option without a tile; places are sorted groups of cells */
/** @typedef {{name: string, rule: string, minimum: number, maximum: number | null, placements: number[], auxiliaries: string[]}} RuleItem */

/** @param {Auxiliary} auxiliary */
export const keyOf = ({ kind, places }) => `${kind} ${places.join(" ")}`;

/** The key of the image of an auxiliary under a permutation of cells. @param {Auxiliary} auxiliary @param {number[]} image */
export function movedKey({ kind, places }, image) {
  const moved = places.map((place) => place.map((cell) => image[cell]).sort((a, b) => a - b));
  return keyOf({ kind, places: moved.sort((a, b) => a[0] - b[0] || a[1] - b[1]) });
}

// References are numbers of placements; -1, -2, ... are the given placements in their order.
export class RuleCompiler {
  /**
   * @param {BoardGeometry} board @param {Set<number>} required the cells that every tiling covers
   * @param {Piece[]} placements @param {Piece[]} given @param {{minimum: number, maximum: number, name: string}[]} tiles
   */
  constructor(board, required, placements, given, tiles) {
    /** @type {BoardGeometry} */ this.board = board;
    this.tiles = tiles;
    this.required = required;
    /** @type {RuleItem[]} */ this.items = [];
    /** @type {Map<string, Auxiliary>} */ this.auxiliaries = new Map();
    this.rule = "";
    this.pieces = new Map([...placements.map((piece, k) => /** @type {[number, Piece]} */ ([k, piece])),
      ...given.map((piece, k) => /** @type {[number, Piece]} */ ([-1 - k, piece]))]);
    /** @type {Set<number>[]} */ this.covering = board.cells.map(() => new Set());
    /** @type {Set<number>[]} */ this.ofTile = tiles.map(() => new Set());
    for (const [reference, { tile, cells }] of this.pieces) {
      for (const cell of cells) this.covering[cell].add(reference);
      this.ofTile[tile].add(reference);
    }
  }

  get references() { return [...this.pieces.keys()]; }

  // The placements that cover both of two cells.
  /** @param {number} a @param {number} b */
  both(a, b) { return [...this.covering[a]].filter((reference) => this.covering[b].has(reference)); }

  /** A cell as the names of items write it. @param {number} cell */
  words(cell) { return `(${this.board.cells[cell].join(", ")})`; }

  /** Whether every tiling covers a cell. @param {number} cell */
  isCovered(cell) { return this.required.has(cell) || [...this.covering[cell]].some((reference) => reference < 0); }

  // The auxiliary of an empty cell, which gets its item; null if every tiling covers the cell.
  /** @param {number} cell @returns {Auxiliary | null} */
  empty(cell) {
    if (this.isCovered(cell)) return null;
    const empty = { kind: "empty", places: [[cell]] };
    if (!this.auxiliaries.has(keyOf(empty))) {
      this.add(`${this.words(cell)} is covered or empty`, this.covering[cell], { auxiliaries: [empty], minimum: 1, maximum: 1, rule: "" });
    }
    return empty;
  }

  // The auxiliary of a covered cell, which gets its items; null if every tiling covers the cell.
  /** @param {number} cell @returns {Auxiliary | null} */
  covered(cell) {
    const empty = this.empty(cell);
    const covered = empty && { kind: "covered", places: [[cell]] };
    if (covered && !this.auxiliaries.has(keyOf(covered))) {
      this.add(`${this.words(cell)} is not both`, [], { auxiliaries: [covered, empty], minimum: 1, maximum: 1, rule: "" });
    }
    return covered;
  }

  // Bound how many of some placements and auxiliaries are chosen; bounds that always hold add no item.
  /**
   * @param {string} name @param {Iterable<number>} members
   * @param {{auxiliaries?: (Auxiliary | null)[], minimum?: number, maximum?: number | null, rule?: string}} bounds
   */
  add(name, members, { auxiliaries = [], minimum = 0, maximum = null, rule = this.rule }) {
    const references = [...new Set(members)];
    const placements = references.filter((reference) => reference >= 0).sort((a, b) => a - b);
    const given = references.length - placements.length;
    const options = new Map(auxiliaries.flatMap((each) => (each ? [[keyOf(each), each]] : [])));
    for (const [key, each] of options) this.auxiliaries.set(key, each);
    const lower = Math.max(0, minimum - given);
    const upper = maximum === null || maximum - given >= placements.length + options.size ? null : maximum - given;
    // more placements are given than the bound allows
    if (upper !== null && upper < 0) this.items.push({ name, rule, minimum: 1, maximum: 1, placements: [], auxiliaries: [] });
    else if (lower || upper !== null) this.items.push({ name, rule, minimum: lower, maximum: upper, placements, auxiliaries: [...options.keys()] });
  }
}
