// A puzzle, built from a spec (the plain data of a puzzle file that fits the schema).

import { counted, grouped } from "../page/numbers.js";
import { drawnOver } from "./board_frame.js";
import { buildBoard, fitsOf } from "./build_board.js";
import { cellOf, latticeOf } from "./build_lattice.js";
import { buildTiles, isForProgram } from "./build_tiles.js";
import { coloredPositions } from "./cover.js";
import { burrPiece } from "./board_shapes.js";
import { cellKey, compare, Lattice } from "./lattice.js";
import { echo, Mistakes, SpecMistake } from "./mistake.js";
import { isFitting, isValue, letterOf, sidesOf } from "./shown.js";

// The lattices, board shapes and tile sets, from the data that Python writes.
export function readSpace(data) {
  const byName = (list) => new Map(list.map((each) => [each.name, each]));
  return {
    ...data,
    lattices: byName(data.lattices.map((each) => new Lattice(each))),
    shapes: byName(data.shapes),
    forms: ["size", "drawing", "cells", "window", "hexgrid", ...data.shapes.map((each) => each.name).filter((name) => name !== "size")],
    colors: Object.keys(data.colors),
    sets: byName(data.sets.map(readSet)),
  };
}

// A set with its tiles by name; pieces of burrs follow from their numbers. `shown`: what the cells of each tile show, by its name,
// which says it; null if they show nothing.
function readSet({ tiles, length, numbers, ...set }) {
  const forms = numbers ? numbers.map((number) => [String(number), burrPiece(number, length)])
    : Object.entries(tiles).map(([name, form]) => [name, form.split(" ").map((cell) => cell.split(",").map(Number))]);
  const shown = forms.map(([name]) => [name, set.hasSides ? [`:${name}`] : name.split("-")]);
  return { ...set, tiles: new Map(forms), shown: set.hasSides || set.hasValues ? Object.fromEntries(shown) : null };
}

// The puzzle and the mistakes in its spec; the puzzle is null if there are any: those of its board, else those of its tiles, else
// the others. `unserved`: the keys of what the page cannot solve itself, which the program can.
export function buildPuzzle(space, spec) {
  const mistakes = new Mistakes();
  const lattice = mistakes.noted(() => latticeOf(space, spec));
  const board = lattice ? mistakes.noted(() => buildBoard(space, spec, lattice, mistakes)) ?? null : null;
  if (mistakes.list.length) return { puzzle: null, lattice, board, mistakes: mistakes.list };
  const { tiles, twins } = buildTiles(space, spec, lattice, board.cells.length, mistakes);
  if (mistakes.list.length) return { puzzle: null, lattice, board, mistakes: mistakes.list };
  const { values, ...known } = board;
  if (values.size) known.colors = new Map([...known.colors, ...values]);
  const given = buildGiven(spec, lattice, known, tiles, mistakes);
  if (!mistakes.list.length) mistakes.list.push(...twins);
  const number = new Map(known.cells.map((cell, k) => [cellKey(cell), k]));
  const puzzle = mistakes.list.length ? null
    : { name: spec.name, lattice, ...known, number, tiles, given, fill: spec.fill ?? true, fits: colorsFit(spec, known.colors, tiles), unserved: unservedKeys(space, spec, tiles) };
  return { puzzle, lattice, board, tiles: twins.length ? undefined : tiles, mistakes: mistakes.list };
}

// A test if the colors of a placement fit those of the board; null if the puzzle has no colors to fit.
function colorsFit(spec, colors, tiles) {
  if (!colors.size || !tiles.some(({ shown }) => shown.length)) return null;
  const fits = fitsOf(spec);
  return (cells, shown) => shown.every((each, k) => isFitting(fits, letterOf(each), colors.get(cellKey(cells[k])) ?? ""));
}

/** The keys of a puzzle file in their order. */
export const KEYS = ["name", "description", "source", "lattice", "board", "fill", "tiles", "labeled", "colors", "given", "rules", "maximize", "minimize", "expected"];
const SERVED_ON_BOARD = ["layers", "holes", "optional", "colors", "labels", "calendar", "regions"];
const SERVED_IN_TILES = ["set", "only", "except", "name", "drawing", "cells", "colors", "disconnected", "multiplicity", "rotate", "reflect", "orientations", "color", "fixed", "group"];

