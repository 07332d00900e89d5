// The puzzle file beside the board: typed, pasted, dropped and downloaded; mistakes at their lines.

import { button, element, isCopied, make } from "../page/dom.js";
import { download, fileName } from "../page/picture_file.js";
import { pathText } from "./mistake.js";

const MAX_BYTES = 4e6; // of a file; the program reads larger ones
const MAX_LISTED = 60; // puzzles of a file with buttons
const FOREIGN = /\.(xmpuzzle|polyomino|polyiamond|dlx|json)$/i; // names of files of other programs
const TYPING_MILLISECONDS = 500; // after which typed text is one step

export class FilePanel {
  history; say; begin; program;

  // `begin` opens a text as another puzzle, and returns what brings back the one before. `program`: reads files of other programs;
  // null for a page by itself.
  constructor(history, begin, program, say) {
    Object.assign(this, { history, begin, program, say });
    const area = element("file");
    const flush = () => { if (document.activeElement === area && area.value !== history.text) history.write(area.value, "file"); };
    document.addEventListener("visibilitychange", flush);
    window.addEventListener("pagehide", flush);
    area.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.history.write(area.value, "file"), TYPING_MILLISECONDS);
    });
    area.addEventListener("change", () => { clearTimeout(this.timer); this.history.write(area.value, "file"); });
    document.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      this.#takeAll(event.dataTransfer.files);
    });
    document.addEventListener("paste", (event) => {
      const target = /** @type {any} */ (event.target);
      const [file] = event.clipboardData.files;
      const text = event.clipboardData.getData("text");
      if (target.tagName === "INPUT" || (target === area && !file)) return;
      event.preventDefault();
      if (file) this.#takeAll(event.clipboardData.files);
      else if (text) this.open([{ title: "pasted", text }]);
    });
    element("open").addEventListener("change", async ({ target }) => {
      await this.#takeAll(target.files);
      target.value = "";
    });
    element("copy").addEventListener("click", async () => {
      this.say(await isCopied(element("command").textContent) ? "The command is copied." : "The browser does not allow copying; select the text instead.");
    });
    this.refresh("page");
  }

  async #takeAll(files) {
    for (const file of [...files]) {
      if (file.size > MAX_BYTES) this.say(`${file.name} has more than 4 MB; a puzzle file is smaller.`);
      else if (!FOREIGN.test(file.name)) this.open([{ title: file.name, text: await file.text() }]);
      else if (this.program) await this.program.open(file.name, new Uint8Array(await file.arrayBuffer()), (puzzles, output) => this.open(puzzles, output || file.name));
      else this.say(`The program reads ${file.name}: cp-puzzles edit, and drop it there; or cp-puzzles import ${file.name} puzzles.`);
    }
  }

  // Open the first of some puzzles [{title, text}]; buttons open the others. `told`: what the program says about their file.
  open(puzzles, told = "") {
    const open = ({ title, text }) => { const back = this.begin(text); this.say(`${title} is open. ${told}`.trim(), back); };
    element("problems").hidden = puzzles.length < 2;
    element("problems").replaceChildren("Puzzles of the file:", ...puzzles.slice(0, MAX_LISTED).map((puzzle) => button(puzzle.title, () => open(puzzle))));
    if (puzzles.length) open(puzzles[0]);
    else this.say(told);
  }

  refresh(origin) {
    const area = element("file");
    if (origin !== "file" || document.activeElement !== area) area.value = this.history.text;
    const list = this.history.mistakes;
    element("mistakes").replaceChildren(...list.slice(0, 20).map(({ line, column, path, problem, remedy }) => make("li", {},
      button(`line ${line}`, () => this.#go(line, column)), ` ${path.length ? `${pathText(path)}: ` : ""}${problem}; ${remedy}`)));
    element("mistakes").hidden = !list.length;
    element("command").textContent = `cp-puzzles solve ${fileName(this.history.spec.name)}.yaml`;
  }

  // Select a line of the text.
  #go(line, column) {
    const area = element("file");
    const lines = area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((total, each) => total + each.length + 1, 0);
    area.focus();
    area.setSelectionRange(Math.min(start + column - 1, area.value.length), start + (lines[line - 1]?.length ?? 0));
    area.scrollTop = (line - 4) * (area.scrollHeight / lines.length);
  }

  download() { download(new Blob([this.history.text], { type: "application/yaml" }), this.history.spec.name, ".yaml"); }
}
