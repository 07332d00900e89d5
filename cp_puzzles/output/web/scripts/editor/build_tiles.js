// The tiles of a spec: orientations and bounds; see cp_puzzles/puzzle/build/build_puzzle.py.

import { counted, integer, span } from "../page/numbers.js";
import { listedColors, refuseColor } from "./build_board.js";
import { cellOf, drawn, homeLattice, listedCells } from "./build_lattice.js";
import { layersOf, parseDrawing, placedCells } from "./drawing.js";
import { cellKey, cellsOf, compareForms, distinct, normalizeColored, orientations, stepKey, subtract } from "./lattice.js";
import { echo, SpecMistake, suggestion } from "./mistake.js";
import { CHECKS } from "./schema.js";
import { across, hasSides, isValue, withSides } from "./shown.js";

const MAX_TILE_BOX = 10_000; // cells of the bounding box of a tile

/** @param {any} multiplicity */
export function boundsOf(multiplicity = 1) {
  if (typeof multiplicity === "string") return { max: null, ...CHECKS["Multiplicity.shorthand"](multiplicity, null) };
  if (typeof multiplicity === "number") return { min: multiplicity, max: multiplicity };
  return { min: multiplicity.min ?? 0, max: multiplicity.max ?? null };
}

/** Whether only the program knows the tiles of an entry: families, rectangles by size, sets with random colors or hundreds of tiles. @param {any} entry */
export const isForProgram = (entry) => entry.family !== undefined || entry.size !== undefined || /^(wang-[45]$|tetravex-|eternity-)/.test(entry.set ?? "");

// {tiles: [{name, entry, form, shown, orientations, ways, minimum, maximum, color}], twins}: mistakes about tiles of one shape.
// `ways` are the orientations as [cell, what it shows]; several may have the same cells. `shown` is [] for a tile that shows nothing.
export function buildTiles(space, spec, lattice, cellCount, mistakes) {
  const tiles = [];
  const names = new Map();
  const owners = new Map();
  const twins = [];
  const shared = sharedLetters(space, spec);
  spec.tiles.forEach((entry, index) => mistakes.noted(() => {
    if (isForProgram(entry)) return;
    const path = ["tiles", index];
    for (const { name: letter, cells, where } of formsOf(space, spec, lattice, entry, path)) {
      const name = entry.set && shared.has(letter) ? `${letter}${cells.length}` : letter;
      if (names.has(name)) {
        throw new SpecMistake(where, `the name '${name}' is used twice (first by ${names.get(name).join(".")})`,
          "give every tile a name of its own; for more copies of one tile use multiplicity");
      }
      names.set(name, where);
      const tile = builtTile(space, lattice, entry, cells, cellCount, name, where);
      const twin = tile.looks.map((look) => owners.get(look)).find(Boolean);
      if (twin && twins.every(({ path: known }) => known !== where) && !spec.labeled && !isRuled(spec, name) && !isRuled(spec, twin.name)) twins.push(congruent(where, { name, ...tile }, twin));
      for (const look of tile.looks) owners.set(look, { name, looks: tile.looks });
      tiles.push({ name, letter, entry: index, ...tile });
    }
  }));
  return { tiles, twins };
}

function congruent(path, tile, twin) {
  const isSame = tile.looks.length === twin.looks.length && tile.looks.every((look) => twin.looks.includes(look));
  return new SpecMistake(path, `'${tile.name}' and '${twin.name}' have the same shape under their allowed rotations and reflections`, isSame
    ? `keep '${twin.name}' alone and give it a multiplicity, or write labeled: true at the top to tell them apart`
    : "allow the same for both and keep one of them with a multiplicity, or write labeled: true at the top to tell them apart");
}

// Whether a rule or the objective names a tile.
function isRuled({ rules, maximize, minimize }, name) {
  return JSON.stringify([rules ?? {}, maximize ?? {}, minimize ?? {}]).includes(JSON.stringify(name));
}

// The orientations with some numbers, from 1 on.
function chosen(list, numbers, name, path) {
  numbers.forEach((number, k) => {
    if (number > list.length) throw new SpecMistake([...path, "orientations", k], `'${name}' has ${counted(list.length, "orientation")}, not ${number}`, "write their numbers from 1 on");
  });
  return list.filter((_, k) => numbers.includes(k + 1));
}

function builtTile(space, lattice, entry, colored, cellCount, name, where) {
  const numbers = entry.orientations;
  const set = space.sets.get(entry.set);
  const rotate = numbers ? true : entry.rotate ?? !set?.isDrawn;
  const reflect = numbers ? true : entry.reflect ?? (lattice.is_flat && !(set ? set.oneSided || set.hasSides : Object.keys(entry.sides ?? {}).length));
  const { min, max } = boundsOf(entry.multiplicity);
  const maximum = Math.max(min, max ?? Math.floor(cellCount / colored.length));
  const all = orientations(lattice, colored, rotate, reflect);
  const ways = numbers ? chosen(all, numbers, name, where) : all;
  const normal = normalizeColored(lattice, colored);
  return {
    form: cellsOf(normal), shown: normal.some(([, text]) => text) ? normal.map(([, text]) => text) : [],
    orientations: distinct(ways.map(cellsOf), String).sort(compareForms), ways, looks: ways.map(String), minimum: min, maximum,
    color: entry.color ?? null, isFixed: entry.fixed ?? false, groups: groupsOf(entry.group, maximum),
  };
}

