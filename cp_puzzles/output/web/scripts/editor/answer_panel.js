// The answer: what is known about the puzzle while it is edited, and its solutions on the board.

import { button, element, rebar } from "../page/dom.js";
import { counted, integer } from "../page/numbers.js";
import { impossibility } from "./impossibility.js";
import { cellKey, compare } from "./lattice.js";
import { MAX_DRAWN } from "./history.js";
import { SearchControl, searchKey } from "./search_control.js";

const FIRST_SECONDS = 5; // of the search that begins by itself
const PAUSE_MILLISECONDS = 300; // after the last change
const KEEP_MILLISECONDS = 2000; // between two times that the browser keeps how far a search is
const QUIET_MILLISECONDS = 1000; // between two sentences about a running search, which screen readers read

export class AnswerPanel {
  history; view; colorOf; say; beyond; keeper; keptAt; shown; drawn; status; timer; wasCleared; told; onUnique; onBrowse;

  // `beyond`: what to do with a puzzle that this page cannot draw or solve; `keeper`: has how far the search is.
  constructor(history, view, colorOf, makeWorker, say, beyond, keeper) {
    Object.assign(this, { history, view, colorOf, say, beyond, keeper, keptAt: 0, shown: -1, status: null, onUnique: () => {}, onBrowse: () => {} });
    this.control = new SearchControl(makeWorker, Math.min(8, navigator.hardwareConcurrency || 2), (status) => this.#receive(status));
    this.buttons = {
      on: button("Count on", () => this.#search(Infinity)), stop: button("Stop", () => this.control.stop()),
      before: button("Previous", () => this.show(this.shown - 1)), next: button("Next solution", () => this.show(this.shown + 1)),
      browse: button("Browse and filter", () => this.onBrowse(this.status)), clear: button("Empty board", () => this.show(-1)),
      unique: button("Make it unique", () => this.#makeUnique(), { title: "Keep just enough pieces to make this the only solution" }),
    };
    element("answer_actions").append(...Object.values(this.buttons));
    this.refresh();
  }

  // Say what is known of the file, and search a moment later.
  refresh() {
    const { progress } = this.control;
    const wasOpen = progress?.isOpen && progress.key === searchKey(this.history.spec);
    this.control.stop();
    this.status = null;
    this.shown = -1;
    clearTimeout(this.timer);
    const { puzzle } = this.history;
    if (!this.history.isTooLarge) this.#pieces();
    if (!puzzle) this.#tell("The file has mistakes; they are listed below it.", "bad");
    else if (this.history.isTooLarge) {
      this.#tell(`This page cannot draw or search boards of more than ${counted(MAX_DRAWN, "cell")}. ${this.beyond}`, "");
    } else if (puzzle.unserved.length) {
      const rules = puzzle.unserved.map((key) => key.replace("rules.", "")).join(", ");
      this.#tell(`This page cannot solve puzzles with ${rules}. ${this.beyond}`, "");
    } else {
      const reason = impossibility(puzzle);
      if (reason) this.#tell(reason, "bad");
      else {
        this.#tell("Searching …", "");
        this.timer = setTimeout(() => this.#search(wasOpen || this.#earlier()?.isOpen ? Infinity : FIRST_SECONDS), PAUSE_MILLISECONDS);
      }
    }
    this.#enable();
  }

  #search(seconds) {
    this.shown = -1;
    this.control.start(this.history.spec, seconds, this.#earlier());
  }

  // How far the search of this puzzle is, here or in what the browser kept.
  #earlier() {
    const key = searchKey(this.history.spec);
    return [this.control.progress, this.keeper.search].find((progress) => progress?.key === key) ?? null;
  }

  #receive(status) {
    this.status = status;
    const { state, numbers, solutions } = status;
    if (state !== "running" || performance.now() - this.keptAt > KEEP_MILLISECONDS) {
      this.keptAt = performance.now();
      this.keeper.keepSearch(this.control.progress);
    }
    if (state === "unique") {
      this.history.edit((spec) => ({ ...spec, given: status.given }));
      this.say(`${counted(status.given.length, "piece is", "pieces are")} kept: exactly one solution is left.`);
      return;
    }
    if (state === "choosing") this.#tell(`Choosing pieces to keep: ${status.pieces} so far …`, "");
    else if (state === "failed") this.#tell(status.message, "bad");
    else if (state === "impossible") {
      this.#tell(status.reason.text, "bad");
      this.#pieces();
    }
    else if (state !== "running" || performance.now() - this.told > QUIET_MILLISECONDS) this.#tell(answerText(status, this.history.spec), state === "complete" && numbers.solutions === 0 ? "bad" : state === "complete" && numbers.raw === 1 ? "good" : "");
    if (this.shown < 0 ? solutions.length && !this.wasCleared : solutions[this.shown] !== this.drawn) this.show(Math.max(0, this.shown), false);
    this.#enable();
  }

  #tell(text, mood) {
    const node = element("answer");
    if (node.textContent !== text) node.textContent = text;
    this.told = performance.now();
    node.className = mood;
  }

  #enable() { rebar(element("answer_actions"), () => this.#enableButtons()); }

  #enableButtons() {
    const { status, shown } = this;
    const count = status?.solutions.length ?? 0;
    const isRunning = ["running", "choosing"].includes(status?.state);
    const isUnique = status?.state === "complete" && status.numbers.raw === 1;
    this.buttons.unique.hidden = !count || isRunning || isUnique;
    this.buttons.unique.disabled = shown < 0;
    this.onUnique(isUnique);
    this.buttons.stop.hidden = !isRunning;
    this.buttons.on.hidden = isRunning || !status || !["stopped", "failed"].includes(status.state);
    this.buttons.before.hidden = this.buttons.next.hidden = count < 2;
    this.buttons.before.disabled = shown <= 0;
    this.buttons.next.disabled = shown >= count - 1;
    this.buttons.clear.hidden = !count;
    this.buttons.browse.hidden = count < 2 || isRunning;
    this.buttons.clear.disabled = shown < 0;
    element("progress").hidden = !isRunning;
    if (isRunning) {
      const share = Math.max(status.done / Math.max(1, status.parts), status.estimate ? Math.min(0.99, (status.numbers?.nodes ?? 0) / status.estimate) : 0);
      if (share) element("progress").value = share;
      else element("progress").removeAttribute("value"); // not known
    }
    const all = status?.numbers?.solutions ?? 0;
    element("position").textContent = shown >= 0 ? `Solution ${shown + 1} of ${all > count ? `${count} shown` : count}` : "";
  }

