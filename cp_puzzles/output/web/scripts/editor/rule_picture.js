// Pictures of rules: small tilings of squares.

import { svgElement } from "../page/dom.js";
import { grouped, span, subtract } from "../page/numbers.js";
import { pieceElement } from "./board_view.js";

/** @typedef {{rows: string, lines?: number[][], points?: number[][], faint?: string}} Picture */

const UP = [[3.5, 1.6, 3.5, 0.2], [3.15, 0.6, 3.5, 0.2], [3.85, 0.6, 3.5, 0.2]];

/** Pictures of rules: tilings of squares in letters, with lines x1, y1, x2, y2 and points x, y; pieces of `faint` letters are pale. @type {Record<string, Picture>} */
const PICTURES = {
  faults: { rows: "AABBB CCBDD", lines: [[2, 0, 2, 2]] },
  crossroads: { rows: "AABB CCDD", points: [[2, 1]] },
  border: { rows: "AABB CXXB CDDD", faint: "X" },
  covered: { rows: "AAB. ACBB", faint: "." },
  empty: { rows: "AA.B CCBB", points: [[2.5, 0.5]] },
  pieces: { rows: "AABB CCBD" },
  touching: { rows: "AAB. ACBB", lines: [[2, 0, 2, 1], [1, 1, 2, 1], [2, 1, 2, 2]] },
  level: { rows: "A.A ABA AAA", lines: UP.map((line) => line.map((x, k) => (k % 2 ? x : x - 2))) },
  touch: { rows: "AABB CABC", lines: [[2, 0, 2, 2]], faint: "C" },
  separate: { rows: "AACB ACBB", faint: "C" },
  buildable: { rows: "AA..BB A..B.. AA..BB", lines: [[2.4, 1.5, 1.6, 1.5], [4, 1.5, 4.8, 1.5]] },
  choose: { rows: "AABB CCDD", faint: "CD" },
  regions: { rows: "AABB CCDD", lines: [[0, 0, 2, 0], [2, 0, 2, 2], [2, 2, 0, 2], [0, 2, 0, 0]] },
  blocked: { rows: "AAB. C.BB CDD." },
  rows: { rows: "AA.. .BB. CCC.", lines: [[0, 0.5, 4, 0.5]] },
  columns: { rows: "A..B A.BB ACC.", lines: [[0.5, 0, 0.5, 3]] },
  corners: { rows: "AA.. ..BB CC..", points: [[2, 1], [2, 2]] },
  match: { rows: "AABB AABB", points: [[1.7, 1], [2.3, 1]] },
  boundary: { rows: "AABB CCDD", points: [[0.5, 0.2], [3.5, 0.2], [0.5, 1.8], [3.5, 1.8]] },
  distinct: { rows: "AAB. .A.B CCCB" },
  connected: { rows: "AA.. AB.B CBBB", points: [[2.5, 0.5], [3.5, 0.5], [2.5, 1.5]] },
  isolated: { rows: ".ABB AACC D.C.", points: [[0.5, 0.5], [1.5, 2.5], [3.5, 2.5]] },
  symmetric: { rows: "AABB ACCB DDEE", points: [[2, 1.5]] },
  colorable: { rows: "AABB CDDB CCEE" },
  maximal: { rows: "AAB. C.BB CDD." },
  interlocking: { rows: "ABBA AAAA", lines: [[2, 0.4, 2, -0.7], [1.7, -0.4, 2, -0.7], [2.3, -0.4, 2, -0.7]], faint: "A" },
  maximize: { rows: "AAB CBB", lines: UP },
  minimize: { rows: "AAB CBB", lines: UP.map((line) => line.map((x, k) => (k % 2 ? 1.8 - x : x))) },
};

// The picture of a rule. `square`: the lattice of squares; `palette`: colors of pieces.
/** @param {string} key @param {import("./lattice.js").Lattice} square @param {string[]} palette */
export function rulePicture(key, square, palette) {
  const { rows, lines = [], points = [], faint = "" } = PICTURES[key];
  const svg = svgElement("svg", { "aria-hidden": "true", class: "rule-picture" });
  const squares = rows.split(" ").flatMap((row, y) => [...row].map((letter, x) => ({ letter, cell: [y, x] })));
  const { ".": empty = [], ...pieces } = Object.fromEntries(grouped(squares, ({ letter }) => letter));
  svg.append(...empty.map(({ cell: [y, x] }) => svgElement("rect", { x, y, width: 1, height: 1, class: "rule-empty" })));
  Object.entries(pieces).forEach(([letter, members], k) => {
    const cells = members.map(({ cell }) => cell);
    const color = palette[key === "colorable" ? [0, 1, 1, 2, 0][k] : k % palette.length];
    const piece = pieceElement(square, cells, { color, className: faint.includes(letter) ? "piece faint" : "piece" });
    piece.setAttribute("transform", "translate(0.5 0.5)"); // squares are drawn about their coordinates
    svg.append(piece);
  });
  for (const [x1, y1, x2, y2] of lines) svg.append(svgElement("line", { x1, y1, x2, y2, class: "rule-line" }));
  for (const [cx, cy] of points) svg.append(svgElement("circle", { cx, cy, r: 0.19, class: "rule-point" }));
  const ends = lines.flatMap(([x1, y1, x2, y2]) => [[x1, y1], [x2, y2]]);
  const [low, high] = span([[0, 0], [rows.split(" ")[0].length, rows.split(" ").length], ...ends]);
  svg.setAttribute("viewBox", [...low.map((x) => x - 0.1), ...subtract(high, low).map((x) => x + 0.2)].join(" "));
  return svg;
}
