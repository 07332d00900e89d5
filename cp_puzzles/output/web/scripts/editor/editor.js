// The editor: a puzzle is made and solved on one page. The same script is the page and its workers.

import { button, element, isCopied, rebar } from "../page/dom.js";
import { base64Of, bytesOf } from "../page/numbers.js";
import { download, pngOf } from "../page/picture_file.js";
import { AnswerPanel, answerText } from "./answer_panel.js";
import * as edit from "./board_edit.js";
import { areaProblem, readCopies } from "./copies.js";
import { BoardPanel } from "./board_panel.js";
import { CardPanel } from "./card_panel.js";
import { buildPuzzle, readSpace } from "./build.js";
import { buildCover, leaderOrder, redundantBounds, symmetryGroup } from "./cover.js";
import { FilePanel } from "./file_panel.js";
import { History } from "./history.js";
import kernel from "./kernel.wasm";
import { cellKey } from "./lattice.js";
import { LibraryPanel } from "./library_panel.js";
import { pathText } from "./mistake.js";
import { PlacePanel } from "./place_panel.js";
import { Program, ProgramPanel } from "./program_panel.js";
import { RulePanel } from "./rule_panel.js";
import { CHECKS } from "./schema.js";
import { SearchServer } from "./search_server.js";
import { readSpec, specText } from "./spec_text.js";
import { solutionData } from "./solution_data.js";
import { Keeper, Store } from "./store.js";
import { compile, cutFor, Search } from "./solver.js";
import { TilePanel } from "./tile_panel.js";

const MAX_TEXT = 1e6; // bytes of the unpacked puzzle file of a link
const PICTURE = 60; // pixels of a side of a cell in pictures
const MESSAGE_MILLISECONDS = 8000;
const PLACES = [1, ...Array.from({ length: 23 }, (_, k) => 4 * (k + 1))]; // of a message above the bottom, in hundredths of the window

globalThis.puzzleEditor = {
  kernel, readSpace, readSpec, specText, compile, cutFor, Search, buildPuzzle, redundantBounds, leaderOrder, symmetryGroup, areaProblem, edit, answerText, readCopies, History, solutionData, buildCover, CHECKS, cellKey, pathText,
};

// Answer the messages of the page in a worker; the first one has the lattices.
export function serve() {
  let [server, space] = [null, null];
  globalThis.onmessage = ({ data }) => {
    if (server) server.receive(data);
    else {
      space = readSpace(data);
      server = new SearchServer(space, new WebAssembly.Module(kernel), (answer) => globalThis.postMessage(answer));
    }
  };
}

