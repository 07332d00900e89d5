// What rules speak of: fault lines and crossings of a full board, as polygons of cells show them.

const isNear = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-6;

const common = ([first, ...others]) => first.filter((point) => others.every((polygon) => polygon.some((other) => isNear(point, other))));

// {segments: [[from, to]], dots: [point]}; nothing before every cell that must be is covered. `cellsOf` are those of
// each piece, `sight` has the lines as pairs of cells on their two sides, and the points as the cells that meet there.
export function sightsOf({ sight, required }, cellsOf, polygons) {
  const owner = required.map(() => -1);
  cellsOf.forEach((cells, piece) => { for (const cell of cells) owner[cell] = piece; });
  if (required.some((needed, cell) => needed && owner[cell] < 0)) return { segments: [], dots: [] };
  const isCrossed = (sides) => sides.some(([a, b]) => owner[a] >= 0 && owner[a] === owner[b]);
  const isMeeting = (cells) => new Set(cells.map((cell) => owner[cell]).filter((piece) => piece >= 0)).size > 3;
  return {
    segments: sight.lines.filter((sides) => !isCrossed(sides)).flat()
      .map((side) => common(side.map((cell) => polygons[cell]))).filter((ends) => ends.length === 2),
    dots: sight.points.filter(isMeeting).flatMap((cells) => common(cells.map((cell) => polygons[cell])).slice(0, 1)),
  };
}
