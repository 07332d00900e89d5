// A small board that shows how often the chosen piece lies on each cell, and which cells are asked for or forbidden.

class HeatView {
  constructor(puzzle, parent, onCell) {
    Object.assign(this, { puzzle, onCell });
    this.scale = 20;
    this.layout = layerLayout(puzzle.extent, 0.5, Math.min(puzzle.extent[0], Math.max(1, Math.floor(22 / puzzle.extent[2]))));
    this.element = svgElement("svg", {
      viewBox: `-1 -1 ${this.scale * this.layout.width + 2} ${this.scale * this.layout.height + 2}`,
      role: "group", "aria-label": "Cells of the board",
    });
    parent.append(this.element);
  }

  show(tile, matches, conditions) {
    const { puzzle, scale } = this;
    const heat = heatOf(puzzle, tile, matches);
    const most = heat.reduce((a, b) => Math.max(a, b), 1);
    const color = tile === EMPTY ? "var(--muted)" : puzzle.tiles[tile].color;
    this.element.replaceChildren(...puzzle.cells.flatMap(([layer, row, column], cell) => {
      const [dx, dy] = this.layout.at(layer);
      const [x, y] = [scale * (dx + column), scale * (dy + row)];
      const share = heat[cell] / most;
      const asked = conditions.find((c) => c.kind === "cell" && c.tile === tile && c.cell === cell);
      const name = `${cellName(puzzle, cell)}: ${heat[cell].toLocaleString("en")} of ${matches.length.toLocaleString("en")}`;
      const base = svgElement("rect", { x: x + 0.75, y: y + 0.75, width: scale - 1.5, height: scale - 1.5, rx: 3, fill: "var(--cell)" });
      const front = svgElement("rect", {
        x: x + 0.75, y: y + 0.75, width: scale - 1.5, height: scale - 1.5, rx: 3, fill: color, "fill-opacity": share.toFixed(3),
        stroke: asked ? "var(--ink)" : "none", "stroke-width": 1.5,
        tabindex: 0, role: "button", "aria-label": name, "aria-pressed": String(Boolean(asked)), "data-cell": cell,
      }, svgElement("title", {}, name));
      front.addEventListener("click", () => this.onCell(cell));
      front.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.onCell(cell);
        this.element.querySelector(`[data-cell="${cell}"]`)?.focus();
      });
      if (!asked) return [base, front];
      const mark = svgElement("text", {
        x: x + scale / 2, y: y + scale / 2, "text-anchor": "middle", "dominant-baseline": "central",
        "font-size": 13, "font-weight": 800, fill: "var(--ink)", stroke: "var(--panel)", "stroke-width": 2.5, "paint-order": "stroke",
      }, asked.wanted ? "✓" : "✕");
      return [base, front, mark];
    }));
  }
}
