// The page: which solution is shown, which conditions hold, and the controls.

const element = (id) => document.getElementById(id);
const puzzle = readPuzzle(JSON.parse(element("data").textContent));
const total = puzzle.solutions.count;
const plural = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
const state = { matches: new Uint32Array(0), current: -1, tile: null, conditions: [] };
const hasEmpty = puzzle.hasEmpty;

const isNarrow = matchMedia("(max-width: 60rem)");
let flatView = newFlatView();
const boxView = puzzle.isBox ? new BoxView(puzzle, { onChoose: (tile) => chooseTile(tile) }) : null;
const gallery = puzzle.bare ? null : new Gallery(puzzle, {
  scroller: element("scroller"), spacer: element("spacer"), canvas: element("thumbnails"), onPick: select,
});
const heatView = puzzle.bare ? null : new HeatView(puzzle, element("heat"), toggleCell);

// Layers stand one above the other beside the assembly, or side by side below it.
function newFlatView() {
  const across = isNarrow.matches ? 0 : puzzle.extent[0] <= 4 ? 1 : 2;
  const view = new FlatView(puzzle, { across: puzzle.isBox ? across : 0, onChoose: toggleTile });
  connectSwipe(view.element);
  return view;
}

function relayout() {
  const old = flatView.element;
  flatView = newFlatView();
  old.replaceWith(flatView.element);
  flatView.show(state.current < 0 ? [] : puzzle.solutions.options(state.current), state.tile);
}

function select(solution) {
  state.current = solution;
  const options = solution < 0 ? [] : puzzle.solutions.options(solution);
  flatView.show(options, state.tile);
  if (boxView) {
    boxView.show(options);
    element("taken").max = options.length;
    showBoxState();
  }
  const index = state.matches.indexOf(solution);
  const orbit = solution < 0 ? 0 : puzzle.solutions.orbitSize(solution);
  element("number").value = solution + 1 || "";
  element("position").textContent = state.conditions.length && index >= 0
    ? `of ${total.toLocaleString("en")} · ${index + 1} of ${state.matches.length} that match`
    : `of ${total.toLocaleString("en")}`;
  element("first").disabled = element("previous").disabled = index <= 0;
  element("last").disabled = element("next").disabled = index < 0 || index >= state.matches.length - 1;
  if (!boxView) element("caption").textContent = orbit ? `stands for ${plural(orbit, "solution")} by symmetry` : "";
  if (gallery) gallery.setCurrent(solution, index);
  if (!puzzle.bare && solution >= 0) history.replaceState(null, "", `#${solution + 1}`);
}

function go(step) {
  const { matches, current } = state;
  if (!matches.length) return;
  const index = Math.min(matches.length - 1, Math.max(0, matches.indexOf(current) + step));
  select(matches[index]);
}

function refilter() {
  state.matches = filterSolutions(puzzle, state.conditions);
  element("count").textContent = state.conditions.length
    ? `${state.matches.length.toLocaleString("en")} of ${plural(total, "solution")}`
    : plural(total, "solution");
  if (gallery) gallery.setMatches(state.matches);
  element("nothing").hidden = state.matches.length > 0;
  showFilter();
  select(state.matches.includes(state.current) ? state.current : state.matches.length ? state.matches[0] : -1);
}

function chooseTile(tile) {
  state.tile = tile;
  showFilter();
  flatView.show(state.current < 0 ? [] : puzzle.solutions.options(state.current), tile);
  if (boxView) boxView.set({ chosen: tile === EMPTY ? null : tile });
}

function toggleTile(tile) { chooseTile(state.tile === tile ? null : tile); }

// A click on a cell asks for the piece there; a second one forbids it there; a third takes the condition away.
function toggleCell(cell) {
  const isSame = (c) => c.kind === "cell" && c.tile === state.tile && c.cell === cell;
  const old = state.conditions.find(isSame);
  const rest = state.conditions.filter((c) => !isSame(c));
  const next = { kind: "cell", tile: state.tile, cell, wanted: !old };
  state.conditions = old && !old.wanted ? rest : [...rest, next];
  refilter();
}

function pinTile() {
  const placed = puzzle.solutions.options(state.current).filter((option) => puzzle.options[option].tile === state.tile);
  const others = state.conditions.filter((c) => c.kind !== "placement" || c.tile !== state.tile);
  state.conditions = [...others, ...placed.map((option) => ({ kind: "placement", tile: state.tile, option, wanted: true }))];
  refilter();
}

