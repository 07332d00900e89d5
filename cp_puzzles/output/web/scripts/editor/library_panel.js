// My puzzles: all that the browser keeps, with pictures; opened, renamed, duplicated, deleted, and saved in one file.

import { button, element, make, relist } from "../page/dom.js";
import { counted } from "../page/numbers.js";
import { download, fileName } from "../page/picture_file.js";
import { pieceIcon } from "./board_view.js";
import { buildPuzzle } from "./build.js";
import { History } from "./history.js";
import { readSpec } from "./spec_text.js";
import { newKey } from "./store.js";

const PICTURE = 96; // pixels of the longer side
const MOST_DRAWN = 2000; // cells

// The picture of the board of a puzzle file; null if it has mistakes or is large.
function pictureOf(space, text) {
  const { spec } = readSpec(space, text);
  const { lattice, board } = spec ? buildPuzzle(space, spec) : { lattice: null, board: null };
  if (!board || board.cells.length > MOST_DRAWN) return null;
  const svg = pieceIcon(lattice, board.cells, "var(--rim)", 1);
  const scale = PICTURE / Math.max(...["width", "height"].map((name) => Number(svg.getAttribute(name))));
  for (const name of ["width", "height"]) svg.setAttribute(name, Math.round(scale * Number(svg.getAttribute(name))));
  return svg;
}

export class LibraryPanel {
  history; keeper; fresh; say; pictures;

  // `fresh`: the puzzle that is begun when the present one is deleted.
  constructor(history, keeper, fresh, say) {
    Object.assign(this, { history, keeper, fresh, say, pictures: new Map() });
    element("library_actions").append(
      button("New puzzle", () => { this.begin(); element("library").close(); }), button("Export all", () => this.#export()), button("Close", () => element("library").close()));
  }

  begin(text = this.fresh) { this.say("A new puzzle. The one before is in My puzzles.", this.keeper.start(text)); }

  async open() {
    if (!this.keeper.store) {
      this.say("This browser keeps no puzzles: download the file before you close the page.");
      return;
    }
    await this.#refresh();
    element("library").showModal();
  }

  async #refresh() {
    await this.keeper.writing;
    const list = await this.keeper.store.list();
    element("library_told").textContent = list.length ? `${counted(list.length, "puzzle")} in this browser.` : "Nothing is kept yet: a puzzle is kept from its first change on.";
    relist(element("library_list"), list.map((puzzle) => this.#entry(puzzle)), element("library_actions").lastElementChild);
    for (const puzzle of list) {
      // the list answers while pictures are drawn
      await new Promise((resolve) => { setTimeout(resolve, 0); });
      const picture = this.pictures.get(puzzle.text) ?? pictureOf(this.history.space, puzzle.text);
      this.pictures.set(puzzle.text, picture);
      if (picture) element("library_list").querySelector(`[data-entry="${puzzle.id}"] .picture`)?.replaceChildren(picture.cloneNode(true));
    }
  }

  #entry(puzzle) {
    const { id, name, changed } = puzzle;
    const isOpen = id === this.keeper.id;
    const act = (words, change) => button(words, () => change(), { "aria-label": `${words} ${name}` });
    const field = make("input", { type: "text", maxLength: 200, value: name, "aria-label": `Name of ${name}`, on: { change: () => this.#rename(puzzle, field) } });
    return make("li", { className: "entry", data: { entry: id } },
      make("span", { className: "picture", "aria-hidden": "true" }), make("div", {}, field,
        make("p", { className: "note", text: `${isOpen ? "Open here. " : ""}Changed ${new Date(changed).toLocaleString()}.` }),
        make("div", { className: "bar" }, act("Open", () => this.#open(id)),
          act("Duplicate", async () => {
            if (await this.#changed(puzzle, newKey(), (spec) => ({ ...spec, name: `${spec.name} (copy)`.slice(-200) }))) await this.#refresh();
          }),
          act("Delete", () => this.#delete(puzzle)))));
  }

  async #open(id) {
    this.history.settle();
    this.keeper.save();
    if (id !== this.keeper.id) await this.keeper.open(id);
    element("library").close();
  }

  async #rename(puzzle, field) {
    const name = field.value.trim();
    const named = (spec) => ({ ...spec, name });
    if (!name || (puzzle.id !== this.keeper.id && !await this.#changed(puzzle, puzzle.id, named))) field.value = puzzle.name;
    else if (puzzle.id === this.keeper.id) this.history.edit(named);
    await this.#refresh();
  }

  // Write a puzzle with a change as its last step; returns whether its text could be read.
  async #changed(puzzle, id, change) {
    const { puzzle: old, texts, place } = await this.keeper.store.load(puzzle.id);
    const steps = new History(this.history.space, this.fresh);
    steps.restore({ texts, place });
    if (!steps.isReadable) {
      this.say(`The file of ${puzzle.name} has mistakes. Open and mend it first.`);
      return false;
    }
    steps.edit(change);
    const written = { ...old, id, name: steps.spec.name, text: steps.text, place: steps.place, count: steps.texts.length, changed: Date.now(), revision: newKey() };
    await this.keeper.store.save(written, id === old.id ? old.revision : "", steps.texts, 0);
    return true;
  }

  async #delete({ id, name }) {
    await this.keeper.writing;
    const { store } = this.keeper;
    const { puzzle, texts, place } = await store.load(id);
    if (id === this.keeper.id) this.keeper.start(this.fresh, false);
    await this.keeper.writing;
    await store.remove(id);
    await this.#refresh();
    this.say(`${name} is deleted.`, async () => {
      await store.save({ ...puzzle, place, count: texts.length }, "", texts, 0);
      if (element("library").open) await this.#refresh();
    });
  }

  async #export() {
    await this.keeper.writing;
    const files = new Map();
    for (const { name, text } of await this.keeper.store.list()) {
      let path = fileName(name);
      for (let k = 2; files.has(path); k += 1) path = `${fileName(name)}_${k}`;
      files.set(path, text);
    }
    download(zipOf([...files].map(([path, text]) => [`${path}.yaml`, text])), "my puzzles", ".zip");
  }
}

const DATE = 0x21; // 1 January 1980: the same puzzles give the same file

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let k = 0; k < 8; k += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

const checksum = (bytes) => ~bytes.reduce((sum, byte) => (sum >>> 8) ^ TABLE[(sum ^ byte) & 255], -1) >>> 0;

// Little-endian bytes of [number, size] pairs.
const packed = (pairs) => pairs.flatMap(([number, size]) => Array.from({ length: size }, (_, k) => (number >>> (8 * k)) & 255));

// Texts as one ZIP file, not compressed: [name, text] pairs with different names of ASCII letters.
function zipOf(files) {
  const [parts, directory] = [[], []];
  let place = 0;
  for (const [name, text] of files) {
    const [path, bytes] = [name, text].map((each) => new TextEncoder().encode(each));
    const about = [[20, 2], [0x800, 2], [0, 2], [0, 2], [DATE, 2], [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [path.length, 2], [0, 2]];
    const head = [...packed([[0x04034b50, 4], ...about]), ...path];
    directory.push(...packed([[0x02014b50, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [place, 4]]), ...path);
    parts.push(new Uint8Array(head), bytes);
    place += head.length + bytes.length;
  }
  const end = packed([[0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [directory.length, 4], [place, 4], [0, 2]]);
  return new Blob([...parts, new Uint8Array(directory), new Uint8Array(end)], { type: "application/zip" });
}
