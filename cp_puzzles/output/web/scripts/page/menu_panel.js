// Links, colors, pictures and prints: SVG and PNG of the view, a solution, a page of 24, the board with pieces to cut out.

import { colorsOf } from "./colors.js";
import { button, element, isCopied, make, svgElement, whenClicked } from "./dom.js";
import { FlatView } from "./flat_view.js";
import { icon } from "./scene.js";
import { UNIT } from "./layout.js";
import { integer } from "./numbers.js";
import { download, pngOf } from "./picture_file.js";

const PAGE = 24;
const NAMES = ["paper", "panel", "ink", "muted", "line", "cell", "rim", "accent", "piece-edge"];
const SPACE = [620, 560]; // size of the view in space in a picture, in units
const SHEET = 170; // millimeters of a board's width on paper
const HEIGHTS = [215, 100]; // millimeters of a solution's height on paper, at most, alone and above the view in space
const CELL = 18; // millimeters of a cell on paper of many solutions and of pieces to cut out, at most
const COPIES = 60; // copies of a piece to cut out, at most

export class MenuPanel {
  constructor(page) {
    this.page = page;
    const { puzzle } = page;
    whenClicked("copy_link", async () => {
      element("menu_note").textContent = await isCopied(location.href) ? "The link is copied." : "Copy the link from the address of this page.";
    });
    const pictured = () => picture(page.flatView, page.boxView);
    whenClicked("save_svg", () => download(new Blob([pictured().text], { type: "image/svg+xml" }), puzzle.name, ".svg"));
    whenClicked("save_png", async () => download(await pngOf(pictured()), puzzle.name, ".png"));
    const sheets = {
      print_solution: () => solutionSheet(puzzle, this.title(), page.shown, page.shownColors, page.boxView),
      print_page: () => pageSheet(puzzle, this.nextSolutions(), page.palette),
      print_pieces: () => cutSheet(puzzle, page.palette),
    };
    const fill = (id) => element("sheet").replaceChildren(...sheets[id]());
    this.isSheetChosen = false;
    for (const id of Object.keys(sheets)) whenClicked(id, () => { this.isSheetChosen = true; fill(id); print(); });
    element("print_pieces").hidden = puzzle.solid; // a solid piece cannot be cut out of paper
    // the browser prints without a button, too; a frame of a notebook is printed as it is
    if (!puzzle.embedded) addEventListener("beforeprint", () => { if (!this.isSheetChosen) fill("print_solution"); });
    addEventListener("afterprint", () => { this.isSheetChosen = false; });
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
}

// Text in which custom properties are replaced by their colors, for pictures outside the page.
function plain(text) {
  const style = getComputedStyle(document.documentElement);
  return NAMES.reduce((result, name) => result.replaceAll(`var(--${name})`, style.getPropertyValue(`--${name}`).trim()), text);
}

// An SVG element of the page as text that needs no style sheet.
function standalone(node) {
  const copy = node.cloneNode(true);
  for (const piece of copy.querySelectorAll(".piece-shape")) piece.setAttribute("stroke", piece.closest(".chosen") ? "var(--ink)" : "var(--piece-edge)");
  for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["font-family", "system-ui, sans-serif"]]) copy.setAttribute(name, value);
  return plain(new XMLSerializer().serializeToString(copy));
}

// The flat drawing, beside the view in space if there is one: {text, width, height}.
function picture(flatView, boxView) {
  const [, , width, height] = flatView.box;
  const [side, tall] = boxView ? SPACE : [0, 0];
  const all = { width: width + side, height: Math.max(height, tall) };
  const size = `x="${side}" y="${(all.height - height) / 2}" width="${width}" height="${height}"`;
  const flat = standalone(flatView.element).replace("<svg ", `<svg ${size} `);
  const space = boxView ? `<svg width="${side}" height="${all.height}">${boxView.svg(side, all.height)}</svg>` : "";
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${all.width} ${all.height}" width="${all.width}" height="${all.height}">`
    + `<rect width="100%" height="100%" fill="${plain("var(--panel)")}"/>${space}${flat}</svg>`;
  return { text, ...all };
}

// A drawing of placements on paper, at most as wide and as high as some millimeters, and the millimeters of a cell.
function drawn(puzzle, placements, colors, wide, high = Infinity, most = CELL) {
  const view = new FlatView(puzzle);
  view.show(placements, colors);
  const [, , width, height] = view.box;
  const cell = Math.min(most, (wide * UNIT) / width, (high * UNIT) / height);
  view.element.setAttribute("width", `${((width * cell) / UNIT).toFixed(1)}mm`);
  view.element.setAttribute("height", `${((height * cell) / UNIT).toFixed(1)}mm`);
  return { drawing: view.element, cell };
}

const sheet = (puzzle, ...children) => [make("h1", { text: puzzle.name }), ...children];

// One solution, as large as the sheet, and the view in space if there is one.
function solutionSheet(puzzle, title, placements, colors, boxView) {
  const space = boxView && svgElement("svg", { viewBox: "0 0 680 480", width: `${SHEET}mm`, height: "120mm" });
  if (space) space.innerHTML = boxView.svg(680, 480);
  return sheet(puzzle, make("p", { text: title }), drawn(puzzle, placements, colors, SHEET, HEIGHTS[boxView ? 1 : 0], Infinity).drawing, ...(space ? [space] : []));
}

// Up to 24 solutions, [{row, placements}], small.
function pageSheet(puzzle, solutions, palette) {
  return sheet(puzzle, make("div", { className: "small-boards" }, ...solutions.map(({ row, placements }) => {
    const colors = colorsOf(puzzle, placements, palette, puzzle.solutions.classes(row));
    return make("figure", {}, drawn(puzzle, placements, colors, SHEET / 4 - 4).drawing, make("figcaption", { text: integer(row + 1) }));
  })));
}

// The board with the given pieces, and all copies of the others in the same size.
function cutSheet(puzzle, palette) {
  const { drawing, cell } = drawn(puzzle, puzzle.given, colorsOf(puzzle, puzzle.given, palette), SHEET);
  const given = (tile) => puzzle.given.filter((index) => puzzle.placements[index].tile === tile).length;
  const pieces = puzzle.tiles.flatMap((tile, index) => Array.from({ length: Math.max(0, Math.min(tile.maximum, COPIES) - given(index)) }, () => {
    const piece = icon(puzzle, index, 0, palette.tiles[index], 40);
    for (const side of ["width", "height"]) piece.setAttribute(side, `${((piece.getAttribute(side) * cell) / 40).toFixed(1)}mm`);
    return piece;
  }));
  return sheet(puzzle, drawing, make("div", { className: "cut-pieces" }, ...pieces));
}
