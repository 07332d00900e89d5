// Cells on the page: a flat board as it is, the layers of a solid board side by side.

export const UNIT = 40; // units of a drawing in the side of a cell: those of all paths

// {polygons, middles, width, height, layers: [[x, y] of each], offsets, size: [width, height] of one}; the board starts at
// 0, 0. `across` layers form a row (0: automatic); a single column has the lowest layer at the bottom. `offsets` lead from
// the coordinates of a layer to those of the drawing.
export function flatLayout(puzzle, { gap = 0.9, across = 0 } = {}) {
  const { shapes, cells, layer, box: [left, top, width, height] } = puzzle;
  const count = puzzle.layers.length;
  const perRow = across || (count <= 3 ? count : Math.ceil(Math.sqrt(count)));
  const layers = puzzle.layers.map((_, number) => {
    const place = perRow === 1 ? count - 1 - number : number;
    return [(place % perRow) * (width + gap), Math.floor(place / perRow) * (height + gap)];
  });
  const offsets = layers.map(([x, y]) => [x - left, y - top]);
  const put = (cell, [x, y]) => [x + offsets[layer[cell]][0], y + offsets[layer[cell]][1]];
  const [columns, lines] = [Math.min(perRow, count), Math.ceil(count / perRow)];
  return {
    polygons: cells.map(([shape, x, y], cell) => shapes[shape].polygon.map(([dx, dy]) => put(cell, [x + dx, y + dy]))),
    middles: cells.map(([, x, y], cell) => put(cell, [x, y])),
    width: columns * width + (columns - 1) * gap,
    height: lines * height + (lines - 1) * gap,
    layers, offsets, size: [width, height],
  };
}

// The parts of a placement, one for each of its layers: {d, at: where the path starts, name: the cell with its name}.
export function partsOf(puzzle, layout, { outline, cells }) {
  const [, x, y] = puzzle.cells[cells[0]];
  return puzzle.outlines[outline].map(([d, named]) => {
    const [dx, dy] = layout.offsets[puzzle.layer[cells[named]]];
    return { d, at: [x + dx, y + dy], name: cells[named] };
  });
}

export function isInside([x, y], polygon) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [[ax, ay], [bx, by]] = [polygon[i], polygon[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
