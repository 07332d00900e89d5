// The cover problem of a puzzle: items with bounds, options that cover them; see cp_puzzles/cover/cover_problem.py.

import { grouped } from "../page/numbers.js";
import { cellKey, compare, compareForms, stepKey, subtract, text } from "./lattice.js";
import { keyOf, RuleCompiler } from "./rule_compiler.js";

// {cells, items: [{kind, name, minimum, maximum, rule}], options: [ascending items], covering: [options of each item],
//  placements: [{tile, cells}] (numbers of cells in `cells`), tileStart, ruleStart, auxiliaries: options after the
//  placements, by key; checks of finished tilings, board: {cellCount, given, pieces} for them; objective: {options, weight, constant, isLargest} or null}
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
  const admitting = puzzle.rules.filter(({ admits }) => admits);
  if (admitting.length) placements = placements.filter(({ tile, cells: covered }) => admitting.every(({ admits }) => admits(tile, covered.map((k) => cells[k]))));
  const order = placements.map((placement) => [placement, [...placement.cells, cells.length + placement.tile]]);
  placements = order.sort((a, b) => compare(a[1], b[1])).map(([placement]) => placement);
  const extra = placements.map(() => []);
  if (lattice.spokes.length) placements = withoutCrossings(lattice, given, cells, placements, items, extra);
  const { auxiliaries, ...ruled } = compiledRules(puzzle, cells, placements, items, extra);
  const options = extra.map((added, k) => (k < placements.length ? [...placements[k].cells, cells.length + placements[k].tile, ...added] : added));
  const covering = items.map(() => []);
  options.forEach((option, k) => { for (const item of option) covering[item].push(k); });
  return { cells, items, options, covering, placements, tileStart: cells.length, ruleStart: cells.length + tiles.length, auxiliaries, ...ruled };
}

// Add the items of rules and of the objective to `items`; `extra`, the items of each option, grows by auxiliaries.
function compiledRules(puzzle, cells, placements, items, extra) {
  const { geometry, rules, objective, tiles } = puzzle;
  const checks = [];
  if (!rules.length && !objective) return { auxiliaries: new Map(), checks, board: null, objective: null };
  const onBoard = (list) => list.map((cell) => geometry.number.get(cellKey(cell))).sort((a, b) => a - b);
  const given = [...puzzle.given].sort((a, b) => compareForms(a.cells, b.cells)).map(({ tile, cells: covered }) => ({ tile, cells: onBoard(covered) }));
  const required = new Set(puzzle.cells.flatMap((cell, k) => (puzzle.fill && !puzzle.optional.has(cellKey(cell)) ? [k] : [])));
  const pieces = placements.map(({ tile, cells: covered }) => ({ tile, cells: onBoard(covered.map((k) => cells[k])) }));
  const compiler = new RuleCompiler(geometry, required, pieces, given, tiles);
  for (const rule of rules) {
    compiler.rule = rule.key;
    for (const { tile, cells: covered } of given) {
      if (rule.admits && !rule.admits(tile, covered.map((k) => geometry.cells[k]))) compiler.add(`${tiles[tile].name} is not allowed where it is given`, [], { minimum: 1 });
    }
    checks.push(...rule.compile(compiler));
  }
  compiler.rule = "";
  const sum = objective?.isServed ? objective.sum(compiler) : null;
  const number = new Map([...compiler.auxiliaries.keys()].map((key, k) => [key, placements.length + k]));
  extra.push(...Array.from(number, () => []));
  for (const item of compiler.items) {
    const members = [...item.placements, ...item.auxiliaries.map((key) => number.get(key))];
    for (const option of members) extra[option].push(items.length);
    items.push({ kind: "rule", name: item.name, minimum: item.minimum, maximum: item.maximum ?? members.length, rule: item.rule });
  }
  return {
    auxiliaries: compiler.auxiliaries,
    checks, board: { cellCount: geometry.cells.length, given, pieces },
    objective: sum && {
      options: [...sum.members.filter((each) => each >= 0), ...sum.auxiliaries.map((each) => number.get(keyOf(each)))], weight: sum.weight,
      constant: sum.constant + sum.weight * sum.members.filter((each) => each < 0).length, isLargest: objective.isLargest,
    },
  };
}

// The ascending numbers of the cells that each position of an orientation covers.
export function positions(lattice, form, cells, number) {
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