export async function start(script, data) {
  const space = readSpace(data.space);
  const source = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const makeWorker = () => {
    const worker = new Worker(source);
    worker.postMessage(data.space);
    return worker;
  };
  const history = new History(space, data.text, data.fresh);
  // what is painted is in the file before the keeper looks
  document.addEventListener("visibilitychange", () => history.settle());
  window.addEventListener("pagehide", () => history.settle());
  let timer;
  const say = (text, undo = null) => {
    // what lies outside an open dialog can be neither seen nor pressed
    (document.querySelector("dialog[open]") ?? document.body).append(element("told"));
    element("told").textContent = text;
    if (undo) element("told").append(" ", button("Undo", () => { undo(); say(""); }));
    keepClear(element("told"));
    clearTimeout(timer);
    timer = setTimeout(() => { element("told").textContent = ""; }, MESSAGE_MILLISECONDS);
  };
  const keeper = new Keeper(history, await Store.open(), data.text, (text, isKept) => {
    if (isKept) say(text);
    else element("kept").textContent = text;
  });
  let linked = await fromHash(location.hash, say);
  await keeper.begin(linked);
  const colorOf = (name) => {
    const tiles = history.tiles ?? [];
    const number = tiles.findIndex((tile) => tile.name === name);
    const own = tiles[number]?.color;
    return own ? (own.startsWith("#") ? own : data.space.colors[own.toLowerCase()]) : data.palette[Math.max(0, number) % data.palette.length];
  };
  const board = new BoardPanel(history, say);
  const place = new PlacePanel(history, board, colorOf, say);
  const tiles = new TilePanel(history, colorOf, say);
  const program = data.program ? new Program(say) : null;
  const file = new FilePanel(history, (text) => keeper.start(text), program, say);
  const rules = new RulePanel(history, data.palette, say);
  const answer = new AnswerPanel(history, board.view, colorOf, makeWorker, say, program, keeper);
  const library = new LibraryPanel(history, keeper, data.fresh, say);
  const card = new CardPanel(history, answer, colorOf);
  const questions = program && new ProgramPanel(history, program, data.program, frame, say);
  if (questions) {
    questions.onPuzzles = (puzzles) => file.open(puzzles);
    questions.onHint = (placement) => place.hint(placement);
  }
  board.onKeep = (cell) => answer.keep(cell);
  answer.onBrowse = (status) => (answer.isServed ? browse(history, status, history.tiles.map(({ name }) => colorOf(name)), data, script) : questions.ask("solve"));
  element("viewer_close").addEventListener("click", () => element("viewer").close());

  // the last message is about a step that is gone
  const go = (way) => { say(""); history[way](); };
  const undo = button("Undo", () => go("undo"), { title: "Ctrl+Z" });
  const redo = button("Redo", () => go("redo"), { title: "Ctrl+Y" });
  element("steps").append(undo, redo);
  element("file_actions").append(
    button("New puzzle", () => library.begin()), ...Object.entries(data.samples).map(([name, text]) => button(name, () => library.begin(text))), button("My puzzles", () => library.open()), button("Open a puzzle file", () => element("open").click()),
    button("Download the file", () => file.download()), button("Copy a link", () => share()), button("Picture: SVG", () => savePicture(false)),
    button("Picture: PNG", () => savePicture(true)), button("Print", () => print()));
  const menu = element("file_actions").parentNode;
  const closeMenu = () => { menu.open = false; };
  element("file_actions").addEventListener("click", closeMenu);
  document.addEventListener("pointerdown", ({ target }) => { if (!menu.contains(/** @type {Node} */ (target))) closeMenu(); });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    closeMenu();
    menu.querySelector("summary").focus();
  });

  async function share() {
    linked = history.text;
    const hash = await toHash(linked);
    window.history.replaceState(null, "", hash);
    say(`The link is ${await isCopied(location.href) ? "copied" : "in the address bar"}; it holds the whole puzzle.`);
  }

  async function savePicture(isPng) {
    const picture = boardPicture(board.view);
    const blob = isPng ? await pngOf(picture) : new Blob([picture.text], { type: "image/svg+xml" });
    download(blob, history.spec.name, isPng ? ".png" : ".svg");
  }

  const refresh = (origin) => {
    element("name").value = history.spec.name;
    document.title = `${history.spec.name}: puzzle editor`;
    rebar(element("steps"), () => { [undo.disabled, redo.disabled] = [!history.place, history.place === history.texts.length - 1]; });
    if (origin) {
      board.refresh();
      tiles.refresh();
      place.refresh();
      rules.refresh();
      file.refresh(origin);
      answer.refresh();
      keeper.save();
      // an address with an earlier text must not bring it back
      if (location.hash.startsWith("#puzzle=") && history.text !== linked) window.history.replaceState(null, "", location.pathname + location.search);
    }
  };
  history.listen(refresh);
  refresh();
  element("name").addEventListener("change", ({ target }) => {
    const name = target.value.trim().slice(0, 200);
    if (name) history.edit((spec) => ({ ...spec, name }));
    else target.value = history.spec.name;
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target === element("file") || /** @type {any} */ (event.target).type === "text") return;
    const key = event.key.toLowerCase();
    if (key === "z" || key === "y") {
      event.preventDefault();
      go(key === "y" || event.shiftKey ? "redo" : "undo");
    }
  });
  window.addEventListener("hashchange", async () => {
    const text = await fromHash(location.hash, say);
    if (text === null || text === history.text) return;
    linked = text;
    say("The puzzle of the link is open. The one before is in My puzzles.", keeper.start(text, false));
  });
  globalThis.puzzleEditor.page = { history, board, answer, keeper, card };
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

