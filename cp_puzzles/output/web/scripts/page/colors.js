// Colors of pieces, and shades that distinguish adjacent copies of one tile.

const linear = (color) => [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) / 255)
  .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));

const hex = (parts) => `#${parts.map((x) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055))
  .map((x) => Math.round(255 * Math.min(1, Math.max(0, x))).toString(16).padStart(2, "0")).join("")}`;

const shades = new Map();

// A color #rrggbb made darker (factor below 1) or lighter (above 1), as `palette.shade` does: users choose colors too.
export function shadeOf(color, factor) {
  if (factor === 1) return color;
  const key = color + factor;
  if (!shades.has(key)) shades.set(key, hex(linear(color).map((x) => (factor < 1 ? x * factor ** 3 : x + (1 - x) * (factor - 1)))));
  return shades.get(key);
}

// Black or white, whichever is easier to read on a color.
export function textOn(color) {
  const luminance = linear(color).reduce((total, x, i) => total + x * [0.2126, 0.7152, 0.0722][i], 0);
  return (luminance + 0.05) ** 2 > 1.05 * 0.05 ? "#000000" : "#ffffff";
}

// The colors in use, {tiles, classes}: those of the puzzle, of the color-blind palette, or chosen by the user; `classes`
// are those of a coloring, null if tiles are to be told apart.
export function paletteOf(puzzle, { clear = false, own = {}, byTile = false } = {}) {
  const { coloring } = puzzle;
  return {
    tiles: puzzle.tiles.map((tile, index) => own[index] ?? (clear ? tile.clear : tile.color)),
    classes: coloring && !byTile ? (clear ? coloring.clear : coloring.colors) : null,
  };
}

// The color of each placement: that of its class, or of its tile, shaded beside a copy of the same tile.
export function colorsOf(puzzle, placements, palette, classes = null) {
  if (classes && palette.classes) return classes.map((number) => palette.classes[number]);
  const tiles = placements.map((index) => puzzle.placements[index].tile);
  const owner = new Map();
  const factors = [];
  placements.forEach((index, copy) => {
    const { cells } = puzzle.placements[index];
    const beside = [...cells].flatMap((cell) => puzzle.touching[cell].map((next) => owner.get(next)))
      .filter((other) => other !== undefined && tiles[other] === tiles[copy]);
    const used = new Set(beside.map((other) => factors[other]));
    factors.push(puzzle.shades.find((factor) => !used.has(factor)) ?? puzzle.shades[copy % puzzle.shades.length]);
    for (const cell of cells) owner.set(cell, copy);
  });
  return tiles.map((tile, copy) => shadeOf(palette.tiles[tile], factors[copy]));
}
