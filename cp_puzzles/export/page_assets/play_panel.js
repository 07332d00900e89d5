// The tray, the buttons of a game, and what is said of it.

import { icon } from "./icon.js";
import { carriedFinish, goingOn, nextPiece, outlook, why } from "./outlook.js";
import { finish } from "./search.js";
import { button, make } from "./svg.js";
import { cellsOfDate } from "./today.js";

const element = (id) => document.getElementById(id);
const PATIENCE = 4000; // milliseconds that a search on the page may take
const SLICE = 25; // milliseconds of it at a time

// Whether the turns before one are enough for a tile to lie in all its ways.
function isReached({ tiles, turns }, tile, number) {
  const reached = [0];
  for (let i = 0; i < reached.length; i += 1) {
    for (const { to } of turns.slice(0, number)) if (!reached.includes(to[tile][reached[i]])) reached.push(to[tile][reached[i]]);
  }
  return reached.length === tiles[tile].orientations.length;
}

export class PlayPanel {
  constructor(page, board) {
    Object.assign(this, { page, board, lying: page.puzzle.tiles.map(() => 0), blame: [], isLeaving: false });
    const { hand } = board;
    const on = (id, act) => element(id).addEventListener("click", act);
    on("undo", () => this.changed(page.play.undo()));
    on("redo", () => this.changed(page.play.redo()));
    on("restart", () => { page.play.clear(); this.changed(true); });
    on("hint", () => this.hint());
    on("why", () => this.why());
    on("put_back", () => this.changed(hand.putBack()));
    on("leave", () => { this.isLeaving = !this.isLeaving; hand.drop(); this.show(); });
    const { puzzle } = page;
    const canLeave = Object.keys(puzzle.labels).length > 0 || puzzle.required.some((must) => !must);
    element("leave_actions").hidden = !canLeave;
    const date = cellsOfDate(puzzle.labels, new Date());
    if (date) {
      element("leave_date").hidden = false;
      element("leave_date").textContent = `Today: ${date.name}`;
      on("leave_date", () => { page.play.leave(date.cells); this.changed(true); });
    }
    element("turns").replaceChildren(...puzzle.turns.map(({ name, to }, number) => {
      const isUsed = to.some((images, tile) => (name === "flip" || name === "mirror"
        ? !isReached(puzzle, tile, number) : images.some((image, o) => image !== o)));
      return button(name[0].toUpperCase() + name.slice(1), () => this.turn(number), { hidden: !isUsed, data: { turn: number } });
    }));
  }

  // Something was done on the board, or (false) could not be.
  changed(done) {
    if (done) {
      this.blame = [];
      element("answer").textContent = "";
      this.page.set({}, "push");
    } else {
      this.show();
    }
  }

  turn(number) {
    const { hand } = this.board;
    if (hand.isEmpty) { this.say("Choose a piece first."); return; }
    hand.turn(number);
    this.lying[hand.tile] = hand.orientation;
    this.show();
  }

  say(text) { element("answer").textContent = text; }

  show() {
    const { page: { puzzle, play, colors }, board: { hand } } = this;
    this.matches = goingOn(play);
    const text = outlook(play, this.matches);
    element("outlook").textContent = text;
    element("outlook").className = play.isDone() ? "won" : !this.matches.positions && text ? "dead" : "";
    element("undo").disabled = !play.past.length;
    element("redo").disabled = !play.future.length;
    element("put_back").disabled = hand.from === null;
    element("leave").setAttribute("aria-pressed", String(this.isLeaving));
    for (const chip of element("turns").children) chip.disabled = hand.isEmpty;
    const focused = document.activeElement?.dataset?.tray;
    element("tray").replaceChildren(...puzzle.tiles.map((tile, index) => {
      const remaining = play.remaining(index);
      const many = tile.maximum > 1 ? `${tile.name} ×${remaining}` : tile.name;
      const chip = button("", (event) => { if (!event.detail) this.take(index); }, {
        "aria-pressed": String(hand.tile === index && hand.from === null), "aria-label": `${tile.name}, ${remaining} in the tray`,
        className: remaining ? "" : "used-up", data: { tray: index }, disabled: remaining < 1,
      });
      chip.append(icon(puzzle, index, this.lying[index], colors[index], this.pixels()), make("span", { className: "number", text: many }));
      return chip;
    }));
    if (focused !== undefined) element("tray").querySelector(`[data-tray="${focused}"]`)?.focus();
    this.board.mark();
  }

