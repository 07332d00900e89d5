// The lattice of a spec, the form of its board, and cells by their coordinates; see cp_puzzles/puzzle/build/build_board.py.

import { hexgridCells, shapeCells } from "./board_shapes.js";
import { DrawingMistake, drawnCharacters } from "./drawing.js";
import { cellKey, isNear } from "./lattice.js";
import { SpecMistake } from "./mistake.js";
import { integer } from "../page/numbers.js";

const MAX_COORDINATE = 1e12;

// The key that defines the cells of a board.
export const formOf = (space, board) => space.forms.find((key) => board[key] !== undefined) ?? "union";

// The parts that are removed from a part.
export const removedParts = ({ without = [] }) => (Array.isArray(without) ? without : [without]);

// [path, form] of the forms of a board, or of a part of it, that are no union; removed ones last.
function simpleForms(form, path) {
  const below = (key, list) => list.flatMap((part, k) => simpleForms(part, [...path, key, k]));
  const isPart = form.cells && !Array.isArray(form.cells);
  const own = isPart ? simpleForms(form.cells, [...path, "cells"]) : form.union ? below("union", form.union) : [[path, form]];
  return [...own, ...below("without", removedParts(form))];
}

// The numbers of a shape: alone, in a list, or under their name as in {length: 6}.
const asList = (value) => (Array.isArray(value) ? value : typeof value === "object" ? Object.values(value) : [value]);

export function numbersOf(space, board) {
  const form = formOf(space, board);
  return form === "hexgrid" ? asList(Object.values(board.hexgrid)[0]) : space.shapes.has(form) ? asList(board[form]) : [];
}

// The cells of the shape, or of the shape of hexagons, that a board names; null for another board.
export function cellsOfShape(space, board, lattice) {
  const form = formOf(space, board);
  const [read, name] = form === "hexgrid" ? [hexgridCells, Object.keys(board.hexgrid)[0]] : [shapeCells, form];
  return form === "hexgrid" || space.shapes.has(form) ? read(space.lattices, name, lattice, numbersOf(space, board), board.layers ?? 1) : null;
}

// The lattice that a spec names, or that its board or its tile sets imply.
export function latticeOf(space, spec) {
  const forms = simpleForms(spec.board, ["board"]);
  const lattice = spec.lattice ? space.lattices.get(spec.lattice) : suggested(space, spec, forms);
  for (const [path, form] of forms) refuseMissing(space, lattice, form, path);
  return lattice;
}

function refuseMissing(space, lattice, board, path) {
  const form = formOf(space, board);
  if (form === "hexgrid" && !space.hexgrids.includes(lattice.name)) {
    throw new SpecMistake([...path, form], `a ${lattice.name} lattice has no triangles`, `write ${space.hexgrids.join(" or ")}`);
  }
  if (space.shapes.has(form) && !space.shapes.get(form).lattices.includes(lattice.name)) {
    const shapes = [...space.shapes.values()].filter((shape) => shape.lattices.includes(lattice.name)).map((shape) => shape.name);
    throw new SpecMistake([...path, form], `there is no ${form} on a ${lattice.name} lattice`,
      `write ${[...shapes, lattice.text ? "drawing" : "window", "or cells"].join(", ")}`);
  }
  if (form === "size" && board.size.length !== (lattice.is_flat ? 2 : 3)) {
    throw new SpecMistake([...path, "size"], `[${board.size.join(", ")}] has ${board.size.length} dimensions on a ${lattice.name} lattice`,
      lattice.is_flat ? "write [rows, columns]" : "write [layers, rows, columns]");
  }
}

function suggested(space, spec, forms) {
  const all = [...space.lattices.values()];
  const byDimension = (dimension) => all.find((lattice) => lattice.dimension === dimension);
  for (const [path, { size, drawing }] of forms) {
    if (size) return byDimension(size.length);
    if (drawing !== undefined) return drawn([...path, "drawing"], () => byDimension(drawnCharacters(drawing).some(([, [layer]]) => layer) ? 3 : 2));
  }
  const homes = new Set(spec.tiles.map((entry) => space.sets.get(entry.set)?.lattice).filter(Boolean));
  const isCommon = [...homes].every((name) => name === "square" || name === "cubic");
  const [first, ...rest] = forms.map(([, form]) => possibleLattices(space, form));
  const possible = first.filter((name) => rest.every((names) => names.includes(name)));
  const likely = isCommon ? [] : possible.filter((name) => homes.has(name));
  if (possible.length === 1 || likely.length === 1) return space.lattices.get((likely.length ? likely : possible)[0]);
  const { cells } = forms[0][1];
  if (cells && cells[0].length < 4 && isCommon) return byDimension(cells[0].length);
  const form = formOf(space, spec.board);
  if (!possible.length) {
    const names = [...new Set(forms.map(([, each]) => formOf(space, each)))].join(", ");
    throw new SpecMistake(["board", form], `no lattice has all of the shapes ${names}`, "write shapes of one lattice");
  }
  throw new SpecMistake(["board", form], `a board given by its ${form} can belong to several lattices`, `write lattice: ${possible.join(" or ")}`);
}

// The names of the lattices that can have a board of a form.
function possibleLattices(space, board) {
  const form = formOf(space, board);
  if (form === "hexgrid") return space.hexgrids.slice(0, 1);
  if (space.shapes.has(form)) return space.shapes.get(form).lattices;
  const all = [...space.lattices.values()];
  const axes = Object.keys(board.window ?? {}).filter((axis) => axis !== "sum");
  const fits = (lattice) => lattice.axes.slice(0, lattice.dimension).every((axis) => axes.includes(axis)) && axes.every((axis) => lattice.axes.includes(axis));
  return all.filter((lattice) => form !== "window" || fits(lattice)).map(({ name }) => name);
}

// The value of a function that reads a drawing; a mistake in the drawing becomes one in the file.
export function drawn(path, read) {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DrawingMistake)) throw error;
    throw new SpecMistake(path, error.problem, error.remedy);
  }
}

// The lattice of some coordinates: this lattice, or the flat lattice of its layers.
export function homeLattice(space, lattice, coordinates) {
  const flat = space.lattices.get(lattice.layer_of) ?? lattice;
  return coordinates.length === flat.axes.length ? flat : lattice;
}

export function refuseFar(coordinates, path) {
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
