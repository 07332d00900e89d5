// The cover problem of a puzzle, items with bounds and options that cover them, and its symmetry group as permutations of
// options, with the order that decides which solution leads its orbit; see cp_puzzles/cover.

import { grouped } from "../page/numbers.js";
import { cellKey, coloredImage, compare, compareForms, moved, stepKey, subtract, text } from "./lattice.js";
import { movedShown } from "./shown.js";

// {cells, items: [{kind, name, minimum, maximum}], options: [ascending items], covering: [options of each item],
//  placements: [{tile, cells, shown}] (ascending numbers of cells in `cells`, and what the placement shows on each; nothing
//  for a tile without colors), tileStart, ruleStart}
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
    ? placesOf(lattice, tile, cells, number).map((place) => ({ tile: k, ...place })) : []));
  if (puzzle.fits) placements = placements.filter(({ cells: covered, shown }) => puzzle.fits(covered.map((k) => cells[k]), shown));
  const rank = new Map([...new Set(placements.flatMap(({ shown }) => shown))].sort().map((letter, k) => [letter, k]));
  // placements that differ in colors alone are sorted by the colors of their cells in order
  const codes = ({ cells: covered, shown }) => shown.map((letter, k) => ({ cell: cells[covered[k]], code: rank.get(letter) ?? 0 }))
    .sort((a, b) => compare(a.cell, b.cell)).map(({ code }) => code);
  const order = placements.map((placement) => [placement, [...placement.cells, cells.length + placement.tile, ...codes(placement)]]);
  placements = order.sort((a, b) => compare(a[1], b[1])).map(([placement]) => placement);
  const extra = placements.map(() => []);
  if (lattice.spokes.length) placements = withoutCrossings(lattice, given, cells, placements, items, extra);
  const refused = puzzle.fits ? given.filter(({ cells: covered, shown }) => !puzzle.fits(covered, shown)) : [];
  for (const { tile } of refused.sort((a, b) => compareForms(a.cells, b.cells))) {
    items.push({ kind: "rule", name: `${tiles[tile].name} is not allowed where it is given`, minimum: 1, maximum: 0 });
  }
  const options = placements.map(({ cells: covered, tile }, k) => [...covered, cells.length + tile, ...extra[k]]);
  const covering = items.map(() => []);
  options.forEach((option, k) => { for (const item of option) covering[item].push(k); });
  return { cells, items, options, covering, placements, tileStart: cells.length, ruleStart: cells.length + tiles.length };
}

// The placements of a tile, {cells, shown}, among which some may differ in colors alone.
function placesOf(lattice, tile, cells, number) {
  if (tile.shown.length) return tile.ways.flatMap((look) => coloredPositions(lattice, look, cells, number));
  return tile.orientations.flatMap((form) => positions(lattice, form, cells, number)).map((covered) => ({ cells: covered, shown: [] }));
}

// The positions of cells with colors: {cells, shown}, the cells ascending.
export function coloredPositions(lattice, look, cells, number) {
  return positionsInOrder(lattice, look.map(([cell]) => cell), cells, number).map((covered) => {
    const pairs = covered.map((cell, k) => ({ cell, letter: look[k][1] })).sort((a, b) => a.cell - b.cell);
    return { cells: pairs.map(({ cell }) => cell), shown: pairs.map(({ letter }) => letter) };
  });
}

// The ascending numbers of the cells that each position of an orientation covers.
export const positions = (lattice, form, cells, number) => (
  positionsInOrder(lattice, form, cells, number).map((covered) => covered.sort((a, b) => a - b)));

function positionsInOrder(lattice, form, cells, number) {
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
    found.push(covered);
  });
  return found;
}

