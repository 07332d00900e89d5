// Colours of tiles, and shades that tell neighbouring copies of one tile apart.

import { coloringOf } from "./coloring.js";

const SHADES = [1, 0.86, 1.22, 0.73, 1.42, 0.62];

// Okabe and Ito's colours, which colour-blind eyes tell apart, then the same darker and lighter.
const CLEAR = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999"];
const CLEAR_SHADES = [1, 0.72, 1.45, 0.55, 1.7];

const linear = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) / 255)
  .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));

const hex = (parts) => `#${parts.map((x) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055))
  .map((x) => Math.round(255 * Math.min(1, Math.max(0, x))).toString(16).padStart(2, "0")).join("")}`;

const shaded = new Map();

// A colour #rrggbb made darker (factor below 1) or lighter (above 1), as `palette.shade` does it.
export function shadeOf(color, factor) {
  if (factor === 1) return color;
  const key = color + factor;
  if (!shaded.has(key)) {
    shaded.set(key, hex(linear(color).map((x) => (factor < 1 ? x * factor ** 3 : x + (1 - x) * (factor - 1)))));
  }
  return shaded.get(key);
}

// Black or white, whichever reads better on a colour.
export function textOn(color) {
  const light = linear(color).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
  return (light + 0.05) ** 2 > 1.05 * 0.05 ? "#000000" : "#ffffff";
}

const clearColor = (index) => shadeOf(CLEAR[index % CLEAR.length], CLEAR_SHADES[Math.floor(index / CLEAR.length) % CLEAR_SHADES.length]);

// What has which colour, {tiles, classes}: every tile's, as the puzzle has it or for colour-blind eyes, and one's own
// instead; those of a colouring where a full board is to be seen in one, else null.
export function paletteOf(puzzle, { clear = false, own = {}, byTile = false } = {}) {
  const pick = (index, color) => (clear ? clearColor(index) : color);
  return {
    tiles: puzzle.tiles.map((tile, index) => own[index] ?? pick(index, tile.color)),
    classes: puzzle.coloring && !byTile ? puzzle.coloring.palette.map((color, index) => pick(index, color)) : null,
  };
}

// The colour of each placement: that of the colouring, or its tile's, shaded where a copy of the same tile lies beside it.
export function colorsOf(puzzle, placements, { tiles: colors, classes }) {
  const coloring = classes && coloringOf(puzzle, placements.map((index) => puzzle.placements[index].cells));
  if (coloring) return coloring.map((color) => classes[color]);
  const tiles = placements.map((index) => puzzle.placements[index].tile);
  if (new Set(tiles).size === tiles.length) return tiles.map((tile) => colors[tile]);
  const owner = new Map();
  const shades = [];
  placements.forEach((index, copy) => {
    const taken = new Set();
    const { cells } = puzzle.placements[index];
    for (const cell of cells) {
      for (const next of puzzle.touching[cell]) {
        const other = owner.get(next);
        if (other !== undefined && tiles[other] === tiles[copy]) taken.add(shades[other]);
      }
    }
    const free = SHADES.findIndex((_, shade) => !taken.has(shade));
    shades.push(free < 0 ? copy % SHADES.length : free);
    for (const cell of cells) owner.set(cell, copy);
  });
  return tiles.map((tile, copy) => shadeOf(colors[tile], SHADES[shades[copy]]));
}
