// The conditions on the values in regions: what they are with some placements, and whether they can still be met.

// The values that placements show, by cell; null for a covered cell without a value.
export function valuesAt(puzzle, indices) {
  const values = new Map();
  for (const { cells, shown } of indices.map((index) => puzzle.placements[index])) {
    cells.forEach((cell, k) => {
      const value = shown ? puzzle.dots[shown[k] - 1]?.value : undefined;
      values.set(cell, value === undefined ? null : Number(value));
    });
  }
  return values;
}

// {number, isBegun, isMet, isViolated} of a region: its sum or count so far, or null; whether its condition holds, and
// whether no further piece can change that it does not. `isFree(cell)`: a piece may still cover the cell.
export function regionState({ cells, kind, minimum, maximum, value }, values, isFree) {
  const shown = cells.map((cell) => values.get(cell)).filter((each) => each !== undefined && each !== null);
  const isFull = !cells.some((cell) => !values.has(cell) && isFree(cell));
  const isBegun = shown.length > 0;
  if (kind === "equal" || kind === "different") {
    const isMet = kind === "equal" ? new Set(shown).size < 2 : new Set(shown).size === shown.length;
    return { number: null, isBegun, isMet, isViolated: !isMet };
  }
  const number = kind === "sum" ? shown.reduce((a, b) => a + b, 0) : shown.filter((each) => each === value).length;
  const isOver = maximum !== null && number > maximum;
  return { number, isBegun, isMet: number >= minimum && !isOver, isViolated: isOver || (isFull && number < minimum) };
}
