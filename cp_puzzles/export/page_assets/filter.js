// Conditions on where pieces lie. A condition is {kind, tile, cell | option, wanted}; tile EMPTY stands for no piece.

const EMPTY = -1;

function markedOptions(puzzle, condition) {
  return Uint8Array.from(puzzle.options, (option, index) => {
    if (condition.kind === "placement") return index === condition.option;
    if (condition.tile === EMPTY) return option.cells.includes(condition.cell);
    return option.tile === condition.tile && option.cells.includes(condition.cell);
  });
}

function filterSolutions(puzzle, conditions) {
  let kept = Uint32Array.from({ length: puzzle.solutions.count }, (_, index) => index);
  for (const condition of conditions) {
    const wanted = condition.tile === EMPTY ? !condition.wanted : condition.wanted;
    kept = puzzle.solutions.matching(markedOptions(puzzle, condition), wanted, kept);
  }
  return kept;
}

// For every cell, in how many of the solutions a copy of the tile (or nothing, for EMPTY) lies there.
function heatOf(puzzle, tile, among) {
  const heat = new Uint32Array(puzzle.cells.length);
  const uses = puzzle.solutions.usage(among, puzzle.options.length);
  puzzle.options.forEach((option, index) => {
    if (tile === EMPTY || option.tile === tile) for (const cell of option.cells) heat[cell] += uses[index];
  });
  return tile === EMPTY ? heat.map((covered) => among.length - covered) : heat;
}

function cellName(puzzle, cell) {
  const [layer, row, column] = puzzle.cells[cell].map((x) => x + 1);
  const label = puzzle.labels[cell];
  if (label) return label;
  return `${puzzle.isBox ? `layer ${layer}, ` : ""}row ${row}, column ${column}`;
}

function conditionName(puzzle, condition) {
  const name = condition.tile === EMPTY ? "empty" : puzzle.tiles[condition.tile].name;
  if (condition.kind === "placement") return `${name} exactly there`;
  return `${name} ${condition.wanted ? "on" : "not on"} ${cellName(puzzle, condition.cell)}`;
}
