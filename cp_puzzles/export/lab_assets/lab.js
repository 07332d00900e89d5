// The symmetry lab: search trees side by side, and the board at the place that is pointed at.

const SVG = "http://www.w3.org/2000/svg";
const KINDS = {
  branch: "a node of the search",
  dead: "a dead end",
  solution: "a solution",
  image: "a solution that is an image of another: not kept",
  cut: "an image of what is tried elsewhere: not searched",
  start: "where several parts begin (no node)",
};

const number = (value) => value.toLocaleString("en");
const counted = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;

function make(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent?.append(element);
  return element;
}

function html(name, text = "", parent = null) {
  const element = document.createElement(name);
  element.textContent = text;
  parent?.append(element);
  return element;
}

// The mark of a kind of place about (x, y), so large.
function mark(kind, x, y, size) {
  const r = size / 2;
  if (kind === "cut") return make("path", { class: kind, d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` });
  if (kind === "solution") return make("rect", { class: kind, x: x - r, y: y - r, width: size, height: size, rx: size / 5 });
  if (kind === "image") return make("rect", { class: kind, x: x - r, y: y - r, width: size, height: size, rx: size / 5 });
  return make("circle", { class: kind, cx: x, cy: y, r: kind === "branch" ? r * 0.8 : r });
}

// A tree with places for its marks: rows of leaves from the top, depth to the right.
class Tree {
  constructor(data) {
    Object.assign(this, data);
    this.places = data.places.map(([parent, added, kind, item, orbit], index) => (
      { index, parent, added, kind: data.kinds[kind], item, orbit, children: [] }
    ));
    this.rows = 0;
    this.depth = 0;
    for (const place of this.places) {
      if (place.parent >= 0) this.places[place.parent].children.push(place);
      place.depth = place.parent < 0 ? 0 : this.places[place.parent].depth + 1;
      place.chosen = [...(place.parent < 0 ? [] : this.places[place.parent].chosen), ...place.added];
      this.depth = Math.max(this.depth, place.depth);
    }
    for (const place of this.places.filter((its) => its.parent < 0)) this.settle(place);
  }

  settle(place) {
    for (const child of place.children) this.settle(child);
    const ends = [place.children[0], place.children.at(-1)];
    place.row = place.children.length ? (ends[0].row + ends[1].row) / 2 : this.rows++;
  }
}

class View {
  constructor(tree, lab) {
    this.tree = tree;
    this.lab = lab;
    const section = html("section", "", document.getElementById("trees"));
    section.className = "tree";
    html("h2", tree.title, section);
    const list = html("dl", "", section);
    for (const [name, value] of tree.figures) {
      html("dt", name, list);
      html("dd", number(value), list).dataset.figure = name;
    }
    this.svg = make("svg", { tabindex: "0", role: "application", "aria-roledescription": "search tree", "aria-label": tree.title });
    section.append(this.svg);
    this.svg.addEventListener("pointermove", (event) => this.point(event));
    this.svg.addEventListener("pointerdown", (event) => this.point(event));
    this.svg.addEventListener("keydown", (event) => this.press(event));
    this.svg.addEventListener("focus", () => lab.show(this, this.at ?? tree.places[0]));
  }

  // All trees have rows of the same height: that is what is compared.
  draw(rowHeight, width, depth) {
    const { tree, svg } = this;
    const height = tree.rows * rowHeight + 8, step = (width - 16) / Math.max(1, depth);
    this.place = (place) => [8 + place.depth * step, 4 + (place.row + 0.5) * rowHeight];
    this.size = Math.max(3, Math.min(9, rowHeight * 0.8));
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("height", height);
    let edges = "";
    for (const place of tree.places) {
      if (place.parent < 0) continue;
      const [x0, y0] = this.place(tree.places[place.parent]), [x, y] = this.place(place);
      edges += `M${x0} ${y0}C${x0 + step / 2} ${y0} ${x - step / 2} ${y} ${x} ${y}`;
    }
    make("path", { class: "edges", d: edges }, svg);
    for (const place of tree.places) svg.append(mark(place.kind, ...this.place(place), this.size));
    this.ring = make("circle", { class: "here", r: this.size / 2 + 3, visibility: "hidden" }, svg);
  }

  choose(place) {
    this.at = place;
    const [x, y] = this.place(place);
    this.ring.setAttribute("cx", x);
    this.ring.setAttribute("cy", y);
    this.ring.setAttribute("visibility", "visible");
  }

  release() {
    this.ring.setAttribute("visibility", "hidden");
  }

  point(event) {
    const box = this.svg.getBoundingClientRect(), scale = this.svg.viewBox.baseVal.width / box.width;
    const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
    let best = null, least = Infinity;
    for (const place of this.tree.places) {
      const [px, py] = this.place(place), distance = Math.hypot(px - x, 2 * (py - y));
      if (distance < least) [best, least] = [place, distance];
    }
    this.lab.show(this, best);
  }

  press(event) {
    const { places } = this.tree, { at } = this;
    const next = (kinds) => places.find((its) => its.index > at.index && kinds.includes(its.kind)) ?? places.find((its) => kinds.includes(its.kind));
    const to = {
      ArrowLeft: () => places[at.parent], ArrowRight: () => at.children[0], Home: () => places[0], End: () => places.at(-1),
      ArrowUp: () => places[at.index - 1], ArrowDown: () => places[at.index + 1],
      s: () => next(["solution"]), c: () => next(["cut", "image"]),
    }[event.key]?.();
    if (!to) return;
    event.preventDefault();
    this.lab.show(this, to);
    this.ring.scrollIntoView({ block: "nearest" });
  }
}

class Lab {
  constructor(data) {
    this.data = data;
    document.getElementById("name").textContent = data.name;
    this.legend();
    this.views = data.trees.map((tree) => new View(new Tree({ ...tree, kinds: data.kinds }), this));
    this.draw();
    new ResizeObserver(() => this.draw()).observe(document.getElementById("trees"));
    this.show(this.views[0], this.views[0].tree.places[0]);
  }

  legend() {
    const used = new Set(this.data.trees.flatMap((tree) => tree.places.map((place) => this.data.kinds[place[2]])));
    for (const [kind, words] of Object.entries(KINDS).filter(([name]) => used.has(name))) {
      const item = html("li", "", document.getElementById("legend"));
      item.append(make("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }));
      item.firstChild.append(mark(kind, 8, 8, 10));
      html("span", words, item);
    }
  }

  draw() {
    const trees = this.views.map((view) => view.tree);
    const rowHeight = Math.max(4, Math.min(16, 1200 / Math.max(...trees.map((tree) => tree.rows))));
    const depth = Math.max(...trees.map((tree) => tree.depth));
    for (const view of this.views) view.draw(rowHeight, Math.max(80, view.svg.clientWidth), depth);
    this.shown?.view.choose(this.shown.place);
  }

  show(view, place) {
    for (const other of this.views) if (other !== view) other.release();
    view.choose(place);
    this.shown = { view, place };
    this.board(place);
    document.getElementById("where").textContent = `${view.tree.title}: ${this.where(view.tree, place)}`;
    document.getElementById("what").textContent = this.what(view.tree, place);
  }

  where(tree, place) {
    if (place.kind === "start" || place.kind === "cut") return place.kind === "cut" ? "cut" : "start";
    const nodes = tree.places.filter((its) => its.kind !== "start" && its.kind !== "cut");
    return `node ${number(nodes.indexOf(place) + 1)} of ${number(nodes.length)}`;
  }

  what(tree, place) {
    const item = place.item < 0 ? "" : this.data.items[place.item].name;
    const tried = place.children.filter((child) => child.kind !== "cut").length, cut = place.children.length - tried;
    const images = cut ? `; ${counted(cut, "other")} ${cut === 1 ? "is an image" : "are images"} of what is tried elsewhere` : "";
    return {
      start: () => `The search begins ${counted(tried, "time")}: for each choice that is no image of another one.`,
      branch: () => `Next is ${item}: ${counted(tried, "choice")} to try${images}.`,
      dead: () => (item ? `A dead end: ${item} cannot be covered any more${images}.` : "A dead end: a rule is broken."),
      solution: () => `A solution${place.orbit > 1 ? `; it stands for ${number(place.orbit)} positions` : ""}.`,
      image: () => "A solution, but one of its images is kept in its stead.",
      cut: () => `${this.nameOf(place.added.at(-1))} here is not tried: every solution with it is an image of one that is found elsewhere.`,
    }[place.kind]();
  }

  nameOf(option) {
    return this.data.options[option]?.tile ?? "a choice";
  }

  board(place) {
    const { data } = this;
    const svg = make("svg", { viewBox: `0 0 ${data.view.join(" ")}`, role: "img", "aria-label": "The board" });
    for (const shape of data.board) this.shape(shape, svg);
    if (place.item >= 0) for (const d of data.items[place.item].outline) make("path", { class: "wanted", d }, svg);
    for (const [index, option] of place.chosen.entries()) {
      const drawn = data.options[option];
      if (!drawn) continue;
      const isNew = index >= place.chosen.length - place.added.length;
      for (const shape of drawn.shapes) {
        const path = this.shape(shape, svg);
        if (isNew && place.kind === "cut") path.classList.add("not-tried");
        else if (isNew && shape[1]) path.classList.add("last");
      }
      for (const [x, y, size, color] of drawn.letters) {
        const text = make("text", { class: "letter", x, y, dy: ".35em", "font-size": size, fill: place.kind === "cut" && isNew ? "currentColor" : color }, svg);
        text.textContent = drawn.tile;
      }
    }
    document.getElementById("board").replaceChildren(svg);
  }

  shape([d, fill, stroke, width], svg) {
    const path = make("path", { d, "fill-rule": "evenodd", "stroke-linecap": "round", "stroke-linejoin": "round" }, svg);
    for (const [kind, color] of [["fill", fill], ["stroke", stroke]]) {
      if (!color || color.startsWith("#")) path.setAttribute(kind, color ?? "none");
      else path.classList.add(`${kind}-${color}`);
    }
    if (width) path.setAttribute("stroke-width", width);
    return path;
  }
}

window.symmetryLab = new Lab(JSON.parse(document.getElementById("data").textContent));
document.documentElement.dataset.ready = performance.now();
