// Cells on the page: a flat board as it is, the layers of a solid board side by side; the extent of a board, and the views
// of the orientations of tiles.

import { add, average, distance, dot, scaled, span, subtract } from "./numbers.js";

/** @import { BoardExtent, PageShape, SolutionPage, TileViews } from "./page_data.js" */

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

const CAMERAS = [[0.62, 0.55], [0.62, 1.15], [-0.35, 0.55], [1.5, 0.55], [0.1, 0.3], [1.1, 0.9]]; // {turn, tilt}, the usual one first
const ENOUGH = 0.6; // of the best view's area, from which on a piece is seen well in the usual view
const CHIP = 0.88; // the side of the picture of a solid piece, in lengths of its diagonal

/** @param {number} x */
const round = (x) => Number(x.toFixed(5));

/** Left, top, width and height of cells seen from above. @param {PageShape[]} shapes @param {number[][]} cells */
function boxOf(shapes, cells) {
  const [low, high] = span(cells.flatMap(([shape, x, y]) => shapes[shape].polygon.map((corner) => add(corner, [x, y]))));
  return [...low, ...subtract(high, low)].map(round);
}

/** The extent of the board, seen from above and in space. @param {SolutionPage} data @returns {BoardExtent} */
export function extentOf({ solid, shapes, cells }) {
  const box = boxOf(shapes, cells);
  if (!solid) return { box };
  const [low, high] = span(cells.flatMap(([shape, ...middle]) => {
    const { radius, faces } = shapes[shape];
    return radius ? [-1, 1].map((sign) => middle.map((x) => x + sign * radius)) : faces.flat().map((corner) => add(corner, middle));
  }));
  return { box, space: { middle: scaled(add(low, high), 0.5).map(round), size: distance(high, low), low: low[2] } };
}

/**
 * The views of the orientations of a tile, the largest extent of its pictures, and the orientation to show first. A solid
 * one is seen from where its cells hide one another least; the first is that which the usual camera shows best.
 * @param {SolutionPage} data @param {number[][][]} forms @returns {TileViews}
 */
export function viewsOf({ solid, shapes }, forms) {
  if (!solid) {
    const boxes = forms.map((form) => boxOf(shapes, form));
    return { views: boxes.map((box) => ({ box })), extent: [2, 3].map((side) => Math.max(...boxes.map((box) => box[side]))), first: 0 };
  }
  const centers = forms.map((form) => form.map(([, ...middle]) => middle));
  const areas = centers.map((cells) => CAMERAS.map(([turn, tilt]) => spread(cells, turn, tilt)));
  const views = centers.map((cells, k) => {
    const most = Math.max(...areas[k]);
    const [turn, tilt] = CAMERAS[areas[k][0] > ENOUGH * most ? 0 : areas[k].indexOf(most)];
    const [low, high] = span(cells);
    return { middle: scaled(add(low, high), 0.5), size: Math.hypot(...subtract(high, low).map((x) => x + 1)), turn, tilt };
  });
  const side = CHIP * Math.max(...views.map(({ size }) => size));
  const shares = views.map(({ size }, k) => Number((areas[k][0] / size ** 2).toFixed(6)));
  return { views, extent: [side, side], first: shares.indexOf(Math.max(...shares)) };
}

/** The area over which cells are spread in a view: that of an ellipse about their centers. @param {number[][]} cells @param {number} turn @param {number} tilt */
function spread(cells, turn, tilt) {
  const rows = [[Math.cos(turn), -Math.sin(turn), 0], [-Math.sin(turn) * Math.sin(tilt), -Math.cos(turn) * Math.sin(tilt), Math.cos(tilt)]];
  const seen = cells.map((cell) => rows.map((row) => dot(row, cell)));
  const away = seen.map((point) => subtract(point, average(seen)));
  const sum = (/** @type {number} */ i, /** @type {number} */ j) => away.reduce((total, point) => total + point[i] * point[j], 0);
  return Number((Math.sqrt(Math.max(0, sum(0, 0) * sum(1, 1) - sum(0, 1) ** 2)) / cells.length).toFixed(6));
}
