// Pieces that are placed by hand: taken from the tray or from the board, turned, and fixed where they are dropped.

import { button, claimTouches, element, make, relist } from "../page/dom.js";
import { middleCell, pieceIcon } from "./board_view.js";
import { buildPuzzle } from "./build.js";
import { without, withEntry } from "./copies.js";
import { add, cellKey, cellsOf, coloredImage, normalizeColored, orientations, subtract, times } from "./lattice.js";

const ICON = 9; // pixels of a side of a cell in the tray
const MOST_SHOWN = 150; // pieces in the tray

// The isometries {turn, tip, flip} of keys and buttons: about the upright axis, about another one, and to the mirror image.
function handIsometries(lattice) {
  const rotations = lattice.group.slice(1, lattice.rotations);
  const unit = lattice.basis[0].map((_, k) => lattice.basis[0].map((__, i) => Number(i === k)));
  const [first] = unit.filter((vector) => Math.hypot(...times(lattice.plane, vector)) > 1e-9);
  const angle = ({ matrix }) => {
    const [[x, y], [u, v]] = [first, times(matrix, first)].map((vector) => times(lattice.plane, vector));
    const number = Math.atan2(x * v - y * u, x * u + y * v);
    return number > 1e-9 ? number : number + 2 * Math.PI;
  };
  const least = (list, value) => list.reduce((best, each) => (best === null || value(each) < value(best) - 1e-9 ? each : best), null);
  const trace = ({ matrix }) => -matrix.reduce((total, row, k) => total + row[k], 0);
  return {
    turn: least(rotations.filter((each) => lattice.is_flat || lattice.isUpright(each)), angle),
    tip: lattice.is_flat ? null : least(rotations.filter((each) => !lattice.isUpright(each)), trace), flip: lattice.group[lattice.flip],
  };
}

// The next orientation of a tile, with what its cells show, that an isometry leads to; the same one if there is no other.
export function turned(lattice, tile, look, isometry) {
  const allowed = new Set(tile.looks);
  let image = look;
  for (let k = 0; k < lattice.group.length; k += 1) {
    image = coloredImage(lattice, image, isometry);
    if (allowed.has(String(image))) return image;
  }
  return look;
}

const shownBy = (look) => (look.some(([, shown]) => shown) ? look.map(([, shown]) => shown) : []);

// The cells of a piece whose middle is nearest to a cell, or to one of its class.
function placedAt(lattice, form, cell) {
  const middle = middleCell(lattice, form);
  const anchors = [middle, ...form].filter((each) => lattice.isTranslation(subtract(cell, each)));
  return anchors.length ? form.map((each) => add(each, subtract(cell, anchors[0]))) : null;
}

export class PlacePanel {
  history; board; colorOf; say; hand; at; dragged; held;

