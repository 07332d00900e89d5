// Links, pictures, prints and colors.

import { button, element, isCopied, make, whenClicked } from "./dom.js";
import { cutSheet, pageSheet, picture, printSheet, solutionSheet } from "./export.js";
import { download, pngOf } from "./picture_file.js";
import { integer } from "./numbers.js";

const PAGE = 24;

export class MenuPanel {
  constructor(page) {
    this.page = page;
    const { puzzle } = page;
    whenClicked("copy_link", () => this.copyLink());
    const drawn = () => picture(page.flatView, page.boxView);
    whenClicked("save_svg", () => download(new Blob([drawn().text], { type: "image/svg+xml" }), puzzle.name, ".svg"));
    whenClicked("save_png", async () => download(await pngOf(drawn()), puzzle.name, ".png"));
    whenClicked("print_solution", () => printSheet(solutionSheet(puzzle, this.title(), page.shown, page.shownColors, page.boxView)));
    whenClicked("print_page", () => printSheet(pageSheet(puzzle, this.nextSolutions(), page.palette)));
    element("print_pieces").hidden = puzzle.solid; // a solid piece cannot be cut out of paper
    whenClicked("print_pieces", () => printSheet(cutSheet(puzzle, page.palette)));
    element("clear_colors").addEventListener("change", (event) => page.set({ clear: event.target.checked }, "push"));
    element("by_tile").parentElement.hidden = !puzzle.coloring;
    element("by_tile").addEventListener("change", (event) => page.set({ byTile: event.target.checked }, "push"));
    this.listColors();
    document.addEventListener("pointerdown", (event) => { if (!element("menu").contains(event.target)) element("menu").open = false; });
  }

  title() {
    const { state, puzzle } = this.page;
    return state.mode === "play" || state.row < 0 ? "" : `Solution ${integer(state.row + 1)} of ${integer(puzzle.solutions.count)}`;
  }

  // The solutions that match, starting with the one on the page, in positions that match.
  nextSolutions() {
    const { matches, state } = this.page;
    const start = Math.max(0, matches.indexOf(state.row));
    return [...matches.rows.slice(start, start + PAGE)].map((row) => ({ row, placements: matches.position(row) }));
  }

  listColors() {
    const { page, page: { puzzle } } = this;
    element("color_list").replaceChildren(...puzzle.tiles.map((tile, index) => {
      const input = make("input", { type: "color", data: { color: index } });
      input.addEventListener("input", () => page.set({ own: { ...page.state.own, [index]: input.value } }));
      return make("label", {}, input, tile.name);
    }), button("Reset", () => page.set({ own: {} }, "push")));
  }

  show() {
    const { page } = this;
    element("clear_colors").checked = page.state.clear;
    element("by_tile").checked = page.state.byTile;
    for (const input of element("color_list").querySelectorAll("input")) input.value = page.colors[Number(input.dataset.color)];
    element("print_page").disabled = !page.puzzle.solutions.count;
  }

  say(text) { element("menu_note").textContent = text; }

  async copyLink() {
    this.say(await isCopied(location.href) ? "The link is copied." : "Copy the link from the address of this page.");
  }
}