  // Show a solution on the board, -1 for none.
  show(number, isChosen = true) {
    const count = this.status?.solutions.length ?? 0;
    this.shown = Math.max(-1, Math.min(number, count - 1));
    this.drawn = this.status?.solutions[this.shown];
    if (isChosen) this.wasCleared = this.shown < 0;
    this.#pieces();
    this.#enable();
  }

  #makeUnique() {
    const { spec, givenList } = this.history;
    this.control.makeUnique(spec, givenList, this.placements.map((piece) => this.history.written(piece)));
  }

  // The placements of the solution that is shown: {tile, cells}.
  get placements() { return this.shown < 0 ? [] : this.placementsOf(this.shown); }

  placementsOf(number) { return this.#placed(this.status.solutions[number]); }

  #placed(options) {
    const { placements, cells: all } = this.status;
    return options.map((option) => {
      const { tile, cells, shown } = placements[option];
      const pairs = cells.map((cell, k) => ({ cell: all[cell], letter: shown[k] })).sort((a, b) => compare(a.cell, b.cell));
      return { tile, cells: pairs.map(({ cell }) => cell), shown: shown.length ? pairs.map(({ letter }) => letter) : [] };
    });
  }

  #pieces() {
    const { tiles, puzzle } = this.history;
    const { sideColors } = this.history;
    const piece = ({ tile, cells, shown }, number, isGiven) => ({
      cells, shown, sideColors, number, color: this.colorOf(tiles[tile].name), name: tiles[tile].name, className: isGiven ? "piece given" : "piece",
      title: `${tiles[tile].name}${isGiven ? " (kept)" : ""}`,
    });
    const given = (puzzle?.given ?? []).map((each, k) => piece(each, -1 - k, true));
    const reason = this.status?.state === "impossible" ? this.status.reason : null;
    const placed = reason ? this.#placed(reason.options) : this.placements;
    this.view.pieces([...given, ...placed.map((each, k) => piece(each, k, false))]);
    for (const cell of reason?.cells ?? []) this.view.point(this.status.cells[cell]);
  }

  // Keep the piece on a cell in every solution, or let it go.
  keep(cell) {
    const key = cellKey(cell);
    const covers = ({ cells }) => cells.some((each) => cellKey(each) === key);
    const { puzzle, tiles, givenList } = this.history;
    if (!puzzle) return;
    const kept = puzzle.given.findIndex(covers);
    const placed = this.placements.find(covers);
    if (kept < 0 && !placed) {
      this.say("There is no piece here. Take one below the brushes, or wait for a solution and press a piece to keep it.");
      return;
    }
    const more = placed ? [...givenList, this.history.written(placed)] : givenList;
    const given = kept < 0 ? more : givenList.filter((_, k) => k !== kept);
    this.history.edit((spec) => ({ ...spec, given }));
    this.say(kept < 0 ? `${tiles[placed.tile].name} is kept where it is.` : "This piece can go anywhere again.");
  }
}