// The keys of what only the program solves: rules, objectives, values, colors of sides, wrapped boards, families of tiles.
function unservedKeys(space, spec, tiles) {
  const isSet = (value) => ![undefined, null, false].includes(value);
  const rules = Object.entries(spec.rules ?? {}).flatMap(([key, value]) => (isSet(value) ? [`rules.${key}`] : []));
  const others = (data, known, prefix) => Object.keys(data).filter((key) => !known.includes(key) && isSet(data[key])).map((key) => prefix + key);
  const shown = tiles.flatMap((tile) => tile.shown);
  const marks = [["values", shown.some((each) => isValue(letterOf(each)))], ["sides", shown.some((each) => sidesOf(each))]].filter(([, isShown]) => isShown).map(([key]) => `tiles.${key}`);
  return [...new Set([
    ...others(spec, KEYS, ""), ...others(spec.board, [...space.forms, ...SERVED_ON_BOARD], "board."), ...rules, ...["labeled", "maximize", "minimize"].filter((key) => isSet(spec[key])),
    ...spec.tiles.flatMap((entry) => (entry.set && isForProgram(entry) ? [`the set ${entry.set}`] : others(entry, SERVED_IN_TILES, "tiles."))), ...marks])];
}

// Only the program knows pieces of families.
function buildGiven(spec, lattice, board, tiles, mistakes) {
  const list = typeof spec.given === "string" ? [{ drawing: spec.given }] : spec.given ?? [];
  const used = tiles.map(() => 0);
  const covered = new Map();
  const placements = [];
  list.forEach((given, index) => mistakes.noted(() => {
    const isDrawn = given.drawing !== undefined;
    const place = isDrawn && list.length === 1 ? ["given"] : ["given", index];
    if (spec.tiles.some(isForProgram) && !tiles.some(({ name }) => name === given.tile)) return;
    for (const { tile, cells, where, here } of isDrawn ? drawnGiven(spec, lattice, board, tiles, given, place) : listedGiven(lattice, board, tiles, given, place)) {
      cells.forEach((cell, k) => {
        const first = covered.get(cellKey(cell));
        if (first) throw new SpecMistake(isDrawn ? here : [...here, k], `the cell [${lattice.coordinates(cell).join(", ")}] is covered by '${first}' already`, "move one");
        covered.set(cellKey(cell), tiles[tile].name);
      });
      const form = String(lattice.normalize(cells));
      if (!tiles[tile].orientations.some((each) => String(each) === form)) throw new SpecMistake(here, ...wrongShape(tiles[tile], cells.length));
      used[tile] += 1;
      if (used[tile] > tiles[tile].maximum) {
        throw new SpecMistake(where, `'${tiles[tile].name}' is given more often than its multiplicity of ${tiles[tile].maximum} allows`,
          "remove one of them, or raise the multiplicity");
      }
      const sorted = [...cells].sort(compare);
      placements.push({ tile, cells: sorted, shown: shownOn(spec, lattice, board, tiles[tile], cells, given.shown, isDrawn ? here : place), isFixed: given.fixed ?? false });
    }
  }));
  return placements;
}

// What a given piece shows on its sorted cells, [] for a tile without colors. Of a tile with colors, exactly one placement
// must have what is written; placements that do not fit the colors of the board do not count.
function shownOn(spec, lattice, board, tile, cells, written, path) {
  if (!tile.shown.length) {
    if (written) throw new SpecMistake([...path, "shown"], `'${tile.name}' shows no colors`, "remove the key");
    return [];
  }
  const sorted = [...cells].sort(compare);
  const number = new Map(sorted.map((cell, k) => [cellKey(cell), k]));
  let ways = tile.ways.flatMap((look) => coloredPositions(lattice, look, sorted, number)).map(({ shown }) => shown);
  if (written) {
    if (written.length !== cells.length) throw new SpecMistake([...path, "shown"], `${written.length} colors for ${cells.length} cells`, "write one for each cell");
    const wanted = [];
    cells.forEach((cell, k) => { wanted[number.get(cellKey(cell))] = String(written[k]); });
    ways = ways.filter((shown) => String(shown) === String(wanted));
    if (!ways.length) throw new SpecMistake([...path, "shown"], `'${tile.name}' cannot show this on these cells`, "check the order of the cells");
  }
  const fits = fitsOf(spec);
  const fitting = ways.filter((shown) => shown.every((letter, k) => {
    const under = board.colors.get(cellKey(sorted[k])) ?? "";
    return isFitting(fits, letterOf(letter), under);
  }));
  if (fitting.length > 1) {
    const example = cells.map((cell) => fitting[0][number.get(cellKey(cell))] || '""').join(", ");
    throw new SpecMistake(path[0] === "given" && path.length === 1 ? path : [...path, "cells"], `'${tile.name}' lies on these cells in ${fitting.length} ways, which show different colors`,
      `write what it shows on each cell: shown: [${example}]`);
  }
  return (fitting[0] ?? ways[0]);
}

