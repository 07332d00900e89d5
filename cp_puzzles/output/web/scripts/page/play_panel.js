// The tray, the buttons and the messages of a game.

import { cellsOfDate } from "./data.js";
import { button, element, make, whenClicked } from "./dom.js";
import { icon } from "./scene.js";
import { finish } from "./search.js";
import { continuations, DEAD, finishFromList, needsSearch, nextPiece, plainProblem, problem, statusText } from "./status.js";

const SEARCH = 4000; // milliseconds that a search on the page may take
const COUNT = 2000; // milliseconds that counting the ways to finish may take
const SLICE = 25; // milliseconds of a search between two frames

export class PlayPanel {
  constructor(page, board) {
    const { puzzle } = page;
    const lying = puzzle.tiles.map(({ first }) => first);
    Object.assign(this, { page, board, lying, blame: [], isLeaving: false });
    const { hand } = board;
    whenClicked("undo", () => this.changed(page.play.undo()));
    whenClicked("redo", () => this.changed(page.play.redo()));
    whenClicked("restart", () => { page.play.clear(); this.changed(true); });
    whenClicked("hint", () => this.hint());
    whenClicked("why", () => this.why());
    whenClicked("put_back", () => this.changed(hand.putBack()));
    whenClicked("leave", () => { this.isLeaving = !this.isLeaving; hand.drop(); this.show(); });
    const canLeave = Object.keys(puzzle.labels).length > 0 || puzzle.required.some((needed) => !needed);
    element("leave_actions").hidden = !canLeave || puzzle.left.length > 0;
    const date = cellsOfDate(puzzle, new Date());
    if (date) {
      element("leave_date").hidden = false;
      element("leave_date").textContent = `Today: ${date.name}`;
      whenClicked("leave_date", () => { page.play.leave(date.cells); this.changed(true); });
    }
    element("isometries").replaceChildren(...puzzle.isometries.map(({ name, isUsed }, number) => (
      button(name[0].toUpperCase() + name.slice(1), () => this.transform(number), { hidden: !isUsed, data: { isometry: number } }))));
    this.makeTray();
  }

  // Chips keep their places and sizes, so that nothing jumps and the focus stays.
  makeTray() {
    element("tray").replaceChildren(...this.page.puzzle.tiles.map(({ extent }, tile) => {
      const [width, height] = extent.map((side) => Math.ceil(side * this.pixels()) + 4);
      const picture = make("span", { className: "picture" });
      Object.assign(picture.style, { width: `${width}px`, height: `${height}px` });
      return make("button", { type: "button", data: { tray: tile }, on: { click: (event) => { if (!event.detail) this.take(tile); } } },
        picture, make("span", { className: "number" }));
    }));
  }

  // After a change of the game, or (false) a refused one.
  changed(isDone) {
    if (!isDone) { this.show(); return; }
    this.blame = [];
    this.say("");
    this.page.set({}, "push");
  }

  transform(number) {
    const { hand } = this.board;
    if (hand.isEmpty) { this.say("Choose a piece first."); return; }
    hand.transform(number);
    this.lying[hand.tile] = hand.orientation;
    if (this.board.drag?.begun) this.board.float();
    this.show();
  }

  say(text) { element("answer").textContent = text; }

  show() {
    const { page: { puzzle, play, colors }, board: { hand } } = this;
    this.matches = continuations(play);
    this.showStatus();
    if (this.counted?.state !== play.state && needsSearch(play, this.matches)) this.countWays();
    element("undo").disabled = !play.past.length;
    element("redo").disabled = !play.future.length;
    element("put_back").disabled = hand.from === null;
    element("leave").setAttribute("aria-pressed", String(this.isLeaving));
    for (const chip of element("isometries").children) chip.disabled = hand.isEmpty;
    for (const chip of element("tray").children) {
      const tile = Number(chip.dataset.tray);
      const { name, maximum } = puzzle.tiles[tile];
      const remaining = play.remaining(tile);
      const drawn = `${this.lying[tile]} ${colors[tile]}`;
      if (chip.dataset.drawn !== drawn) chip.firstChild.replaceChildren(icon(puzzle, tile, this.lying[tile], colors[tile], this.pixels()));
      Object.assign(chip, { ariaPressed: String(hand.tile === tile && hand.from === null), ariaDisabled: String(remaining < 1) });
      Object.assign(chip, { ariaLabel: `${name}, ${remaining} in the tray`, className: remaining ? "" : "used-up" });
      chip.dataset.drawn = drawn;
      chip.lastChild.textContent = maximum > 1 ? `${name} ×${remaining}` : name;
    }
    this.board.mark();
    this.page.onGame?.();
  }

  showStatus() {
    const { play } = this.page;
    const text = statusText(play, this.matches, this.counted?.state === play.state ? this.counted.end : null);
    element("status").textContent = text;
    element("status").className = play.isDone() ? "won" : text === DEAD ? "dead" : "";
  }

