// Going through the solutions: numbers, arrows, a random one, the positions of one, swipes.

import { counted, integer } from "./numbers.js";
import { positionsText } from "./outlook.js";

const element = (id) => document.getElementById(id);

export class BrowsePanel {
  constructor(page) {
    this.page = page;
    for (const [id, step] of [["first", -Infinity], ["previous", -1], ["next", 1], ["last", Infinity]]) {
      element(id).addEventListener("click", () => this.go(step));
    }
    element("random").addEventListener("click", () => this.random());
    element("turn_position").addEventListener("click", () => this.turn());
    element("number").addEventListener("change", (event) => this.goTo(event.target.value));
    element("ask_no").addEventListener("click", () => { element("ask").hidden = true; this.show(); });
    element("ask_yes").addEventListener("click", () => {
      element("ask").hidden = true;
      page.set({ conditions: [], row: this.asked, element: 0 }, "push");
    });
  }

  go(step) {
    const { matches, state } = this.page;
    if (!matches.rows.length) return;
    const index = Math.min(matches.rows.length - 1, Math.max(0, matches.indexOf(state.row) + step));
    this.page.set({ row: matches.rows[index], element: null, picked: null });
  }

  random() {
    const { rows } = this.page.matches;
    if (rows.length) this.page.set({ row: rows[Math.floor(Math.random() * rows.length)], element: null, picked: null }, "push");
  }

  // The next position of the same solution that matches.
  turn() {
    const { matches, state } = this.page;
    if (state.row < 0) return;
    const elements = matches.elements(state.row);
    this.page.set({ element: elements[(elements.indexOf(state.element) + 1) % elements.length], picked: null });
  }

  // A solution by its number; one that the conditions leave out is asked about.
  goTo(text) {
    const { page } = this;
    const { count } = page.puzzle.solutions;
    const number = Number(text.replace(/[,\s]/g, ""));
    if (!Number.isInteger(number) || number < 1 || number > count) {
      page.say(`There is no solution ${text}: give a number from 1 to ${integer(count)}.`);
      this.show();
      return;
    }
    if (page.matches.indexOf(number - 1) >= 0) { page.set({ row: number - 1, element: null, picked: null }, "push"); return; }
    this.asked = number - 1;
    element("ask_text").textContent = `Solution ${integer(number)} does not match the conditions.`;
    element("ask").hidden = false;
    element("ask_yes").focus();
  }

  show() {
    const { matches, state, puzzle } = this.page;
    const index = state.row < 0 ? -1 : matches.indexOf(state.row);
    const of = `of ${integer(puzzle.solutions.count)}`;
    element("number").value = state.row < 0 ? "" : integer(state.row + 1);
    element("position").textContent = state.conditions.length && index >= 0
      ? `${of} · ${integer(index + 1)} of ${integer(matches.rows.length)} that match` : of;
    element("first").disabled = element("previous").disabled = index <= 0;
    element("last").disabled = element("next").disabled = index < 0 || index >= matches.rows.length - 1;
    element("random").disabled = matches.rows.length < 2;
    const elements = index < 0 ? [] : matches.elements(state.row);
    element("turn_position").disabled = elements.length < 2;
  }

  // Which of its positions a solution is shown in.
  positionText() {
    const { matches, state } = this.page;
    if (state.row < 0) return "";
    const elements = matches.elements(state.row);
    if (elements.length < 2) return state.element ? "turned to match" : "";
    const which = `position ${elements.indexOf(state.element) + 1} of ${elements.length}`;
    return state.conditions.length ? `${which} that match` : which;
  }

  countText() {
    const { matches, state, puzzle: { total, solutions } } = this.page;
    const { count, positionCount } = solutions;
    if (state.conditions.length) {
      return (total.complete ? "" : "at least ") + positionsText(matches);
    }
    if (!count) return total.complete ? "no solution" : "";
    if (!total.complete && total.solutions > count) return `${integer(count)} of ${counted(total.solutions, "solution")}`;
    if (!total.complete) return `${counted(count, "solution")}, perhaps more`;
    return counted(count, "solution") + (positionCount > count ? ` in ${counted(positionCount, "position")}` : "");
  }

  key(event) {
    const columns = this.page.gallery ? this.page.gallery.columns : 10;
    const moves = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -10 * columns, PageDown: 10 * columns,
      Home: -Infinity, End: Infinity,
    };
    if (moves[event.key] !== undefined) this.go(moves[event.key]);
    else if (event.key === "r") this.random();
    else if (event.key === "p") this.turn();
    else return false;
    return true;
  }

  connectSwipe(target) {
    let start = null;
    target.addEventListener("touchstart", (event) => { start = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
    target.addEventListener("touchend", (event) => {
      if (!start || this.page.state.mode === "play") return;
      const end = event.changedTouches[0];
      const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
      if (Math.abs(dx) > 48 && Math.abs(dx) > 2 * Math.abs(dy)) this.go(dx < 0 ? 1 : -1);
      start = null;
    }, { passive: true });
  }
}
