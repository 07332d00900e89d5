// Browsing the solutions: numbers, arrows, a random one, rotations and reflections of one, swipes.

import { element, whenClicked } from "./dom.js";
import { counted, integer } from "./numbers.js";

export class BrowsePanel {
  constructor(page) {
    this.page = page;
    for (const [id, step] of [["first", -Infinity], ["previous", -1], ["next", 1], ["last", Infinity]]) {
      whenClicked(id, () => this.go(step));
    }
    whenClicked("random", () => this.random());
    whenClicked("rotate_solution", () => this.rotate());
    element("number").addEventListener("change", (event) => this.goTo(event.target.value));
    whenClicked("ask_no", () => { element("ask").hidden = true; this.show(); });
    whenClicked("ask_yes", () => {
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

  // The next rotation or reflection of the same solution that matches.
  rotate() {
    const { matches, state } = this.page;
    if (state.row < 0) return;
    const elements = matches.elements(state.row);
    this.page.set({ element: elements[(elements.indexOf(state.element) + 1) % elements.length], picked: null });
  }

  // Go to a solution by its number; ask first if the conditions exclude it.
  goTo(text) {
    const { page } = this;
    const { count } = page.puzzle.solutions;
    const number = Number(text.replace(/[,\s]/g, ""));
    if (!Number.isInteger(number) || number < 1 || number > count) {
      page.say(`There is no solution ${text}: enter a number from 1 to ${integer(count)}.`);
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
    element("rank").textContent = state.conditions.length && index >= 0
      ? `${of} · ${integer(index + 1)} of ${integer(matches.rows.length)} that match` : of;
    element("first").disabled = element("previous").disabled = index <= 0;
    element("last").disabled = element("next").disabled = index < 0 || index >= matches.rows.length - 1;
    element("random").disabled = matches.rows.length < 2;
    const elements = index < 0 ? [] : matches.elements(state.row);
    element("rotate_solution").disabled = elements.length < 2;
  }

  // The rank of the image of the solution among those that match.
  imageText() {
    const { matches, state } = this.page;
    if (state.row < 0) return "";
    const elements = matches.elements(state.row);
    if (elements.length < 2) return state.element ? "rotated or reflected to match" : "";
    const which = `rotation or reflection ${elements.indexOf(state.element) + 1} of ${elements.length}`;
    return state.conditions.length ? `${which} that match` : which;
  }

  countText() {
    const { matches: { positions, rows }, state, puzzle: { total, solutions: { count } } } = this.page;
    const images = positions > rows.length ? ` (${integer(positions)} counting rotations and reflections)` : "";
    if (state.conditions.length) return `${total.complete ? "" : "at least "}${counted(rows.length, "solution")}${images}`;
    if (!count) return total.complete ? "no solution" : "";
    if (total.complete) return counted(count, "solution") + images;
    return total.solutions > count ? `${integer(count)} of ${counted(total.solutions, "solution")}` : `${counted(count, "solution")}, possibly more`;
  }

  key(event) {
    const columns = this.page.gallery ? this.page.gallery.columns : 10;
    const moves = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -10 * columns, PageDown: 10 * columns,
      Home: -Infinity, End: Infinity,
    };
    if (moves[event.key] !== undefined) this.go(moves[event.key]);
    else if (event.key === "r") this.random();
    else if (event.key === "p") this.rotate();
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
