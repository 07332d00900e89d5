// A game on the board: which placements lie there, which cells are to stay empty, undo and redo.

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

  used(tile) {
    return this.placed.reduce((total, index) => total + (this.puzzle.placements[index].tile === tile), 0);
  }

  remaining(tile) { return this.puzzle.tiles[tile].maximum - this.used(tile); }

  // Cells that no piece may cover: those taken away from the start and those left empty by choice.
  isShut(cell) { return this.puzzle.left.includes(cell) || this.left.includes(cell); }

  // Whether a placement can be put down, as if one that lies there were taken up before.
  isFree(index, instead = null) {
    const { tile, cells } = this.puzzle.placements[index];
    if (instead === null && this.remaining(tile) < 1) return false;
    const owners = this.owners();
    return cells.every((cell) => (owners[cell] < 0 || owners[cell] === instead) && !this.isShut(cell))
      && this.isWithinLimits(index, this.limitCounts(instead));
  }

  // How many of the placements that lie there count for each limit.
  limitCounts(without = null) {
    const counts = this.puzzle.limits.map(() => 0);
    for (const index of this.placed) if (index !== without) for (const limit of this.puzzle.limitsOf.get(index) || []) counts[limit] += 1;
    return counts;
  }

  isWithinLimits(index, counts) {
    return (this.puzzle.limitsOf.get(index) || []).every((limit) => counts[limit] < this.puzzle.limits[limit].maximum);
  }

  // All placements that may be put down now.
  open() {
    const owners = this.owners();
    const closed = this.puzzle.cells.map((_, cell) => owners[cell] >= 0 || this.isShut(cell));
    const { placements, tiles, byTile } = this.puzzle;
    const counts = this.limitCounts();
    return tiles.flatMap((_, tile) => (this.remaining(tile) < 1 ? []
      : byTile[tile].filter((index) => placements[index].cells.every((cell) => !closed[cell]) && this.isWithinLimits(index, counts))));
  }

  place(index) {
    if (!this.isFree(index)) return false;
    this.become({ ...this.state, placed: [...this.placed, index] });
    return true;
  }

  // Take a placement off the board; what is given stays.
  lift(index) {
    if (this.locked.has(index) || !this.placed.includes(index)) return false;
    this.become({ ...this.state, placed: this.placed.filter((other) => other !== index) });
    return true;
  }

  // Put a placed piece somewhere else, as one step.
  move(from, to) {
    if (this.locked.has(from) || !this.placed.includes(from)) return false;
    if (from === to || !this.isFree(to, from)) return false;
    this.become({ ...this.state, placed: [...this.placed.filter((other) => other !== from), to] });
    return true;
  }

  // A cell that is to stay empty, or not any more.
  toggleLeft(cell) {
    const isLeft = this.left.includes(cell);
    if (this.puzzle.left.includes(cell) || (!isLeft && this.owners()[cell] >= 0)) return false;
    this.become({ ...this.state, left: isLeft ? this.left.filter((c) => c !== cell) : [...this.left, cell] });
    return true;
  }

  // Leave exactly these cells empty; pieces on them come off.
  leave(cells) {
    const covers = (index) => [...this.puzzle.placements[index].cells].some((cell) => cells.includes(cell));
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

  // Take up a state from elsewhere (a link), as far as it is possible on this board.
  restore(placed, left) {
    const kept = this.state;
    this.state = { placed: [...this.puzzle.given], left: left.filter((cell) => this.puzzle.names[cell] !== undefined) };
    for (const index of placed) {
      if (this.puzzle.placements[index] && this.isFree(index)) this.state = { ...this.state, placed: [...this.placed, index] };
    }
    const restored = this.state;
    this.state = kept;
    if (JSON.stringify(restored) !== JSON.stringify(kept)) this.become(restored);
  }

  // Whether what lies there is a solution.
  isDone() {
    const owners = this.owners();
    const { required, tiles, limits } = this.puzzle;
    const counts = this.limitCounts();
    return limits.every(({ minimum }, limit) => counts[limit] >= minimum) && this.placed.length > 0 && tiles.every((tile, index) => this.used(index) >= tile.minimum)
      && required.every((must, cell) => !must || owners[cell] >= 0);
  }
}
