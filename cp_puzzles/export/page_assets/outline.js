// The outline of some polygons that meet side to side, as an SVG path, drawn in by `inset`, corners rounded by `radius`.

const PLACES = 1000;
const keyOf = ([x, y]) => `${Math.round(x * PLACES)},${Math.round(y * PLACES)}`;

const signedArea = (polygon) => polygon.reduce((area, [x, y], i) => {
  const [nextX, nextY] = polygon[(i + 1) % polygon.length];
  return area + (x * nextY - nextX * y) / 2;
}, 0);

export const areaOf = (polygon) => Math.abs(signedArea(polygon));

const isClockwise = (polygon) => signedArea(polygon) > 0;

// The sides that belong to one polygon only, each with its direction; the inside is to the right of it on the page.
function openSides(polygons) {
  const sides = new Map();
  for (const polygon of polygons) {
    const ordered = isClockwise(polygon) ? polygon : [...polygon].reverse();
    ordered.forEach((from, i) => {
      const to = ordered[(i + 1) % ordered.length];
      const [start, end] = [keyOf(from), keyOf(to)];
      if (start === end) return;
      if (sides.delete(`${end}>${start}`)) return;
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      sides.set(`${start}>${end}`, { from, start, end, dx: (to[0] - from[0]) / length, dy: (to[1] - from[1]) / length });
    });
  }
  return [...sides.values()];
}

// Loops of sides. Where the outline touches itself in a corner the sharpest turn inwards stays on the same polygon.
export function outlineLoops(polygons) {
  const leaving = new Map();
  for (const side of openSides(polygons)) leaving.set(side.start, [...(leaving.get(side.start) || []), side]);
  const loops = [];
  for (const [corner, waiting] of leaving) {
    while (waiting.length) {
      const loop = [];
      let side = waiting.pop();
      while (side) {
        loop.push(side);
        const { dx, dy, end } = side;
        const rest = leaving.get(end);
        if (!rest || !rest.length) break;
        const turns = rest.map((next) => Math.atan2(dx * next.dy - dy * next.dx, dx * next.dx + dy * next.dy));
        const best = turns.indexOf(Math.max(...turns));
        const first = loop[0];
        const closing = Math.atan2(dx * first.dy - dy * first.dx, dx * first.dx + dy * first.dy);
        if (end === corner && closing >= turns[best]) break;
        side = rest.splice(best, 1)[0];
      }
      loops.push(loop);
    }
  }
  return loops;
}

// The corners of a loop with their inset points, and the ways in and out.
function corners(loop, inset) {
  const bends = loop.filter((side, i) => {
    const before = loop[(i || loop.length) - 1];
    return before.dx * side.dx + before.dy * side.dy < 0.9999;
  });
  return bends.map((side, i) => {
    const before = bends[(i || bends.length) - 1];
    const share = inset / Math.max(0.2, 1 + before.dx * side.dx + before.dy * side.dy);
    const [x, y] = side.from;
    return { before, after: side, x: x + share * (-before.dy - side.dy), y: y + share * (before.dx + side.dx) };
  });
}

export function outlinePath(polygons, { scale = 1, x = 0, y = 0, inset = 0.03, radius = 0.16 } = {}) {
  const number = (value) => String(Math.round(value * 100) / 100);
  const point = (px, py) => `${number(x + scale * px)} ${number(y + scale * py)}`;
  return outlineLoops(polygons).map((loop) => {
    const bends = corners(loop, inset);
    return bends.map((bend, i) => {
      const [last, next] = [bends[(i || bends.length) - 1], bends[(i + 1) % bends.length]];
      const into = Math.min(radius, 0.48 * Math.hypot(bend.x - last.x, bend.y - last.y));
      const out = Math.min(radius, 0.48 * Math.hypot(next.x - bend.x, next.y - bend.y));
      return `${i ? "L" : "M"}${point(bend.x - into * bend.before.dx, bend.y - into * bend.before.dy)}`
        + `Q${point(bend.x, bend.y)} ${point(bend.x + out * bend.after.dx, bend.y + out * bend.after.dy)}`;
    }).join("") + "Z";
  }).join("");
}

