// Conditions on positions: images of solutions under symmetries of the board. How often a piece covers each cell.
//
// A condition is {kind: "cell", tile, orientation, cell, wanted} (tile EMPTY: no piece; orientation null: any), or
// {kind: "placement", placement}.

import { EMPTY } from "./data.js";
import { addRows, combine, countRows, hasRow, newSet, rowsOf, sum } from "./numbers.js";

// The placements of which a position must have one, or must have none.
function markedBy(puzzle, { kind, tile, orientation, cell, placement }) {
  if (kind === "placement") return [placement];
  return puzzle.byCell[cell].filter((index) => isOf(puzzle.placements[index], tile, orientation));
}

// A test of a placement of a tile in an orientation, null for any; of any tile for EMPTY.
const isOf = (placement, tile, orientation) => tile === EMPTY || (placement.tile === tile && (orientation === null || placement.orientation === orientation));

// The positions of all solutions that meet the conditions.
export function match(puzzle, conditions) {
  const { group, solutions } = puzzle;
  const marked = conditions.map((condition) => ({
    placements: markedBy(puzzle, condition),
    wanted: condition.kind === "placement" || condition.wanted === (condition.tile !== EMPTY),
  }));
  const sets = solutions.own.map((own, g) => {
    const set = own.slice();
    for (const { placements, wanted } of marked) {
      const having = newSet(solutions.count);
      for (const placement of placements) addRows(having, solutions.having(group.back[g][placement]));
      combine(set, having, wanted ? (a, b) => a & b : (a, b) => a & ~b);
    }
    return set;
  });
  return new Matches(puzzle, sets);
}

class Matches {
  constructor(puzzle, sets) {
    this.puzzle = puzzle;
    this.sets = sets;
    this.rows = rowsOf(sets.reduce((all, set) => combine(all, set, (a, b) => a | b), newSet(puzzle.solutions.count)));
    this.positions = sum(sets.map(countRows));
  }

  // The rank of a solution among those that match; -1 if it does not.
  indexOf(row) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return this.rows[low] === row ? low : -1;
  }

  // The elements of the group whose images of a solution match.
  elements(row) {
    return this.sets.flatMap((set, g) => (hasRow(set, row) ? [g] : []));
  }

  // The first position of a solution that matches.
  position(row) { return positioned(this.puzzle, row, this.elements(row)[0]); }

  // For each placement the number of matching positions that have it.
  usage() { return this.uses ??= this.countUses(); }

  countUses() {
    const { group, solutions: { table, width } } = this.puzzle;
    const uses = new Float64Array(group.placements[0].length);
    const counts = new Uint32Array(uses.length + 1);
    this.sets.forEach((set, g) => {
      counts.fill(0);
      for (const row of rowsOf(set)) for (let i = row * width; i < (row + 1) * width; i += 1) counts[table[i]] += 1;
      group.placements[g].forEach((image, placement) => { uses[image] += counts[placement + 1]; });
    });
    return uses;
  }
}

// The image of a solution under an element of the group.
export function positioned(puzzle, row, element) {
  const images = puzzle.group.placements[element];
  return puzzle.solutions.placements(row).map((placement) => images[placement]);
}

export function conditionName(puzzle, condition) {
  if (condition.kind === "placement") return `${puzzle.tiles[puzzle.placements[condition.placement].tile].name} exactly here`;
  const { tile, orientation, cell, wanted } = condition;
  const name = tile === EMPTY ? "empty" : puzzle.tiles[tile].name + (orientation === null ? "" : ` in orientation ${orientation + 1}`);
  return `${name} ${wanted ? "on" : "not on"} ${puzzle.names[cell]}`;
}

// For each cell the number of positions in which the tile covers it, in one orientation or (null) any; or nothing does.
export function heatOf(matches, tile, orientation = null) {
  const { puzzle, positions } = matches;
  const heat = new Float64Array(puzzle.cells.length);
  matches.usage().forEach((uses, index) => {
    const placement = puzzle.placements[index];
    if (uses && isOf(placement, tile, orientation)) for (const cell of placement.cells) heat[cell] += uses;
  });
  return tile === EMPTY ? heat.map((covered) => positions - covered) : heat;
}

export const isUniform = (heat) => heat.every((number) => number === heat[0]);

// The orientations of a tile in positions that match, most frequent first.
export function orientationsUsed(matches, tile) {
  const { puzzle } = matches;
  const uses = puzzle.tiles[tile].orientations.map(() => 0);
  const usage = matches.usage();
  for (const index of puzzle.byTile[tile]) uses[puzzle.placements[index].orientation] += usage[index];
  return uses.map((_, orientation) => orientation).filter((o) => uses[o]).sort((a, b) => uses[b] - uses[a] || a - b);
}
