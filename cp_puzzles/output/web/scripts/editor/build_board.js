// The board of a spec; see cp_puzzles/puzzle/build/build_board.py.

import { counted, grouped, integer, span } from "../page/numbers.js";
import { windowCells } from "./board_shapes.js";
import { cellsOfShape, drawn, formOf, homeLattice, numbersOf } from "./build_lattice.js";
import { drawnCharacters, drawnRows, layersOf, parseDrawing, placedCells, placeOf } from "./drawing.js";
import { cellKey, compare, isNear, stepKey, subtract } from "./lattice.js";
import { echo, SpecMistake } from "./mistake.js";
import { isValue } from "./shown.js";

const MAX_CELLS = 100_000; // of a board
const MAX_COORDINATE = 1e12;
const MAX_WINDOW = 1_000_000; // points of a window, cells or not

function refuseFar(coordinates, path) {
  const far = coordinates.find((x) => Number(x) > MAX_COORDINATE || Number(x) < -MAX_COORDINATE);
  if (far !== undefined) throw new SpecMistake(path, `the coordinate '${far}' is too large`, `keep coordinates within ${integer(MAX_COORDINATE)}`);
  if (!isNear(coordinates)) throw new SpecMistake(path, "a coordinate is too large", "keep coordinates within 32,767 on this page");
}

export function cellOf(lattice, coordinates, path) {
  refuseFar(coordinates, path);
  if (coordinates.length !== lattice.axes.length) {
    throw new SpecMistake(path, `[${coordinates.join(", ")}] has ${coordinates.length} coordinates on a ${lattice.name} lattice`,
      `write [${lattice.axes.join(", ")}]`);
  }
  const cell = lattice.cellAt(coordinates);
  if (!cell) throw new SpecMistake(path, `(${coordinates.join(", ")}) is no ${lattice.noun}: ${lattice.rule}`, "move it to a cell");
  return cell;
}

// The cells of a list by their keys; none is written twice.
export function listedCells(list, path, read) {
  const cells = new Map();
  list.forEach((coordinates, k) => {
    const cell = read(coordinates, [...path, k]);
    if (cells.has(cellKey(cell))) throw new SpecMistake([...path, k], `the cell [${coordinates.join(", ")}] is written twice`, "remove one of them");
    cells.set(cellKey(cell), cell);
  });
  return cells;
}

/** What was painted, by the board of the spec that was made of it. @type {WeakMap<object, any>} */
export const PAINTED = new WeakMap();

// {cells, optional, labels, colors, regions, values, frame}: cells sorted, the others as maps from the key of a cell.
export function buildBoard(space, spec, lattice, mistakes) {
  const { board } = spec;
  const painted = PAINTED.get(board);
  if (painted) return { ...painted, frame: () => readBoard(space, spec, lattice, mistakes).frame() };
  return readBoard(space, spec, lattice, mistakes);
}

function readBoard(space, spec, lattice, mistakes) {
  const { board } = spec;
  const { cells, letters, optional } = boardCells(space, spec, lattice);
  const all = new Map(cells.map((cell) => [cellKey(cell), cell]));
  const onBoard = (coordinates, path, among) => {
    const cell = cellOf(lattice, coordinates, path);
    if (!among.has(cellKey(cell))) throw new SpecMistake(path, `the cell [${coordinates.join(", ")}] is not on the board`, "coordinates start at 0");
    return cell;
  };
  const kept = new Map(all);
  const failed = mistakes.list.length;
  (board.holes ?? []).forEach((hole, k) => mistakes.noted(() => {
    const path = ["board", "holes", k];
    if (!kept.delete(cellKey(onBoard(hole, path, all)))) throw new SpecMistake(path, `the hole [${hole.join(", ")}] is written twice`, "remove one of them");
  }));
  if (mistakes.list.length > failed) return null;
  if (!kept.size) throw new SpecMistake(["board"], "the holes leave no cell of the board", "remove some of them");
  (board.optional ?? []).forEach((cell, k) => optional.add(cellKey(onBoard(cell, ["board", "optional", k], kept))));
  const frame = () => placesOf(spec, lattice, [...kept.values()], letters);
  const labels = new Map();
  if (typeof board.labels === "string") readLabels(spec, placesOf(spec, lattice, cells, letters), kept, labels);
  else {
    for (const [name, written] of Object.entries(board.labels ?? {})) {
      const cell = onBoard(written, ["board", "labels", name], kept);
      if (labels.has(cellKey(cell))) {
        throw new SpecMistake(["board", "labels", name], `the cell [${written.join(", ")}] is named '${labels.get(cellKey(cell))}' already`, "give a cell one name");
      }
      labels.set(cellKey(cell), name);
    }
  }
  const { colors, values } = boardColors(space, spec, lattice, letters, kept);
  const regions = boardRegions(spec, lattice, cells, letters, kept);
  for (const key of [...optional]) if (!kept.has(key)) optional.delete(key);
  return { cells: [...kept.values()].sort(compare), optional, labels, colors, regions, values, frame };
}