// Placements of edges that cross nothing given; `extra` gets the items of points where placements may cross.
function withoutCrossings(lattice, given, cells, placements, items, extra) {
  const held = new Set(given.flatMap(({ cells: covered }) => lattice.crossings(covered).map(text)));
  const passing = placements.map((placement) => lattice.crossings(placement.cells.map((k) => cells[k])));
  const kept = placements.flatMap((_, k) => (passing[k].some((place) => held.has(text(place))) ? [] : [k]));
  const claims = kept.flatMap((old, k) => passing[old].map((place) => ({ place, option: k })));
  const places = [...grouped(claims, ({ place }) => text(place)).values()].sort((a, b) => compare(a[0].place, b[0].place));
  // directions with the same options need one item, and those with one option none
  const seen = new Set();
  extra.length = kept.length;
  for (const list of places) {
    const [{ place }] = list;
    const options = list.map(({ option }) => option);
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

// [{options, items, isRotation, isometry}] of distinct permutations of options, the identity first.
export function symmetryGroup(puzzle, cover) {
  const { lattice } = puzzle;
  const lookup = new Map(cover.placements.map(({ tile, cells, shown }, option) => [optionKey(puzzle, tile, cells, shown), option]));
  const rules = equalRules(cover, cover.covering);
  const group = new Map();
  for (const isometry of lattice.boardIsometries(puzzle.cells)) {
    const element = induced(puzzle, cover, isometry, lookup, rules);
    const key = element && String(element.options);
    if (element && !group.has(key)) group.set(key, { ...element, isometry, isRotation: isometry.isRotation });
    else if (element && isometry.isRotation) group.get(key).isRotation = true;
  }
  return [...group.values()];
}

const hasColors = (puzzle) => puzzle.tiles.some(({ shown }) => shown.length);
const optionKey = (puzzle, tile, cells, shown) => (hasColors(puzzle) ? `${cells}:${tile}:${shown}` : String(cells));

function induced(puzzle, cover, isometry, lookup, rules) {
  const { lattice, given, optional, colors, fill } = puzzle;
  const image = (cell) => moved(isometry, cell);
  const textOf = (cells, shown, isFixed) => {
    const pairs = cells.map((cell, k) => ({ key: cellKey(cell), letter: shown[k] })).sort((a, b) => a.key - b.key);
    return `${isFixed} ${pairs.map(({ key, letter }) => `${key}${letter ?? ""}`)}`;
  };
  const before = new Set(given.map(({ cells, shown, isFixed }) => textOf(cells, shown, isFixed)));
  if (!given.every(({ cells, shown, isFixed }) => before.has(textOf(cells.map(image), shown.map((letter, k) => movedShown(lattice, isometry, cells[k], letter)), isFixed)))) return null;
  const look = (cell) => `${fill && optional.has(cellKey(cell))} ${colors.get(cellKey(cell)) ?? ""}`;
  if (puzzle.cells.some((cell) => look(cell) !== look(image(cell)))) return null;
  const byLooks = hasColors(puzzle) ? turnedTiles(puzzle, cover, isometry) : puzzle.tiles.map((_, k) => k);
  if (!byLooks) return null;
  const number = new Map(cover.cells.map((cell, k) => [cellKey(cell), k]));
  const cells = cover.cells.map((cell) => number.get(cellKey(image(cell))));
  const options = cover.placements.map(({ tile, cells: covered, shown }) => {
    const pairs = covered.map((cell, k) => ({ cell: cells[cell], letter: shown.length ? movedShown(lattice, isometry, cover.cells[cell], shown[k]) : "" })).sort((a, b) => a.cell - b.cell);
    return lookup.get(optionKey(puzzle, byLooks[tile], pairs.map(({ cell }) => cell), shown.length ? pairs.map(({ letter }) => letter) : shown));
  });
  if (options.includes(undefined)) return null;
  const tiles = imagesOfTiles(puzzle, cover, options);
  const ruleImages = tiles && imagesOfRules(cover, options, rules);
  return ruleImages && { options, items: [...cells, ...tiles, ...ruleImages] };
}

// The image of each tile by the colors of its cells; null if one that has a placement has none.
function turnedTiles({ lattice, tiles, given }, { placements }, isometry) {
  const textOf = (list) => [...new Set(list.map(String))].sort().join("|");
  const keys = tiles.map(({ ways }) => textOf(ways));
  const images = tiles.map(({ ways }, tile) => {
    const key = textOf(ways.map((look) => coloredImage(lattice, look, isometry)));
    return key === keys[tile] ? tile : keys.indexOf(key);
  });
  return [...placements, ...given].some(({ tile }) => images[tile] < 0) ? null : images;
}

// The image of each tile item; null unless every tile goes to one tile with the same bounds.
function imagesOfTiles({ tiles }, { items, placements, tileStart }, options) {
  const image = tiles.map((_, k) => k);
  placements.forEach(({ tile }, option) => { image[tile] = placements[options[option]].tile; });
  const bounds = (tile) => `${items[tileStart + tile].minimum} ${items[tileStart + tile].maximum} ${tiles[tile].isFixed} ${tiles[tile].groups}`;
  const isOne = placements.every(({ tile }, option) => image[tile] === placements[options[option]].tile);
  if (!isOne || new Set(image).size < tiles.length || image.some((to, from) => bounds(to) !== bounds(from))) return null;
  return image.map((tile) => tileStart + tile);
}

function equalRules({ items, ruleStart }, counting) {
  return grouped([...items.keys()].slice(ruleStart), (item) => `${items[item].minimum} ${items[item].maximum} ${counting[item]}`);
}

function imagesOfRules(cover, options, rules) {
  const equalImages = equalRules(cover, cover.covering.map((list, item) => (item < cover.ruleStart ? [] : list.map((option) => options[option]).sort((a, b) => a - b))));
  const images = [];
  for (const [key, from] of equalImages) {
    const to = rules.get(key);
    if (to?.length !== from.length) return null;
    from.forEach((item, k) => { images[item - cover.ruleStart] = to[k]; });
  }
  return images;
}

// {position, dominated}: the position of each option in the order of comparison, and the options of no leader.
// The anchor, the first block, is the item with the fewest orbit representatives.
export function leaderOrder({ items, options, covering }, group) {
  const order = [];
  const dominated = options.map(() => false);
  const taken = options.map(() => false);
  const take = (list) => {
    const block = list.filter((option) => !taken[option]);
    for (const option of block) taken[option] = true;
    order.push(...block);
    return block;
  };
  if (group.length > 1) {
    const candidates = items.flatMap((item, k) => (item.maximum === 1 && covering[k].length && group.every((g) => g.items[k] === k)
      ? [[...undecided(covering[k], item, group), k]] : []));
    const compareBy = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
    candidates.sort((a, b) => a[0] + a[1] - b[0] - b[1] || compareBy(a, b));
    const [first, ...rest] = candidates;
    if (first) {
      const anchor = take(covering[first[2]]);
      const place = new Map(anchor.map((option, k) => [option, k]));
      for (const option of anchor) dominated[option] = group.some((g) => place.get(g.options[option]) < place.get(option));
      for (const [, , item] of rest.sort(compareBy)) take(covering[item]);
    }
  }
  take(options.map((_, k) => k));
  const position = new Int32Array(options.length);
  order.forEach((option, k) => { position[option] = k; });
  return { position, dominated };
}

function undecided(list, item, group) {
  const stabilizers = list.map((option) => group.filter((g) => g.options[option] === option).length);
  const representatives = Math.floor(stabilizers.reduce((a, b) => a + b, 0) / group.length);
  const pairs = Math.floor(stabilizers.reduce((a, b) => a + b * (b - 1), 0) / group.length);
  return [pairs + (item.minimum === 1 ? 0 : group.length - 1), representatives];
}