  // Count the ways to finish by a search, beside the game.
  async countWays() {
    const { play } = this.page;
    const { state } = play;
    let ways = 0;
    this.counted = { state, end: null };
    const value = await this.searched(finish(play, () => { ways += 1; return false; }), COUNT, state);
    if (play.state !== state) return;
    this.counted.end = { ways, isComplete: value !== undefined };
    this.showStatus();
  }

  // The end of a search in slices; undefined if it takes too long or the game goes on.
  async searched(search, milliseconds, state, wait = () => {}) {
    const end = performance.now() + milliseconds;
    for (;;) {
      const pause = performance.now() + SLICE;
      while (performance.now() < pause) {
        const { done, value } = search.next();
        if (done) return value;
      }
      if (performance.now() > end || this.page.play.state !== state) return undefined;
      wait();
      await new Promise((resolve) => { setTimeout(resolve); });
    }
  }

  // The side of a cell in the tray, in pixels.
  pixels() {
    const { puzzle: { tiles, solid } } = this.page;
    const cells = Math.max(...tiles.map((tile) => tile.orientations[0].length));
    return solid ? Math.max(11, Math.min(19, 95 / cells)) : Math.max(7, Math.min(17, 90 / cells));
  }

  take(tile) {
    this.isLeaving = false;
    const { hand } = this.board;
    if (hand.tile === tile && hand.from === null) hand.drop();
    else if (!hand.take(tile, this.lying[tile])) this.say(`All copies of ${this.page.puzzle.tiles[tile].name} are on the board.`);
    this.show();
  }

  // The placements that finish the game: listed, or found by a search. null: there are none; undefined: not known.
  async finishing() {
    const { play, puzzle } = this.page;
    const listed = finishFromList(play, this.matches);
    if (listed) return listed;
    if (puzzle.total.complete) return null;
    if (puzzle.rules.length) return undefined; // the page cannot check them
    return this.searched(finish(play), SEARCH, play.state, () => this.say("Searching …"));
  }

  async hint() {
    const { play, puzzle } = this.page;
    const { state } = play;
    if (play.isDone()) { this.say("Nothing is missing."); return; }
    const placements = await this.finishing();
    if (play.state !== state) return;
    if (placements === undefined) { this.say("No hint was found in time."); return; }
    if (!placements) { this.say("This can no longer be completed: take a piece back, or ask why."); return; }
    const index = nextPiece(play, placements);
    this.board.hand.drop();
    if (index < 0) { this.say("Nothing is missing."); return; }
    play.place(index);
    this.changed(true);
    this.say(`Hint: ${puzzle.tiles[puzzle.placements[index].tile].name} goes here.`);
  }

  async why() {
    const { play, puzzle } = this.page;
    const { state } = play;
    let canFinish = this.matches.positions > 0 ? true : puzzle.total.complete ? false : null;
    if (canFinish === null && !plainProblem(play)) {
      const placements = await this.finishing();
      if (play.state !== state) return;
      canFinish = placements === undefined ? null : Boolean(placements);
    }
    const { text, cells } = problem(play, canFinish);
    this.blame = cells;
    this.board.mark();
    this.say(text);
  }

  key(event) {
    const { hand } = this.board;
    const { play, puzzle } = this.page;
    if (event.ctrlKey || event.metaKey) {
      const key = event.key.toLowerCase();
      if (key === "z") this.changed(event.shiftKey ? play.redo() : play.undo());
      else if (key === "y") this.changed(play.redo());
      else return false;
      return true;
    }
    const transform = (name) => { const number = puzzle.isometries.findIndex((isometry) => isometry.name === name); if (number >= 0) this.transform(number); };
    const directions = { ArrowLeft: [-1], ArrowRight: [1], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [0, 0, 1], PageDown: [0, 0, -1] };
    const actions = {
      r: () => transform("rotate"), f: () => transform(puzzle.solid ? "mirror" : "flip"), t: () => transform("tip"), l: () => transform("roll"),
      h: () => this.hint(), w: () => this.why(),
      Escape: () => { hand.drop(); this.show(); },
      Delete: () => this.changed(hand.putBack()), Backspace: () => this.changed(hand.putBack()),
    };
    if (directions[event.key] && !hand.isEmpty) { hand.step(directions[event.key]); this.show(); return true; }
    if (event.key === "Enter" && !hand.isEmpty && hand.target !== null) {
      const isPut = hand.put();
      this.changed(isPut);
      if (!isPut) this.say("It doesn't fit there in this orientation.");
      return true;
    }
    if (!actions[event.key]) {
      // Shift and a letter chooses the piece of that name, a letter alone if it is no command
      const tile = event.key.length === 1 ? puzzle.tiles.findIndex(({ name }) => name.toLowerCase() === event.key.toLowerCase()) : -1;
      if (tile >= 0) this.take(tile);
      return tile >= 0;
    }
    actions[event.key]();
    return true;
  }
}
