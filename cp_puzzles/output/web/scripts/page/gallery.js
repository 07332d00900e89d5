// Thumbnails of all solutions that match. Only the visible ones are drawn, so that their number does not matter.

import { colorsOf } from "./colors.js";
import { element } from "./dom.js";
import { UNIT, flatLayout, partsOf } from "./layout.js";
import { integer } from "./numbers.js";

export class Gallery {
  constructor(page) {
    const [scroller, spacer, canvas] = ["scroller", "spacer", "thumbnails"].map(element);
    Object.assign(this, { page, puzzle: page.puzzle, scroller, spacer, canvas });
    this.layout = flatLayout(page.puzzle, { gap: 0.6 });
    this.paths = new Map();
    this.rows = new Uint32Array(0);
    this.current = -1;
    this.pending = false;
    scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(scroller);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.schedule());
    canvas.addEventListener("click", (event) => {
      const index = this.indexAt(event.offsetX, event.offsetY + scroller.scrollTop);
      if (index < this.rows.length) page.set({ row: this.rows[index], element: null, picked: null }, "push");
    });
    this.resize();
  }

  resize() {
    const width = this.scroller.clientWidth;
    const height = this.scroller.clientHeight;
    const wanted = Math.max(88, Math.min(112, this.layout.width * 12));
    this.padding = 10;
    this.columns = Math.max(1, Math.floor((width - this.padding) / (wanted + this.padding)));
    this.side = (width - this.padding) / this.columns - this.padding;
    this.unit = this.side / this.layout.width;
    this.pitch = this.unit * this.layout.height + 26;
    this.ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.fit();
  }

  fit() {
    const lines = Math.ceil(this.rows.length / this.columns);
    this.spacer.style.height = `${Math.max(lines * this.pitch + this.padding, this.scroller.clientHeight)}px`;
    this.schedule();
  }

  setRows(rows) {
    this.rows = rows;
    this.scroller.scrollTop = 0;
    this.fit();
  }

  setCurrent(row, index) {
    this.current = row;
    const top = Math.floor(index / this.columns) * this.pitch;
    const { scrollTop, clientHeight } = this.scroller;
    if (index >= 0 && (top < scrollTop || top + this.pitch > scrollTop + clientHeight)) {
      this.scroller.scrollTop = Math.max(0, top - (clientHeight - this.pitch) / 2);
    }
    this.schedule();
  }

  indexAt(x, y) {
    const column = Math.min(this.columns - 1, Math.max(0, Math.floor((x - this.padding / 2) / (this.side + this.padding))));
    return Math.floor((y - this.padding / 2) / this.pitch) * this.columns + column;
  }

  pathOf(placement) {
    if (!this.paths.has(placement)) this.paths.set(placement, joined(partsOf(this.puzzle, this.layout, this.puzzle.placements[placement])));
    return this.paths.get(placement);
  }

  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => { this.pending = false; this.draw(); });
  }

  draw() {
    const pen = this.canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const [muted, accent, cell] = ["--muted", "--accent", "--cell"].map((name) => style.getPropertyValue(name));
    const { scrollTop, clientHeight } = this.scroller;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.textAlign = "center";
    pen.font = "11px system-ui, sans-serif";
    const first = Math.max(0, Math.floor((scrollTop - this.padding) / this.pitch)) * this.columns;
    const last = Math.ceil((scrollTop + clientHeight) / this.pitch) * this.columns;
    for (let i = first; i < Math.min(last, this.rows.length); i += 1) {
      const row = this.rows[i];
      const x = this.padding + (i % this.columns) * (this.side + this.padding);
      const y = this.padding + Math.floor(i / this.columns) * this.pitch - scrollTop;
      const isCurrent = row === this.current;
      if (isCurrent) {
        pen.fillStyle = accent;
        pen.beginPath();
        pen.roundRect(x - 4, y - 4, this.side + 8, this.pitch - 2, 7);
        pen.globalAlpha = 0.3;
        pen.fill();
        pen.globalAlpha = 1;
      }
      pen.fillStyle = isCurrent ? accent : muted;
      pen.fillText(integer(row + 1), x + this.side / 2, y + this.pitch - 12);
      this.drawPieces(pen, row, x, y, cell);
    }
  }

  drawPieces(pen, row, x, y, empty) {
    const { page, puzzle, unit, ratio } = this;
    pen.save();
    pen.setTransform((ratio * unit) / UNIT, 0, 0, (ratio * unit) / UNIT, ratio * x, ratio * y);
    pen.fillStyle = empty;
    this.board ??= joined(puzzle.cells.map(([shape], cell) => ({ d: puzzle.shapes[shape].path, at: this.layout.middles[cell] })));
    pen.fill(this.board);
    const placements = page.matches.position(row);
    const colors = colorsOf(puzzle, placements, page.palette, puzzle.solutions.classes(row));
    placements.forEach((placement, copy) => {
      pen.fillStyle = colors[copy];
      pen.fill(this.pathOf(placement));
    });
    pen.restore();
  }
}

// One path of several, each moved by `at`.
function joined(parts) {
  const path = new Path2D();
  for (const { d, at: [x, y] } of parts) path.addPath(new Path2D(d), new DOMMatrix([1, 0, 0, 1, UNIT * x, UNIT * y]));
  return path;
}
