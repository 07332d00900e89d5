// Knuth's formats as specs: the input of POLYOMINO-DLX and POLYIAMOND-DLX, and exact cover as far as it is a board with
// pieces; see cp_puzzles/cover/knuth/.

import { buildPuzzle } from "./build.js";
import { buildCover } from "./cover.js";
import { compare, orientations, text as textOfCell } from "./lattice.js";
import { echo, FileMistake } from "./mistake.js";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const MARKS = { square: { "": [] }, triangular: { "": [0], "'": [1] } };

export const stemOf = (name) => name.split(/[\\/]/).at(-1).replace(/(.)\.[^.]*$/, "$1").split(/\s+/).filter(Boolean).join(" ").slice(0, 200) || "puzzle";

const numbered = (text) => text.split(/\r\n|\r|\n/).map((line, k) => [k + 1, line.trim().split(/\s+/)])
  .filter(([, [first]]) => first && !String(first).startsWith("|"));

// {item, least, most} of a word such as NAME, 3|NAME or 1:2|NAME; null for another one.
function boundedItem(word) {
  const [, least, most = 1, item] = word.match(/^(?:(?:(\d{1,9}):)?(\d{1,9})\|)?([^|:]+)$/) ?? [];
  return item ? { item, least: Number(least ?? most), most: Number(most) } : null;
}

// The spec of a board and pieces whose cells are two digits.
export function boxSpec(lattice, name, text) {
  const lines = numbered(text);
  if (!lines.length) throw new FileMistake(0, "there is no board", "list its cells in the first line, as [0-5][0-9]");
  const tiles = new Map();
  for (const [line, [word, ...cells]] of lines.slice(1)) {
    const { item, least, most } = boundedItem(word) ?? {};
    if (!item) throw new FileMistake(line, `${echo(word)} is not the name of a piece`, "write NAME, 3|NAME or 1:2|NAME, then its cells");
    const listed = boxCells(lattice, line, cells);
    const tile = tileEntry(lattice, item, { cells: listed }, listed.map((cell) => lattice.cellAt(cell)), least, most);
    const old = tiles.get(item);
    if (old && JSON.stringify(old) !== JSON.stringify(tile)) throw new FileMistake(line, `the piece ${echo(item)} occurs twice`, "convert it to a .dlx file with Knuth's program, and count that file");
    tiles.set(item, tile);
  }
  return { name: stemOf(name), lattice: lattice.name, board: { cells: boxCells(lattice, ...lines[0]) }, tiles: [...tiles.values()] };
}

// The entry of a piece: its form in the file, its cells, and how many copies there are.
export function tileEntry(lattice, name, form, cells, least, most) {
  const multiplicity = least === most ? most : { min: least, max: most };
  return { name, ...form, ...(lattice.components(cells).length > 1 ? { disconnected: true } : {}), ...(multiplicity === 1 ? {} : { multiplicity }) };
}

function boxCells(lattice, line, words) {
  const cells = new Map();
  for (const word of words) {
    const match = word.match(/^(\[[^\]]*\]|[^[])(\[[^\]]*\]|[^[])(.*)$/);
    if (!match) throw new FileMistake(line, `${echo(word)} is not a cell`, "write two digits of 0-9a-zA-Z, or sets such as [0-5]");
    const tail = MARKS[lattice.name][match[3]];
    if (!tail) throw new FileMistake(line, `${echo(word)} has the suffix ${echo(match[3])}`, "a cell of a puzzle has none: write xy");
    const [xs, ys] = match.slice(1, 3).map((part) => digitsOf(part, word, line));
    for (const x of xs) for (const y of ys) cells.set(textOfCell([x, y, ...tail]), [x, y, ...tail]);
  }
  return [...cells.values()].sort(compare);
}

function digitsOf(part, word, line) {
  const inside = part.startsWith("[") ? part.slice(1, -1) : part;
  if (!/^([0-9a-zA-Z](-[0-9a-zA-Z])?)+$/.test(inside)) throw new FileMistake(line, `${echo(part)} in ${echo(word)} is not a digit`, "write one of 0-9a-zA-Z, or a set such as [0-5ab]");
  return [...inside.matchAll(/(.)(?:-(.))?/g)].flatMap(([, first, last = first]) => {
    const [low, high] = [DIGITS.indexOf(first), DIGITS.indexOf(last)];
    if (high < low) throw new FileMistake(line, `the range ${first}-${last} in ${echo(word)} goes down`, "write the smaller digit first");
    return Array.from({ length: high - low + 1 }, (_, k) => low + k);
  });
}

// The spec whose options are those of an exact cover problem: each covers cells, named by coordinates or by two digits,
// with one piece. The first lattice and the fewest orientations of the pieces that give exactly these options are taken.
export function coverSpec(space, name, text) {
  const [first, ...lines] = numbered(text.replace(/(\s)\|(?=\S)/g, "$1| "));
  if (!first) throw new FileMistake(0, "there is no item", "name the primary items in the first line, as 'A B C | D'");
  const { bounds, tileNames, cellNames, crossings } = itemsOf(first, text);
  const listed = [];
  for (const [line, words] of lines) {
    const unknown = words.find((word) => !bounds.has(word.split(":")[0]));
    if (unknown) throw new FileMistake(line, `there is no item ${echo(unknown)}`, "name it in the line of items");
    const colored = words.find((word) => word.includes(":"));
    if (colored) throw noBoard(line, `${echo(colored)} is an item with a color, which pieces on cells do not have`);
    const tiles = words.filter((word) => tileNames.has(word));
    const cells = words.filter((word) => cellNames.has(word)).map((word) => cellNames.get(word));
    if (tiles.length !== 1 || !cells.length || tiles.length + cells.length + words.filter((word) => crossings.has(word)).length < words.length) throw noBoard(line, `${echo(words.join(" "))} is not one piece on some cells`);
    listed.push({ tile: tiles[0], cells });
  }
  const written = [...cellNames].map(([word, cell]) => ({ cell, isOptional: bounds.get(word).least === 0 }));
  const title = text.match(/^\| puzzle: (.*)$/m)?.[1] ?? stemOf(name);
  for (const lattice of space.lattices.values()) {
    const spec = specOn(space, lattice, title, bounds, tileNames, written, listed);
    if (spec) return spec;
  }
  throw noBoard(0, "no lattice has these cells and pieces");
}