// The groups of a tile and the largest number of copies that belong to each, as text: tiles that differ in it are no images of one another.
function groupsOf(group, maximum) {
  const sizes = typeof group === "string" ? [[group, maximum]] : Object.entries(group ?? {});
  return JSON.stringify(sizes.map(([name, size]) => [name, Math.min(size, maximum)]).sort());
}

// The names that selected tiles of different sizes share.
function sharedLetters(space, spec) {
  const sizes = new Map();
  for (const entry of spec.tiles) {
    const set = space.sets.get(entry.set);
    if (!set || set.shown) continue;
    const [only, without] = [members(set, entry.only ?? []), members(set, entry.except ?? [])];
    for (const [name, form] of set.tiles) {
      if ((entry.only && !only.includes(name)) || without.includes(name)) continue;
      sizes.set(name, (sizes.get(name) ?? new Set()).add(form.length));
    }
  }
  return new Set([...sizes].filter(([, of]) => of.size > 1).map(([name]) => name));
}

// The names of tiles of a set; a letter may be followed by the number of cells, such as P5.
export function members(set, names) {
  const sized = new Map([...set.tiles].map(([name, form]) => [`${name}${form.length}`, name]));
  return names.map((name) => (set.tiles.has(name) ? name : sized.get(name) ?? name));
}

function formsOf(space, spec, lattice, entry, path) {
  if (entry.set !== undefined) {
    return [...selected(space, lattice, entry, path)].map(([name, form]) => ({
      name, where: path, cells: form.map((cell, k) => [lattice.lifted(cell), space.sets.get(entry.set).shown?.[name][k] ?? ""]),
    }));
  }
  const cells = entry.drawing === undefined
    ? listed(space, spec, lattice, entry, [...path, "cells"])
    : drawnTile(spec, lattice, entry, [...path, "drawing"]);
  return [{ name: entry.name, where: path, cells: withWrittenSides(lattice, entry, cells, [...path, "sides"]) }];
}

function selected(space, lattice, entry, path) {
  const set = space.sets.get(entry.set);
  const here = [...path, "set"];
  if (!set) {
    const named = [...space.sets.values()].filter((each) => !/^wang-/.test(each.name));
    const fitting = named.filter((each) => [lattice.name, lattice.layer_of].includes(each.lattice) && !each.oneSided);
    const alike = Object.keys(space.numberedSets).find((each) => each.startsWith(`${entry.set.split("-")[0]}-`));
    const others = `sets: ${[...fitting.map((each) => each.name), ...Object.keys(space.numberedSets)].join(", ")}`;
    throw new SpecMistake(here, `there is no set ${echo(entry.set)}`,
      alike ? space.numberedSets[alike] : suggestion(entry.set, named.map((each) => each.name), others));
  }
  if (set.lattice !== "cubic" && ![lattice.name, lattice.layer_of].includes(set.lattice)) {
    throw new SpecMistake(here, `the pieces of '${set.name}' belong to a ${set.lattice} lattice, but the board has a ${lattice.name} one`,
      `write lattice: ${set.lattice} at the top, or take another set`);
  }
  if (set.lattice === "cubic" && lattice.name !== "cubic") {
    throw new SpecMistake(here, `the pieces of '${set.name}' are solid, the board is flat`, "give the board three dimensions");
  }
  if (set.oneSided && !lattice.is_flat) {
    throw new SpecMistake(here, `the pieces of '${set.name}' can be turned over in space, where they are their own mirror images`,
      `write ${set.name.replace("one-sided-", "")}`);
  }
  const [only, without] = [members(set, entry.only ?? []), members(set, entry.except ?? [])];
  for (const [key, names] of [["only", only], ["except", without]]) {
    names.forEach((name, k) => {
      if (!set.tiles.has(name)) throw new SpecMistake([...path, key, k], `${set.name} has no tile '${name}'`, `its tiles: ${[...set.tiles.keys()].join(" ")}`);
      if (names.indexOf(name) < k) throw new SpecMistake([...path, key, k], `'${entry[key][k]}' is named twice`, "use multiplicity for more copies");
    });
  }
  const tiles = [...set.tiles].filter(([name]) => (!entry.only || only.includes(name)) && !without.includes(name));
  if (!tiles.length) throw new SpecMistake([...path, entry.only ? "only" : "except"], `no tile of '${set.name}' is selected`, "select at least one");
  return tiles;
}

