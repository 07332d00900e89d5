// Thumbnails of all solutions that match. Only those in sight are drawn, so that their number does not matter.

class Gallery {
  constructor(puzzle, { scroller, spacer, canvas, onPick }) {
    Object.assign(this, { puzzle, scroller, spacer, canvas, onPick });
    this.layout = layerLayout(puzzle.extent, 0.6);
    this.paths = new Map();
    this.matches = new Uint32Array(0);
    this.current = -1;
    this.pending = false;
    scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    new ResizeObserver(() => this.resize()).observe(scroller);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.schedule());
    canvas.addEventListener("click", (event) => {
      const index = this.indexAt(event.offsetX, event.offsetY + scroller.scrollTop);
      if (index < this.matches.length) this.onPick(this.matches[index]);
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
    const ratio = Math.min(devicePixelRatio || 1, 2);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.ratio = ratio;
    this.fit();
  }

  fit() {
    const rows = Math.ceil(this.matches.length / this.columns);
    this.spacer.style.height = `${Math.max(rows * this.pitch + this.padding, this.scroller.clientHeight)}px`;
    this.schedule();
  }

  setMatches(matches) {
    this.matches = matches;
    this.scroller.scrollTop = 0;
    this.fit();
  }

  setCurrent(solution, index) {
    this.current = solution;
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

  pathOf(option) {
    let path = this.paths.get(option);
    if (!path) {
      const { cells } = this.puzzle.options[option];
      path = new Path2D(optionPath(this.puzzle, cells, this.layout, { inset: 0.045, radius: 0.14 }));
      this.paths.set(option, path);
    }
    return path;
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
    for (let i = first; i < Math.min(last, this.matches.length); i += 1) {
      const solution = this.matches[i];
      const x = this.padding + (i % this.columns) * (this.side + this.padding);
      const y = this.padding + Math.floor(i / this.columns) * this.pitch - scrollTop;
      const isCurrent = solution === this.current;
      if (isCurrent) {
        pen.fillStyle = accent;
        pen.beginPath();
        pen.roundRect(x - 4, y - 4, this.side + 8, this.pitch - 2, 7);
        pen.globalAlpha = 0.3;
        pen.fill();
        pen.globalAlpha = 1;
      }
      pen.fillStyle = isCurrent ? accent : muted;
      pen.fillText(String(solution + 1), x + this.side / 2, y + this.pitch - 12);
      this.drawPieces(pen, solution, x, y, cell);
    }
  }

  drawPieces(pen, solution, x, y, empty) {
    const { puzzle, unit, ratio } = this;
    pen.save();
    pen.setTransform(ratio * unit, 0, 0, ratio * unit, ratio * x, ratio * y);
    pen.fillStyle = empty;
    pen.fill(this.boardPath(), "evenodd");
    const options = puzzle.solutions.options(solution);
    const colors = colorsOf(puzzle, options);
    options.forEach((option, copy) => {
      pen.fillStyle = colors[copy];
      pen.fill(this.pathOf(option), "evenodd");
    });
    pen.restore();
  }

  boardPath() {
    const all = this.puzzle.cells.map((_, index) => index);
    this.board ??= new Path2D(optionPath(this.puzzle, all, this.layout, { inset: 0, radius: 0.1 }));
    return this.board;
  }
}