// The region of each cell, by its key: drawn as letters, or cells listed by the name of a region.
function boardRegions(spec, lattice, cells, letters, kept) {
  const path = ["board", "regions"];
  const written = spec.board.regions ?? {};
  const regions = new Map();
  const add = (here, cell, name) => {
    const key = cellKey(cell);
    if ((regions.get(key) ?? name) !== name) throw new SpecMistake(here, `the cell is in the region ${regions.get(key)} already`, "remove it from one");
    regions.set(key, name);
  };
  if (typeof written === "string") {
    const frame = placesOf(spec, lattice, cells, letters);
    const marks = drawnOver(spec, lattice, written, frame, path, ["a cell of the board", "no region"]);
    for (const { cell, letter } of marks) add(path, cell, letter);
  } else {
    for (const [here, cell, name] of listedOnBoard(lattice, written, path)) {
      refuseOff(lattice, here, cell, kept);
      add(here, cell, name);
    }
  }
  return new Map([...regions].filter(([key]) => kept.has(key)));
}

// The cell and the letter of each letter in a drawing that is laid over the places of a frame; `thing` says what their cells
// are, `point` what a point means.
export function drawnOver(spec, lattice, drawing, frame, path, [thing, point]) {
  if (!frame) throw new SpecMistake(path, `a ${lattice.name} lattice has no drawings`, "list the cells");
  const places = new Map(frame.map(([place, cell]) => [stepKey(place), cell]));
  return drawn(path, () => {
    const marks = drawnCharacters(drawing, lattice.text?.joints).map(([line, place, letter]) => {
      const cell = places.get(stepKey(place));
      const problem = `'${letter}' in line ${line}, column ${place[2] + 1}, is not on ${thing}`;
      if (!cell) throw new SpecMistake(path, problem, rowRemedy(frame, line, place, point));
      return { cell, letter };
    });
    refuseBeyond(spec, lattice, drawing, path, point);
    return marks;
  });
}

// How the line of a drawing with a place off the board is written.
function rowRemedy(frame, line, [layer, row], point) {
  const columns = frame.flatMap(([[z, y, x]]) => (z === layer && y === row ? [x] : []));
  const length = Math.max(0, ...columns.map((x) => x + 1));
  if (!length || length > 40) return `draw the rows of the board, with . for ${point}`;
  const shown = Array.from({ length }, (_, x) => (columns.includes(x) ? "X" : " ")).join("");
  return `the cells of line ${line} are the X in '${shown}'; write . for ${point}`;
}

// A row of a drawing, points included, must not extend beyond the board, as far as its extent is known.
function refuseBeyond({ board }, lattice, drawing, path, point) {
  let extent = null;
  if (board.drawing !== undefined) {
    [, extent] = span(drawnRows(board.drawing).map(([, layer, row, line]) => [layer + 1, row + 1, line.length]));
  } else if (board.size && lattice.text.plain) extent = [1, 1, ...board.size].slice(-3);
  for (const [number, layer, row, line] of extent ? drawnRows(drawing) : []) {
    if (layer < extent[0] && row < extent[1] && line.trimEnd().length <= extent[2]) continue;
    const [layers, rows, columns] = ["layer", "row", "column"].map((noun, k) => counted(extent[k], noun));
    throw new SpecMistake(path, `line ${number} goes beyond the board, ${layers} of ${rows} and ${columns}`,
      `draw the rows of the board, with . for ${point}`);
  }
}

// [path, cell, key] of the cells that a mapping lists.
const listedOnBoard = (lattice, listed, path) => Object.entries(listed).flatMap(([name, cells]) => (
  cells.map((coordinates, k) => [[...path, name, k], cellOf(lattice, coordinates, [...path, name, k]), name])));

