// What is printed: a solution, a page of 24, or the empty board with pieces to cut out.

import { colorsOf } from "./colours.js";
import { FlatView } from "./flat_view.js";
import { icon } from "./icon.js";
import { integer } from "./numbers.js";
import { make, svgElement } from "./svg.js";

const MILLIMETRES = 170; // that a board is wide at most
const LARGEST = 18; // millimetres of a cell at most

function drawn(puzzle, placements, palette, millimetres) {
  const view = new FlatView(puzzle);
  view.show(placements, colorsOf(puzzle, placements, palette));
  const [, , width, height] = view.box;
  const cell = Math.min(LARGEST, (millimetres * view.scale) / width) / view.scale;
  view.element.setAttribute("width", `${(width * cell).toFixed(1)}mm`);
  view.element.setAttribute("height", `${(height * cell).toFixed(1)}mm`);
  return { element: view.element, cell: cell * view.scale };
}

// One solution, large, and as it stands in space if there is a view of that.
export function solutionSheet(puzzle, title, placements, palette, boxView) {
  const flat = drawn(puzzle, placements, palette, MILLIMETRES).element;
  if (!boxView) return [make("h1", { text: puzzle.name }), make("p", { text: title }), flat];
  const space = svgElement("svg", { viewBox: "0 0 680 480", width: `${MILLIMETRES}mm`, height: "120mm" });
  space.innerHTML = boxView.svg(680, 480);
  return [make("h1", { text: puzzle.name }), make("p", { text: title }), flat, space];
}

// Up to 24 solutions, [{row, placements}], small.
export function pageSheet(puzzle, solutions, palette) {
  const pictures = solutions.map(({ row, placements }) => make("figure", {},
    drawn(puzzle, placements, palette, MILLIMETRES / 4 - 4).element, make("figcaption", { text: integer(row + 1) })));
  return [make("h1", { text: puzzle.name }), make("div", { className: "small-boards" }, ...pictures)];
}

// The board with what is given, and every piece as often as it is used, of the same size.
export function cutSheet(puzzle, palette) {
  const { element, cell } = drawn(puzzle, puzzle.given, palette, MILLIMETRES);
  const given = (tile) => puzzle.given.filter((index) => puzzle.placements[index].tile === tile).length;
  const pieces = puzzle.tiles.flatMap((tile, index) => Array.from({ length: Math.max(0, Math.min(tile.maximum, 60) - given(index)) }, () => {
    const piece = icon(puzzle, index, 0, palette.tiles[index], 40);
    for (const side of ["width", "height"]) piece.setAttribute(side, `${((piece.getAttribute(side) * cell) / 40).toFixed(1)}mm`);
    return piece;
  }));
  return [make("h1", { text: puzzle.name }), element, make("div", { className: "cut-pieces" }, ...pieces)];
}

export function printSheet(children) {
  const sheet = document.getElementById("sheet");
  sheet.replaceChildren(...children);
  print();
}
