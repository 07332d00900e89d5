// The puzzle file beside the board: typed, pasted, dropped and downloaded; mistakes at their lines.

import { button, element, make } from "../page/dom.js";
import { download } from "../page/picture_file.js";

const TYPING_MILLISECONDS = 500; // after which typed text is one step

export class FilePanel {
  /** @type {any} */ history; /** @type {any} */ say;

  constructor(history, say) {
    Object.assign(this, { history, say });
    const area = element("file");
    area.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.history.write(area.value, "file"), TYPING_MILLISECONDS);
    });
    area.addEventListener("change", () => { clearTimeout(this.timer); this.history.write(area.value, "file"); });
    document.addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
    document.addEventListener("drop", (event) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      this.#take(file);
    });
    element("open").addEventListener("change", ({ target }) => { if (target.files[0]) this.#take(target.files[0]); target.value = ""; });
    element("copy").addEventListener("click", () => this.#copy(element("command").textContent, "The command is copied."));
    this.refresh("page");
  }

  async #take(file) {
    if (file.size > 2e6) {
      this.say(`${file.name} has more than 2 MB; a puzzle file is smaller.`);
      return;
    }
    this.history.write(await file.text());
    this.say(`${file.name} is open.`);
  }

  async #copy(text, told) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(told);
    } catch {
      this.say("The browser does not allow copying; select the text instead.");
    }
  }

  refresh(origin) {
    const area = element("file");
    if (origin !== "file" || document.activeElement !== area) area.value = this.history.text;
    const list = this.history.mistakes;
    element("mistakes").replaceChildren(...list.slice(0, 20).map(({ line, column, path, problem, remedy }) => make("li", {},
      button(`line ${line}`, () => this.#go(line, column)), ` ${path.length ? `${path.join(".")}: ` : ""}${problem}; ${remedy}`)));
    element("mistakes").hidden = !list.length;
    const file = fileName(this.history.spec.name);
    element("command").textContent = `cp-puzzles solve ${file}`;
    element("grade").textContent = `Its difficulty: cp-puzzles check --grade ${file}`;
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

export const fileName = (name) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "puzzle"}.yaml`;
