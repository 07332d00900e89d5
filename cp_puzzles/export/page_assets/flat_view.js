// The large drawing of one solution as SVG: a flat board, or the layers of a box side by side.

const SVG = "http://www.w3.org/2000/svg";

function svgElement(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

class FlatView {
  constructor(puzzle, { across = 0, onChoose = () => {} } = {}) {
    this.puzzle = puzzle;
    this.onChoose = onChoose;
    this.scale = 40;
    const gap = puzzle.isBox ? 0.9 : 0;
    this.layout = layerLayout(puzzle.extent, gap, across);
    const top = puzzle.isBox ? 0.75 : 0;
    const edge = 0.18;
    const box = [-edge, -edge - top, this.layout.width + 2 * edge, this.layout.height + 2 * edge + top];
    this.element = svgElement("svg", { viewBox: box.map((x) => x * this.scale).join(" "), role: "img" });
    this.board = svgElement("g");
    this.pieces = svgElement("g");
    this.element.append(this.board, this.pieces);
    this.drawBoard();
  }

  centre(cell) {
    const [layer, row, column] = this.puzzle.cells[cell];
    const [dx, dy] = this.layout.at(layer);
    return [this.scale * (dx + column + 0.5), this.scale * (dy + row + 0.5)];
  }

  drawBoard() {
    const { puzzle, scale } = this;
    const all = puzzle.cells.map((_, index) => index);
    const rim = optionPath(puzzle, all, this.layout, { scale, inset: -0.1, radius: 0.2 });
    this.board.append(svgElement("path", { d: rim, fill: "var(--rim)", "fill-rule": "evenodd" }));
    all.forEach((cell) => {
      const [x, y] = this.centre(cell);
      const side = scale - 2;
      this.board.append(svgElement("rect", {
        x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 5, fill: "var(--cell)",
      }));
      const label = puzzle.labels[cell];
      if (label) this.board.append(this.text(x, y, label, Math.min(14, 52 / label.length), "var(--ink)"));
    });
    if (!puzzle.isBox) return;
    for (let layer = 0; layer < puzzle.extent[0]; layer += 1) {
      const [dx, dy] = this.layout.at(layer);
      const name = `layer ${layer + 1}${layer === 0 ? " (bottom)" : ""}`;
      const label = this.text(scale * dx, scale * (dy - 0.42), name, 15, "var(--muted)");
      label.setAttribute("text-anchor", "start");
      this.board.append(label);
    }
  }

  text(x, y, content, size, fill) {
    return svgElement("text", {
      x, y, "font-size": size, fill, "text-anchor": "middle", "dominant-baseline": "central", class: "cell-label",
    }, content);
  }

  show(optionIndices, chosenTile) {
    const { puzzle, scale } = this;
    const colors = colorsOf(puzzle, optionIndices);
    this.pieces.replaceChildren(...optionIndices.map((index, copy) => {
      const option = puzzle.options[index];
      const tile = puzzle.tiles[option.tile];
      const chosen = option.tile === chosenTile;
      const group = svgElement("g", { class: `piece${chosen ? " chosen" : ""}`, "data-tile": option.tile },
        svgElement("title", {}, tile.name),
        svgElement("path", {
          d: optionPath(puzzle, option.cells, this.layout, { scale }), fill: colors[copy], "fill-rule": "evenodd",
        }));
      for (const cell of puzzle.tiles.length > 1 ? this.labelCells(option.cells) : []) {
        const size = Math.min(17, 46 / tile.name.length);
        group.append(this.text(...this.centre(cell), tile.name, size, tile.text));
      }
      group.addEventListener("click", () => this.onChoose(option.tile));
      return group;
    }));
    this.element.setAttribute("aria-label", `${puzzle.name}: ${optionIndices.length} pieces`);
  }

  // One cell for the name in every layer that the piece lies in: the one nearest to its middle there.
  labelCells(cells) {
    const layers = new Map();
    for (const cell of cells) {
      const layer = this.puzzle.cells[cell][0];
      layers.set(layer, [...(layers.get(layer) || []), cell]);
    }
    return [...layers.values()].map((group) => {
      const points = group.map((cell) => this.puzzle.cells[cell]);
      const middle = [1, 2].map((axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length);
      const away = points.map((p) => Math.hypot(p[1] - middle[0], p[2] - middle[1]));
      return group[away.indexOf(Math.min(...away))];
    });
  }
}
