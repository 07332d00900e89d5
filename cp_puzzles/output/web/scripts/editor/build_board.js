// The board of a spec, with its unions and differences of shapes; see build_board.py and board_cells.py in cp_puzzles/puzzle/build.

import { integer, span } from "../page/numbers.js";
import { drawnOver, placesOf, readLabels } from "./board_frame.js";
import { windowCells } from "./board_shapes.js";
import { cellOf, cellsOfShape, drawn, formOf, homeLattice, listedCells, numbersOf, refuseFar, removedParts } from "./build_lattice.js";
import { layersOf, parseDrawing, placedCells } from "./drawing.js";
import { add, cellKey, compare, stepKey } from "./lattice.js";
import { echo, SpecMistake } from "./mistake.js";
import { isValue } from "./shown.js";

const MAX_CELLS = 100_000; // of a board
const MAX_WINDOW = 1_000_000; // points of a window, cells or not

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
  const { cells, letters, optional } = new Parts(space, spec, lattice).region(board, ["board"]);
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
  const put = (here, cell, name) => {
    const key = cellKey(cell);
    if ((regions.get(key) ?? name) !== name) throw new SpecMistake(here, `the cell is in the region ${regions.get(key)} already`, "remove it from one");
    regions.set(key, name);
  };
  if (typeof written === "string") {
    const frame = placesOf(spec, lattice, cells, letters);
    const marks = drawnOver(spec, lattice, written, frame, path, ["a cell of the board", "no region"]);
    for (const { cell, letter } of marks) put(path, cell, letter);
  } else {
    for (const [here, cell, name] of listedOnBoard(lattice, written, path)) {
      refuseOff(lattice, here, cell, kept);
      put(here, cell, name);
    }
  }
  return new Map([...regions].filter(([key]) => kept.has(key)));
}

// [path, cell, key] of the cells that a mapping lists.
const listedOnBoard = (lattice, listed, path) => Object.entries(listed).flatMap(([name, cells]) => (
  cells.map((coordinates, k) => [[...path, name, k], cellOf(lattice, coordinates, [...path, name, k]), name])));

function refuseOff(lattice, path, cell, kept) {
  if (!kept.has(cellKey(cell))) throw new SpecMistake(path, `the cell [${lattice.coordinates(cell).join(", ")}] is not on the board`, "remove it");
}

// The parts of a board with one frame of coordinates: shapes with a name share the center of the first one.
class Parts {
  space; spec; lattice; center;

  constructor(space, spec, lattice) { Object.assign(this, { space, spec, lattice, center: null }); }

  // {cells, letters, optional} of a form.
  region(form, path) {
    if (form.cells && !Array.isArray(form.cells)) return this.#part(form.cells, [...path, "cells"]);
    return simpleCells(this.space, this.spec, form, this.lattice, path);
  }

  #part(part, path) {
    if (part.at !== undefined) {
      const vector = translationOf(this.lattice, part.at, [...path, "at"]);
      const { cells, optional } = new Parts(this.space, this.spec, this.lattice).#part({ ...part, at: undefined }, path);
      return movedRegion(cells, optional, vector);
    }
    const region = part.union ? this.#union(part.union, path) : this.#centered(this.region(part, path), part, path);
    const kept = new Map(region.cells.map((cell) => [cellKey(cell), cell]));
    removedParts(part).forEach((each, k) => {
      const here = [...path, "without", k];
      const removed = this.#part(each, here).cells.map(cellKey);
      if (!removed.filter((key) => kept.delete(key)).length) throw new SpecMistake(here, "the part has no cell of the board", "move it with at, or remove it");
      if (!kept.size) throw new SpecMistake(here, "the part leaves no cell of the board", "make it smaller");
    });
    return { cells: [...kept.values()], letters: null, optional: new Set([...region.optional].filter((key) => kept.has(key))) };
  }

  // A cell may stay empty if no part requires it.
  #union(parts, path) {
    const cells = new Map();
    const required = new Set();
    parts.forEach((part, k) => {
      const region = this.#part(part, [...path, "union", k]);
      for (const cell of region.cells) {
        cells.set(cellKey(cell), cell);
        if (!region.optional.has(cellKey(cell))) required.add(cellKey(cell));
      }
      refuseMany([...cells.keys()], [...path, "union"]);
    });
    return { cells: [...cells.values()], optional: new Set([...cells.keys()].filter((key) => !required.has(key))) };
  }

  #centered({ cells, optional }, part, path) {
    const form = formOf(this.space, part);
    if (form !== "hexgrid" && !this.space.shapes.has(form)) return { cells, optional };
    const sums = cells.reduce((total, cell) => add(total, cell));
    this.center ??= [sums, cells.length];
    const [first, count] = this.center;
    const steps = sums.map((sum, axis) => (first[axis] * cells.length - sum * count) / (count * cells.length));
    if (steps.every(Number.isInteger) && this.lattice.isTranslation(steps)) return movedRegion(cells, optional, steps);
    const name = form === "hexgrid" ? Object.keys(part.hexgrid)[0] : form;
    throw new SpecMistake([...path, form], `no translation moves the center of the ${name} to that of the first shape`,
      `write at: [${steps.slice(0, this.lattice.dimension).fill(0).join(", ")}], where it is alone, or another distance`);
  }
}