  constructor(history, board, colorOf, say) {
    Object.assign(this, { history, board, colorOf, say, hand: null, at: null });
    board.hand = this;
    this.turns = [["turn", "Turn", "R"], ["tip", "Tip", "T"], ["flip", "Turn over", "F"]].map(([kind, words, key]) => button(words, () => this.turn(kind), { title: `key ${key}`, data: { kind } }));
    this.back = button("Put back", () => this.drop(), { title: "Escape" });
    this.allowed = [["Only this way", "Forbid the other ways to turn this piece"], ["Not this way", "Forbid this way to turn the piece"], ["Any way", "Allow all ways again"]]
      .map(([words, title], kind) => button(words, () => this.#allow(kind), { title }));
    element("tray_turns").append(...this.turns, ...this.allowed, this.back);
    document.addEventListener("pointermove", (event) => { if (this.dragged) this.aim(board.view.cellAt(event.clientX, event.clientY)); });
    document.addEventListener("pointerup", (event) => {
      if (!this.dragged) return;
      this.dragged = false;
      const cell = board.view.cellAt(event.clientX, event.clientY);
      if (cell) this.place(cell);
    });
    document.addEventListener("pointercancel", () => { this.dragged = false; });
    this.refresh();
  }

  get isEmpty() { return this.hand === null; }

  get tile() { return this.history.tiles[this.hand.tile]; }

  // Show the pieces that are left, and the buttons of the one in the hand.
  refresh() {
    const isShown = this.board.brush.dataset.value === "keep" && Boolean(this.history.tiles) && !this.history.isTooLarge;
    element("tray_bar").hidden = !isShown;
    if (!isShown) this.hand = null;
    if (this.hand && !this.history.tiles.some((tile, k) => k === this.hand.tile && tile.name === this.hand.name)) this.hand = null;
    this.board.view.ghost(null);
    const { tiles, lattice, puzzle } = this.history;
    const { turn, tip } = this.hand ? handIsometries(lattice) : {};
    for (const node of this.turns) node.hidden = !this.hand || (node.dataset.kind === "turn" && !turn) || (node.dataset.kind === "tip" && !tip);
    this.back.hidden = !this.hand;
    this.#ways();
    if (!isShown) return;
    const used = tiles.map((_, k) => (puzzle?.given ?? []).filter(({ tile }) => tile === k).length);
    relist(element("tray"), tiles.slice(0, MOST_SHOWN).map((tile, k) => {
      const left = tile.maximum - used[k];
      const words = left > 1 ? `${tile.name} ×${left}` : tile.name;
      const node = button("", () => {}, {
        className: "member", disabled: left < 1, "aria-pressed": this.hand?.tile === k, "aria-label": `Take ${words}`, data: { entry: tile.name },
        title: `${tile.name}: ${left} left; drag it to the board, or press it and then the board`,
      });
      node.append(this.#icon(this.hand?.tile === k ? this.hand.look : tile.ways[0], tile), make("span", { text: words }));
      claimTouches(node);
      node.addEventListener("pointerdown", (event) => {
        if (event.button || left < 1) return;
        event.preventDefault();
        // the tray is drawn again while the piece is dragged
        document.documentElement.setPointerCapture(event.pointerId);
        this.take(k);
        this.dragged = true;
      });
      // by keys
      node.addEventListener("click", ({ detail }) => {
        if (detail) return;
        this.take(k);
        element("board").focus();
        this.aim(middleCell(lattice, this.history.board.cells));
      });
      return node;
    }));
  }

  #icon(look, { name }) { return pieceIcon(this.history.lattice, cellsOf(look), this.colorOf(name), shownBy(look).length ? 2 * ICON : ICON, shownBy(look), this.history.sideColors); }

  // The orientations of the piece in the hand: a press takes one, and allows it if it is forbidden.
  #ways() {
    const { lattice, spec } = this.history;
    const isPlain = this.hand && !this.tile.shown.length;
    const numbered = isPlain && spec.tiles[this.tile.entry].orientations;
    const shown = numbered ? this.#everyWay(lattice.is_flat) : [];
    const may = new Set(this.hand ? this.tile.looks : []);
    const ways = this.hand ? [...this.tile.ways.filter((look) => !shown.some((each) => String(each) === String(look))), ...shown] : [];
    this.allowed.forEach((node, kind) => { node.hidden = !isPlain || (kind < 2 ? may.size < 2 : !numbered); });
    element("tray_ways").hidden = ways.length < 2;
    relist(element("tray_ways"), ways.length < 2 ? [] : ways.map((look, k) => {
      const isAllowed = may.has(String(look));
      const node = button("", () => (isAllowed ? this.#become(look) : this.#keepWays([...this.tile.ways, look], "may be turned this way again")), {
        className: isAllowed ? "member" : "member forbidden", "aria-pressed": String(look) === String(this.hand.look), data: { entry: String(k) },
        "aria-label": `Way ${k + 1} of ${ways.length}${isAllowed ? "" : ", forbidden"}`, title: isAllowed ? "" : "forbidden; press to allow it again",
      });
      node.append(this.#icon(look, this.tile));
      return node;
    }), element("board"));
  }

  // Allow the orientation in the hand alone, all but this one, or all of them again.
  #allow(kind) {
    const here = String(this.hand.look);
    const kept = kind === 2 ? null : this.tile.ways.filter((look) => (String(look) === here) === (kind === 0));
    this.#keepWays(kept, ["is used only this way", "is not used this way", "may be turned again"][kind]);
  }

  // All orientations of the piece in the hand, which shows nothing, allowed or not.
  #everyWay(reflect) { return orientations(this.history.lattice, this.tile.form.map((cell) => [cell, ""]), true, reflect); }

  // Allow some orientations, null for all of them. A piece of a set gets an entry of its own.
  #keepWays(kept, words) {
    const { lattice } = this.history;
    const { tile } = this;
    const numbers = kept && this.#everyWay(true).flatMap((look, k) => (kept.some((each) => String(each) === String(look)) ? [k + 1] : []));
    const entries = withEntry(this.history, tile, (old) => ({ ...without(old, ["rotate", "reflect", "orientations"]), ...(numbers ? { orientations: numbers } : {}) }));
    const fits = (given) => given.tile !== tile.name || !kept || kept.some((look) => String(cellsOf(look)) === String(lattice.normalize(given.cells.map((cell) => lattice.cellAt(cell)))));
    const given = this.history.givenList.filter(fits);
    this.hand = null;
    this.history.edit((before) => ({ ...before, tiles: entries, given }));
    this.say(`${tile.name} ${words}.`, () => this.history.undo());
  }

  // Take a piece: of the tray, or one that is fixed on the board.
  take(number, given = null) {
    const tile = this.history.tiles[number];
    const { lattice } = this.history;
    const wanted = given && String(normalizeColored(lattice, given.cells.map((cell, k) => [cell, given.shown[k] ?? ""])));
    const form = String(tile.form);
    const look = tile.ways.find((each) => (wanted ? String(each) === wanted : String(cellsOf(each)) === form)) ?? tile.ways[0];
    this.hand = { tile: number, name: tile.name, look, from: given };
    this.at = null;
    this.refresh();
    const turns = ["R turns it", ...(lattice.is_flat ? [] : ["T tips it"]), "F turns it over"].join(", ");
    this.say(`${tile.name} is in your hand: press the board where it belongs. ${turns}, Escape puts it back.`);
  }

  drop() {
    this.hand = null;
    this.refresh();
  }

  turn(kind) {
    const { lattice } = this.history;
    const isometry = handIsometries(lattice)[kind];
    if (!this.hand || !isometry) return;
    const image = turned(lattice, this.tile, this.hand.look, isometry);
    if (String(image) === String(this.hand.look)) this.say(`${this.tile.name} cannot be turned that way.`);
    this.#become(image);
  }

  #become(look) {
    this.hand.look = look;
    const { at } = this;
    this.refresh();
    this.aim(at);
  }

