// Neighbouring copies of one tile are told apart by shades of its colour.

const SHADES = [1, 0.86, 1.22, 0.73, 1.42, 0.62];

// A colour #rrggbb made darker (factor below 1) or lighter (above 1) in linear light, as `palette.shade` does it.
function shadeOf(color, factor) {
  if (factor === 1) return color;
  const linear = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16) / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .map((x) => (factor < 1 ? x * factor ** 3 : x + (1 - x) * (factor - 1)));
  const encoded = linear.map((x) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
  return `#${encoded.map((x) => Math.round(255 * x).toString(16).padStart(2, "0")).join("")}`;
}

// The colour of each option of a solution: its tile's, shaded where a copy of the same tile lies beside it.
function colorsOf(puzzle, optionIndices) {
  const options = optionIndices.map((index) => puzzle.options[index]);
  const tiles = options.map((option) => option.tile);
  if (new Set(tiles).size === tiles.length) return tiles.map((tile) => puzzle.tiles[tile].color);
  const owner = new Map();
  const shades = [];
  options.forEach((option, copy) => {
    const taken = new Set();
    for (const cell of option.cells) {
      const place = puzzle.cells[cell];
      for (let axis = 0; axis < 3; axis += 1) for (const step of [-1, 1]) {
        const other = owner.get(String(place.map((x, i) => (i === axis ? x + step : x))));
        if (other !== undefined && tiles[other] === option.tile) taken.add(shades[other]);
      }
    }
    const free = SHADES.findIndex((_, shade) => !taken.has(shade));
    shades.push(free < 0 ? copy % SHADES.length : free);
    for (const cell of option.cells) owner.set(String(puzzle.cells[cell]), copy);
  });
  return options.map((option, copy) => shadeOf(puzzle.tiles[option.tile].color, SHADES[shades[copy]]));
}
