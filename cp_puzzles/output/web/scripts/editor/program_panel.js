// The program behind the page, if `cp-puzzles edit` serves it: its commands on this puzzle, and the file on disk.

import { button, element, make, rebar } from "../page/dom.js";
import { base64Of } from "../page/numbers.js";

const POLL_MILLISECONDS = 400;
const FIRST_POLL_MILLISECONDS = 100;
const LOST = "The program does not answer. It ended, or the address is of an earlier one: begin it again with cp-puzzles edit.";

/** How a command ended, by its exit status. @type {Record<number, string>} */
const ENDS = { 0: "done", 1: "done: there is none", 2: "it cannot be asked so", 3: "stopped at a limit", 130: "stopped" };

// The server of the page. `say` gets a sentence about what went wrong.
export class Program {
  say;

  constructor(say) { this.say = say; }

  async send(path, data) {
    try {
      const answer = await fetch(path, data && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
      if (answer.ok) return await answer.json();
    } catch { /* told below */ }
    this.say(LOST);
    return null;
  }

  // The lines of a file of an answer, which are JSON.
  async lines(work, file) { return (await (await fetch(fileAddress(work, file))).text()).split("\n").filter(Boolean).map((line) => JSON.parse(line)); }

  stop(work) { return this.send(`stop/${work}`, {}); }

  // Begin a question, and give each of its states {work, status, answer, rows, output, progress, files, shown, puzzles, seconds} to
  // a function until it ends, or until the function returns false. `path` and `data`: of the request.
  async follow(path, data, receive) {
    const begun = await this.send(path, data);
    if (begun?.problem) this.say(begun.problem);
    if (begun?.work === undefined) return;
    const { work } = begun;
    const began = performance.now();
    for (let pause = FIRST_POLL_MILLISECONDS; ; pause = POLL_MILLISECONDS) {
      const state = await this.send(`work/${work}`);
      if (!state || receive({ ...state, work, seconds: (performance.now() - began) / 1000 }) === false || state.status !== null) return;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }

  // Open a file of another program: `receive` gets its puzzles [{title, text}] and what the program says.
  open(name, bytes, receive) {
    const data = { suffix: name.toLowerCase().split(".").at(-1), content: base64Of(bytes) };
    return this.follow("open", data, ({ status, puzzles, output }) => { if (status !== null) receive(puzzles, output); });
  }
}

const fileAddress = (work, file) => `work/${work}/${encodeURIComponent(file)}`;

export class ProgramPanel {
  history; program; say; frame; onHint; onPuzzles; work;

  // `data`: {questions: [{name, words}], file}; `frame` shows a page at an address.
  constructor(history, program, data, frame, say) {
    Object.assign(this, { history, program, say, frame, work: null, onHint: () => {}, onPuzzles: () => {} });
    element("program").hidden = false;
    element("badge").textContent = "with the program";
    element("badge").title = "The whole program answers on this machine; it ends when its command ends.";
    this.stop = button("Stop", () => program.stop(this.work), { hidden: true });
    this.questions = data.questions.map(({ name, words }) => button(words, () => this.ask(name)));
    element("program_questions").append(...this.questions, this.stop);
    if (data.file) element("program_questions").prepend(button(`Save ${data.file}`, () => this.#save(data.file)));
  }

  async #save(file) {
    this.history.settle();
    const answer = await this.program.send("save", { text: this.history.text });
    if (answer) this.say(answer.problem ?? `${file} is saved.`);
  }

  async ask(question) {
    this.history.settle();
    element("program_files").replaceChildren();
    element("program_rows").replaceChildren();
    element("program_output").hidden = true;
    this.work = null;
    this.#running(true);
    await this.program.follow("ask", { question, text: this.history.text }, (state) => {
      this.work ??= state.work;
      if (this.work !== state.work) return false; // a later question
      this.#show(state);
      return true;
    });
    this.#running(false);
  }

  #running(isRunning) {
    rebar(element("program_questions"), () => {
      this.stop.hidden = !isRunning;
      for (const each of this.questions) each.disabled = isRunning;
    });
  }

  #show({ work, command, answer, rows, output, progress, status, files, shown, puzzles, seconds }) {
    element("program_told").textContent = status === null ? `${command}: ${progress || `${seconds.toFixed(0)} s`}` : `${command}: ${ENDS[status] ?? `it ended with status ${status}`}`;
    element("program_output").hidden = !output;
    element("program_output").textContent = output;
    if (status === null) return;
    element("program_rows").replaceChildren(...rows.map(([words, value]) => make("tr", {}, make("th", { scope: "row", text: words }), make("td", { text: value }))));
    element("program_files").replaceChildren(
      ...puzzles.map((puzzle) => button(`Open ${puzzle.title}`, () => this.onPuzzles([puzzle]))),
      ...files.map((file) => (file === shown ? button(`Look at ${file}`, () => this.frame(fileAddress(work, file)))
        : make("a", { className: "button", text: `Download ${file}`, href: fileAddress(work, file), download: file }))));
    if (answer?.placement) this.onHint(answer.placement);
    if (shown && status === 0) this.frame(fileAddress(work, shown));
  }
}
