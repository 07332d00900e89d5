// The solutions of the puzzle in a frame: the solution page, which browses, filters, animates, and prints them.

import { element } from "../page/dom.js";
import { buildCover } from "./cover.js";
import { solutionData } from "./solution_data.js";
import { symmetryGroup } from "./symmetry.js";

export class SolutionViewer {
  start; script; shades; address; palette;

  // `start`: the text of the solution page up to its data; `script`: the text of this script, which is also that page.
  constructor(start, script, { shades, palette }) {
    Object.assign(this, { start, script, shades, palette });
    element("viewer").addEventListener("close", () => this.#empty());
    element("viewer_close").addEventListener("click", () => element("viewer").close());
  }

  // Show the solutions of a search. `colors`: of the tiles.
  open(puzzle, status, colors, description = "") {
    const cover = buildCover(puzzle);
    const data = solutionData(puzzle, status, cover, symmetryGroup(puzzle, cover), { colors, shades: this.shades, palette: this.palette, description });
    const json = JSON.stringify(data).replaceAll("<", "\\u003c");
    const parts = [this.start, '<script type="application/json" id="data">', json, "</script><script>", this.script, "</script></body></html>"];
    this.address = URL.createObjectURL(new Blob(parts, { type: "text/html" }));
    element("viewer_frame").src = this.address;
    element("viewer").showModal();
  }

  #empty() {
    element("viewer_frame").removeAttribute("src");
    URL.revokeObjectURL(this.address);
  }
}
