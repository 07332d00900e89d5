// Links, pictures, prints and colours.

import { positioned } from "./conditions.js";
import { integer } from "./numbers.js";
import { download, fileName, picture, pngOf } from "./save.js";
import { cutSheet, pageSheet, printSheet, solutionSheet } from "./sheet.js";
import { button, make } from "./svg.js";

const element = (id) => document.getElementById(id);
const PAGE = 24;

export class MenuPanel {
  constructor(page) {
    this.page = page;
    const { puzzle } = page;
    const on = (id, act) => element(id).addEventListener("click", act);
    on("copy_link", () => this.copyLink());
    on("save_svg", () => this.saveSvg());
    on("save_png", () => this.savePng());
    on("print_solution", () => printSheet(solutionSheet(puzzle, this.title(), page.shown, page.palette, page.boxView)));
    on("print_page", () => printSheet(pageSheet(puzzle, this.nextSolutions(), page.palette)));
    on("print_pieces", () => printSheet(cutSheet(puzzle, page.palette)));
    element("clear_colours").addEventListener("change", (event) => page.set({ clear: event.target.checked }, "push"));
    element("by_tile").parentElement.hidden = !puzzle.coloring;
    element("by_tile").addEventListener("change", (event) => page.set({ byTile: event.target.checked }, "push"));
    this.listColours();
    document.addEventListener("pointerdown", (event) => { if (!element("menu").contains(event.target)) element("menu").open = false; });
  }

  title() {
    const { state, puzzle } = this.page;
    return state.mode === "play" || state.row < 0 ? "" : `Solution ${integer(state.row + 1)} of ${integer(puzzle.solutions.count)}`;
  }

  // The solutions that match, from the shown one on, in the positions that match.
  nextSolutions() {
    const { matches, state, puzzle } = this.page;
    const start = Math.max(0, matches.indexOf(state.row));
    return [...matches.rows.slice(start, start + PAGE)].map((row) => ({ row, placements: positioned(puzzle, row, matches.elements(row)[0]) }));
  }

  listColours() {
    const { page, page: { puzzle } } = this;
    element("colour_list").replaceChildren(...puzzle.tiles.map((tile, index) => {
      const input = make("input", { type: "color", data: { colour: index } });
      input.addEventListener("input", () => page.set({ own: { ...page.state.own, [index]: input.value } }));
      return make("label", {}, input, tile.name);
    }), button("As they were", () => page.set({ own: {} }, "push")));
  }

  show() {
    const { page } = this;
    element("clear_colours").checked = page.state.clear;
    element("by_tile").checked = page.state.byTile;
    for (const input of element("colour_list").querySelectorAll("input")) input.value = page.colors[Number(input.dataset.colour)];
    element("print_page").disabled = !page.puzzle.solutions.count;
  }

  say(text) { element("menu_note").textContent = text; }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The link is copied.");
    } catch {
      this.say("The address of this page is the link: copy it from there.");
    }
  }

  saveSvg() {
    const { page } = this;
    download(new Blob([picture(page.flatView, page.boxView).text], { type: "image/svg+xml" }), fileName(page.puzzle.name, ".svg"));
  }

  async savePng() {
    const { page } = this;
    download(await pngOf(picture(page.flatView, page.boxView)), fileName(page.puzzle.name, ".png"));
  }
}