// Put a message where it covers no control, or the least of them: near the bottom of the window, or further up.
function keepClear(node) {
  const boxes = [...document.querySelectorAll("button, select, input, textarea, summary")].filter((each) => !node.contains(each)).map((each) => each.getBoundingClientRect());
  const covered = PLACES.map((place) => {
    node.style.bottom = `${place}vh`;
    const box = node.getBoundingClientRect();
    const shared = (low, high) => boxes.map((each) => Math.max(0, Math.min(box[high], each[high]) - Math.max(box[low], each[low])));
    const [across, along] = [shared("left", "right"), shared("top", "bottom")];
    return box.top < 0 ? Infinity : across.reduce((total, length, k) => total + length * along[k], 0);
  });
  node.style.bottom = `${PLACES[covered.indexOf(Math.min(...covered))]}vh`;
}

// Show the solutions of a search in a frame: the solution page, which browses, filters, animates, and prints them. It is
// the text `viewer` up to its data, and this script. `colors`: of the tiles.
function browse({ puzzle, spec: { description = "" } }, status, colors, { viewer, shades, palette }, script) {
  const cover = buildCover(puzzle);
  const json = JSON.stringify(solutionData(puzzle, status, cover, symmetryGroup(puzzle, cover), { colors, shades, palette, description }));
  const parts = [viewer, '<script type="application/json" id="data">', json.replaceAll("<", "\\u003c"), "</script><script>", script, "</script></body></html>"];
  frame(URL.createObjectURL(new Blob(parts, { type: "text/html" })));
}

// Show the page at an address in the frame.
function frame(address) {
  element("viewer_frame").src = address;
  element("viewer").onclose = () => { element("viewer_frame").removeAttribute("src"); URL.revokeObjectURL(address); };
  element("viewer").showModal();
}

// The drawing of the board as a picture without the style sheet: {text, width, height}.
function boardPicture(view) {
  const copy = view.svg.cloneNode(true);
  for (const node of copy.querySelectorAll(".off")) node.remove();
  const originals = [...view.svg.querySelectorAll(":not(.off)")];
  [...copy.querySelectorAll("*")].forEach((node, k) => {
    const style = getComputedStyle(originals[k]);
    for (const key of ["fill", "stroke", "stroke-width", "font-family", "fill-opacity"]) node.setAttribute(key, style.getPropertyValue(key));
    node.removeAttribute("class");
  });
  const [, , width, height] = view.box.map((x) => Math.round(x * PICTURE));
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: view.box.join(" ") })) copy.setAttribute(name, value);
  for (const name of ["id", "class", "tabindex", "role", "aria-label", "aria-describedby", "data-brush"]) copy.removeAttribute(name);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

// A puzzle file as the part of an address after #.
async function toHash(text) {
  const packed = new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return `#puzzle=${base64Of(new Uint8Array(await packed.arrayBuffer())).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

// The text of packed bytes; null if it has more than MAX_TEXT bytes: a few kilobytes can unpack to gigabytes. Damaged bytes are an error.
async function unpacked(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const chunks = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MAX_TEXT) {
      reader.cancel();
      return null;
    }
    chunks.push(part.value);
  }
  return new Blob(chunks).text();
}

// The text of a link; null if the address has none. `told`: gets a sentence about a link that cannot be opened.
async function fromHash(hash, told) {
  const [, packed] = hash.match(/^#puzzle=(.+)$/) ?? [];
  if (!packed) return null;
  try {
    const text = await unpacked(bytesOf(packed.replaceAll("-", "+").replaceAll("_", "/")));
    if (text !== null) return text;
    told("The link holds more than a million characters and was not opened.");
  } catch {
    told("The link is damaged and was not opened.");
  }
  return null;
}