function refuseOff(lattice, path, cell, kept) {
  if (!kept.has(cellKey(cell))) throw new SpecMistake(path, `the cell [${lattice.coordinates(cell).join(", ")}] is not on the board`, "remove it");
}

function boardCells(space, spec, lattice) {
  const { board } = spec;
  const form = formOf(space, board);
  const path = ["board", form];
  const none = { letters: null, optional: new Set() };
  const isShape = space.shapes.has(form) || form === "hexgrid";
  if (board.layers && (["", "square"].includes(lattice.layerOf) || form === "size" || !isShape)) {
    throw new SpecMistake(["board", "layers"], `a ${form} on a ${lattice.name} lattice has no layers`, "write them for a shape of prisms");
  }
  if (form === "drawing") return drawnBoard(lattice, board.drawing, path);
  if (form === "cells") {
    return { cells: [...listedCells(board.cells, path, (coordinates, here) => cellOf(lattice, coordinates, here)).values()], ...none };
  }
  if (form === "window") return { cells: readWindow(lattice, board.window, path), ...none };
  const numbers = numbersOf(space, board);
  refuseLarge(board.layers ? [...numbers, board.layers] : numbers, path);
  return { cells: refuseMany(cellsOfShape(space, board, lattice), path), ...none };
}

function refuseLarge(size, path) {
  const volume = size.reduce((a, b) => a * BigInt(b), 1n);
  if (volume > MAX_CELLS) {
    throw new SpecMistake(path, `the board ${size.join(" x ")} has ${integer(volume)} cells`, `use at most ${integer(MAX_CELLS)}`);
  }
}

function readWindow(lattice, { sum = null, ...ranges }, path) {
  const needed = lattice.numbered ? lattice.axes.slice(0, -1) : lattice.axes;
  const wrong = Object.keys(ranges).find((axis) => !lattice.axes.includes(axis));
  if (wrong) throw new SpecMistake([...path, wrong], `${echo(wrong)} is not an axis`, `write ${lattice.axes.join(", ")} or sum`);
  const missing = needed.find((axis) => !(axis in ranges));
  if (missing) throw new SpecMistake(path, `the window has no range of ${missing}`, `write ${missing}: [0, 4]`);
  refuseFar(Object.values(ranges).flat(), path);
  if (Object.values(ranges).reduce((volume, [first, end]) => volume * Math.max(0, end - first), 1) > MAX_WINDOW) {
    throw new SpecMistake(path, "the window is too large", `use at most ${integer(MAX_WINDOW)} points`);
  }
  const cells = windowCells(lattice, ranges, sum);
  if (cells.includes(null)) throw new SpecMistake(path, `${lattice.axes.at(-1)} is no class of cells: ${lattice.rule}`, "change the range");
  if (!cells.length) throw new SpecMistake(path, "the window has no cell", "write ranges [first, end] with first < end");
  return refuseMany(cells, path);
}

function refuseMany(cells, path) {
  if (cells.length > MAX_CELLS) throw new SpecMistake(path, `the board has more than ${integer(MAX_CELLS)} cells`, "make it smaller");
  return cells;
}

// The cells of a drawn board; `letters` maps the text of a place to {cell, letter}.
function drawnBoard(lattice, drawing, path) {
  return drawn(path, () => {
    const places = parseDrawing(drawing, lattice.text);
    refuseLarge(span(places.map(({ place }) => place))[1].map((x) => x + 1), path);
    if (lattice.flat && layersOf(places) > 1) {
      throw new SpecMistake(path, `the board is drawn in ${layersOf(places)} layers on a ${lattice.name} lattice`,
        "draw it without blank lines, or write lattice: cubic");
    }
    const cells = placedCells(lattice, places);
    const letters = new Map(places.map(({ place, letter }) => [stepKey(place), { place, cell: cells.get(stepKey(place)), letter }]));
    const optional = new Set([...letters.values()].filter(({ letter }) => letter === "?").map(({ cell }) => cellKey(cell)));
    return { cells: [...cells.values()], letters, optional };
  });
}

