// The cover problem of a puzzle: items with bounds, options that cover them; see cp_puzzles/cover/cover_problem.py.

import { add, cellKey, compare, stepKey, subtract, text } from "./lattice.js";

// {cells, items: [{kind, name, minimum, maximum}], options: [ascending items], covering: [options of each item],
//  placements: [{tile, cells}] (numbers of cells in `cells`), tileStart}
export function buildCover(puzzle) {
  const { lattice, tiles, given } = puzzle;
  const taken = new Set(given.flatMap(({ cells }) => cells.map(cellKey)));
  const free = puzzle.cells.filter((cell) => !taken.has(cellKey(cell)));
  const cells = free.length ? lattice.fillOrder(free) : [];
  const copies = tiles.map((_, k) => given.filter(({ tile }) => tile === k).length);
  const coversAll = tiles.reduce((total, tile) => total + tile.minimum * tile.form.length, 0) === puzzle.cells.length;
  const isRequired = (cell) => coversAll || (puzzle.fill && !puzzle.optional.has(cellKey(cell)));
  const items = cells.map((cell) => ({ kind: "cell", name: text(lattice.coordinates(cell)), minimum: isRequired(cell) ? 1 : 0, maximum: 1 }));
  tiles.forEach((tile, k) => items.push({
    kind: "tile", name: tile.name, minimum: Math.max(0, tile.minimum - copies[k]), maximum: tile.maximum - copies[k],
  }));
  const number = new Map(cells.map((cell, k) => [cellKey(cell), k]));
  let placements = tiles.flatMap((tile, k) => (items[cells.length + k].maximum > 0
    ? tile.orientations.flatMap((form) => positions(lattice, form, cells, number)).map((covered) => ({ tile: k, cells: covered })) : []));
  const fitting = colorsFit(puzzle);
  if (fitting) placements = placements.filter(({ tile, cells: covered }) => fitting(tile, covered.map((k) => cells[k])));
  const order = placements.map((placement) => [placement, [...placement.cells, cells.length + placement.tile]]);
  placements = order.sort((a, b) => compare(a[1], b[1])).map(([placement]) => placement);
  const extra = placements.map(() => []);
  if (lattice.spokes.length) placements = withoutCrossings(lattice, given, cells, placements, items, extra);
  for (const { tile, cells: covered } of fitting ? given : []) {
    if (!fitting(tile, covered)) items.push({ kind: "rule", name: `${tiles[tile].name} may not lie where it is given`, minimum: 1, maximum: 0 });
  }
  const options = placements.map(({ tile, cells: covered }, k) => [...covered, cells.length + tile, ...extra[k]]);
  const covering = items.map(() => []);
  options.forEach((option, k) => { for (const item of option) covering[item].push(k); });
  return { cells, items, options, covering, placements, tileStart: cells.length, ruleStart: cells.length + tiles.length };
}

// The ascending numbers of the cells that each position of an orientation covers.
function positions(lattice, form, cells, number) {
  const steps = form.slice(1).map((cell) => stepKey(subtract(cell, form[0])));
  const remainder = stepKey(lattice.remainder(form[0]));
  const found = [];
  cells.forEach((cell, first) => {
    if (!lattice.isWhole && stepKey(lattice.remainder(cell)) !== remainder) return;
    const key = cellKey(cell);
    const covered = [first];
    for (const step of steps) {
      const next = number.get(key + step);
      if (next === undefined) return;
      covered.push(next);
    }
    found.push(covered.sort((a, b) => a - b));
  });
  return found;
}

// A test if some coloring of a tile fits the cells of a placement; null if the puzzle has no colors to fit.
function colorsFit({ lattice, tiles, colors, fits }) {
  if (!colors.size || !tiles.some(({ colored }) => colored.length)) return null;
  return (tile, cells) => {
    const { colored } = tiles[tile];
    if (!colored.length) return true;
    const form = text(lattice.normalize(cells).map(text));
    const shift = lattice.shift(cells);
    const board = new Map(cells.map((cell) => [text(add(cell, shift)), colors.get(cellKey(cell)) ?? ""]));
    return colored.some((look) => text(look.map(([cell]) => text(cell))) === form && look.every(([cell, letter]) => {
      const under = board.get(text(cell));
      return !letter || !under || fits[letter].includes(under);
    }));
  };
}

// Placements of edges that cross nothing given; `extra` gets the items of points where placements may cross.
function withoutCrossings(lattice, given, cells, placements, items, extra) {
  const held = new Set(given.flatMap(({ cells: covered }) => lattice.crossings(covered).map(text)));
  const passing = placements.map((placement) => lattice.crossings(placement.cells.map((k) => cells[k])));
  const kept = placements.flatMap((_, k) => (passing[k].some((place) => held.has(text(place))) ? [] : [k]));
  const claims = new Map();
  kept.forEach((old, k) => {
    for (const place of passing[old]) claims.set(text(place), { place, options: [...(claims.get(text(place))?.options ?? []), k] });
  });
  const places = [...claims.values()].sort((a, b) => compare(a.place, b.place));
  // directions with the same options need one item, and those with one option none
  const seen = new Set();
  extra.length = kept.length;
  for (const { place, options } of places) {
    if (options.length < 2 || seen.has(text(options))) continue;
    seen.add(text(options));
    for (const option of options) extra[option].push(items.length);
    items.push({ kind: "rule", name: `crossing ${text(place.slice(0, -1))}/${place.at(-1)}`, minimum: 0, maximum: 1 });
  }
  return kept.map((k) => placements[k]);
}

// The items covered more than once whose bounds no choice of options violates.
export function redundantBounds({ items, options, covering }) {
  const isExact = items.map((item) => item.minimum === 1 && item.maximum === 1);
  const isSingle = items.map((item) => item.maximum <= 1);
  const taken = options.map((option) => option.filter((item) => isExact[item]).length);
  const total = (list) => list.reduce((a, b) => a + b, 0);
  const exact = isExact.filter(Boolean).length;
  const all = total(taken);
  const most = (list) => {
    const least = list.reduce((low, option) => Math.min(low, options[option].filter((item) => isSingle[item]).length), list.length ? Infinity : items.length);
    const covered = new Set(list.flatMap((option) => options[option].filter((item) => isSingle[item])));
    return Math.min(list.length, least ? Math.floor(covered.size / least) : list.length);
  };
  const fewest = (list) => {
    if (all !== total(list.map((option) => taken[option]))) return 0;
    const largest = list.reduce((high, option) => Math.max(high, taken[option]), 0);
    return largest ? Math.ceil(exact / largest) : 0;
  };
  return new Set(items.flatMap(({ minimum, maximum }, item) => (maximum > 1 && maximum >= most(covering[item])
    && (minimum === 0 || minimum <= fewest(covering[item])) ? [item] : [])));
}
