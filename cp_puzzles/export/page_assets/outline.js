// The outline of a set of flat cells [row, column] as an SVG path, drawn in by `inset`, corners rounded by `radius`.

const SIDES = [[0, 0, 1, 0, -1, 0], [1, 0, 1, 1, 0, 1], [1, 1, 0, 1, 1, 0], [0, 1, 0, 0, 0, -1]];

function outlineLoops(cells) {
  const inside = new Set(cells.map(([row, column]) => `${row},${column}`));
  const leaving = new Map();
  for (const [row, column] of cells) {
    for (const [x0, y0, x1, y1, down, right] of SIDES) {
      if (inside.has(`${row + down},${column + right}`)) continue;
      const from = `${column + x0},${row + y0}`;
      const edge = { x: column + x0, y: row + y0, dx: x1 - x0, dy: y1 - y0, to: `${column + x1},${row + y1}` };
      leaving.set(from, [...(leaving.get(from) || []), edge]);
    }
  }
  const loops = [];
  for (const [corner, start] of leaving) {
    while (start.length) {
      const loop = [];
      let edge = start.pop();
      while (edge) {
        loop.push(edge);
        const rest = leaving.get(edge.to);
        // Where two cells touch in a corner only, turning right stays on the same cell.
        const { dx, dy } = edge;
        const right = rest.findIndex((next) => next.dx === -dy && next.dy === dx);
        if (right < 0 && edge.to === corner) break;
        edge = rest.splice(Math.max(right, 0), 1)[0];
      }
      loops.push(loop);
    }
  }
  return loops;
}

function outlinePath(cells, { scale = 1, x = 0, y = 0, inset = 0.03, radius = 0.16 } = {}) {
  const number = (value) => String(Math.round(value * 100) / 100);
  const point = (px, py) => `${number(x + scale * px)} ${number(y + scale * py)}`;
  return outlineLoops(cells).map((loop) => {
    const corners = loop.filter((edge, i) => {
      const before = loop[(i || loop.length) - 1];
      return before.dx !== edge.dx || before.dy !== edge.dy;
    });
    return corners.map((edge, i) => {
      const before = corners[(i || corners.length) - 1];
      const cx = edge.x + inset * (-before.dy - edge.dy);
      const cy = edge.y + inset * (before.dx + edge.dx);
      return `${i ? "L" : "M"}${point(cx - radius * before.dx, cy - radius * before.dy)}`
        + `Q${point(cx, cy)} ${point(cx + radius * edge.dx, cy + radius * edge.dy)}`;
    }).join("") + "Z";
  }).join("");
}

// Where the layers of a board go when they are laid side by side, in cells: {columns, width, height, at(layer)}.
// Laid out in one column they are stacked as they lie, the lowest at the bottom.
function layerLayout([layers, rows, columns], gap, across = 0) {
  const perRow = across || (layers <= 3 ? layers : Math.ceil(Math.sqrt(layers)));
  const lines = Math.ceil(layers / perRow);
  return {
    width: perRow * columns + (perRow - 1) * gap,
    height: lines * rows + (lines - 1) * gap,
    at(layer) {
      const place = perRow === 1 ? layers - 1 - layer : layer;
      return [(place % perRow) * (columns + gap), Math.floor(place / perRow) * (rows + gap)];
    },
  };
}

// The path of one option over all layers of a layout.
function optionPath(puzzle, cells, layout, style) {
  const byLayer = new Map();
  for (const cell of cells) {
    const [layer, row, column] = puzzle.cells[cell];
    byLayer.set(layer, [...(byLayer.get(layer) || []), [row, column]]);
  }
  return [...byLayer].map(([layer, flat]) => {
    const [dx, dy] = layout.at(layer);
    const scale = style.scale || 1;
    return outlinePath(flat, { ...style, x: (style.x || 0) + scale * dx, y: (style.y || 0) + scale * dy });
  }).join("");
}
