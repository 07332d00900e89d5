// The problems of a BurrTools file as specs; see cp_puzzles/output/burrtools/, whose words and order it has.

import { counted } from "../page/numbers.js";
import { marked, tileForm } from "./board_edit.js";
import { drawCells } from "./drawing.js";
import { coloredOrientations, compare, normalizeColored } from "./lattice.js";
import { echo, FileMistake } from "./mistake.js";
import { stemOf, tileEntry } from "./knuth_file.js";

const MAX_VOXELS = 1_000_000; // of the box of a shape
const MAX_COLOR = 63;
const MAX_ELEMENTS = 200_000;
const MAX_COMMENT = 2000;
const MAX_NAME = 200;
const NO_SHAPE = "4294967295"; // the shape number of a problem without a result
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWYZ"; // of colors, in the order of their numbers
const FOUND = "solution"; // the element of a solution, which a puzzle does not need

const scaled = (factor, shift) => (voxel) => voxel.map((x) => factor * x + shift);

const GRIDS = [
  { lattice: "cubic", cell: ([x, y, z]) => [z, 0 - y, x] },
  { lattice: "triangular-prisms", cell: ([x, y, z]) => { const down = (x + y) & 1; return [3 * ((x - y - down) / 2) + 1 + down, 3 * y + 1 + down, z]; } },
  { lattice: "balls", cell: scaled(1, 0) },
  { lattice: "rhombic", cell: scaled(1, -2) },
  { lattice: "tetra-eighths", cell: scaled(2, -5) },
];

const TOKEN = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy;
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

const plain = (text) => text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
  const code = decimal ? Number(decimal) : parseInt(hex, 16);
  return name ? ENTITIES[name] ?? whole : code > 0 && code < 0x110000 ? String.fromCodePoint(code) : " ";
}).replace(/[\p{C}\p{Z}]/gu, (letter) => (letter === "\n" ? letter : " "));
const spaced = (text) => text.split(/\s+/).filter(Boolean).join(" ");

// An element with the line where it begins.
class Node {
  /** @type {string} */ name; /** @type {number} */ line; /** @type {Record<string, string>} */ attributes; /** @type {Node[]} */ parts; /** @type {string} */ text;

  constructor(name, line, attributes = {}) { Object.assign(this, { name, line, attributes, parts: [], text: "" }); }

  all(...path) { return path.reduce((list, name) => list.flatMap((each) => each.parts.filter((part) => part.name === name)), [/** @type {any} */ (this)]); }

  // The nonnegative integer in an attribute.
  number(key, standard = undefined) {
    const written = (this.attributes[key] ?? "").trim();
    if (!written && standard !== undefined) return standard;
    if (!/^[0-9]{1,9}$/.test(written)) throw this.mistake(written ? `${key} is ${echo(written)}` : `${key} is missing`, "write an integer >= 0");
    return Number(written);
  }

  mistake(problem, remedy) { return new FileMistake(this.line, `${this.name}: ${problem}`, remedy); }
}

// The root element; of the elements of solutions only the first one of each parent is kept, without its content.
function parseXml(text) {
  const top = new Node("", 1);
  const open = [top];
  let [line, count, skipped] = [1, 0, 0];
  TOKEN.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  const wrong = (why) => new FileMistake(line, `this is not XML: ${why}`, "give a file that BurrTools has written");
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) throw wrong("an element is damaged");
    const [token, data, closes, name, attributes, isEmpty, letters] = match;
    const here = open.at(-1);
    if (skipped) skipped += name && !isEmpty ? (closes ? -1 : 1) : 0;
    else if (closes) {
      if (here.name !== name) throw wrong(`</${name}> closes nothing`);
      open.pop();
    } else if (name) {
      count += 1;
      if (count > MAX_ELEMENTS) throw new FileMistake(0, "the file has more than 200,000 elements", "remove some of them");
      const pairs = [...attributes.matchAll(/([\w.:-]+)\s*=\s*("[^"]*"|'[^']*')/g)].map(([, key, value]) => [key, plain(value.slice(1, -1))]);
      const node = new Node(name, line, Object.fromEntries(pairs));
      const isSkipped = name === FOUND;
      if (!isSkipped || !here.parts.some((part) => part.name === FOUND)) here.parts.push(node);
      if (!isEmpty && isSkipped) skipped = 1;
      else if (!isEmpty) open.push(node);
    } else here.text += data ?? (letters ? plain(letters) : "");
    line += token.split("\n").length - 1;
  }
  if (open.length > 1 || top.parts.length !== 1) throw wrong(top.parts.length ? "an element is not closed" : "no element found");
  return top.parts[0];
}

