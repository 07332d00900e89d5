// Conditions on where pieces lie. They ask for positions: a solution turned by an element of the board's group.
//
// A condition is {kind: "cell", tile, orientation, cell, wanted} (tile EMPTY: no piece; orientation null: any), or
// {kind: "placement", placement}: a piece lies exactly there.

import { EMPTY } from "./data.js";
import { addRows, countRows, hasRow, dropRows, joinRows, keepRows, newSet, rowsOf } from "./row_set.js";

// The placements of which one must, or none may, be in a position.
function markedBy(puzzle, { kind, tile, orientation, cell, placement }) {
  if (kind === "placement") return [placement];
  return puzzle.byCell[cell].filter((index) => {
    const found = puzzle.placements[index];
    return tile === EMPTY || (found.tile === tile && (orientation === null || found.orientation === orientation));
  });
}

// Of all positions of all solutions those that meet the conditions.
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
      (wanted ? keepRows : dropRows)(set, having);
    }
    return set;
  });
  return new Matches(puzzle, sets);
}

class Matches {
  constructor(puzzle, sets) {
    this.puzzle = puzzle;
    this.sets = sets;
    this.rows = rowsOf(sets.reduce((all, set) => joinRows(all, set), newSet(puzzle.solutions.count)));
    this.positions = sets.reduce((total, set) => total + countRows(set), 0);
  }

  // The place of a solution among those that match; -1 if it does not.
  indexOf(row) {
    let [low, high] = [0, this.rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return this.rows[low] === row ? low : -1;
  }

  // The elements of the group that turn a solution into a position that matches.
  elements(row) {
    return this.sets.flatMap((set, g) => (hasRow(set, row) ? [g] : []));
  }

  // In how many positions each placement lies.
  usage() {
    this.uses ??= this.counted();
    return this.uses;
  }

  counted() {
    const { group, solutions: { table, width } } = this.puzzle;
    const uses = new Float64Array(group.placements[0].length);
    const own = new Uint32Array(uses.length + 1);
    this.sets.forEach((set, g) => {
      own.fill(0);
      for (const row of rowsOf(set)) for (let i = row * width; i < (row + 1) * width; i += 1) own[table[i]] += 1;
      group.placements[g].forEach((image, placement) => { uses[image] += own[placement + 1]; });
    });
    return uses;
  }
}

// The placements of a solution turned by an element of the group.
export function positioned(puzzle, row, element) {
  const images = puzzle.group.placements[element];
  return puzzle.solutions.placements(row).map((placement) => images[placement]);
}

export function conditionName(puzzle, condition) {
  if (condition.kind === "placement") return `${puzzle.tiles[puzzle.placements[condition.placement].tile].name} exactly so`;
  const { tile, orientation, cell, wanted } = condition;
  const name = tile === EMPTY ? "empty" : puzzle.tiles[tile].name + (orientation === null ? "" : ` turned so (${orientation + 1})`);
  return `${name} ${wanted ? "on" : "not on"} ${puzzle.names[cell]}`;
}
