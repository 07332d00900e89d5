// Boards that are unions and differences of shapes; see cp_puzzles/puzzle/build/board_cells.py.

import { refuseFar, refuseMany, simpleCells } from "./build_board.js";
import { formOf, removedParts } from "./build_lattice.js";
import { add, cellKey } from "./lattice.js";
import { SpecMistake } from "./mistake.js";

// The parts of a board with one frame of coordinates: shapes with a name share the center of the first one.
export class Parts {
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
  const translation = lattice.numbered ? lattice.combined(vector) : vector;
  if (lattice.isTranslation(translation)) return translation;
  throw new SpecMistake(path, `[${translation.join(", ")}] is not a translation: it maps cells to points that are not cells`, lattice.rule);
}
