// Answers questions by the page's own modules: {data, questions: [[name, ...arguments]]} on stdin, a list on stdout.

import { readFileSync } from "node:fs";

const load = (name) => import(new URL(`../../../cp_puzzles/output/web/scripts/page/${name}.js`, import.meta.url));
const [data_, { Play }, { Hand }, status, { finish }, { Assembly, movesOf, offsetOf, stepText }, links, layouts, numbers, flat, scene] = await Promise.all(
  ["data", "play", "hand", "status", "search", "take_apart", "link", "layout", "numbers", "flat_view", "scene"].map(load));
const { match, positioned, heatOf, isUniform, orientationsUsed } = data_;
const { flatLayout, partsOf } = layouts;

const { data, questions } = JSON.parse(readFileSync(0, "utf-8"));
const puzzle = data.cells && data_.readPuzzle(data);
const game = (placed, left = []) => {
  const play = new Play(puzzle);
  play.restore(placed, left);
  return play;
};

const finishWithin = (play, milliseconds) => {
  const search = finish(play);
  const end = performance.now() + milliseconds;
  for (;;) {
    const { done, value } = search.next();
    if (done) return { known: true, found: value };
    if (performance.now() > end) return { known: false, found: null };
  }
};

const answers = {
  drawn(cells, dots) {
    const camera = new scene.Camera({ middle: [0, 0, 0], size: 8 });
    camera.frame(200, 200);
    const visible = scene.surface(puzzle.shapes, cells.map((cell) => puzzle.cells[cell])).map((cell, i) => ({ ...cell, dot: dots[i] }));
    return scene.drawing([{ cells: visible, color: "#336699", opacity: 1, offset: [0, 0, 0], id: null }], camera);
  },
  match(list) {
    const matches = match(puzzle, list);
    return { positions: matches.positions, rows: [...matches.rows] };
  },
  shown(list) {
    const matches = match(puzzle, list);
    return [...matches.rows].map((row) => matches.elements(row).map((element) => positioned(puzzle, row, element)));
  },
  heat: (list, tile, orientation) => [...heatOf(match(puzzle, list), tile, orientation)],
  uniform: (tile, orientation) => isUniform(heatOf(match(puzzle, []), tile, orientation)),
  orientations: (tile) => orientationsUsed(match(puzzle, []), tile),
  continuations(placed, left) {
    const play = game(placed, left);
    const matches = status.continuations(play);
    return { positions: matches.positions, rows: matches.rows.length, text: status.statusText(play), done: play.isDone() };
  },
  problem: (placed, left) => status.problem(game(placed, left), null).text,
  plainProblem: (placed, left) => status.plainProblem(game(placed, left)),
  finish: (placed, left) => finishWithin(game(placed, left), 60000),
  ways(placed) {
    let ways = 0;
    const play = game(placed);
    const search = finish(play, () => { ways += 1; return false; });
    while (!search.next().done);
    return { ways, text: status.statusText(play, status.continuations(play), { ways, isComplete: true }) };
  },
  regions: (placed) => game(placed).regionStates(),
  clashes: (placed) => data_.clashesAt(puzzle, game(placed).placed),
  open: (placed, left) => game(placed, left).open(),
  isSum: status.isSum,
  moves: (placed) => movesOf(data, placed),
  offsets: (placed) => {
    const { steps } = movesOf(data, placed);
    return steps.map((_, number) => placed.map((__, piece) => offsetOf(steps, piece, number + 1, 10)));
  },
  takeApart: (placed) => new Assembly(puzzle, placed.map((index) => puzzle.placements[index].cells)).takenApart(),
  stepText: (plan, done, names) => stepText(plan, done, (piece) => names[piece]),
  link: (state) => links.toLink(state),
  fromLink: (hash) => links.fromLink(hash, puzzle),
  parts: () => puzzle.placements.map((placement) => partsOf(puzzle, flatLayout(puzzle), placement)),
  date: (calendar, year, month, day) => data_.cellsOfDate(calendar, new Date(year, month - 1, day)),
  highlights: () => Array.from({ length: puzzle.solutions.count }, (_, row) => flat.highlightsOf(puzzle, puzzle.solutions.placements(row))),
  classes: () => Array.from({ length: puzzle.solutions.count }, (_, row) => puzzle.solutions.classes(row)),
  classesOf: (placed) => status.classesOf(game(placed)),
  numbers: () => [numbers.integer(2339), numbers.integer(19186), numbers.integer(1234567), numbers.counted(1, "solution"), numbers.counted(2, "solution")],
  // A game played by commands on one play and one hand; the state after each.
  played(commands) {
    const play = new Play(puzzle);
    const hand = new Hand(play, flatLayout(puzzle));
    const act = {
      take: (tile, orientation) => hand.take(tile, orientation), hold: (placement) => hand.hold(placement),
      turn: (number) => hand.transform(number), aim: (point, reach) => hand.aim(point, reach), step: (direction) => hand.step(direction),
      refusal: (point) => hand.refusal(point, 0.85),
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
