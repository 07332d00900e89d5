// The lattice of a spec, and the form of its board; see cp_puzzles/puzzle/build/build_board.py.

import { hexgridCells, shapeCells } from "./board_shapes.js";
import { DrawingMistake, drawnCharacters } from "./drawing.js";
import { SpecMistake } from "./mistake.js";

// The key that defines the cells of a board.
export const formOf = (space, board) => space.forms.find((key) => board[key] !== undefined);

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
  const { board } = spec;
  const form = formOf(space, board);
  const lattice = spec.lattice ? space.lattices.get(spec.lattice) : suggested(space, spec, form);
  if (form === "hexgrid" && !space.hexgrids.includes(lattice.name)) {
    throw new SpecMistake(["board", form], `a ${lattice.name} lattice has no triangles`, `write ${space.hexgrids.join(" or ")}`);
  }
  if (space.shapes.has(form) && !space.shapes.get(form).lattices.includes(lattice.name)) {
    const shapes = [...space.shapes.values()].filter((shape) => shape.lattices.includes(lattice.name)).map((shape) => shape.name);
    throw new SpecMistake(["board", form], `there is no ${form} on a ${lattice.name} lattice`,
      `write ${[...shapes, lattice.text ? "drawing" : "window", "or cells"].join(", ")}`);
  }
  if (form === "size" && board.size.length !== (lattice.flat ? 2 : 3)) {
    throw new SpecMistake(["board", "size"], `[${board.size.join(", ")}] has ${board.size.length} dimensions on a ${lattice.name} lattice`,
      lattice.flat ? "write [rows, columns]" : "write [layers, rows, columns]");
  }
  return lattice;
}

function suggested(space, spec, form) {
  const { board } = spec;
  const all = [...space.lattices.values()];
  const byDimension = (dimension) => all.find((lattice) => lattice.dimension === dimension);
  if (form === "size") return byDimension(board.size.length);
  if (form === "drawing") {
    return drawn(["board", "drawing"], () => byDimension(drawnCharacters(board.drawing).some(([, [layer]]) => layer) ? 3 : 2));
  }
  const homes = new Set(spec.tiles.map((entry) => space.sets.get(entry.set)?.lattice).filter(Boolean));
  const isCommon = [...homes].every((name) => name === "square" || name === "cubic");
  let possible = all.map((lattice) => lattice.name);
  if (form === "hexgrid") possible = space.hexgrids.slice(0, 1);
  if (form === "window") {
    const axes = Object.keys(board.window).filter((axis) => axis !== "sum");
    possible = all.filter((lattice) => lattice.axes.slice(0, lattice.dimension).every((axis) => axes.includes(axis))
      && axes.every((axis) => lattice.axes.includes(axis))).map((lattice) => lattice.name);
  }
  if (space.shapes.has(form)) possible = space.shapes.get(form).lattices;
  const likely = isCommon ? [] : possible.filter((name) => homes.has(name));
  if (possible.length === 1 || likely.length === 1) return space.lattices.get((likely.length ? likely : possible)[0]);
  if (form === "cells" && board.cells[0].length < 4 && isCommon) return byDimension(board.cells[0].length);
  throw new SpecMistake(["board", form], `a board given by its ${form} can belong to several lattices`, `write lattice: ${possible.join(" or ")}`);
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
  const flat = space.lattices.get(lattice.layerOf) ?? lattice;
  return coordinates.length === flat.axes.length ? flat : lattice;
}
