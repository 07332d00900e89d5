// The program behind the page, if `cp-puzzles edit` serves it: its commands on this puzzle, and the file on disk.

import { button, element, make, rebar } from "../page/dom.js";

const POLL_MILLISECONDS = 400;
const LOST = "The program does not answer. It ended, or the address is of an earlier one: begin it again with cp-puzzles edit.";

/** What a page that nobody serves says of a puzzle that it cannot draw or solve; then of one that is served. */
export const BEYOND = ["The program can: download the file and run the command below.", "The program can: ask it, below the puzzle file."];

/** How a command ended, by its exit status. @type {Record<number, string>} */
const ENDS = { 0: "done", 1: "done: there is no solution", 2: "it cannot be asked so", 3: "stopped at a limit", 130: "stopped" };

export class ProgramPanel {
  history; say; frame; work;

  // `program`: {questions: [{name, words}], file}; `frame` shows a page at an address.
  constructor(history, program, frame, say) {
    Object.assign(this, { history, say, frame, work: null });
    element("program").hidden = false;
    element("badge").textContent = "with the program";
    element("badge").title = "The whole program answers on this machine; it ends when its command ends.";
    this.stop = button("Stop", () => this.#send(`stop/${this.work}`, {}), { hidden: true });
    this.questions = program.questions.map(({ name, words }) => button(words, () => this.#ask(name)));
    element("program_questions").append(...this.questions, this.stop);
    if (program.file) element("program_questions").prepend(button(`Save ${program.file}`, () => this.#save(program.file)));
  }

  async #send(path, data) {
    try {
      const answer = await fetch(path, data && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
      if (answer.ok) return await answer.json();
    } catch { /* told below */ }
    this.say(LOST);
    return null;
  }

  async #save(file) {
    this.history.settle();
    const answer = await this.#send("save", { text: this.history.text });
    if (answer) this.say(answer.problem ?? `${file} is saved.`);
  }

  async #ask(question) {
    this.history.settle();
    const answer = await this.#send("ask", { question, text: this.history.text });
    if (answer?.problem) this.say(answer.problem);
    if (answer?.work === undefined) return;
    this.work = answer.work;
    element("program_files").replaceChildren();
    element("program_output").hidden = false;
    element("program_output").textContent = "";
    this.#running(true);
    const began = performance.now();
    for (let state; !state || state.status === null;) {
      if (state) await new Promise((resolve) => { setTimeout(resolve, POLL_MILLISECONDS); });
      state = await this.#send(`work/${answer.work}`);
      if (this.work !== answer.work) return; // a later question
      if (!state) break;
      this.#show(state, answer.work, (performance.now() - began) / 1000);
    }
    this.#running(false);
  }

  #running(isRunning) {
    rebar(element("program_questions"), () => {
      this.stop.hidden = !isRunning;
      for (const each of this.questions) each.disabled = isRunning;
    });
  }

  #show({ command, output, progress, status, files, shown }, work, seconds) {
    element("program_told").textContent = status === null ? `${command}: ${progress || `${seconds.toFixed(0)} s`}` : `${command}: ${ENDS[status] ?? `it ended with status ${status}`}`;
    element("program_output").textContent = output;
    if (status === null) return;
    const address = (file) => `work/${work}/${encodeURIComponent(file)}`;
    element("program_files").replaceChildren(...files.map((file) => (file === shown
      ? button(`Look at ${file}`, () => this.frame(address(file)))
      : make("a", { className: "button", text: `Download ${file}`, href: address(file), download: file }))));
    if (shown && status === 0) this.frame(address(shown));
  }
}
