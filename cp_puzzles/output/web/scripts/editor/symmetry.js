// The symmetry group of a puzzle as permutations of options, and the order that decides which solution leads its
// orbit; see cp_puzzles/cover/symmetry.

import { grouped } from "../page/numbers.js";
import { cellKey, coloredImage } from "./lattice.js";
import { movedKey } from "./rule_compiler.js";
import { moved } from "./symmetric_rule.js";

// [{options, items, isRotation, isometry}] of distinct permutations of options, the identity first.
export function symmetryGroup(puzzle, cover) {
  const { lattice } = puzzle;
  const lookup = new Map(cover.placements.map(({ tile, cells }, option) => [optionKey(puzzle, tile, cells), option]));
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

const hasColors = (puzzle) => puzzle.tiles.some(({ colored }) => colored.length);
const optionKey = (puzzle, tile, cells) => (hasColors(puzzle) ? `${cells}:${tile}` : String(cells));

function induced(puzzle, cover, isometry, lookup, rules) {
  const { given, optional, colors, fill } = puzzle;
  const image = (cell) => moved(isometry, cell);
  const keyOf = (cells, isFixed) => `${isFixed} ${cells.map(cellKey).sort((a, b) => a - b)}`;
  const before = new Set(given.map(({ cells, isFixed }) => keyOf(cells, isFixed)));
  if (!given.every(({ cells, isFixed }) => before.has(keyOf(cells.map(image), isFixed)))) return null;
  const look = (cell) => `${fill && optional.has(cellKey(cell))} ${colors.get(cellKey(cell)) ?? ""}`;
  if (puzzle.cells.some((cell) => look(cell) !== look(image(cell)))) return null;
  const byLooks = hasColors(puzzle) ? turnedTiles(puzzle, isometry) : puzzle.tiles.map((_, k) => k);
  if (!byLooks) return null;
  const number = new Map(cover.cells.map((cell, k) => [cellKey(cell), k]));
  const cells = cover.cells.map((cell) => number.get(cellKey(image(cell))));
  const options = cover.placements.map(({ tile, cells: covered }) => lookup.get(
    optionKey(puzzle, byLooks[tile], covered.map((cell) => cells[cell]).sort((a, b) => a - b))));
  if (cover.auxiliaries.size) {
    const onBoard = puzzle.cells.map((cell) => puzzle.geometry.number.get(cellKey(image(cell))));
    const place = new Map([...cover.auxiliaries.keys()].map((key, k) => [key, cover.placements.length + k]));
    for (const auxiliary of cover.auxiliaries.values()) options.push(place.get(movedKey(auxiliary, onBoard)));
  }
  if (options.includes(undefined)) return null;
  const tiles = imagesOfTiles(puzzle, cover, options);
  const ruleImages = tiles && keepsChecks(cover, tiles) && imagesOfRules(cover, options, rules);
  return ruleImages && { options, items: [...cells, ...tiles, ...ruleImages] };
}

// The image of each tile by the colors of its cells; null if there is none.
function turnedTiles({ lattice, tiles }, { matrix }) {
  const looks = tiles.map((tile) => (tile.colored.length ? tile.colored : tile.orientations.map((form) => form.map((cell) => [cell, ""]))));
  const keyOf = (list) => [...new Set(list.map(String))].sort().join("|");
  const keys = looks.map(keyOf);
  const images = looks.map((list, tile) => {
    const key = keyOf(list.map((look) => coloredImage(lattice, look, matrix)));
    return key === keys[tile] ? tile : keys.indexOf(key);
  });
  return images.includes(-1) ? null : images;
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

// Whether the checks treat the images of the tiles like the tiles.
function keepsChecks({ checks, tileStart }, images) {
  const pairs = checks.flatMap((check) => (check.kind === "touch" ? [check.tiles] : []));
  const keyOf = (tiles) => [...tiles].sort((a, b) => a - b).join();
  const imagesOfPairs = pairs.map((tiles) => keyOf(tiles.map((tile) => images[tile] - tileStart)));
  return String(imagesOfPairs.sort()) === String(pairs.map(keyOf).sort());
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
