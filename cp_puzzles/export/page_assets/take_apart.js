// An order in which pieces come off a box one at a time, each moved straight out, upwards if it can.

const WAYS_OUT = [[0, 1, 0], [0, 0, 1], [1, 0, 0], [-1, 0, 0], [0, 0, -1], [0, -1, 0]];

// The pieces (arrays of cells [x, y, z]) in the order in which they come off: [{piece, way, blocked}]. `blocked`
// says that no piece could leave alone at that point; the highest one is then taken by force.
function takeApart(pieces, extent) {
  const owner = new Map();
  pieces.forEach((cells, piece) => cells.forEach((cell) => owner.set(String(cell), piece)));
  const left = new Set(pieces.keys());
  const isFree = (piece, way) => pieces[piece].every((cell) => {
    let next = sum(cell, way);
    while (next.every((x, i) => x >= 0 && x < extent[i])) {
      const other = owner.get(String(next));
      if (other !== undefined && other !== piece && left.has(other)) return false;
      next = sum(next, way);
    }
    return true;
  });
  const height = (piece) => pieces[piece].reduce((total, cell) => total + cell[1], 0) / pieces[piece].length;
  const order = [];
  while (left.size) {
    const highest = [...left].sort((a, b) => height(b) - height(a) || a - b);
    let found = null;
    for (const way of WAYS_OUT) {
      const piece = highest.find((candidate) => isFree(candidate, way));
      if (piece !== undefined) { found = { piece, way, blocked: false }; break; }
    }
    found ??= { piece: highest[0], way: WAYS_OUT[0], blocked: true };
    left.delete(found.piece);
    order.push(found);
  }
  return order;
}