  // A press on the board, its moves and its end: a fixed piece that is dragged moves, one that is pressed is let go.
  press(cell) {
    const isOn = ({ cells }) => cells.some((each) => cellKey(each) === cellKey(cell));
    this.held = this.isEmpty ? { cell, given: this.history.puzzle?.given.find(isOn) } : null;
    this.aim(cell);
  }

  move(cell) {
    if (this.held && cell && cellKey(cell) !== cellKey(this.held.cell)) {
      const { given } = this.held;
      this.held = null;
      if (given) this.take(given.tile, given);
    }
    if (!this.isEmpty) this.aim(cell);
  }

  release(cell) {
    const { held } = this;
    this.held = null;
    if (held) this.board.onKeep(held.cell);
    else if (!this.isEmpty && cell && !this.dragged) this.place(cell);
  }

  // A key on the board.
  key(key) {
    const kind = { r: "turn", t: "tip", f: "flip" }[key.toLowerCase()];
    if (this.isEmpty) return;
    if (kind) this.turn(kind);
    if (key === "Escape") this.drop();
  }

  // Show where the piece would be.
  aim(cell) {
    this.at = cell;
    const cells = this.hand && cell ? placedAt(this.history.lattice, cellsOf(this.hand.look), cell) : null;
    this.board.view.ghost(cells && { cells, shown: shownBy(this.hand.look), sideColors: this.history.sideColors, color: this.colorOf(this.tile.name), isFree: this.#isFree(cells) });
  }

  // Show where the program would place a piece; the hand is empty after that.
  hint({ tile, cells, shown = [] }) {
    const { lattice, sideColors } = this.history;
    this.drop();
    this.board.view.ghost({ cells: cells.map((cell) => lattice.cellAt(cell)), shown, sideColors, color: this.colorOf(tile), isFree: true });
  }

  #others() { return (this.history.puzzle?.given ?? []).filter((each) => each !== this.hand.from); }

  #isFree(cells) {
    const taken = new Set(this.#others().flatMap((each) => each.cells.map(cellKey)));
    return cells.every((cell) => this.board.board.has(cellKey(cell)) && !taken.has(cellKey(cell)));
  }

  // Fix the piece on the board, if the rules of the puzzle file allow it there.
  place(cell) {
    const { lattice, space, tiles } = this.history;
    const cells = placedAt(lattice, cellsOf(this.hand.look), cell);
    const { name } = this.tile;
    if (!cells || !this.#isFree(cells)) {
      this.say(`${name} does not fit here: its cells must be on the board, and free.`);
      this.aim(cell);
      return;
    }
    const placed = { tile: this.hand.tile, cells, shown: shownBy(this.hand.look) };
    const given = [...this.#others(), placed].map((piece) => this.history.written(piece));
    const { mistakes } = buildPuzzle(space, { ...this.history.spec, given });
    if (mistakes.length) {
      this.say(`${name} cannot be fixed here: ${mistakes[0].problem}.`);
      return;
    }
    const { from } = this.hand;
    this.hand = null;
    this.history.edit((spec) => ({ ...spec, given }));
    this.refresh();
    const left = tiles.length ? "The search goes on around it." : "";
    this.say(from ? `${name} is moved.` : `${name} is fixed here. ${left}`);
  }
}