const noBoard = (line, problem) => new FileMistake(line, `${problem}, so there is no board to draw`, "the program counts it: cp-puzzles count FILE.dlx");

// The bounds of all items, the pieces {item: name} and the cells {item: coordinates}.
function itemsOf([line, words], text) {
  const bounds = new Map();
  const bar = words.indexOf("|");
  words.forEach((word, k) => {
    if (k === bar) return;
    const { item, ...within } = boundedItem(word) ?? {};
    if (!item) throw new FileMistake(line, `${echo(word)} is no item`, "write NAME, 3|NAME or 2:3|NAME, the name without ':' and '|'");
    bounds.set(item, bar >= 0 && k > bar ? { least: 0, most: 1 } : within);
  });
  const told = (key) => [...text.matchAll(new RegExp(`^\\| ${key}: (.*)$`, "gm"))].flatMap(([, list]) => list.trim().split(/\s+/));
  const names = new Map([...text.matchAll(/^\| name (\S+) = (".*")$/gm)].map(([, item, written]) => [item, written.slice(1, -1)]));
  const isTold = told("tiles").length > 0;
  const [known, rules] = ["tiles", "rules"].map((key) => new Set(told(key)));
  const crossings = new Set([...names].flatMap(([item, full]) => (full.startsWith("crossing ") ? [item] : [])));
  const cellNames = new Map();
  const tileNames = new Map();
  for (const item of bounds.keys()) {
    if (crossings.has(item)) continue; // the lattice has them
    const full = names.get(item) ?? item;
    if (rules.has(item)) throw noBoard(line, `the item ${echo(full)} is part of a rule, which its options do not tell`);
    const cell = full.match(/^-?\d+(,-?\d+)+$/) ? full.split(",").map(Number) : isTold ? null : digitCell(full);
    if (isTold ? known.has(item) : !cell) tileNames.set(item, full);
    else if (cell) cellNames.set(item, cell);
    else throw noBoard(line, `the item ${echo(full)} is neither a cell nor a piece`);
  }
  if (!cellNames.size || !tileNames.size) throw noBoard(line, cellNames.size ? "there are no pieces" : "no item is a cell");
  return { bounds, tileNames, cellNames, crossings };
}

function digitCell(word) {
  const match = word.match(/^([0-9a-zA-Z])([0-9a-zA-Z])('?)$/);
  return match && [DIGITS.indexOf(match[1]), DIGITS.indexOf(match[2]), ...(match[3] ? [1] : [])];
}

function specOn(space, lattice, name, bounds, tileNames, written, listed) {
  const width = lattice.axes.length;
  const full = (cell) => (cell.length === width - 1 && lattice.name === "triangular" ? [...cell, 0] : cell);
  if (written.some(({ cell }) => full(cell).length !== width || !lattice.cellAt(full(cell)))) return null;
  const tiles = [...tileNames].map(([item, title]) => {
    const forms = listed.filter(({ tile }) => tile === item).map(({ cells }) => lattice.normalize(cells.map((cell) => lattice.cellAt(full(cell)))));
    if (!forms.length) return bounds.get(item).least ? null : undefined;
    const keys = new Set(forms.map(String));
    const standard = lattice.flat;
    const flags = [[true, standard], [true, !standard], [false, true], [false, false]].map(([rotate, reflect]) => ({ rotate, reflect, looks: orientations(lattice, forms[0], rotate, reflect).map(String) }))
      .filter(({ looks }) => [...keys].every((key) => looks.includes(key)));
    const best = flags.sort((a, b) => a.looks.length - b.looks.length)[0];
    const { least, most } = bounds.get(item);
    return best && { ...tileEntry(lattice, title, { cells: forms[0].map((cell) => lattice.coordinates(cell)) }, forms[0], least, most),
      ...(best.rotate ? {} : { rotate: false }), ...(best.reflect === standard ? {} : { reflect: best.reflect }) };
  }).filter((tile) => tile !== undefined);
  if (tiles.includes(null) || tiles.some((tile) => !tile)) return null;
  const optional = written.filter(({ isOptional }) => isOptional).map(({ cell }) => full(cell));
  const spec = { name, lattice: lattice.name, board: { cells: written.map(({ cell }) => full(cell)), ...(optional.length ? { optional } : {}) }, tiles };
  const { puzzle } = buildPuzzle(space, spec);
  if (!puzzle) return null;
  const cover = buildCover(puzzle);
  const optionText = (tile, cells) => `${tile}: ${cells.map(textOfCell).sort().join(" ")}`;
  const made = cover.placements.map(({ tile, cells }) => optionText(puzzle.tiles[tile].name, cells.map((cell) => lattice.coordinates(cover.cells[cell]))));
  const wanted = new Set(listed.map(({ tile, cells }) => optionText(tileNames.get(tile), cells.map(full))));
  return made.length === wanted.size && made.every((option) => wanted.has(option)) ? spec : null;
}