// The cells at the places of a drawing that is laid over the board: [place, cell], in the order of the places.
export function placesOf(spec, lattice, cells, letters) {
  const keys = new Set(cells.map(cellKey));
  if (letters) return [...letters.values()].filter(({ cell }) => keys.has(cellKey(cell))).map(({ place, cell }) => [place, cell]).sort((a, b) => compare(a[0], b[0]));
  const grid = lattice.text;
  if (!grid) return null;
  const placed = cells.map((cell) => [placeOf(grid, lattice.coordinates(cell)), cell]);
  const [start] = span([...placed.map(([place]) => place), ...(grid.plain ? [[0, 0, 0]] : [])]);
  return placed.map(([place, cell]) => [subtract(place, start), cell]).sort((a, b) => compare(a[0], b[0]));
}

function readLabels(spec, places, kept, labels) {
  const path = ["board", "labels"];
  if (!places) throw new SpecMistake(path, "this lattice has no drawings", "list the cells");
  const rows = grouped(places, ([[layer, row]]) => `${layer},${row}`);
  const lines = drawn(path, () => drawnRows(spec.board.labels));
  if (lines.length !== rows.size) throw new SpecMistake(path, `there are ${lines.length} rows of names for ${rows.size} of cells`, "write a line for each row");
  const seen = new Set();
  [...rows.values()].forEach((line, k) => {
    const row = line.map(([, cell]) => cell);
    const words = lines[k][3].split(/\s+/).filter(Boolean);
    const left = row.filter((cell) => kept.has(cellKey(cell)));
    if (words.length !== row.length && words.length !== left.length) {
      throw new SpecMistake(path, `line ${lines[k][0]} has ${words.length} words for ${left.length} cells`, "write a word for each cell, and . for a cell without a name");
    }
    words.forEach((word, i) => {
      const cell = (words.length === row.length ? row : left)[i];
      if (seen.has(word)) throw new SpecMistake(path, `two cells are named ${echo(word)}`, "give each cell a different name");
      if (word !== "." && kept.has(cellKey(cell))) {
        seen.add(word);
        labels.set(cellKey(cell), word);
      }
    });
  });
}

// The letters of the colors of tiles, each with those of the board that it fits.
export const fitsOf = (spec) => (typeof spec.colors === "string" ? Object.fromEntries([...spec.colors].map((letter) => [letter, letter])) : spec.colors ?? {});

// {colors, values}: the letter and the known value of cells, by their keys.
function boardColors(space, spec, lattice, letters, kept) {
  const marks = new Map();
  for (const { cell, letter } of letters?.values() ?? []) {
    if (!isValue(letter) && (!spec.colors || ["", "X", "#", "?"].includes(letter))) continue;
    if (!isValue(letter)) refuseColor(spec, letter, ["board", "drawing"], true);
    if (kept.has(cellKey(cell))) marks.set(cellKey(cell), letter);
  }
  const listed = listedColors(space, spec, lattice, spec.board.colors ?? {}, ["board", "colors"], true);
  for (const [path, cell, mark] of [...listed, ...listedOnBoard(lattice, spec.board.values ?? {}, ["board", "values"])]) {
    const key = cellKey(cell);
    refuseOff(lattice, path, cell, kept);
    if (marks.has(key) && marks.get(key) !== mark) throw new SpecMistake(path, `the cell has ${marks.get(key)} already`, "give it one color or value");
    marks.set(key, mark);
  }
  const select = (isWanted) => new Map([...marks].filter(([, mark]) => isValue(mark) === isWanted));
  return { colors: select(false), values: select(true) };
}

// [path, cell, letter] of the cells under `colors:`.
export function listedColors(space, spec, lattice, listed, path, isBoard) {
  return Object.entries(listed).flatMap(([letter, cells]) => {
    refuseColor(spec, letter, [...path, letter], isBoard);
    return cells.map((coordinates, k) => {
      const here = [...path, letter, k];
      return [here, lattice.lifted(cellOf(homeLattice(space, lattice, coordinates), coordinates, here)), letter];
    });
  });
}

export function refuseColor(spec, letter, path, isBoard) {
  const fits = fitsOf(spec);
  const allowed = [...new Set([...Object.keys(fits), ...Object.values(fits)].join(""))].join("");
  if (allowed.includes(letter) && (isBoard || letter in fits)) return;
  const lists = letter.length === 1 ? `colors: ${allowed}${letter}` : "letters under colors at the top";
  throw new SpecMistake(path, `${echo(letter)} is not a color of ${isBoard ? "cells" : "tiles"}`, `write ${lists}, or X`);
}

