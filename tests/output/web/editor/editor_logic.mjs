// Answers questions by the bundle of the editor: {data, questions: [[name, ...arguments]]} on stdin, a list on stdout.

import { readFileSync } from "node:fs";

(0, eval)(readFileSync(new URL("../../../../cp_puzzles/output/web/bundles/editor.min.js", import.meta.url), "utf-8"));
const { answerText, areaProblem, buildCover, buildPuzzle, cellKey, CHECKS, compile, edit, History, kernel, leaderOrder, pathText, readCopies, readSpace, readSpec, redundantBounds, Search, solutionData, specText, symmetryGroup } = globalThis.puzzleEditor;
const wasm = new WebAssembly.Module(kernel);
const { data, questions } = JSON.parse(readFileSync(0, "utf-8"));
const space = readSpace(data);
const ENOUGH = 1e9; // nodes
const withColors = (spec, stroke) => stroke.reduce((changed, [, , letter]) => edit.withColor(changed, letter), spec);
// The spec of a file, or itself.
const specOf = (spec) => (typeof spec === "string" ? readSpec(space, spec).spec : spec);
const compiled = (spec, ...rest) => compile(space, specOf(spec), ...rest);

const answers = {
  problem(spec) {
    const { puzzle, mistakes } = buildPuzzle(space, specOf(spec));
    if (!puzzle) return { mistakes: mistakes.map(({ path, message }) => [path, message]) };
    if (puzzle.unserved.length) return { unserved: puzzle.unserved };
    const { cover } = compiled(spec);
    const group = symmetryGroup(puzzle, cover);
    const { position, dominated } = leaderOrder(cover, group);
    return {
      items: cover.items.map(({ kind, name, minimum, maximum }) => [kind, name, minimum, maximum]),
      options: cover.options, redundant: [...redundantBounds(cover)], group: group.map(({ options }) => options),
      rotations: group.filter(({ isRotation }) => isRotation).length, position: [...position],
      dominated: dominated.flatMap((is, option) => (is ? [option] : [])),
    };
  },
  // The numbers of a complete search in one part, and its solutions.
  count(spec, isBroken = true, capacity = 0) {
    const { problem } = compiled(spec, isBroken);
    const search = new Search(wasm, problem, { capacity });
    const done = search.run(ENOUGH);
    return { done, ...search.numbers, rows: search.stored().solutions };
  },
  // The sums of the numbers over the parts below a level, with pauses after some nodes; `isResumed`: in a new search each time.
  parts(spec, cut, pause = 1000, isResumed = false) {
    const { problem } = compiled(spec);
    const split = new Search(wasm, problem, { cut, capacity: 100000 });
    const searches = [split];
    if (!split.run(ENOUGH)) throw new Error("the list of parts is not complete");
    for (const path of split.stored().paths) {
      searches.push(new Search(wasm, problem, { path }));
      while (!searches.at(-1).run(pause)) if (isResumed) searches.push(new Search(wasm, problem, { path, tried: searches.at(-1).tried }));
    }
    const sums = {};
    for (const { numbers } of searches) for (const key of ["nodes", "solutions", "raw", "rotations"]) sums[key] = (sums[key] ?? 0) + numbers[key];
    return sums;
  },
  // The processor seconds of a complete search, the median of three.
  time(spec) {
    const { problem } = compiled(spec);
    const runs = [1, 2, 3].map(() => {
      const start = process.cpuUsage().user;
      const search = new Search(wasm, problem);
      search.run(ENOUGH);
      return { seconds: (process.cpuUsage().user - start) / 1e6, ...search.numbers };
    });
    return runs.sort((a, b) => a.seconds - b.seconds)[1];
  },
  // The processor seconds to compile a spec and to search its first solution, or for at most some seconds.
  first(spec, most) {
    const start = process.cpuUsage().user;
    const { problem, puzzle } = compiled(spec);
    if (puzzle.unserved.length) return { cells: puzzle.cells.length, unserved: puzzle.unserved };
    const built = process.cpuUsage().user;
    const search = new Search(wasm, problem, { capacity: 1 });
    const passed = () => (process.cpuUsage().user - built) / 1e6;
    let done = false;
    while (!done && !search.numbers.solutions && passed() < most) done = search.run(2000, 1);
    const { solutions, nodes } = search.numbers;
    return { cells: puzzle.cells.length, unserved: [], build: (built - start) / 1e6, search: passed(), solutions, nodes, done };
  },
  // The estimated number of nodes, the true one if it is at most a billion, and the seconds of both.
  estimate(spec, paths) {
    const { problem } = compiled(spec);
    const start = performance.now();
    const estimate = new Search(wasm, problem).estimate(paths);
    const middle = performance.now();
    const search = new Search(wasm, problem);
    search.run(ENOUGH);
    return { estimate, nodes: search.numbers.nodes, seconds: [middle - start, performance.now() - middle].map((time) => time / 1000) };
  },
  // The data of the solution page, without solutions; null for a puzzle that the page does not solve.
  page(spec, colors, palette) {
    const { puzzle } = buildPuzzle(space, spec);
    if (puzzle.unserved.length) return null;
    const cover = buildCover(puzzle);
    return solutionData(puzzle, { solutions: [], state: "stopped" }, cover, symmetryGroup(puzzle, cover), { colors, shades: [], palette, description: "" });
  },
  area(spec) {
    const { puzzle } = buildPuzzle(space, specOf(spec));
    return puzzle && areaProblem(puzzle);
  },
  read(text) {
    const { mistakes } = new History(space, text);
    return mistakes.map(({ line, column, path, problem, remedy }) => `${line}:${column}: ${path.length ? `${pathText(path)}: ` : ""}${problem}; ${remedy}`);
  },
  checks: () => Object.keys(CHECKS),
  rewritten: (text) => specText(readSpec(space, text).spec),
  // The text after the puzzle got another name.
  renamed(text, name) {
    const history = new History(space, text);
    history.edit((spec) => ({ ...spec, name }));
    return history.text;
  },
  // The text after the board was painted: cells (coordinates) of a kind, "off" to take them away.
  painted(text, cells, kind) {
    const history = new History(space, text);
    const board = edit.boardOf(history.board);
    for (const coordinates of cells) {
      const cell = history.lattice.cellAt(coordinates);
      const key = [...board].find(([, each]) => String(each.cell) === String(cell))?.[0] ?? String(cell);
      if (kind === "off") board.delete(key);
      else board.set(key, { color: "", label: "", ...board.get(key), cell, optional: kind === "optional" });
    }
    history.edit((spec) => edit.withBoard(space, { ...spec, given: history.givenList }, history.lattice, board));
    return { text: history.text, mistakes: history.mistakes.length };
  },
  // What differs in the boards of a history after strokes from those that are read again. A stroke lists [number of a cell,
  // kind, color, label].
  strokes(text, strokes) {
    const history = new History(space, text);
    const { cells: all } = history.board;
    return strokes.map((stroke) => {
      const board = edit.boardOf(history.board);
      for (const [number, kind, color, label] of stroke) {
        const cell = all[number];
        if (kind === "off") board.delete(cellKey(cell));
        else board.set(cellKey(cell), { cell, optional: kind === "optional", color, label });
      }
      if (board.size) history.edit((spec) => edit.withBoard(space, withColors(spec, stroke), history.lattice, board), true);
      const read = new History(space, history.text);
      const shown = ({ lattice, board: { cells, optional, labels, colors, regions, values, frame }, puzzle, mistakes }) => JSON.stringify(
        [lattice.name, cells, [...optional].sort(), [...labels].sort(), [...colors].sort(), [...regions].sort(), [...values].sort(), frame(), puzzle?.unserved, mistakes.length]);
      return shown(history) === shown(read) ? "" : [history.text, shown(history), shown(read)];
    });
  },
  copies: (text) => readCopies(text),
  answer: (status) => answerText(status),
};

const found = [];
for (const [name, ...rest] of questions) found.push(await answers[name](...rest));
process.stdout.write(JSON.stringify(found));