// {title, spec, lost} of each problem; a mistake in the only problem, or in the file, is thrown.
export function burrSpecs(space, name, text) {
  const root = parseXml(text);
  if (root.name !== "puzzle") throw root.mistake(`a BurrTools file begins with puzzle, this one with ${echo(root.name)}`, "is it one?");
  const version = root.attributes.version ?? "";
  if (!["1", "2"].includes(version)) throw root.mistake(`the version is ${echo(version)}`, "versions 1 and 2 are known");
  const [grid] = root.all("gridType");
  const number = grid ? grid.number("type", 0) : 0;
  if (!GRIDS[number]) throw grid.mistake(`there is no grid ${number}`, `grids: ${GRIDS.map(({ lattice }, k) => `${k} ${lattice}`).join(", ")}`);
  const voxels = root.all("shapes", "voxel");
  const colors = root.all("colors", "color").length;
  const file = {
    stem: stemOf(name), source: name.split(/[\\/]/).at(-1), grid: GRIDS[number], lattice: space.lattices.get(GRIDS[number].lattice),
    shapes: voxels.map((node, k) => readShape(node, k, colors)),
    problems: root.all("problems", "problem"), comment: root.all("comment").map((node) => node.text.trim()).join("\n").trim(),
  };
  const lost = [
    ...(voxels.some((node) => (node.attributes.weight ?? "1") !== "1") ? ["weights of shapes"] : []),
    ...(root.all("comment").some((node) => "popup" in node.attributes) ? ["the popup of the comment"] : []),
  ];
  const mistakes = [];
  const found = file.problems.flatMap((node, k) => {
    try {
      return [{ title: spaced(node.attributes.name ?? "") || `problem ${k + 1}`, spec: problemSpec(file, node, k), lost: [...lost, ...lostIn(node)] }];
    } catch (error) {
      if (!(error instanceof FileMistake)) throw error;
      mistakes.push(error);
      return [];
    }
  });
  if (!found.length) throw mistakes[0] ?? new FileMistake(0, "the file has 0 problems", "add one in BurrTools");
  return found;
}