// A band between two points: what joins the balls of one piece.
export function neckPath([ax, ay], [bx, by], width, { scale = 1, x = 0, y = 0 } = {}) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [nx, ny] = [(-(by - ay) / length) * width, ((bx - ax) / length) * width];
  const points = [[ax - nx, ay - ny], [bx - nx, by - ny], [bx + nx, by + ny], [ax + nx, ay + ny]];
  return `M${points.map(([px, py]) => `${(x + scale * px).toFixed(2)} ${(y + scale * py).toFixed(2)}`).join("L")}Z`;
}

// What joins edges that meet in a point alone: bands from their middles to the point.
export function jointPath(polygons, middles, style = {}) {
  const width = Math.sqrt(areaOf(polygons[0])) * 0.2;
  return polygons.flatMap((polygon, i) => polygons.slice(i + 1).flatMap((other, k) => {
    const shared = common(polygon, other);
    return shared.length === 1 ? [i, i + 1 + k].map((end) => neckPath(middles[end], shared[0], width, style)) : [];
  })).join("");
}

function common(polygon, other) {
  const keys = new Set(other.map(keyOf));
  return polygon.filter((corner) => keys.has(keyOf(corner)));
}

// Whether some cells that count as touching meet in a point alone, as edges do.
export function isOfEdges(puzzle) {
  puzzle.ofEdges ??= puzzle.cells.some(([shape, x, y], cell) => {
    const at = ([kind, cx, cy]) => (puzzle.shapes[kind].polygon || []).map(([dx, dy]) => [cx + dx, cy + dy]);
    return puzzle.touching[cell].some((next) => common(at([shape, x, y]), at(puzzle.cells[next])).length === 1);
  });
  return puzzle.ofEdges;
}

// The path of the cells of one piece in a layout; balls that touch in one layer, and edges that meet, are joined.
export function piecePath(puzzle, cells, layout, style = {}) {
  const list = [...cells];
  const polygons = list.map((cell) => layout.polygons[cell]);
  const path = outlinePath(polygons, style);
  if (isOfEdges(puzzle)) return path + jointPath(polygons, list.map((cell) => layout.middles[cell]), style);
  const necks = list.flatMap((cell) => {
    const { radius } = puzzle.shapes[puzzle.cells[cell][0]];
    if (!radius) return [];
    return puzzle.touching[cell]
      .filter((next) => next > cell && list.includes(next) && puzzle.layer[next] === puzzle.layer[cell])
      .map((next) => neckPath(layout.middles[cell], layout.middles[next], 0.45 * radius, style));
  });
  return path + necks.join("") + tabs(puzzle, list, layout, style);
}

// What shows beyond the sides of a rolled-up board through which a piece goes on, where the style gives it a length.
function tabs(puzzle, list, layout, { tab = 0, inset = 0.03, scale = 1, x = 0, y = 0 }) {
  if (!tab) return "";
  return list.flatMap((cell) => (puzzle.beyond?.[cell] || []).filter(([other]) => list.includes(other)).map(([, ...ends]) => {
    const [left, top] = layout.middles[cell];
    const [ax, ay, bx, by] = ends.map((value, i) => value + (i % 2 ? top : left));
    const length = Math.hypot(bx - ax, by - ay);
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    const corner = (px, py, along, out) => `${(x + scale * (px + along * dx + out * dy)).toFixed(2)} ${(y + scale * (py + along * dy - out * dx)).toFixed(2)}`;
    return `M${corner(ax, ay, inset, -inset)}L${corner(ax, ay, inset, tab)}L${corner(bx, by, -inset, tab)}L${corner(bx, by, -inset, -inset)}Z`;
  })).join("");
}
