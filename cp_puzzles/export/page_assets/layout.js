// Cells as polygons on the page: a flat board as it is, the layers of a solid one side by side.

const ROUND = 20; // corners of the polygon that stands for a ball

// The polygon of a cell [shape, x, y, (z)] seen from above.
export function polygonOf(shapes, [shape, x, y]) {
  const { polygon, radius, vertices } = shapes[shape];
  if (polygon) return polygon.map(([dx, dy]) => [x + dx, y + dy]);
  if (radius) {
    return Array.from({ length: ROUND }, (_, i) => (2 * Math.PI * i) / ROUND)
      .map((turn) => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]);
  }
  return hull(vertices.map(([dx, dy]) => [x + dx, y + dy]));
}

// The convex hull of points, its area positive as `outline` wants it.
function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const [x, y] of list) {
      while (chain.length > 1) {
        const [[ax, ay], [bx, by]] = chain.slice(-2);
        if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9) break;
        chain.pop();
      }
      chain.push([x, y]);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

export function bounds(points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

// {polygons, middles, width, height, layers: [[x, y] of each], size: [width, height] of one}; the board starts at 0, 0.
// `across` layers stand in a row (0: as suits); in a single column they are stacked as they lie, the lowest below.
export function flatLayout(puzzle, { gap = 0.9, across = 0 } = {}) {
  const { shapes, cells, layer } = puzzle;
  const flat = cells.map((cell) => polygonOf(shapes, cell));
  const { left, top, width, height } = bounds(flat.flat());
  const count = puzzle.layers.length;
  const perRow = across || (count <= 3 ? count : Math.ceil(Math.sqrt(count)));
  const places = puzzle.layers.map((_, number) => {
    const place = perRow === 1 ? count - 1 - number : number;
    return [(place % perRow) * (width + gap), Math.floor(place / perRow) * (height + gap)];
  });
  const put = (cell, [x, y]) => [x - left + places[layer[cell]][0], y - top + places[layer[cell]][1]];
  const columns = Math.min(perRow, count);
  const lines = Math.ceil(count / perRow);
  return {
    polygons: flat.map((polygon, cell) => polygon.map((point) => put(cell, point))),
    middles: cells.map(([, x, y], cell) => put(cell, [x, y])),
    width: columns * width + (columns - 1) * gap,
    height: lines * height + (lines - 1) * gap,
    layers: places,
    size: [width, height],
  };
}

export const average = (points) => points[0].map((_, axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);

// Whether a point is inside a polygon.
export function isInside([x, y], polygon) {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [[ax, ay], [bx, by]] = [polygon[i], polygon[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
