// The state of the page as the part of its address after #, and back.

// {mode, row, element, conditions, tile, orientation, placed, left, clear, byTile, own, explode, taken, layers}
export function toLink(state) {
  const parts = [];
  const add = (key, value, fallback) => { if (value !== fallback && value !== "") parts.push(`${key}=${value}`); };
  add("view", state.mode, "solutions");
  if (state.row >= 0) add("solution", state.row + 1);
  add("turned", state.element, 0);
  const written = ({ kind, placement, wanted, tile, orientation, cell }) => (kind === "placement" ? `p${placement}` : `${wanted ? "a" : "n"}${tile}.${orientation ?? ""}.${cell}`);
  add("filter", state.conditions.map(written).join("_"));
  if (state.tile !== null) add("piece", state.tile + (state.orientation === null ? "" : `.${state.orientation}`));
  add("placed", state.placed.join("."));
  add("empty", state.left.join("."));
  add("colors", state.clear ? "clear" : "");
  add("by", state.byTile ? "tile" : "");
  add("own", Object.entries(state.own).map(([tile, color]) => tile + color.replace("#", "-")).join("_"));
  add("explode", state.explode, 0);
  add("taken", state.taken, 0);
  if (state.layers !== null) add("layers", state.layers);
  return parts.length ? `#${parts.join("&")}` : "";
}

// The state that a link describes; parts that do not belong to this puzzle are ignored.
export function fromLink(hash, puzzle) {
  const text = hash.replace(/^#/, "");
  const parts = new URLSearchParams(text);
  const words = (key, separator) => (parts.get(key) ?? "").split(separator).filter(Boolean);
  const number = (key, most, fallback = 0) => {
    const value = Number(parts.get(key) ?? NaN);
    return value >= 0 && value <= most ? value : fallback;
  };
  const isIndex = (value, below) => Number.isInteger(value) && value >= 0 && value < below;
  const whole = (key, below, fallback) => { const value = number(key, below - 1, fallback); return isIndex(value, below) ? value : fallback; };
  const list = (key, below) => words(key, ".").map(Number).filter((value) => isIndex(value, below));
  const { count } = puzzle.solutions;
  const row = /^\d+$/.test(text) ? Number(text) - 1 : whole("solution", count + 1, 0) - 1;
  const [tile = "", orientation] = words("piece", ".");
  const isTile = /^(-1|\d+)$/.test(tile) && Number(tile) < puzzle.tiles.length;
  const forms = puzzle.tiles[isTile ? tile : -1]?.orientations.length ?? 0;
  return {
    mode: parts.get("view") === "play" || !count ? "play" : "solutions",
    row: isIndex(row, count) ? row : count ? 0 : -1,
    element: whole("turned", puzzle.group.order, 0),
    conditions: words("filter", "_").map((part) => readCondition(part, puzzle)).filter(Boolean),
    tile: isTile ? Number(tile) : null,
    orientation: orientation && Number(orientation) < forms ? Number(orientation) : null,
    placed: list("placed", puzzle.placements.length),
    left: list("empty", puzzle.cells.length),
    clear: parts.get("colors") === "clear",
    byTile: parts.get("by") === "tile",
    own: Object.fromEntries([...(parts.get("own") ?? "").matchAll(/(\d+)-([0-9a-f]{6})/g)]
      .filter(([, colored]) => Number(colored) < puzzle.tiles.length).map(([, colored, color]) => [colored, `#${color}`])),
    explode: number("explode", 1),
    taken: number("taken", 1e6),
    layers: parts.has("layers") ? whole("layers", puzzle.layers.length + 1, puzzle.layers.length) || 1 : null,
  };
}

function readCondition(text, puzzle) {
  const exact = /^p(\d+)$/.exec(text);
  if (exact) return Number(exact[1]) < puzzle.placements.length ? { kind: "placement", placement: Number(exact[1]) } : null;
  const [, sign, tile, orientation, cell] = /^([an])(-1|\d+)\.(\d*)\.(\d+)$/.exec(text) || [];
  if (!sign || Number(tile) >= puzzle.tiles.length || Number(cell) >= puzzle.cells.length) return null;
  if (orientation && !(Number(orientation) < (puzzle.tiles[tile]?.orientations.length ?? 0))) return null;
  return {
    kind: "cell", tile: Number(tile), orientation: orientation ? Number(orientation) : null, cell: Number(cell), wanted: sign === "a",
  };
}