/** @returns {[string, string]} */
function wrongShape(tile, number) {
  if (number !== tile.form.length) {
    const remedy = number < tile.form.length ? "write all cells of the piece" : "write only the cells of the piece";
    return [`'${tile.name}' has ${counted(tile.form.length, "cell")}; ${number} ${number === 1 ? "is" : "are"} given`, remedy];
  }
  const these = number === 1 ? "this cell is" : `these ${number} cells are`;
  return [`${these} not a placement of '${tile.name}'`, "check the cells, and `rotate`, `reflect` and `orientations` of the tile"];
}

function listedGiven(lattice, board, tiles, given, path) {
  const sized = tiles.findIndex((tile) => tile.name === given.tile);
  const tile = sized < 0 ? tiles.findIndex(({ name, form }) => `${name}${form.length}` === given.tile) : sized;
  if (tile < 0) throw new SpecMistake([...path, "tile"], `there is no tile '${given.tile}'`, `tiles: ${tiles.map(({ name }) => name).join(" ")}`);
  const here = [...path, "cells"];
  const keys = new Set(board.cells.map(cellKey));
  const cells = given.cells.map((written, k) => {
    const cell = cellOf(lattice, written, [...here, k]);
    if (!keys.has(cellKey(cell))) throw new SpecMistake([...here, k], `the cell [${written.join(", ")}] is not a cell to cover`, "coordinates start at 0");
    return cell;
  });
  return [{ tile, cells, where: [...path, "tile"], here }];
}

// The pieces of a drawing: connected parts of a letter, or all its cells if its tile has several parts.
function drawnGiven(spec, lattice, board, tiles, given, path) {
  const lettered = drawnOver(spec, lattice, given.drawing, board.frame(), path, ["a cell to cover", "no piece"]);
  if (!lettered.length) throw new SpecMistake(path, "the drawing has no letter of a tile", "draw a letter where a piece lies");
  return [...grouped(lettered, ({ letter }) => letter)].flatMap(([letter, list]) => {
    const cells = list.map(({ cell }) => cell);
    const tile = letteredTile(tiles, letter, path);
    const { orientations, form } = tiles[tile];
    const normal = String(lattice.normalize(cells));
    const parts = orientations.some((each) => String(each) === normal) ? [cells] : lattice.components(cells);
    if (parts.some((part) => part.length > form.length && part.length % form.length === 0)) {
      throw new SpecMistake(path, `pieces '${letter}' touch, so their cells cannot be told apart`, `list them as - {tile: ${tiles[tile].name}, cells: [...]}`);
    }
    return parts.map((part) => ({ tile, cells: part, where: path, here: path }));
  });
}

function letteredTile(tiles, letter, path) {
  const exact = tiles.flatMap(({ name }, k) => (name === letter ? [k] : []));
  const meant = exact.length ? exact : tiles.flatMap(({ name }, k) => (name.includes(letter) ? [k] : []));
  if (meant.length === 1) return meant[0];
  const names = (meant.length ? meant.map((k) => tiles[k]) : tiles).map(({ name }) => name).join(" ");
  if (meant.length) throw new SpecMistake(path, `${echo(letter)} may be any of ${names}`, "list it as - {tile: ..., cells: [...]}");
  throw new SpecMistake(path, `there is no tile ${echo(letter)}`, `tiles: ${names}`);
}
