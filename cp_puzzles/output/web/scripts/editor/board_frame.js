// Drawings that are laid over a board; see cp_puzzles/puzzle/build/board_frame.py.

import { counted, grouped, span } from "../page/numbers.js";
import { drawn } from "./build_lattice.js";
import { drawnCharacters, drawnRows, placeOf } from "./drawing.js";
import { cellKey, compare, stepKey, subtract } from "./lattice.js";
import { echo, SpecMistake } from "./mistake.js";

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

// The names of cells, by their keys, from a text with a line for each row of cells.
export function readLabels(spec, places, kept, labels) {
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