function readShape(node, number, colors) {
  const [width, depth, height] = ["x", "y", "z"].map((axis) => node.number(axis));
  const box = width * depth * height;
  const size = `${width} x ${depth} x ${height}`;
  if (node.attributes.type !== "0") throw node.mistake(`the type is ${echo(node.attributes.type ?? "")}`, "only type 0 is known");
  if (box > MAX_VOXELS) throw node.mistake(`${size} voxels are too many`, "use at most 1,000,000");
  const text = node.text.replace(/\s+/g, "");
  const voxels = [];
  const pattern = /([_#+])(\d{0,3})/y;
  let [count, end] = [0, 0];
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    end = pattern.lastIndex;
    const color = Number(match[2]);
    if (match[1] !== "_") {
      if (color > Math.min(MAX_COLOR, colors)) throw node.mistake(`a voxel has the color ${color} of ${colors}`, "add the color, or remove it");
      const rest = Math.floor(count / width);
      voxels.push({ at: [count % width, rest % depth, Math.floor(rest / depth)], color, isVariable: match[1] === "+" });
    }
    count += 1;
  }
  if (end < text.length) throw node.mistake(`${echo(text[end])} is no voxel`, "write _, # or +, perhaps with a color, 0 to 63");
  if (count !== box) throw node.mistake(`${count} voxels are too ${count > box ? "many" : "few"} for ${size}`, "change the size");
  return { number, title: spaced(node.attributes.name ?? "") || `S${number + 1}`, voxels, line: node.line };
}

const shapeMistake = (shape, problem, remedy) => new FileMistake(shape.line, `voxel: ${problem}`, remedy);

function shapeOf(file, node, number) {
  const shape = file.shapes[number];
  if (!shape) throw node.mistake(`there is no shape ${number}`, `the file has ${file.shapes.length} of them`);
  if (!shape.voxels.length) throw shapeMistake(shape, `'${shape.title}' has no voxel`, "fill one");
  return shape;
}

// [cell, letter] of a shape, at its position in the file.
function cellsOf({ grid, lattice }, shape) {
  return shape.voxels.map(({ at, color }) => {
    const cell = grid.cell(at);
    if (lattice.classOf(cell) === undefined) {
      throw shapeMistake(shape, `'${shape.title}' fills [${at.join(", ")}], which is no ${lattice.noun} of grid ${GRIDS.indexOf(grid)}`, "empty it");
    }
    return [cell, color ? LETTERS[Math.min(color, LETTERS.length) - 1] : ""];
  });
}

function problemSpec(file, node, number) {
  const { lattice } = file;
  const [resultNode] = node.all("result");
  if (!resultNode || resultNode.attributes.id === NO_SHAPE) throw node.mistake("the problem has no result shape", "choose one in BurrTools");
  const pieces = node.all("shapes", "shape").map((piece) => {
    const bounds = boundsIn(piece);
    return { node: piece, shape: piece.number("id"), ...bounds, groups: groupsIn(piece, bounds.most) };
  });
  const result = shapeOf(file, resultNode, resultNode.number("id"));
  const colors = fits(file, node, pieces, result);
  const board = cellsOf(file, result);
  const shift = lattice.shift(board.map(([cell]) => cell));
  const entries = board.map(([cell, letter], k) => ({ cell: cell.map((x, axis) => x + shift[axis]), letter, optional: result.voxels[k].isVariable }))
    .sort((a, b) => compare(a.cell, b.cell));
  const tiles = tilesOf(file, node, pieces, result);
  const holes = node.attributes.maxHoles === undefined ? null : node.number("maxHoles");
  const title = file.problems.length === 1 ? file.stem : `${file.stem}: ${spaced(node.attributes.name ?? "") || `problem ${number + 1}`}`;
  return {
    name: title.slice(0, MAX_NAME).trim(),
    ...(file.comment ? { description: file.comment.slice(0, MAX_COMMENT) } : {}),
    source: `BurrTools file ${file.source}, problem ${number + 1}`,
    lattice: lattice.name, board: boardSpec(lattice, entries), tiles: tiles.map((tile) => tileSpec(lattice, tile)),
    ...(Object.keys(colors).length ? { colors } : {}),
    ...(holes !== null && tiles.some(({ isRanged }) => isRanged) ? { rules: { empty: { max: holes } } } : {}),
  };
}

function boundsIn(piece) {
  if (piece.attributes.count) return { least: piece.number("count"), most: piece.number("count") };
  if (!piece.attributes.min || !piece.attributes.max) return { least: 1, most: 1 };
  const [least, most] = [piece.number("min"), piece.number("max")];
  if (least > most) throw piece.mistake(`min ${least} is more than max ${most}`, "swap them");
  return { least, most };
}

// The largest number of copies in each group; group 0 is none.
function groupsIn(piece, most) {
  const sizes = new Map([[piece.number("group", 0), most]]);
  for (const group of piece.all("group")) add(sizes, group.number("group"), group.number("count"));
  return new Map([...sizes].filter(([group, size]) => group && size));
}

function add(sizes, group, size) { sizes.set(group, (sizes.get(group) ?? 0) + size); }

// For each color of a piece the colors of the result that it may meet, as letters.
function fits(file, node, pieces, result) {
  const colorsOf = (shapes) => [...new Set(shapes.flatMap(({ voxels }) => voxels.map(({ color }) => color)))].filter(Boolean).sort((a, b) => a - b);
  const [below, above] = [colorsOf([result]), colorsOf(pieces.map(({ shape }) => file.shapes[shape]).filter(Boolean))];
  if (above.length && below.length && Math.max(...above, ...below) > LETTERS.length) throw node.mistake("it has too many colors", `use at most ${LETTERS.length}`);
  const pairs = new Set(node.all("bitmap", "pair").map((pair) => `${pair.number("piece") + 1},${pair.number("result") + 1}`));
  const letter = (color) => LETTERS[color - 1];
  return Object.fromEntries([
    ...above.map((c) => [letter(c), below.filter((d) => pairs.has(`${c},${d}`)).map(letter).join("")]),
    ...below.filter((d) => !above.includes(d)).map((d) => [letter(d), letter(d)]),
  ]);
}

// The tiles; equal shapes, which BurrTools distinguishes, become one.
function tilesOf(file, node, pieces, result) {
  const tiles = new Map();
  const names = new Set();
  for (const piece of pieces) {
    const shape = shapeOf(file, piece.node, piece.shape);
    if (shape === result) throw piece.node.mistake(`'${shape.title}' is the result too`, "remove one of them");
    if (shape.voxels.some(({ isVariable }) => isVariable)) throw shapeMistake(shape, `the piece '${shape.title}' has variable voxels`, "fill them");
    if (!piece.most) continue;
    const cells = cellsOf(file, shape);
    const key = coloredOrientations(file.lattice, cells, true, false).map(String).sort().join("; ");
    const isRanged = piece.least !== piece.most;
    const same = tiles.get(key);
    if (same) {
      Object.assign(same, { least: same.least + piece.least, most: same.most + piece.most, isRanged: same.isRanged || isRanged });
      for (const [group, size] of piece.groups) add(same.groups, group, size);
    } else {
      let name = shape.title.slice(0, MAX_NAME - 10);
      while (names.has(name)) name += "'";
      names.add(name);
      tiles.set(key, { name, cells: normalizeColored(file.lattice, cells), least: piece.least, most: piece.most, isRanged, groups: piece.groups });
    }
  }
  if (!tiles.size) throw node.mistake("it has no piece", "add one in BurrTools");
  return [...tiles.values()];
}

function boardSpec(lattice, entries) {
  const at = ({ cell }) => lattice.coordinates(cell);
  const drawn = drawCells(lattice, entries.map(({ cell, letter, optional }) => [cell, letter || (optional ? "?" : "X")]));
  if (drawn) {
    const listed = entries.filter(({ optional, letter }) => optional && letter).map((each) => at({ cell: each.cell.map((x, k) => x + drawn.shift[k]) }));
    return { drawing: drawn.text, ...(listed.length ? { optional: listed } : {}) };
  }
  return { cells: entries.map(at), ...marked(lattice, entries.map((each) => ({ ...each, color: each.letter })), true) };
}

function tileSpec(lattice, { name, cells, least, most, groups }) {
  const sizes = [...groups].sort(([a], [b]) => a - b).map(([group, size]) => [`G${group}`, size]);
  const group = sizes.length === 1 && most <= sizes[0][1] ? sizes[0][0] : Object.fromEntries(sizes);
  return { ...tileEntry(lattice, name, tileForm(lattice, cells), cells.map(([cell]) => cell), least, most), ...(sizes.length ? { group } : {}) };
}

function lostIn(node) {
  const assemblies = Number(node.attributes.assemblies ?? NaN);
  return [
    ...(node.all("solutions", FOUND).length ? ["found solutions"] : []),
    ...(assemblies >= 0 ? [`the count of BurrTools, ${counted(assemblies, "assembly", "assemblies")}`] : []),
  ];
}
