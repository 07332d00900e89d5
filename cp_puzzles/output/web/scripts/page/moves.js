// The moves that take a solution apart where its pieces cannot leave one by one along straight lines, as the program found them.

// The plan of placements, as `Assembly.takenApart` returns one; null if the page has no moves for them. A step with a
// `distance` does not leave; one that `stays` leaves as a group that later steps take apart.
export function movesOf({ moves = {} }, placements) {
  const found = moves[[...placements].sort((a, b) => a - b).join()];
  if (!found) return null;
  const steps = found.map(([ids, vector, leaves]) => {
    const length = Math.hypot(...vector);
    const pieces = ids.map((id) => placements.indexOf(id));
    return { pieces, direction: vector.map((x) => x / length), distance: leaves ? undefined : length, stays: pieces.length > 1 };
  });
  return { steps, left: [], blocked: [] };
}

// The step after which a piece is out of sight; -1 if it stays.
export const lastStep = (steps, piece) => steps.findLastIndex((step) => step.distance === undefined && !step.stays && step.pieces.includes(piece));

// How far a piece has come after `taken` steps: moves in full, the way out up to `far`.
export function offsetOf(steps, piece, taken, far) {
  const offset = [0, 0, 0];
  steps.forEach(({ pieces, direction, distance }, number) => {
    const share = Math.max(0, Math.min(1, taken - number));
    if (!share || !pieces.includes(piece)) return;
    const length = distance ?? far * (1 - 0.3 * share);
    direction.forEach((x, axis) => { offset[axis] += share * length * x; });
  });
  return offset;
}
