// The card of a puzzle with one solution: the board with the kept pieces, the others beside it, and the solution on the next sheet.

import { element, make } from "../page/dom.js";
import { boardOf } from "./board_edit.js";
import { BoardView, pieceIcon } from "./board_view.js";

const ICON = 26; // pixels of a side of a cell on a card

export class CardPanel {
  history; answer; colorOf;

  constructor(history, answer, colorOf) {
    Object.assign(this, { history, answer, colorOf });
    answer.onUnique = (isUnique) => { element("unique").hidden = !isUnique; };
    element("print_card").addEventListener("click", () => this.#print());
    window.addEventListener("afterprint", () => { document.body.classList.remove("card"); element("card").hidden = true; });
  }

  #print() {
    const { spec, puzzle, lattice, tiles, sideColors } = this.history;
    const { given } = puzzle;
    element("card_name").textContent = spec.name;
    const left = tiles.map((tile, k) => [tile, tile.minimum - given.filter((each) => each.tile === k).length]).filter(([, copies]) => copies > 0);
    element("card_pieces").replaceChildren(...left.map(([tile, copies]) => make("span", { className: "member" },
      pieceIcon(lattice, tile.form, this.colorOf(tile.name), ICON, tile.shown, sideColors), make("span", { text: copies > 1 ? `${tile.name} × ${copies}` : tile.name }))));
    this.#draw("card_board", given);
    this.#draw("card_solution", [...given, ...this.answer.placementsOf(0)]);
    element("card").hidden = false;
    document.body.classList.add("card");
    print();
  }

  #draw(id, placements) {
    const { lattice, tiles, puzzle, board, drawnRegions, sideColors } = this.history;
    const view = new BoardView(element(id));
    view.draw(lattice, puzzle.cells);
    view.mark(boardOf(board), drawnRegions);
    view.pieces(placements.map(({ tile, cells, shown }, number) => ({ cells, shown, sideColors, number, color: this.colorOf(tiles[tile].name), name: tiles[tile].name, className: "piece" })));
  }
}
