// Puzzles made by the page: the difficulty of a unique one, its card, random pieces and random boards.

import { element, make } from "../page/dom.js";
import { counted } from "../page/numbers.js";
import { boardOf, tileForm, withBoard } from "./board_edit.js";
import { BoardView, pieceIcon } from "./board_view.js";
import { buildPuzzle } from "./build.js";
import { buildCover } from "./cover.js";
import { difficulty, gradeText } from "./difficulty.js";
import { cellKey } from "./lattice.js";
import { entriesOf, randomBoard, randomPieces } from "./random_puzzle.js";

const ICON = 26; // pixels of a side of a cell on a card

// What a worker computes for the panel, by the kind of a message.
export const DESIGNS = {
  grade: (space, { spec }) => difficulty(buildCover(buildPuzzle(space, spec).puzzle)),
  pieces: (space, { spec, bounds, seed }) => {
    const { puzzle } = buildPuzzle(space, spec);
    const { lattice } = puzzle;
    const pieces = randomPieces(lattice, puzzle.cells.filter((cell) => !puzzle.optional.has(cellKey(cell))), bounds, seed);
    return pieces && { number: pieces.length, spec: { ...spec, tiles: entriesOf(lattice, pieces, (cells) => tileForm(lattice, cells.map((cell) => [cell, ""]))), given: undefined } };
  },
  board: (space, { spec, bounds, seed }) => {
    const { puzzle } = buildPuzzle(space, spec);
    const { lattice } = puzzle;
    const cells = randomBoard(lattice, puzzle.tiles, bounds, seed);
    const board = new Map(cells?.map((cell) => [cellKey(cell), { cell, optional: false, color: "", label: "" }]));
    return cells && { number: cells.length, spec: withBoard(space, { ...spec, given: undefined }, lattice, board) };
  },
};

export class DesignPanel {
  history; answer; colorOf; makeWorker; say; worker; graded; grade;

  constructor(history, answer, colorOf, makeWorker, say) {
    Object.assign(this, { history, answer, colorOf, makeWorker, say, worker: null, graded: null });
    answer.onUnique = (isUnique) => this.#showGrade(isUnique);
    element("random_pieces").addEventListener("click", () => this.#randomPieces());
    element("random_board").addEventListener("click", () => this.#randomBoard());
    element("print_card").addEventListener("click", () => this.#printCard());
    window.addEventListener("afterprint", () => { document.body.classList.remove("card"); element("card").hidden = true; });
    this.refresh();
  }

  refresh() {
    this.#rest();
    element("random_layers").parentNode.hidden = this.history.lattice.flat;
  }

  // The answer of a worker of its own; a newer question ends an older one.
  #ask(message, receive) {
    this.worker?.terminate();
    this.worker = this.makeWorker();
    this.worker.onmessage = ({ data }) => { this.#rest(); receive(data.value); };
    this.worker.onerror = (event) => { event.preventDefault?.(); this.#rest(); this.say("The page could not compute this. Your puzzle is safe."); };
    this.worker.postMessage(message);
  }

  #rest() {
    this.worker?.terminate();
    this.worker = null;
  }

  #showGrade(isUnique) {
    const { text, spec } = this.history;
    const isGraded = isUnique && !spec.maximize && !spec.minimize;
    element("unique").hidden = !isGraded;
    if (!isGraded || this.graded === text) return;
    this.graded = text;
    element("grade").textContent = "Difficulty: …";
    this.#ask({ kind: "grade", spec }, (found) => {
      this.grade = found;
      element("grade").textContent = gradeText(found);
    });
  }

  // The numbers in the fields of a random puzzle; null if one of them is wrong.
  #numbers(ids) {
    const fields = ids.map((id) => element(id));
    const wrong = fields.find((field) => !field.checkValidity() || field.value === "");
    if (!wrong) return fields.map((field) => Number(field.value));
    this.say(`${wrong.parentNode.textContent.trim()}: write a number from ${wrong.min} to ${wrong.max}.`);
    wrong.focus();
    return null;
  }

  #random(kind, ids, boundsOf, told) {
    const { puzzle, spec } = this.history;
    const numbers = this.#numbers([...ids, "seed"]);
    if (!numbers) return;
    const seed = numbers.pop();
    if (!puzzle) this.say("The file has mistakes: correct them first.");
    else if (puzzle.lattice.spokes.length) this.say("There are no random puzzles of sticks yet.");
    else {
      this.say("Looking for one …");
      this.#ask({ kind, spec, bounds: boundsOf(numbers), seed }, (found) => {
        if (found) {
          this.history.edit(() => found.spec);
          this.say(`${told(found.number)} Seed ${seed} makes ${kind === "pieces" ? "them" : "it"} again.`);
          element("seed").value = seed + 1;
        } else this.say(`Seed ${seed} found nothing within these bounds. Make them wider, or change the seed.`);
      });
    }
  }

  #randomPieces() {
    this.#random("pieces", ["random_least", "random_most"], ([least, most]) => ({
      least: Math.min(least, most), most: Math.max(least, most), areDifferent: element("random_different").checked,
    }), (number) => `${counted(number, "piece")} that fill the board.`);
  }

  #randomBoard() {
    this.#random("board", ["random_width", "random_height", "random_layers"], ([width, height, layers]) => ({ width, height, layers }),
      (number) => `A board of ${counted(number, "cell")} that the pieces fill.`);
  }

  // A card: the board with the kept pieces, the others beside it, the grade, and the solution on the next sheet.
  #printCard() {
    const { spec, puzzle, lattice, tiles } = this.history;
    const { given } = puzzle;
    element("card_name").textContent = spec.name;
    element("card_grade").textContent = `Fill the board with these pieces. There is exactly one way. ${this.grade ? `Difficulty: ${this.grade.grade}.` : ""}`;
    const left = tiles.map((tile, k) => [tile, tile.minimum - given.filter((each) => each.tile === k).length]).filter(([, copies]) => copies > 0);
    element("card_pieces").replaceChildren(...left.map(([tile, copies]) => make("span", { className: "member" },
      pieceIcon(lattice, tile.form, this.colorOf(tile.name), ICON), make("span", { text: copies > 1 ? `${tile.name} × ${copies}` : tile.name }))));
    this.#drawCard("card_board", given);
    this.#drawCard("card_solution", [...given, ...this.answer.placementsOf(0)]);
    element("card").hidden = false;
    document.body.classList.add("card");
    print();
  }

  #drawCard(id, placements) {
    const { lattice, tiles, puzzle, board } = this.history;
    const view = new BoardView(element(id));
    view.draw(lattice, puzzle.cells);
    view.mark(boardOf(board));
    view.pieces(placements.map(({ tile, cells }, number) => ({ cells, number, color: this.colorOf(tiles[tile].name), name: tiles[tile].name, className: "piece" })));
  }
}

