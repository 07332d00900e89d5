// A search for the ways to finish a game, for pages without a list of all solutions.

// Yields every 200 nodes; returns the placements that finish the game, or null if there are none. Each way is visited
// once, until `isEnough(placements)` is true: by default the first one.
export function* finish(play, isEnough = () => true) {
  const { puzzle } = play;
  const { placements, tiles } = puzzle;
  const used = tiles.map((_, tile) => play.used(tile));
  const owners = play.owners();
  const isEmpty = puzzle.cells.map((_, cell) => owners[cell] < 0 && !play.isClosed(cell));
  const isTight = play.missingArea() === isEmpty.filter(Boolean).length;
  const required = isEmpty.map((empty, cell) => empty && (isTight || Boolean(puzzle.required[cell])));
  const counts = play.limitCounts();
  if (puzzle.limits.some(({ maximum }, limit) => counts[limit] > maximum)) return null;
  const limitsOf = (index) => puzzle.limitsOf[index];
  const chosen = [];
  let nodes = 0;

  function* search(active) {
    nodes += 1;
    if (nodes % 200 === 0) yield nodes;
    const options = new Int32Array(required.length + tiles.length);
    for (const index of active) {
      const { tile, cells } = placements[index];
      options[required.length + tile] += 1;
      for (const cell of cells) options[cell] += 1;
    }
    let [best, fewest] = [-1, Infinity];
    required.forEach((needed, cell) => { if (needed && options[cell] < fewest) [best, fewest] = [cell, options[cell]]; });
    tiles.forEach((tile, i) => {
      const missing = tile.minimum - used[i];
      const left = options[required.length + i];
      if (missing > 0 && (left < missing || (best < 0 && left < fewest))) [best, fewest] = [required.length + i, left < missing ? 0 : left];
    });
    const lacking = puzzle.limits.findIndex(({ minimum }, limit) => counts[limit] < minimum);
    const isFinished = best < 0 && lacking < 0; // more pieces may follow all the same
    const regions = play.regionStates(chosen);
    if (regions.some(({ isViolated }) => isViolated)) return null;
    if (isFinished && regions.every(({ isMet }) => isMet) && isEnough([...chosen])) return [...chosen];
    const isBranch = isFinished ? () => true : best < 0 ? (index) => limitsOf(index).includes(lacking)
      : best < required.length ? (index) => placements[index].cells.includes(best) : (index) => placements[index].tile === best - required.length;
    if (!fewest) return null;
    const tried = new Set();
    for (const index of active) {
      const { tile, cells } = placements[index];
      if (!isBranch(index)) continue;
      const needed = cells.filter((cell) => required[cell]);
      for (const cell of needed) required[cell] = false;
      used[tile] += 1;
      for (const limit of limitsOf(index)) counts[limit] += 1;
      chosen.push(index);
      tried.add(index);
      const closed = new Set(cells);
      const solution = yield* search(active.filter((other) => {
        const next = placements[other];
        return !tried.has(other) && (next.tile !== tile || used[tile] < tiles[tile].maximum) && !next.cells.some((cell) => closed.has(cell))
          && play.isWithinLimits(other, counts);
      }));
      if (solution) return solution;
      chosen.pop();
      used[tile] -= 1;
      for (const limit of limitsOf(index)) counts[limit] -= 1;
      for (const cell of needed) required[cell] = true;
    }
    return null;
  }
  return yield* search(play.open());
}