/** @type {Record<string, string[]>} */
const NOUNS = {
  faults: ["fault line"], crossroads: ["point where four pieces meet", "points where four pieces meet"], border: ["piece on the boundary", "pieces on the boundary"],
  covered: ["covered cell"], empty: ["empty cell"], pieces: ["piece"],
};

/** The value of an objective in words. @type {(value: number, spec: {maximize?: any, minimize?: any}) => string} */
const valueText = (value, { maximize, minimize }) => {
  const [noun, plural] = NOUNS[maximize ?? minimize] ?? ["point"];
  return counted(value, noun, plural);
};

// The state of a search in a sentence; it says no more than is known.
/** @param {any} status @param {{maximize?: any, minimize?: any}} spec */
export function answerText({ state, numbers, parts, done, seconds, estimate, best = null, counting = 0, isSilent = false }, spec = {}) {
  const isComplete = state === "complete";
  if (isSilent && state === "running") return `No word from the search for a while. A large puzzle takes long to prepare; or the browser has ended the search: press Stop, then Count on. ${seconds.toFixed(0)} s.`;
  const after = `${state === "stopped" ? "Stopped after" : "Searching for"} ${seconds.toFixed(0)} s`;
  if (best && !best.isProven) {
    if (best.value === null) return `No solution so far. ${after}${shareText(estimate, best.nodes)}.`;
    const more = spec.maximize === undefined ? "Fewer may be possible" : `More may be possible${best.limit === null ? "" : `, at most ${integer(best.limit)}`}`;
    return `Best so far: ${valueText(best.value, spec)}, not proven to be the best. ${more}. ${after}.`;
  }
  if (!numbers) return state === "stopped" ? "Stopped before a solution was found." : "Searching …";
  const { solutions, raw, rotations } = numbers;
  if (isComplete && raw === 0) return "There is no solution. The program may show why: cp-puzzles explain.";
  const value = best ? `The best solutions have ${valueText(best.value, spec)}. ` : "";
  if (isComplete && raw === 1) return `${value}Exactly one${best ? " such" : ""} solution: the puzzle is unique.`;
  if (isComplete && solutions === 1) return `${value}Exactly one${best ? " such" : ""} solution besides its rotations and reflections (${integer(raw)} counting them).`;
  const share = shareText(estimate, numbers.nodes) || (100 * done >= parts && parts > 1 ? `: about ${Math.floor((100 * done) / parts)} % of the search is done` : "");
  const searched = isComplete ? "" : ` ${after}${share}${leftText(estimate, numbers.nodes, counting)}.`;
  if (!solutions) return `${value}No${best ? " such" : ""} solution so far.${searched}`;
  const least = isComplete ? "" : "At least ";
  const details = raw === solutions ? "" : ` (${rotations !== solutions && rotations !== raw ? `${integer(rotations)} counting reflections, ` : ""}${integer(raw)} counting rotations and reflections)`;
  return `${value}${least}${counted(solutions, best ? "such solution" : "solution")}${details}.${searched}`;
}

/** @type {[number, string][]} */
const UNITS = [[60, "s"], [60, "min"], [24, "h"], [365, "days"], [Infinity, "years"]];

// The share of the search that is done, from an estimate of its nodes; "" if that says nothing.
function shareText(estimate, nodes) {
  if (!estimate || nodes < 1000) return "";
  if (nodes >= 0.99 * estimate) return "; it takes longer than estimated";
  const share = (100 * nodes) / estimate;
  return `: ${share < 1 ? "less than 1" : `about ${Math.round(share)}`} % of the search is done`;
}

// How long the count takes about, from an estimate of its nodes and the nodes of some seconds; "" if that says nothing.
function leftText(estimate, nodes, seconds) {
  if (!estimate || nodes < 10_000 || seconds <= 0 || nodes >= 0.99 * estimate) return "";
  let time = (seconds * estimate) / nodes;
  let unit = 0;
  for (; time >= 1.5 * UNITS[unit][0]; unit += 1) time /= UNITS[unit][0];
  const number = time > 1e6 ? time.toExponential(0).replace("e+", " · 10^") : integer(Number(time.toPrecision(2)));
  return `; counting all takes about ${unit ? number : Math.max(1, Math.round(time))} ${UNITS[unit][1]}`;
}
