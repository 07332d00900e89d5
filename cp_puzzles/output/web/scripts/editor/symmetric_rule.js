// The rule that an isometry of the board maps a tiling to itself, and the names of isometries; see
// cp_puzzles/puzzle/rules/symmetric.py and geometry/isometry_names.py.

import { cellOf } from "./build_board.js";
import { cellKey, compare, distinct, moved, text, times } from "./lattice.js";
import { echo, SpecMistake } from "./mistake.js";

/** @import { Cell, Lattice } from "./lattice.js" */
/** @import { Context, Rule } from "./rules.js" */
/** @typedef {{matrix: number[][], translation: Cell, isRotation: boolean}} Isometry */

const TURNS = new Map([[2, "half-turn"], [3, "third-turn"], [4, "quarter-turn"], [6, "sixth-turn"]]);
/** @type {Record<string, number[][]>} */
const MIRRORS = { "left-right": [[-1, 0], [0, 1]], "up-down": [[1, 0], [0, -1]], diagonal: [[0, 1], [1, 0]], antidiagonal: [[0, -1], [-1, 0]] };

/** @param {Isometry} isometry */
const numbersOf = ({ matrix, translation }) => [...matrix.flat(), ...translation];
/** @param {Isometry} isometry */
const keyOf = (isometry) => text(numbersOf(isometry));

/** @param {Lattice} lattice @param {Isometry[]} isometries @returns {Map<string, Isometry[]>} */
export function namedIsometries(lattice, isometries) {
  const named = new Map();
  const seen = new Set();
  for (const isometry of isometries) {
    const powers = cyclicGroup(isometry);
    const key = powers.map((each) => keyOf(each)).sort().join(" ");
    if (powers.length < 2 || seen.has(key)) continue;
    seen.add(key);
    const name = isometry.isRotation ? TURNS.get(powers.length) : mirrorName(lattice, isometry, powers.length);
    named.set(name, [...(named.get(name) ?? []), isometry]);
  }
  const order = [...TURNS.values(), ...Object.keys(MIRRORS)];
  const rank = (/** @type {string} */ name) => (order.includes(name) ? order.indexOf(name) : order.length);
  return new Map([...named].sort((a, b) => rank(a[0]) - rank(b[0])));
}

/** @type {(second: Isometry, first: Isometry) => Isometry} */
const after = (second, first) => ({
  matrix: second.matrix.map((row) => first.matrix[0].map((_, k) => row.reduce((total, x, i) => total + x * first.matrix[i][k], 0))),
  translation: moved(second, first.translation), isRotation: second.isRotation === first.isRotation,
});

/** All powers of an isometry of finite order, itself first and the identity last. @param {Isometry} isometry */
function cyclicGroup(isometry) {
  const powers = [isometry];
  for (let power = after(isometry, isometry); keyOf(power) !== keyOf(isometry); power = after(isometry, power)) powers.push(power);
  return powers;
}

/** @param {Isometry} isometry */
const inverse = (isometry) => { const powers = cyclicGroup(isometry); return powers.at(-2) ?? powers[0]; };

/** @param {Lattice} lattice @param {Isometry} isometry @param {number} order */
function mirrorName(lattice, { matrix }, order) {
  const isMirror = (/** @type {number[][]} */ drawn) => lattice.basis.every((vector) => {
    const [here, there] = [vector, times(matrix, vector)].map((each) => times(lattice.embedding, each));
    return times(drawn, here).every((x, k) => Math.abs(x - there[k]) < 1e-4);
  });
  const name = lattice.flat ? Object.keys(MIRRORS).find((each) => isMirror(MIRRORS[each])) : undefined;
  return name ?? (order === 2 ? "mirror" : "turn-and-mirror");
}
/** @param {Isometry} isometry @param {Context} context @returns {Rule} */
export function symmetric(isometry, { lattice, geometry }) {
  const imageUnder = (/** @type {Isometry} */ each) => geometry.cells.map((cell) => geometry.number.get(cellKey(moved(each, cell))) ?? -1);
  const images = distinct([isometry, inverse(isometry)], keyOf).sort((a, b) => compare(numbersOf(a), numbersOf(b))).map(imageUnder);
  return {
    key: "symmetric",
    admits(_, cells) {
      const keys = new Set(cells.map(cellKey));
      const covered = cells.filter((cell) => keys.has(cellKey(moved(isometry, cell)))).length;
      return covered === 0 || covered === cells.length;
    },
    compile(compiler) {
      for (const image of images) {
        image.forEach((to, cell) => {
          const empty = compiler.empty(to);
          if (empty) compiler.add(`${compiler.words(cell)} like ${compiler.words(to)}`, compiler.covering[cell], { auxiliaries: [empty], maximum: 1 });
        });
        for (const [a, b] of compiler.board.sides) {
          for (const [cell, near] of [[a, b], [b, a]]) {
            const [here, there] = [image[cell], image[near]];
            const separating = [...compiler.covering[here]].filter((each) => !compiler.covering[there].has(each));
            const name = [a, b].map((each) => compiler.words(each)).join(" ");
            compiler.add(`${name} like ${compiler.words(here)} ${compiler.words(there)}`, [...compiler.both(cell, near), ...separating], { maximum: 1 });
          }
        }
      }
      const isConnected = [...compiler.pieces.values()].every(({ cells }) => lattice.components(cells.map((cell) => geometry.cells[cell])).length === 1);
      return isConnected ? [] : [{ kind: "symmetric", image: imageUnder(isometry) }];
    },
  };
}

/** The isometry of the board that a spec names. @param {any} motion @param {Context} context */
export function chosenIsometry({ motion, takes, to }, { lattice, cells, path }) {
  let isometries = lattice.boardIsometries(cells);
  let selected = "";
  if (takes) {
    const [start, end] = [cellOf(lattice, takes, [...path, "takes"]), cellOf(lattice, to, [...path, "to"])];
    isometries = isometries.filter((isometry) => text(moved(isometry, start)) === text(end));
    selected = ` and takes [${takes.join(", ")}] to [${to.join(", ")}]`;
  }
  const matrixText = (/** @type {number[][]} */ matrix) => JSON.stringify(matrix);
  if (typeof motion !== "string") {
    const named = isometries.find(({ matrix }) => matrixText(matrix) === matrixText(motion));
    if (named) return named;
    const matrices = [...new Set(isometries.map(({ matrix }) => matrixText(matrix)))].join(" ") || "none";
    throw new SpecMistake(path, `${matrixText(motion)} does not map the board to itself${selected}`, isometries.length ? `write one of ${matrices}` : "choose other cells");
  }
  const named = namedIsometries(lattice, isometries);
  const candidates = named.get(motion) ?? [];
  if (candidates.length === 1) return candidates[0];
  if (!candidates.length) {
    const otherwise = selected ? "choose other cells" : "the board has no symmetry: remove the rule";
    throw new SpecMistake(path, `no ${echo(motion)} maps the board to itself${selected}`, named.size ? `names: ${[...named.keys()].join(", ")}` : otherwise);
  }
  throw new SpecMistake(path, `the board has ${candidates.length} isometries named ${echo(motion)}${selected}`,
    `write ${candidates.map(({ matrix }) => matrixText(matrix)).join(" or ")}`);
}