  // How large a cell is in the tray.
  pixels() {
    const { tiles } = this.page.puzzle;
    const cells = Math.max(...tiles.map((tile) => tile.orientations[0].length));
    return this.page.puzzle.solid ? Math.max(9, Math.min(17, 80 / cells)) : Math.max(7, Math.min(17, 90 / cells));
  }

  take(tile) {
    this.isLeaving = false;
    const { hand } = this.board;
    if (hand.tile === tile && hand.from === null) hand.drop();
    else hand.take(tile, this.lying[tile]);
    this.show();
  }

  // Whether a solution goes on from here: from the list, or by a search that ends in time; null: not known.
  async finishing() {
    const { play, puzzle } = this.page;
    const carried = carriedFinish(play, this.matches);
    if (carried) return carried;
    if (puzzle.total.complete) return null;
    if (puzzle.rules.length) return undefined; // the page knows them by name only
    const { state } = play;
    const search = finish(play);
    const end = performance.now() + PATIENCE;
    for (;;) {
      const pause = performance.now() + SLICE;
      while (performance.now() < pause) {
        const { done, value } = search.next();
        if (done) return value;
      }
      if (performance.now() > end || play.state !== state) return undefined;
      this.say("Looking …");
      await new Promise((resolve) => { setTimeout(resolve); });
    }
  }

  async hint() {
    const { play, puzzle } = this.page;
    const { state } = play;
    if (play.isDone()) { this.say("Nothing is missing."); return; }
    const found = await this.finishing();
    if (play.state !== state) return;
    if (found === undefined) { this.say("No hint was found in time."); return; }
    if (!found) { this.say("No solution goes on from here: take a piece back, or ask why."); return; }
    const index = nextPiece(play, found);
    this.board.hand.drop();
    if (index < 0) { this.say("Nothing is missing."); return; }
    play.place(index);
    this.changed(true);
    this.say(`${puzzle.tiles[puzzle.placements[index].tile].name} lies well there.`);
  }

  async why() {
    const { play } = this.page;
    const { state } = play;
    let known = this.matches.positions > 0 ? true : this.page.puzzle.total.complete ? false : null;
    const plain = why(play, known);
    if (known === null && !plain.cells.length && plain.tile === null) {
      const found = await this.finishing();
      if (play.state !== state) return;
      known = found === undefined ? null : Boolean(found);
    }
    const { text, cells } = why(play, known);
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
    const turn = (name) => { const number = puzzle.turns.findIndex((t) => t.name === name); if (number >= 0) this.turn(number); };
    const directions = { ArrowLeft: [-1], ArrowRight: [1], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: [0, 0, 1], PageDown: [0, 0, -1] };
    const actions = {
      r: () => turn("turn"), f: () => turn(puzzle.solid ? "mirror" : "flip"), t: () => turn("tip"), l: () => turn("roll"),
      h: () => this.hint(), w: () => this.why(),
      Escape: () => { hand.drop(); this.show(); },
      Delete: () => this.changed(hand.putBack()), Backspace: () => this.changed(hand.putBack()),
    };
    if (directions[event.key] && !hand.isEmpty) { hand.step(directions[event.key]); this.show(); return true; }
    if (event.key === "Enter" && !hand.isEmpty && hand.target !== null) {
      const put = hand.put();
      this.changed(put);
      if (!put) this.say("It does not fit there.");
      return true;
    }
    if (!actions[event.key]) return false;
    actions[event.key]();
    return true;
  }
}
