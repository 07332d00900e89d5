// The symmetries of the board: permutations of placements and of cells, composed from a few of them.

import { readNumbers } from "./numbers.js";

// {order, placements, cells, back, cellsBack}: each a permutation for every element; `back` are the inverse ones.
// Element 0 is the identity; words[i] makes element i + 1 of an earlier element and a generator.
export function readGroup({ words, placements, cells }, placementCount, cellCount) {
  const composed = (tables, size) => {
    const generators = tables.map(readNumbers);
    const elements = [Uint32Array.from({ length: size }, (_, i) => i)];
    for (const [earlier, generator] of words) {
      elements.push(elements[earlier].map((image) => generators[generator][image]));
    }
    return elements;
  };
  const inverse = (permutation) => {
    const back = new Uint32Array(permutation.length);
    permutation.forEach((image, i) => { back[image] = i; });
    return back;
  };
  const moves = composed(placements, placementCount);
  const cellMoves = composed(cells, cellCount);
  return {
    order: moves.length,
    placements: moves, back: moves.map(inverse),
    cells: cellMoves, cellsBack: cellMoves.map(inverse),
  };
}
