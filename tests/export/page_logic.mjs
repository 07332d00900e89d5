// Answers questions with the page's own modules: {data, questions: [[name, ...arguments]]} on stdin, a list on stdout.

import { readFileSync } from "node:fs";

const load = (name) => import(new URL(`../../cp_puzzles/export/page_assets/${name}.js`, import.meta.url));
const [{ readPuzzle }, { match, positioned }, { heatOf, isUniform, orientationsUsed }, { Play }, { Hand }, outlooks] = await Promise.all(
  ["data", "conditions", "heat", "play", "hand", "outlook"].map(load));
const [{ whyBlocked, isSum }, { finishWithin }, { Assembly }, links, { flatLayout }, { outlinePath, outlineLoops }, { cellsOfDate }, { integer, counted }, { sightsOf }, { coloringOf }]
  = await Promise.all(["blocked", "search", "take_apart", "link", "layout", "outline", "today", "numbers", "sights", "coloring"].map(load));

const [{ Camera, SvgPen, paint }, { surface }] = await Promise.all(["scene", "solid"].map(load));

const { data, questions } = JSON.parse(readFileSync(0, "utf-8"));
const puzzle = data.cells && readPuzzle(data);
const game = (placed, left = []) => {
  const play = new Play(puzzle);
  play.restore(placed, left);
  return play;
};

const answers = {
  drawn(cells, dots) {
    const [pen, camera] = [new SvgPen(), new Camera([0, 0, 0], 8)];
    camera.frame(200, 200);
    const seen = surface(puzzle.shapes, cells.map((cell) => puzzle.cells[cell])).map((cell, i) => ({ ...cell, dot: dots[i] }));
    paint([{ cells: seen, color: "#336699", opacity: 1, offset: [0, 0, 0], id: null }], camera, pen);
    return pen.content();
  },
  match(conditions) {
    const found = match(puzzle, conditions);
    return { positions: found.positions, rows: [...found.rows] };
  },
  shown(conditions) {
    const found = match(puzzle, conditions);
    return [...found.rows].map((row) => found.elements(row).map((element) => positioned(puzzle, row, element)));
  },
  heat: (conditions, tile, orientation) => [...heatOf(match(puzzle, conditions), tile, orientation)],
  uniform: (tile, orientation) => isUniform(heatOf(match(puzzle, []), tile, orientation)),
  orientations: (tile) => orientationsUsed(match(puzzle, []), tile),
  goingOn(placed, left) {
    const play = game(placed, left);
    const found = outlooks.goingOn(play);
    return { positions: found.positions, rows: found.rows.length, text: outlooks.outlook(play), done: play.isDone() };
  },
  why: (placed, left) => outlooks.why(game(placed, left), null).text,
  blocked: (placed, left) => whyBlocked(game(placed, left)),
  finish: (placed, left) => finishWithin(game(placed, left), 60000),
  open: (placed, left) => game(placed, left).open(),
  isSum,
  takeApart: (placed) => new Assembly(puzzle, placed.map((index) => puzzle.placements[index].cells)).takenApart(),
  link: (state) => links.toLink(state),
  fromLink: (hash) => links.fromLink(hash, puzzle),
  outline: (polygons) => [outlineLoops(polygons).length, outlinePath(polygons, { inset: 0, radius: 0 })],
  date: (labels, year, month, day) => cellsOfDate(labels, new Date(year, month - 1, day)),
  sights: () => {
    const { polygons } = flatLayout(puzzle);
    const cellsOf = (row) => [...puzzle.solutions.placements(row)].map((index) => puzzle.placements[index].cells);
    return Array.from({ length: puzzle.solutions.count }, (_, row) => sightsOf(puzzle, cellsOf(row), polygons));
  },
  coloring: () => Array.from({ length: puzzle.solutions.count },
    (_, row) => coloringOf(puzzle, [...puzzle.solutions.placements(row)].map((index) => puzzle.placements[index].cells))),
  numbers: () => [integer(2339), integer(19186), integer(1234567), counted(1, "solution"), counted(2, "solution")],
  // A game played by commands on one play and one hand; what lies there after each.
  played(commands) {
    const play = new Play(puzzle);
    const hand = new Hand(play, flatLayout(puzzle));
    const act = {
      take: (tile, orientation) => hand.take(tile, orientation), hold: (placement) => hand.hold(placement),
      turn: (number) => hand.turn(number), aim: (point, reach) => hand.aim(point, reach), step: (way) => hand.step(way),
      put: () => hand.put(), back: () => hand.putBack(), undo: () => play.undo(), redo: () => play.redo(), lift: (p) => play.lift(p),
      leave: (cell) => play.toggleLeft(cell), clear: () => play.clear(), leaveAll: (cells) => play.leave(cells),
    };
    return commands.map(([name, ...args]) => ({
      done: act[name](...args) ?? null, placed: [...play.placed], left: [...play.left],
      hand: hand.isEmpty ? null : { tile: hand.tile, orientation: hand.orientation, target: hand.target },
    }));
  },
};

process.stdout.write(JSON.stringify(questions.map(([name, ...args]) => answers[name](...args))));
