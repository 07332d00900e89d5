// Pictures and prints: SVG and PNG of the view, a solution, a page of 24, the board with pieces to cut out.

import { colorsOf } from "./colors.js";
import { make, svgElement } from "./dom.js";
import { FlatView } from "./flat_view.js";
import { icon } from "./scene.js";
import { UNIT } from "./layout.js";
import { integer } from "./numbers.js";

const NAMES = ["paper", "panel", "ink", "muted", "line", "cell", "rim", "accent", "piece-edge"];
const SPACE = [620, 560]; // size of the view in space in a picture, in units
const SHEET = 170; // millimeters of a board's width on paper, at most
const CELL = 18; // millimeters of a cell on paper, at most
const COPIES = 60; // copies of a piece to cut out, at most

// Text in which custom properties are replaced by their colors, for pictures outside the page.
function plain(text) {
  const style = getComputedStyle(document.documentElement);
  return NAMES.reduce((result, name) => result.replaceAll(`var(--${name})`, style.getPropertyValue(`--${name}`).trim()), text);
}

// An SVG element of the page as text that needs no style sheet.
function standalone(node) {
  const copy = node.cloneNode(true);
  for (const piece of copy.querySelectorAll(".piece-shape")) piece.setAttribute("stroke", piece.closest(".chosen") ? "var(--ink)" : "var(--piece-edge)");
  for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["font-family", "system-ui, sans-serif"]]) copy.setAttribute(name, value);
  return plain(new XMLSerializer().serializeToString(copy));
}

// The flat drawing, beside the view in space if there is one: {text, width, height}.
export function picture(flatView, boxView) {
  const [, , width, height] = flatView.box;
  const [side, tall] = boxView ? SPACE : [0, 0];
  const all = { width: width + side, height: Math.max(height, tall) };
  const size = `x="${side}" y="${(all.height - height) / 2}" width="${width}" height="${height}"`;
  const flat = standalone(flatView.element).replace("<svg ", `<svg ${size} `);
  const space = boxView ? `<svg width="${side}" height="${all.height}">${boxView.svg(side, all.height)}</svg>` : "";
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all.width} ${all.height}" width="${all.width}" height="${all.height}">`
    + `<rect width="100%" height="100%" fill="${plain("var(--panel)")}"/>${space}${flat}</svg>`;
  return { text, ...all };
}

// A drawing of placements on paper, and the millimeters of a cell.
function drawn(puzzle, placements, colors, millimeters) {
  const view = new FlatView(puzzle);
  view.show(placements, colors);
  const [, , width, height] = view.box;
  const cell = Math.min(CELL, (millimeters * UNIT) / width);
  view.element.setAttribute("width", `${((width * cell) / UNIT).toFixed(1)}mm`);
  view.element.setAttribute("height", `${((height * cell) / UNIT).toFixed(1)}mm`);
  return { drawing: view.element, cell };
}

const sheet = (puzzle, ...children) => [make("h1", { text: puzzle.name }), ...children];

// One solution, large, and the view in space if there is one.
export function solutionSheet(puzzle, title, placements, colors, boxView) {
  const space = boxView && svgElement("svg", { viewBox: "0 0 680 480", width: `${SHEET}mm`, height: "120mm" });
  if (space) space.innerHTML = boxView.svg(680, 480);
  return sheet(puzzle, make("p", { text: title }), drawn(puzzle, placements, colors, SHEET).drawing, ...(space ? [space] : []));
}

// Up to 24 solutions, [{row, placements}], small.
export function pageSheet(puzzle, solutions, palette) {
  return sheet(puzzle, make("div", { className: "small-boards" }, ...solutions.map(({ row, placements }) => {
    const colors = colorsOf(puzzle, placements, palette, puzzle.solutions.classes(row));
    return make("figure", {}, drawn(puzzle, placements, colors, SHEET / 4 - 4).drawing, make("figcaption", { text: integer(row + 1) }));
  })));
}

// The board with the given pieces, and all copies of the others in the same size.
export function cutSheet(puzzle, palette) {
  const { drawing, cell } = drawn(puzzle, puzzle.given, colorsOf(puzzle, puzzle.given, palette), SHEET);
  const given = (tile) => puzzle.given.filter((index) => puzzle.placements[index].tile === tile).length;
  const pieces = puzzle.tiles.flatMap((tile, index) => Array.from({ length: Math.max(0, Math.min(tile.maximum, COPIES) - given(index)) }, () => {
    const piece = icon(puzzle, index, 0, palette.tiles[index], 40);
    for (const side of ["width", "height"]) piece.setAttribute(side, `${((piece.getAttribute(side) * cell) / 40).toFixed(1)}mm`);
    return piece;
  }));
  return sheet(puzzle, drawing, make("div", { className: "cut-pieces" }, ...pieces));
}

export function printSheet(children) {
  document.getElementById("sheet").replaceChildren(...children);
  print();
}
