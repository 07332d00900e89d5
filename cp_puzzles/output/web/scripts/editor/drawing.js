// Drawings of boards and tiles in text, converted to cells and back; see cp_puzzles/puzzle/geometry/drawing.py.

import { span } from "../page/numbers.js";
import { compare, stepKey, subtract, times } from "./lattice.js";
import { echo } from "./mistake.js";

export class DrawingMistake extends Error {
  problem; remedy;

  constructor(problem, remedy) {
    super(`${problem}; ${remedy}`);
    Object.assign(this, { problem, remedy });
  }
}

// The rows [line, layer, row, characters] of a drawing.
export function drawnRows(drawing) {
  const rows = [];
  let [layer, row] = [0, 0];
  const lines = drawing.replace(/^[\r\n]+/, "").replace(/[ \r\n]+$/, "").split(/\r\n|\r|\n/);
  (lines.length === 1 && !lines[0] ? [] : lines).forEach((line, k) => {
    if (!line) {
      if (row) [layer, row] = [layer + 1, 0];
      return;
    }
    if (!line.replaceAll(" ", "")) {
      throw new DrawingMistake(`line ${k + 1} of the drawing holds only spaces (${line.length})`,
        "draw a row without cells as ., or leave the line empty to start the next layer");
    }
    rows.push([k + 1, layer, row, line]);
    row += 1;
  });
  return rows;
}

// [line, place, character] of all characters except ., spaces and joints; a place is [layer, row, column].
export function drawnCharacters(drawing, joints = "") {
  const found = [];
  for (const [number, layer, row, line] of drawnRows(drawing)) {
    let column = 0;
    for (const character of line) {
      if (!". ".includes(character) && !joints.includes(character)) found.push([number, [layer, row, column], character]);
      column += 1;
    }
  }
  return found;
}

// {places: [[place, letter, class or null]]} of the cells of a drawing, sorted; a letter is "" for a mark of a class.
export function parseDrawing(drawing, grid = null) {
  const marks = new Map(grid ? grid.marks : []);
  const places = drawnCharacters(drawing, grid ? grid.joints : "").map(([number, place, character]) => {
    if (marks.has(character)) return { place, letter: "", number: marks.get(character) };
    if (!/^[#?A-Za-z0-9]$/.test(character)) {
      throw new DrawingMistake(`line ${number} of the drawing has ${echo(character)} at column ${place[2] + 1}`,
        "draw a cell as X (or any letter or #), an optional cell as ?, no cell as . or a space");
    }
    return { place, letter: character, number: null };
  });
  if (!places.length) throw new DrawingMistake("the drawing has no cell", "draw each cell as X");
  return places.sort((a, b) => compare(a.place, b.place));
}

export const layersOf = (places) => 1 + Math.max(...places.map(({ place }) => place[0]));

// The place of coordinates in a drawing.
export const placeOf = (grid, coordinates) => grid.matrix.map(
  (line) => Math.floor(line.reduce((total, m, k) => total + m * coordinates[k], 0) / grid.scale));

// The coordinates of the cell of each class at a place.
export function coordinatesAt(lattice, place) {
  const grid = lattice.text;
  const size = lattice.dimension;
  const found = [];
  for (let number = 0; number < (lattice.is_numbered ? lattice.classes.length : 1); number += 1) {
    const values = times(grid.inverse, place.map((p, k) => grid.scale * p - (number ? grid.matrix[k][size] * number : 0)));
    const rounded = values.map((x) => Math.round(x) + 0);
    if (values.some((x, k) => Math.abs(x - (k < size ? rounded[k] : 0)) > 1e-6)) continue;
    found.push([...rounded.slice(0, size), ...(lattice.is_numbered ? [number] : [])]);
  }
  return found;
}

// The cell at each place of a drawing, as a map from the key of the place to the cell.
export function placedCells(lattice, places) {
  const grid = lattice.text;
  if (!grid) throw new DrawingMistake(`there are no drawings of a ${lattice.name} lattice`, "list the cells");
  if (grid.plain) return new Map(places.map(({ place }) => [stepKey(place), place.slice(3 - lattice.dimension)]));
  const fitting = [];
  for (let down = 0; down < (grid.joints ? 2 : 1); down += 1) {
    for (let right = 0; right < (grid.columns > 1 || lattice.is_numbered ? 2 : 1); right += 1) {
      const read = new Map();
      const isAligned = places.every(({ place: [layer, row, column], number, place }) => {
        const coordinates = coordinatesAt(lattice, [layer, row + down, column + right])
          .find((each) => number === null || each.at(-1) === number);
        if (coordinates) read.set(stepKey(place), lattice.cellAt(coordinates));
        return coordinates;
      });
      if (isAligned) fitting.push(read);
    }
  }
  if (fitting.length === 1) return fitting[0];
  const problem = fitting.length ? "may belong to more than one cell class on" : "are not aligned as on";
  throw new DrawingMistake(`the cells of the drawing ${problem} a ${lattice.name} lattice`, grid.how);
}

// Cells with their characters as a drawing {text, shift}: read back, every cell is moved by the shift. Null if the lattice has no drawings, or if the drawing is ambiguous.
// `marks`: pairs of a cell and its character.
export function drawCells(lattice, marks) {
  const grid = lattice.text;
  if (!grid) return null;
  const classMarks = new Map(grid.marks.map(([mark, number]) => [number, mark]));
  const placed = marks.map(([cell]) => placeOf(grid, lattice.coordinates(cell)));
  const [low, high] = span(placed);
  const [depth, height, width] = subtract(high, low).map((x) => x + 1);
  const blank = (z, y, x) => (grid.plain || coordinatesAt(lattice, [low[0] + z, low[1] + y, low[2] + x]).length ? "." : " ");
  const rows = Array.from({ length: depth * height }, () => new Array(width).fill(""));
  marks.forEach(([cell, mark], k) => {
    const [z, y, x] = placed[k];
    rows[(z - low[0]) * height + y - low[1]][x - low[2]] = mark === "X" ? classMarks.get(lattice.classOf(cell)) ?? mark : mark;
  });
  const lines = rows.map((row, k) => row.map((mark, x) => mark || blank(Math.floor(k / height), k % height, x)).join("").trimEnd() || ".");
  const layers = Array.from({ length: depth }, (_, z) => lines.slice(z * height, (z + 1) * height).join("\n"));
  const drawing = layers.join("\n\n");
  if (grid.plain) return { text: drawing, shift: low.slice(3 - lattice.dimension).map((x) => 0 - x) };
  try {
    const read = placedCells(lattice, parseDrawing(drawing, grid));
    const [first] = marks;
    const place = placeOf(grid, lattice.coordinates(first[0])).map((x, k) => x - low[k]);
    return { text: drawing, shift: subtract(read.get(stepKey(place)), first[0]) };
  } catch (error) {
    if (error instanceof DrawingMistake) return null;
    throw error;
  }
}