function showFilter() {
  if (puzzle.bare) return;
  for (const chip of element("tiles").children) chip.setAttribute("aria-pressed", String(Number(chip.dataset.tile) === state.tile));
  const name = state.tile === null ? "" : state.tile === EMPTY ? "nothing" : puzzle.tiles[state.tile].name;
  element("advice").textContent = state.tile === null
    ? "Choose a piece, here or in the picture, to see where it likes to lie."
    : `How often ${name} lies on each cell. Press a cell to ask for it there, again to forbid it there.${
      puzzle.isBox ? " Layers from the bottom up, left to right." : ""}`;
  element("pin").disabled = state.tile === null || state.tile === EMPTY || state.current < 0;
  element("clear").disabled = !state.conditions.length;
  element("heat").hidden = state.tile === null;
  if (state.tile !== null) heatView.show(state.tile, state.matches, state.conditions);
  element("conditions").replaceChildren(...state.conditions.map((condition) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${conditionName(puzzle, condition)} ×`;
    button.setAttribute("aria-label", `Take away: ${conditionName(puzzle, condition)}`);
    button.addEventListener("click", () => {
      state.conditions = state.conditions.filter((c) => c !== condition);
      refilter();
    });
    item.append(button);
    return item;
  }));
}

function showBoxState() {
  const { taken, layers } = boxView.state;
  const steps = boxView.order || [];
  const done = Math.min(taken, steps.length);
  element("taken").value = done;
  element("taken_text").textContent = `${done} of ${plural(steps.length, "piece")}`;
  element("layers").value = layers;
  element("layers_text").textContent = layers === puzzle.extent[0] ? "all" : `lowest ${layers} of ${puzzle.extent[0]}`;
  const last = done ? steps[done - 1] : null;
  const orbit = state.current < 0 ? 0 : puzzle.solutions.orbitSize(state.current);
  const name = last ? puzzle.tiles[boxView.pieces[last.piece].tile].name : "";
  const blocked = last && last.blocked ? " - though it cannot leave alone" : "";
  element("caption").textContent = last
    ? `${name} comes off${blocked}`
    : orbit ? `stands for ${plural(orbit, "solution")} by symmetry` : "";
}

function setBox(changes) {
  boxView.set(changes);
  showBoxState();
}

function buildChips() {
  const chips = puzzle.tiles.map((tile, index) => [index, tile.name, tile]);
  if (hasEmpty) chips.push([EMPTY, "empty", null]);
  element("tiles").replaceChildren(...chips.map(([index, name, tile]) => {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.textContent = name;
    chip.dataset.tile = index;
    chip.setAttribute("aria-pressed", "false");
    if (tile) Object.assign(chip.style, { background: tile.color, color: tile.text });
    else chip.className = "empty";
    chip.addEventListener("click", () => toggleTile(index));
    return chip;
  }));
}

let playing = 0;
function play() {
  const stop = () => { clearInterval(playing); playing = 0; element("play").textContent = "▶ Take apart"; };
  if (playing) { stop(); return; }
  const all = boxView.order.length;
  if (boxView.state.taken >= all) setBox({ taken: 0 });
  element("play").textContent = "❚❚ Pause";
  playing = setInterval(() => {
    setBox({ taken: Math.min(all, boxView.state.taken + 1) });
    if (boxView.state.taken >= all) stop();
  }, 700);
}

function toggleSpin() {
  setBox({ spinning: !boxView.state.spinning });
  element("spin").setAttribute("aria-pressed", String(boxView.state.spinning));
}

function connectBox() {
  const { extent } = puzzle;
  element("box_controls").hidden = false;
  element("layers").max = extent[0];
  element("layers").value = extent[0];
  element("explode").addEventListener("input", (event) => setBox({ explode: Number(event.target.value) }));
  element("taken").addEventListener("input", (event) => setBox({ taken: Number(event.target.value) }));
  element("layers").addEventListener("input", (event) => setBox({ layers: Number(event.target.value) }));
  element("play").addEventListener("click", play);
  element("spin").addEventListener("click", toggleSpin);
  element("reset").addEventListener("click", () => {
    element("explode").value = 0;
    setBox({ explode: 0, taken: 0, layers: extent[0] });
    chooseTile(null);
    boxView.reset();
  });
}

function boxKey(event) {
  const { state: box } = boxView;
  const explode = (value) => { element("explode").value = value; setBox({ explode: value }); };
  const angle = 0.18;
  if (event.shiftKey) {
    const turns = { ArrowLeft: [-angle, 0], ArrowRight: [angle, 0], ArrowUp: [0, angle], ArrowDown: [0, -angle] };
    if (!turns[event.key]) return false;
    boxView.turn(...turns[event.key]);
    return true;
  }
  const actions = {
    e: () => explode(box.explode > 0.5 ? 0 : 1),
    t: () => setBox({ taken: Math.min(boxView.order.length, box.taken + 1) }),
    b: () => setBox({ taken: Math.max(0, box.taken - 1) }),
    PageUp: () => setBox({ layers: Math.min(puzzle.extent[0], box.layers + 1) }),
    PageDown: () => setBox({ layers: Math.max(1, box.layers - 1) }),
    "+": () => boxView.zoom(0.9),
    "-": () => boxView.zoom(1 / 0.9),
    " ": toggleSpin,
  };
  if (!actions[event.key]) return false;
  actions[event.key]();
  return true;
}

function onKey(event) {
  const inField = event.target.matches("input") || (event.target.matches("button") && [" ", "Enter"].includes(event.key));
  if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
  if (boxView && boxKey(event)) { event.preventDefault(); return; }
  const rows = gallery ? gallery.columns : 10;
  const moves = {
    ArrowLeft: -1, ArrowRight: 1, ArrowUp: -rows, ArrowDown: rows, PageUp: -10 * rows, PageDown: 10 * rows,
    Home: -Infinity, End: Infinity,
  };
  if (moves[event.key] !== undefined) { go(moves[event.key]); event.preventDefault(); }
  if (event.key === "Escape") chooseTile(null);
}

function connectSwipe(target) {
  let start = null;
  target.addEventListener("touchstart", (event) => { start = event.touches.length === 1 ? event.touches[0] : null; }, { passive: true });
  target.addEventListener("touchend", (event) => {
    if (!start) return;
    const end = event.changedTouches[0];
    const [dx, dy] = [end.clientX - start.clientX, end.clientY - start.clientY];
    if (Math.abs(dx) > 48 && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? 1 : -1);
    start = null;
  }, { passive: true });
}

function start() {
  element("name").textContent = puzzle.name;
  element("description").textContent = puzzle.description || "";
  document.body.classList.toggle("bare", Boolean(puzzle.bare));
  element("view").classList.toggle("box", puzzle.isBox);
  if (boxView) element("view").append(boxView.element);
  if (!puzzle.bare || !boxView) element("view").append(flatView.element);
  isNarrow.addEventListener("change", relayout);
  buildChips();
  if (boxView) connectBox();
  element("keys").innerHTML = "<kbd>←</kbd> <kbd>→</kbd> solution" + (boxView
    ? " · <kbd>Shift</kbd>+arrows turn · <kbd>space</kbd> spin · <kbd>E</kbd> explode · <kbd>T</kbd>/<kbd>B</kbd> take off, put back · <kbd>PgUp</kbd>/<kbd>PgDn</kbd> layers"
    : " · <kbd>↑</kbd> <kbd>↓</kbd> row · <kbd>Home</kbd> <kbd>End</kbd> · swipe");
  for (const [id, step] of [["first", -Infinity], ["previous", -1], ["next", 1], ["last", Infinity]]) {
    element(id).addEventListener("click", () => go(step));
  }
  element("number").max = total;
  element("number").addEventListener("change", (event) => {
    const solution = Math.min(total, Math.max(1, Math.round(Number(event.target.value)) || 1)) - 1;
    if (!state.matches.includes(solution)) state.conditions = [];
    state.current = solution;
    refilter();
  });
  element("pin").addEventListener("click", pinTile);
  element("clear").addEventListener("click", () => { state.conditions = []; refilter(); });
  document.addEventListener("keydown", onKey);
  const asked = Number(location.hash.slice(1)) - 1;
  state.current = Number.isInteger(asked) && asked >= 0 && asked < total ? asked : total ? 0 : -1;
  refilter();
  window.solutionPage = { state, puzzle, boxView, select, chooseTile, toggleCell, pinTile, setBox };
  requestAnimationFrame(() => { document.documentElement.dataset.ready = String(Math.round(performance.now())); });
}

start();