function movedRegion(cells, optional, vector) {
  const images = cells.map((cell) => add(cell, vector));
  return { cells: images, optional: new Set(images.filter((_, k) => optional.has(cellKey(cells[k]))).map(cellKey)) };
}

function translationOf(lattice, vector, path) {
  refuseFar(vector, path);
  if (vector.length !== lattice.dimension) {
    throw new SpecMistake(path, `[${vector.join(", ")}] is not a translation of a ${lattice.name} lattice`,
      `write ${lattice.dimension} numbers: the distances along ${lattice.axes.slice(0, lattice.dimension).join(", ")} to the same cell`);
  }
  const translation = lattice.is_numbered ? lattice.combined(vector) : vector;
  if (lattice.isTranslation(translation)) return translation;
  throw new SpecMistake(path, `[${translation.join(", ")}] is not a translation: it maps cells to points that are not cells`, lattice.rule);
}

// The cells of a form that is no union.
function simpleCells(space, spec, board, lattice, start) {
  const form = formOf(space, board);
  const path = [...start, form];
  const none = { letters: null, optional: new Set() };
  const isShape = space.shapes.has(form) || form === "hexgrid";
  if (board.layers && (["", "square"].includes(lattice.layer_of) || form === "size" || !isShape)) {
    throw new SpecMistake([...start, "layers"], `a ${form} on a ${lattice.name} lattice has no layers`, "write them for a shape of prisms");
  }
  if (form === "drawing") {
    const region = drawnBoard(lattice, board.drawing, path);
    if (board !== spec.board) refuseMarks(spec, region.letters, path);
    return region;
  }
  if (form === "cells") {
    return { cells: [...listedCells(board.cells, path, (coordinates, here) => cellOf(lattice, coordinates, here)).values()], ...none };
  }
  if (form === "window") return { cells: readWindow(lattice, board.window, path), ...none };
  const numbers = numbersOf(space, board);
  refuseLarge(board.layers ? [...numbers, board.layers] : numbers, path);
  return { cells: refuseMany(cellsOfShape(space, board, lattice), path), ...none };
}

// A part has neither values nor colors, which the board lists instead.
function refuseMarks(spec, letters, path) {
  const marks = [...letters.values()].map(({ letter }) => letter).filter((letter) => !["", "X", "#", "?"].includes(letter)).sort();
  const mark = marks.find((letter) => isValue(letter) || spec.colors);
  if (mark) throw new SpecMistake(path, `${echo(mark)} has no meaning in a part`, `draw X, and write ${isValue(mark) ? "values" : "colors"} of the board`);
}

function refuseLarge(size, path) {
  const volume = size.reduce((a, b) => a * BigInt(b), 1n);
  if (volume > MAX_CELLS) {
    throw new SpecMistake(path, `the board ${size.join(" x ")} has ${integer(volume)} cells`, `use at most ${integer(MAX_CELLS)}`);
  }
}

function readWindow(lattice, { sum = null, ...ranges }, path) {
  const needed = lattice.is_numbered ? lattice.axes.slice(0, -1) : lattice.axes;
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
    if (lattice.is_flat && layersOf(places) > 1) {
      throw new SpecMistake(path, `the board is drawn in ${layersOf(places)} layers on a ${lattice.name} lattice`,
        "draw it without blank lines, or write lattice: cubic");
    }
    const cells = placedCells(lattice, places);
    const letters = new Map(places.map(({ place, letter }) => [stepKey(place), { place, cell: cells.get(stepKey(place)), letter }]));
    const optional = new Set([...letters.values()].filter(({ letter }) => letter === "?").map(({ cell }) => cellKey(cell)));
    return { cells: [...cells.values()], letters, optional };
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

