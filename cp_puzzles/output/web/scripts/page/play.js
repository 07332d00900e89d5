// A game on the board: the placements on it, the cells to leave empty, undo and redo.

import { sum } from "./numbers.js";
import { regionState, valuesAt } from "./regions.js";

export class Play {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.locked = new Set(puzzle.given);
    this.past = [];
    this.future = [];
    this.state = { placed: [...puzzle.given], left: [] };
  }

  get placed() { return this.state.placed; }

  get left() { return this.state.left; }

  // For each cell the placement that covers it, or -1.
  owners() {
    const owners = new Int32Array(this.puzzle.cells.length).fill(-1);
    for (const index of this.placed) for (const cell of this.puzzle.placements[index].cells) owners[cell] = index;
    return owners;
  }

  used(tile) { return sum(this.placed.map((index) => Number(this.puzzle.placements[index].tile === tile))); }

  remaining(tile) { return this.puzzle.tiles[tile].maximum - this.used(tile); }

  // Cells that no piece may cover: those left empty from the start and by choice.
  isClosed(cell) { return this.puzzle.left.includes(cell) || this.left.includes(cell); }

  // A test of a placement that may be added, after `instead` was removed.
  isFree(index, instead = null) { return this.obstacle(index, instead) === null; }

  // The reason why a placement cannot be added: "tile", "empty", "piece", "limit"; null if it can.
  obstacle(index, instead = null) {
    const { tile, cells } = this.puzzle.placements[index];
    if (instead === null && this.remaining(tile) < 1) return "tile";
    const owners = this.owners();
    if (cells.some((cell) => this.isClosed(cell))) return "empty";
    if (cells.some((cell) => owners[cell] >= 0 && owners[cell] !== instead)) return "piece";
    const { limits, limitsOf } = this.puzzle;
    const counts = this.limitCounts(instead);
    // the board marks sides that disagree, so a player may place them
    return limitsOf[index].every((limit) => limits[limit].marked || counts[limit] < limits[limit].maximum) ? null : "limit";
  }

  // For each limit the number of its placements on the board.
  limitCounts(without = null) {
    const counts = this.puzzle.limits.map(() => 0);
    for (const index of this.placed) if (index !== without) for (const limit of this.puzzle.limitsOf[index]) counts[limit] += 1;
    return counts;
  }

  isWithinLimits(index, counts) {
    return this.puzzle.limitsOf[index].every((limit) => counts[limit] < this.puzzle.limits[limit].maximum);
  }

  // All placements that may be added now.
  open() {
    const owners = this.owners();
    const closed = this.puzzle.cells.map((_, cell) => owners[cell] >= 0 || this.isClosed(cell));
    const { placements, tiles, byTile } = this.puzzle;
    const counts = this.limitCounts();
    return tiles.flatMap((_, tile) => (this.remaining(tile) < 1 ? []
      : byTile[tile].filter((index) => placements[index].cells.every((cell) => !closed[cell]) && this.isWithinLimits(index, counts))));
  }

  // The number of cells that the pieces still to be placed cover at least.
  missingArea() {
    return sum(this.puzzle.tiles.map((tile, i) => Math.max(0, tile.minimum - this.used(i)) * tile.orientations[0].length));
  }

  place(index) {
    if (!this.isFree(index)) return false;
    this.become({ ...this.state, placed: [...this.placed, index] });
    return true;
  }

  // Take a placement off the board; given ones stay.
  lift(index) {
    if (this.locked.has(index) || !this.placed.includes(index)) return false;
    this.become({ ...this.state, placed: this.placed.filter((other) => other !== index) });
    return true;
  }

  // Move a piece on the board, as one step.
  move(from, to) {
    if (this.locked.has(from) || !this.placed.includes(from)) return false;
    if (from === to || !this.isFree(to, from)) return false;
    this.become({ ...this.state, placed: [...this.placed.filter((other) => other !== from), to] });
    return true;
  }

  // Leave a cell empty, or no longer.
  toggleLeft(cell) {
    const isLeft = this.left.includes(cell);
    if (this.puzzle.left.includes(cell) || (!isLeft && this.owners()[cell] >= 0)) return false;
    this.become({ ...this.state, left: isLeft ? this.left.filter((c) => c !== cell) : [...this.left, cell] });
    return true;
  }

  // Leave exactly these cells empty; pieces on them are taken off.
  leave(cells) {
    const covers = (index) => this.puzzle.placements[index].cells.some((cell) => cells.includes(cell));
    const placed = this.placed.filter((index) => this.locked.has(index) || !covers(index));
    this.become({ placed, left: cells.filter((cell) => !this.puzzle.left.includes(cell)) });
  }

  clear() { this.become({ ...this.state, placed: [...this.puzzle.given] }); }

  become(state) {
    this.past.push(this.state);
    this.future = [];
    this.state = state;
  }

  undo() { return this.step(this.past, this.future); }

  redo() { return this.step(this.future, this.past); }

  step(from, to) {
    if (!from.length) return false;
    to.push(this.state);
    this.state = from.pop();
    return true;
  }

  // Take the state of a link, as far as it is possible on this board.
  restore(placed, left) {
    const before = this.state;
    this.state = { placed: [...this.puzzle.given], left: left.filter((cell) => this.puzzle.names[cell] !== undefined) };
    for (const index of placed) {
      if (this.puzzle.placements[index] && this.isFree(index)) this.state = { ...this.state, placed: [...this.placed, index] };
    }
    const restored = this.state;
    this.state = before;
    if (JSON.stringify(restored) !== JSON.stringify(before)) this.become(restored);
  }

  // The states of the regions with some more placements than those on the board.
  regionStates(more = []) {
    const { regions } = this.puzzle;
    if (!regions.length) return [];
    const values = valuesAt(this.puzzle, [...this.placed, ...more]);
    return regions.map((region) => regionState(region, values, (cell) => !this.isClosed(cell)));
  }

  isDone() {
    if (!this.regionStates().every(({ isMet }) => isMet)) return false;
    const owners = this.owners();
    const { required, tiles, limits } = this.puzzle;
    const counts = this.limitCounts();
    return limits.every(({ minimum, maximum }, limit) => counts[limit] >= minimum && counts[limit] <= maximum) && this.placed.length > 0
      && tiles.every((tile, index) => this.used(index) >= tile.minimum) && required.every((needed, cell) => !needed || owners[cell] >= 0);
  }
}
