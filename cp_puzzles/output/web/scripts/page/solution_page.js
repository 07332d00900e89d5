// The page: its state, its panels and drawings, and the link that describes the state.

import { BoxPanel } from "./box_panel.js";
import { BoxView } from "./box_view.js";
import { BrowsePanel } from "./browse_panel.js";
import { colorsOf, paletteOf } from "./colors.js";
import { match, positioned, readPuzzle } from "./data.js";
import { element, whenClicked } from "./dom.js";
import { FilterPanel } from "./filter_panel.js";
import { FlatView } from "./flat_view.js";
import { Gallery } from "./gallery.js";
import { fromLink, toLink } from "./link.js";
import { MenuPanel } from "./menu_panel.js";
import { Play } from "./play.js";
import { PlayBoard } from "./play_board.js";
import { PlayPanel } from "./play_panel.js";
import { classesOf } from "./status.js";

const narrow = () => matchMedia("(max-width: 60rem)");
const store = () => `cp-puzzles ${location.pathname}`; // key of the link that a closed tab leaves

function stored() {
  try { return localStorage.getItem(store()) ?? ""; } catch { return ""; }
}

class Page {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.play = new Play(puzzle);
    this.flatView = this.newFlatView();
    this.boxView = puzzle.solid ? new BoxView(puzzle, { onChoose: (id) => this.choose(id) }) : null;
    this.restore(puzzle.bare || puzzle.embedded ? "" : location.hash || stored());
    if (this.boxView) element("view").append(this.boxView.element);
    if (!puzzle.bare || !this.boxView) element("view").append(this.flatView.element);
    element("view").classList.toggle("solid", puzzle.solid);
    this.browse = new BrowsePanel(this);
    this.box = this.boxView ? new BoxPanel(this, this.boxView) : null;
    if (puzzle.bare) return;
    this.filter = new FilterPanel(this);
    this.gallery = new Gallery(this);
    this.playBoard = new PlayBoard(this);
    this.playPanel = new PlayPanel(this, this.playBoard);
    this.menu = new MenuPanel(this);
    this.connect();
  }

  connect() {
    this.browse.connectSwipe(this.flatView.element);
    this.playBoard.connect(this.flatView);
    this.flatView.element.addEventListener("click", (event) => {
      const placement = this.flatView.placementOf(event);
      if (this.state.mode === "solutions" && placement >= 0) this.choose(placement);
    });
  }

  // Layers are stacked beside the view in space, or side by side below it.
  newFlatView() {
    const { puzzle } = this;
    return new FlatView(puzzle, { across: !puzzle.solid || narrow().matches ? 0 : puzzle.layers.length <= 4 ? 1 : 2 });
  }

  relayout() {
    const old = this.flatView.element;
    this.flatView = this.newFlatView();
    old.replaceWith(this.flatView.element);
    if (!this.puzzle.bare) this.connect();
    this.refresh();
  }

  choose(placement) {
    if (this.state.mode === "play") { this.playBoard.clickedInSpace(placement); return; }
    if (placement === null) this.set({ tile: null, picked: null, orientation: null });
    else this.filter?.choose(this.puzzle.placements[placement].tile, placement);
  }

  // Change the state and the address, with a new entry in the history if `remember` is "push".
  set(changes, remember = "replace") {
    const before = this.state;
    this.state = { ...before, ...changes };
    if (before.mode !== this.state.mode) this.playBoard?.cancel();
    this.refresh();
    this.remember(remember);
  }

  refresh() {
    const { state, puzzle } = this;
    if (this.matched !== state.conditions) {
      this.matched = state.conditions;
      this.matches = match(puzzle, state.conditions);
      this.gallery?.setRows(this.matches.rows);
    }
    if (this.matches.indexOf(state.row) < 0) state.row = this.matches.rows.length ? this.matches.rows[0] : -1;
    const elements = state.row < 0 ? [] : this.matches.elements(state.row);
    if (!elements.includes(state.element)) state.element = elements[0] ?? 0;
    this.palette = paletteOf(puzzle, state);
    this.colors = this.palette.tiles;
    this.draw();
  }

  draw() {
    const { state, puzzle, play } = this;
    const isGame = state.mode === "play";
    document.body.classList.toggle("playing", isGame);
    this.shown = isGame ? play.placed : state.row < 0 ? [] : positioned(puzzle, state.row, state.element);
    const classes = isGame ? classesOf(play) : state.row < 0 ? null : puzzle.solutions.classes(state.row);
    const colors = colorsOf(puzzle, this.shown, this.palette, classes);
    this.shownColors = colors;
    const chosen = (index) => (isGame ? false : state.picked !== null ? index === state.picked : puzzle.placements[index].tile === state.tile);
    this.flatView.show(this.shown, colors, { chosen, locked: play.locked, isGame });
    this.flatView.mark([]);
    if (this.boxView) {
      const dims = !isGame && (state.picked !== null || state.tile >= 0) && state.tile !== null;
      this.boxView.set({ chosen: dims ? chosen : null, frame: isGame });
      this.box.assemble(this.shown, colors);
      this.box.show();
    }
    element("caption").textContent = isGame ? "" : [this.box?.text(), this.browse.imageText()].filter(Boolean)[0] || "";
    if (puzzle.bare) return;
    element("count").textContent = this.browse.countText();
    for (const id of ["filter", "gallery", "browse", "keys"]) element(id).hidden = isGame;
    element("game").hidden = !isGame;
    element("ask").hidden = true;
    for (const mode of ["solutions", "play"]) element(`mode_${mode}`).setAttribute("aria-pressed", String(state.mode === mode));
    element("nothing").hidden = this.matches.rows.length > 0;
    if (isGame) {
      this.playPanel.show();
    } else {
      this.browse.show();
      this.filter.show();
      this.gallery.setCurrent(state.row, this.matches.indexOf(state.row));
      this.gallery.schedule();
    }
    this.menu.show();
  }

  say(text) { element("caption").textContent = text; }

  link() {
    const box = this.boxView ? this.boxView.state : { explode: 0, taken: 0, layers: null };
    const layers = box.layers === this.puzzle.layers.length ? null : box.layers;
    const placed = this.play.placed.filter((index) => !this.play.locked.has(index));
    return toLink({ ...this.state, ...box, layers, placed, left: this.play.left });
  }

  remember(how) {
    if (this.puzzle.bare || this.puzzle.embedded) return; // a frame has no address of its own
    const link = this.link();
    if (link === this.written) return;
    this.written = link;
    try { localStorage.setItem(store(), link); } catch { /* the browser forbids it: a closed tab is lost */ }
    history[how === "push" ? "pushState" : "replaceState"](null, "", link || location.pathname + location.search);
  }

  // Follow an address that was edited, or reached by going back or forward.
  visit() {
    if (location.hash === this.written) return;
    this.written = location.hash;
    this.restore(location.hash);
    this.refresh();
  }

  restore(link) {
    const { placed, left, explode, taken, layers, ...state } = fromLink(link, this.puzzle);
    this.play.restore(placed, left);
    this.boxView?.set({ explode, taken, layers: layers ?? this.puzzle.layers.length });
    this.state = { ...this.state, ...state, picked: null };
  }

  onKey(event) {
    const { target } = event;
    const inField = target.matches("input, summary") || (target.matches("button, [role=button]") && [" ", "Enter"].includes(event.key));
    if (this.puzzle.bare ? inField : inField && !(event.key === "Enter" && this.state.mode === "play" && !this.playBoard.hand.isEmpty && this.playBoard.hand.target !== null && target.matches("[data-tray]"))) return;
    const isGame = this.state.mode === "play";
    if (event.altKey || ((event.ctrlKey || event.metaKey) && !isGame)) return;
    const isDone = this.box?.key(event) || (isGame ? this.playPanel?.key(event) : this.browse.key(event));
    if (isDone) event.preventDefault();
    else if (event.key === "Escape" && !isGame) this.choose(null);
  }

  start() {
    const { puzzle } = this;
    element("mode_solutions").disabled = !puzzle.solutions.count;
    document.body.classList.toggle("bare", Boolean(puzzle.bare));
    element("box_controls").hidden = !puzzle.solid;
    if (puzzle.browsing) { // in a frame of the editor there is no game, and the text does not know the puzzle
      for (const id of ["mode_solutions", "mode_play", "copy_link"]) element(id).hidden = true;
      for (const key of ["name", "description"]) element(key).textContent = puzzle[key];
    }
    for (const mode of ["solutions", "play"]) whenClicked(`mode_${mode}`, () => this.set({ mode }, "push"));
    narrow().addEventListener("change", () => this.relayout());
    document.addEventListener("keydown", (event) => this.onKey(event));
    addEventListener("hashchange", () => this.visit());
    addEventListener("popstate", () => this.visit());
    this.refresh();
    this.remember("replace");
    if (puzzle.embedded) connectFrame(this);
    requestAnimationFrame(() => { document.documentElement.dataset.ready = String(Math.round(performance.now())); });
  }
}

// Connect a page in a frame of another one, such as a notebook: it sends its game, and takes a game that is sent to it. A game has
// the numbers of the pieces placed, of the cells left empty, of the cell clicked last (null: none), of the tile in the hand.
function connectFrame(page) {
  let sent = "";
  page.onGame = () => {
    const { play, playBoard: { hand, cell } } = page;
    const game = { placed: play.placed.filter((index) => !play.locked.has(index)), left: play.left, cell, tile: hand.tile };
    const text = JSON.stringify(game);
    if (text !== sent) parent.postMessage(game, "*");
    sent = text;
  };
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || !Array.isArray(data.placed)) return;
    page.play.restore(data.placed, data.left);
    page.playBoard.cancel();
    page.refresh();
  });
  parent.postMessage("ready", "*");
}

// Start the page with the data in its document.
export function startPage() {
  const page = new Page(readPuzzle(JSON.parse(element("data").textContent)));
  page.start();
  window.solutionPage = page;
}