function drawnTile(spec, lattice, entry, path) {
  const hasColors = entry.colors && Object.keys(entry.colors).length;
  if (hasColors || (entry.values ?? null) !== null) {
    const [key, signs] = hasColors ? ["colors", "letters"] : ["values", "digits"];
    throw new SpecMistake([...path.slice(0, -1), key], "the tile is drawn", `draw its ${key} as ${signs}`);
  }
  return drawn(path, () => {
    const places = parseDrawing(entry.drawing, lattice.text);
    if (places.some(({ letter }) => letter === "?")) {
      throw new SpecMistake(path, `${echo(entry.name)} has an optional cell '?'`, "only boards have them; draw X or .");
    }
    if (lattice.is_flat && layersOf(places) > 1) {
      throw new SpecMistake(path, `${echo(entry.name)} has ${places.length} cells in ${layersOf(places)} layers, the board is flat`,
        "draw it without blank lines, or give the board three dimensions");
    }
    const cells = placedCells(lattice, places);
    const colored = places.map(({ place, letter }) => [cells.get(stepKey(place)), isValue(letter) || (spec.colors && !["X", "#"].includes(letter)) ? letter : ""]);
    for (const [, letter] of colored) if (letter && !isValue(letter)) refuseColor(spec, letter, path, false);
    check(lattice, entry, colored, path);
    return colored;
  });
}

function listed(space, spec, lattice, entry, path) {
  const read = (coordinates, here) => lattice.lifted(cellOf(homeLattice(space, lattice, coordinates), coordinates, here));
  const cells = new Map([...listedCells(entry.cells, path, read)].map(([key, cell]) => [key, [cell, ""]]));
  if (new Set(entry.cells.map((cell) => cell.length)).size > 1) {
    throw new SpecMistake(path, "some cells have 2 coordinates and some 3", "give all of them the same number");
  }
  check(lattice, entry, [...cells.values()], path);
  if ((entry.values ?? null) !== null) {
    if (entry.values.length !== cells.size) {
      throw new SpecMistake([...path.slice(0, -1), "values"], `${counted(entry.values.length, "value")} for ${counted(cells.size, "cell")}`, "write one for each cell");
    }
    [...cells.values()].forEach((colored, k) => { colored[1] = entry.values[k] === null ? "" : String(entry.values[k]); });
  }
  for (const [here, cell, letter] of listedColors(space, spec, lattice, entry.colors ?? {}, [...path.slice(0, -1), "colors"], false)) {
    const colored = cells.get(cellKey(cell));
    if (!colored || colored[1]) {
      throw new SpecMistake(here, `the cell ${colored ? `has ${colored[1]} already` : "is not a cell of the tile"}`, "remove it");
    }
    colored[1] = letter;
  }
  return [...cells.values()];
}

// The cells with the colors of their sides, which a text has for a tile of one cell, a mapping by the numbers of cells.
function withWrittenSides(lattice, entry, cells, path) {
  const { sides } = entry;
  if ((sides ?? null) === null) return cells;
  if (!hasSides(lattice)) throw new SpecMistake(path, `on a ${lattice.name} lattice cells do not meet side by side, so sides have no colors`, "remove the key");
  if (typeof sides === "string" && cells.length > 1) throw new SpecMistake(path, `'${entry.name}' has ${cells.length} cells`, `name the cells by their numbers, as in {0: ${sides}}`);
  const keys = new Set(cells.map(([cell]) => cellKey(cell)));
  const written = typeof sides === "string" ? [[0, sides, path]] : Object.entries(sides).map(([number, colors]) => [Number(number), colors, [...path, Number(number)]]);
  for (const [number, colors, here] of written) {
    if (!cells[number]) throw new SpecMistake(here, `there is no cell ${number}`, `write numbers from 0 to ${cells.length - 1}`);
    const steps = across(lattice, cells[number][0]);
    if (colors.length !== steps.length) {
      throw new SpecMistake(here, `${echo(colors)} has ${counted(colors.length, "letter")}, the cell ${steps.length} ${lattice.is_flat ? "sides" : "faces"}`, "write a letter for each, . for none");
    }
    const inner = steps.findIndex((near, k) => colors[k] !== "." && keys.has(cellKey(near)));
    if (inner >= 0) throw new SpecMistake(here, `side ${inner} of cell ${number} lies inside the tile`, `write '${colors.slice(0, inner)}.${colors.slice(inner + 1)}'`);
    cells[number][1] = withSides(cells[number][1], colors);
  }
  return cells;
}

function check(lattice, entry, colored, path) {
  const cells = colored.map(([cell]) => cell);
  const [low, high] = span(cells);
  const extents = subtract(high, low).map((x) => x + 1);
  if (extents.reduce((a, b) => a * b, 1) > MAX_TILE_BOX) {
    throw new SpecMistake(path, `${echo(entry.name)} needs a box of ${extents.join(" x ")}`, `keep a tile within ${integer(MAX_TILE_BOX)} cells`);
  }
  const parts = lattice.components(cells).length;
  if (parts > 1 && !entry.disconnected) {
    throw new SpecMistake(path, `'${entry.name}' falls into ${parts} parts that do not share a side`, "join them, or write disconnected: true");
  }
}

