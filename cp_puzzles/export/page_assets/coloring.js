// The colours of a colouring: pieces that lie near each other get different ones, as `rules/colorable.py` gives them.

const MOST_STEPS = 20000; // steps of a search that has to end while somebody waits

// A colour from 0 on for each of some pieces, given by their cells; null before a board is full, and where there is none.
export function coloringOf({ coloring, required }, cellsOf) {
  const owner = required.map(() => -1);
  cellsOf.forEach((cells, piece) => { for (const cell of cells) owner[cell] = piece; });
  if (required.some((needed, cell) => needed && owner[cell] < 0)) return null;
  const near = cellsOf.map(() => new Set());
  for (const [a, b] of coloring.near) {
    const [one, other] = [owner[a], owner[b]];
    if (one >= 0 && other >= 0 && one !== other) { near[one].add(other); near[other].add(one); }
  }
  return colored(near, coloring);
}

// Always the piece with the fewest colours left; of colours not used yet one is enough.
function colored(near, { colors, balanced }) {
  const number = near.length;
  const most = balanced ? Math.ceil(number / colors) : number;
  const least = balanced ? Math.floor(number / colors) : 0;
  const found = near.map(() => -1);
  const sizes = Array(colors).fill(0);
  const seen = near.map(() => Array(colors).fill(0));
  const shut = near.map(() => 0); // how many colours the neighbours of each piece have
  const put = (piece, color) => {
    const [own, step] = color >= 0 ? [color, 1] : [found[piece], -1];
    found[piece] = color;
    sizes[own] += step;
    for (const other of near[piece]) {
      seen[other][own] += step;
      if (seen[other][own] === (step > 0 ? 1 : 0)) shut[other] += step;
    }
  };
  const isBefore = (a, b) => b < 0 || shut[a] > shut[b] || (shut[a] === shut[b] && near[a].size > near[b].size);
  const choices = (piece) => {
    const used = sizes.filter((size) => size > 0).length;
    return sizes.map((_, color) => color).filter((color) => color <= used && !seen[piece][color] && sizes[color] < most).reverse();
  };
  const trail = []; // each piece with the colours that are still to be tried, the next one last
  const goesOn = () => {
    const { piece, left } = trail.at(-1);
    if (found[piece] >= 0) put(piece, -1);
    while (left.length) {
      put(piece, left.pop());
      if (trail.length < number || sizes.every((size) => size >= least)) return true;
      put(piece, -1);
    }
    return false;
  };
  for (let steps = 0; trail.length < number; steps += 1) {
    const piece = found.reduce((best, color, other) => (color < 0 && isBefore(other, best) ? other : best), -1);
    trail.push({ piece, left: choices(piece) });
    while (!goesOn()) {
      trail.pop();
      if (!trail.length) return null;
    }
    if (steps > MOST_STEPS) return null;
  }
  return found;
}
