// The answer: what is known about the puzzle while it is edited, and its solutions on the board.

import { button, element, rebar } from "../page/dom.js";
import { counted, integer } from "../page/numbers.js";
import { areaProblem } from "./copies.js";
import { cellKey, compare } from "./lattice.js";
import { MAX_DRAWN } from "./history.js";
import { SearchControl, searchKey } from "./search_control.js";
import { SolidView } from "./solid_view.js";

const MOST_SOLID = 500; // cells of a board that is shown in space
const FIRST_SECONDS = 5; // of the search that begins by itself
const PAUSE_MILLISECONDS = 300; // after the last change
const ASK_MILLISECONDS = 700; // the same, if the program is asked
const KEEP_MILLISECONDS = 2000; // between two times that the browser keeps how far a search is
const QUIET_MILLISECONDS = 1000; // between two sentences about a running search, which screen readers read

export class AnswerPanel {
  history; view; colorOf; say; program; keeper; keptAt; shown; drawn; status; timer; wasCleared; told; asked; onUnique; onBrowse;

  // `program`: of the server, null for a page by itself; `keeper`: has how far the search is.
  constructor(history, view, colorOf, makeWorker, say, program, keeper) {
    Object.assign(this, { history, view, colorOf, say, program, keeper, keptAt: 0, shown: -1, status: null, asked: 0, onUnique: () => {}, onBrowse: () => {} });
    this.solid = new SolidView(element("board_solid"));
    this.control = new SearchControl(makeWorker, Math.min(8, navigator.hardwareConcurrency || 2), (status) => this.#receive(status));
    this.buttons = {
      on: button("Count on", () => (this.isServed ? this.#search(Infinity) : this.#askProgram("search on"))),
      stop: button("Stop", () => (this.isServed ? this.control.stop() : this.program.stop(this.status.work))),
      before: button("Previous", () => this.show(this.shown - 1)), next: button("Next solution", () => this.show(this.shown + 1)),
      browse: button("Browse and filter", () => this.onBrowse(this.status)), clear: button("Empty board", () => this.show(-1)),
      unique: button("Make it unique", () => this.control.makeUnique(history.spec, history.givenList, this.placements.map((piece) => history.written(piece))),
        { title: "Keep just enough pieces to make this the only solution" }),
    };
    element("answer_actions").append(...Object.values(this.buttons));
    this.refresh();
  }

  // Whether the page searches the puzzle itself.
  get isServed() { return !this.history.puzzle?.unserved.length; }

  get #beyond() { return this.program ? "The program can: ask it, below the puzzle file." : `The program can: download the file and run ${element("command").textContent}`; }

  // Say what is known of the file, and search a moment later.
  refresh() {
    const { progress } = this.control;
    const wasOpen = progress?.isOpen && progress.key === searchKey(this.history.spec);
    this.control.stop();
    this.status = null;
    this.shown = -1;
    this.asked += 1;
    clearTimeout(this.timer);
    const { puzzle } = this.history;
    if (!this.history.isTooLarge) this.#pieces();
    if (!puzzle) this.#tell("The file has mistakes; they are listed below it.", "bad");
    else if (this.history.isTooLarge) {
      this.#tell(`This page cannot draw or search boards of more than ${counted(MAX_DRAWN, "cell")}. ${this.#beyond}`, "");
    } else if (!this.isServed && this.program) {
      this.#tell("The program searches …", "");
      this.timer = setTimeout(() => this.#askProgram("search"), ASK_MILLISECONDS);
    } else if (!this.isServed) {
      const rules = puzzle.unserved.map((key) => key.replace(/^(rules|tiles|board)\./, "")).join(", ");
      this.#tell(`This page cannot solve puzzles with ${rules}. ${this.#beyond}`, "");
    } else {
      const problem = areaProblem(puzzle);
      if (problem) this.#tell(problem, "bad");
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
    else if (state !== "running" || performance.now() - this.told > QUIET_MILLISECONDS) this.#tell(answerText(status), state === "complete" && numbers.solutions === 0 ? "bad" : state === "complete" && numbers.raw === 1 ? "good" : "");
    if (this.shown < 0 ? solutions.length && !this.wasCleared : solutions[this.shown] !== this.drawn) this.show(Math.max(0, this.shown), false);
    this.#enable();
  }

  // Let the program search the puzzle, and show its solutions; a change of the puzzle stops it.
  async #askProgram(question) {
    this.asked += 1;
    const { asked, history } = this;
    await this.program.follow("ask", { question, text: history.text }, (state) => {
      if (asked !== this.asked) this.program.stop(state.work);
      else this.#receiveProgram(state, asked);
      return asked === this.asked;
    });
  }

  async #receiveProgram({ work, status, answer, files, output, progress, seconds }, asked) {
    const running = { state: "running", numbers: null, parts: 0, done: 0, solutions: [], seconds, work };
    if (status === null || answer?.solutions === undefined) {
      this.status = status === null ? running : null;
      const problem = output.replaceAll(/puzzle\.yaml:(\d+)[:\d]*/g, "line $1").replace(/\s*;?\s*see cp-puzzles docs\s.*$/s, "").replaceAll("\n", " ");
      this.#tell(status === null ? progress || "The program searches …" : problem, status === null ? "" : "bad");
      this.#enable();
      return;
    }
    const listed = files.includes("solutions.jsonl") ? await this.program.lines(work, "solutions.jsonl") : [];
    if (asked !== this.asked) return;
    const { lattice, tiles } = this.history;
    const piece = ({ tile, cells, shown = [] }) => ({ tile: tiles.findIndex(({ name }) => name === tile), cells: cells.map((cell) => lattice.cellAt(cell)), shown });
    const { given } = this.history.puzzle;
    const isFree = ({ cells }) => !given.some((each) => String(each.cells) === String(cells));
    const raw = answer.raw ?? answer.solutions;
    this.status = {
      ...running, state: answer.status === "complete" ? "complete" : "stopped", numbers: { solutions: answer.solutions, raw, rotations: raw }, seconds: answer.seconds,
      solutions: listed.map(({ placements }) => placements.map(piece).filter(isFree)),
    };
    const { value } = answer.objective ?? {};
    const best = value === undefined || value === null ? "" : answer.status === "complete" ? `The best value is ${integer(value)}. ` : `Best so far: ${integer(value)}, not proven to be the best. `;
    this.#tell(answer.solutions ? best + answerText(this.status) : answer.reason ? `There is no solution: ${answer.reason}.` : answerText(this.status), answer.solutions ? (raw === 1 && answer.status === "complete" ? "good" : "") : "bad");
    this.show(0, false);
  }

  #tell(text, mood) {
    const node = element("answer");
    if (node.textContent !== text) node.textContent = text;
    this.told = performance.now();
    node.className = mood;
  }

  #enable() {
    rebar(element("answer_actions"), () => {
      const { status, shown } = this;
      const count = status?.solutions.length ?? 0;
      const isRunning = ["running", "choosing"].includes(status?.state);
      const isUnique = status?.state === "complete" && status.numbers.raw === 1;
      this.buttons.unique.hidden = !count || isRunning || isUnique || !this.isServed;
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
    });
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

  // The placements of the solution that is shown: {tile, cells}.
  get placements() { return this.shown < 0 ? [] : this.placementsOf(this.shown); }

  placementsOf(number) { return this.#placed(this.status.solutions[number]); }

  #placed(options) {
    const { placements, cells: all } = this.status;
    if (!placements) return options;
    return options.map((option) => {
      const { tile, cells, shown } = placements[option];
      const pairs = cells.map((cell, k) => ({ cell: all[cell], letter: shown[k] })).sort((a, b) => compare(a.cell, b.cell));
      return { tile, cells: pairs.map(({ cell }) => cell), shown: shown.length ? pairs.map(({ letter }) => letter) : [] };
    });
  }

  #pieces() {
    const { tiles, puzzle, sideColors } = this.history;
    const piece = ({ tile, cells, shown }, number, isGiven) => ({
      cells, shown, sideColors, number, color: this.colorOf(tiles[tile].name), name: tiles[tile].name, className: isGiven ? "piece given" : "piece",
      title: `${tiles[tile].name}${isGiven ? " (kept)" : ""}`,
    });
    const given = (puzzle?.given ?? []).map((each, k) => piece(each, -1 - k, true));
    const pieces = [...given, ...this.placements.map((each, k) => piece(each, k, false))];
    this.view.pieces(pieces);
    const { lattice, board } = this.history;
    this.solid.show(lattice, board.cells.length > MOST_SOLID ? [] : pieces.length ? pieces : [{ cells: board.cells }]);
    this.solid.svg.style.display = lattice.is_flat || board.cells.length > MOST_SOLID ? "none" : "";
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

// The state of a search in a sentence; it says no more than is known.
/** @param {any} status */
export function answerText({ state, numbers, parts, done, seconds, estimate, counting = 0, isSilent = false }) {
  const isComplete = state === "complete";
  if (isSilent && state === "running") return `No word from the search for a while. A large puzzle takes long to prepare; or the browser has ended the search: press Stop, then Count on. ${seconds.toFixed(0)} s.`;
  const after = `${state === "stopped" ? "Stopped after" : "Searching for"} ${seconds.toFixed(0)} s`;
  if (!numbers) return state === "stopped" ? "Stopped before a solution was found." : "Searching …";
  const { solutions, raw, rotations } = numbers;
  if (isComplete && raw === 0) return "There is no solution. The program may show why: cp-puzzles explain.";
  if (isComplete && raw === 1) return "Exactly one solution: the puzzle is unique.";
  if (isComplete && solutions === 1) return `Exactly one solution besides its rotations and reflections (${integer(raw)} counting them).`;
  const share = shareText(estimate, numbers.nodes) || (100 * done >= parts && parts > 1 ? `: about ${Math.floor((100 * done) / parts)} % of the search is done` : "");
  const searched = isComplete ? "" : ` ${after}${share}${leftText(estimate, numbers.nodes, counting)}.`;
  if (!solutions) return `No solution so far.${searched}`;
  const least = isComplete ? "" : "At least ";
  const details = raw === solutions ? "" : ` (${rotations !== solutions && rotations !== raw ? `${integer(rotations)} counting reflections, ` : ""}${integer(raw)} counting rotations and reflections)`;
  return `${least}${counted(solutions, "solution")}${details}.${searched}`;
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
