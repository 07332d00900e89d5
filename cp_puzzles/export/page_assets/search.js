// A way to finish a game, searched for where the page carries no list of all solutions.

// Yields now and then; returns the placements that finish the game, or null if there are none.
export function* finish(play) {
  const { puzzle } = play;
  const { placements, tiles } = puzzle;
  const used = tiles.map((_, tile) => play.used(tile));
  const owners = play.owners();
  const isEmpty = puzzle.cells.map((_, cell) => owners[cell] < 0 && !play.isShut(cell));
  const area = tiles.reduce((total, tile, i) => total + Math.max(0, tile.minimum - used[i]) * tile.orientations[0].length, 0);
  const tight = area === isEmpty.filter(Boolean).length;
  const must = isEmpty.map((empty, cell) => empty && (tight || Boolean(puzzle.required[cell])));
  const counts = play.limitCounts();
  const limitsOf = (index) => puzzle.limitsOf.get(index) || [];
  const chosen = [];
  let nodes = 0;

  function* search(alive) {
    nodes += 1;
    if (nodes % 200 === 0) yield nodes;
    const ways = new Int32Array(must.length + tiles.length);
    for (const index of alive) {
      const { tile, cells } = placements[index];
      ways[must.length + tile] += 1;
      for (const cell of cells) ways[cell] += 1;
    }
    let [best, fewest] = [-1, Infinity];
    must.forEach((needed, cell) => { if (needed && ways[cell] < fewest) [best, fewest] = [cell, ways[cell]]; });
    tiles.forEach((tile, i) => {
      const missing = tile.minimum - used[i];
      const left = ways[must.length + i];
      if (missing > 0 && (left < missing || (best < 0 && left < fewest))) [best, fewest] = [must.length + i, left < missing ? 0 : left];
    });
    const lacking = puzzle.limits.findIndex(({ minimum }, limit) => counts[limit] < minimum);
    if (best < 0 && lacking < 0) return [...chosen];
    const isBranch = best < 0 ? (index) => limitsOf(index).includes(lacking)
      : best < must.length ? (index) => placements[index].cells.includes(best) : (index) => placements[index].tile === best - must.length;
    if (!fewest) return null;
    for (const index of alive) {
      const { tile, cells } = placements[index];
      if (!isBranch(index)) continue;
      const needed = cells.filter((cell) => must[cell]);
      for (const cell of needed) must[cell] = false;
      used[tile] += 1;
      for (const limit of limitsOf(index)) counts[limit] += 1;
      chosen.push(index);
      const closed = new Set(cells);
      const found = yield* search(alive.filter((other) => {
        const next = placements[other];
        return (next.tile !== tile || used[tile] < tiles[tile].maximum) && !next.cells.some((cell) => closed.has(cell))
          && play.isWithinLimits(other, counts);
      }));
      if (found) return found;
      chosen.pop();
      used[tile] -= 1;
      for (const limit of limitsOf(index)) counts[limit] -= 1;
      for (const cell of needed) must[cell] = true;
    }
    return null;
  }
  return yield* search(play.open());
}

// The same, for at most so many milliseconds at a stretch of time: {done, found}; `found` is undefined if time ran out.
export function finishWithin(play, milliseconds, now = () => performance.now()) {
  const search = finish(play);
  const end = now() + milliseconds;
  for (;;) {
    const { done, value } = search.next();
    if (done) return { known: true, found: value };
    if (now() > end) return { known: false, found: null };
  }
}
