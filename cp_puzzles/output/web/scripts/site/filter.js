// The list of puzzles, filtered by name, lattice, numbers of cells and of solutions; the address keeps the filter.

const FIELDS = ["name", "lattice", "cells", "solutions"];
const form = document.getElementById("filter");
const items = [...document.querySelectorAll("#puzzles li")];
const field = (name) => document.getElementById(name);

// A test of a number, "" if it is not known, that is in a range such as 21-40, 65- or ?.
function isWithin(text, range) {
  if (range === "") return true;
  if (range === "?" || text === "") return range === "?" && text === "";
  const [low, high] = range.split("-");
  // numbers of solutions can exceed what a double holds exactly
  return BigInt(text) >= BigInt(low) && (high === "" || BigInt(text) <= BigInt(high));
}

const isMatch = (item) => field("name").value.toLowerCase().split(/\s+/).every((word) => item.textContent.toLowerCase().includes(word))
  && ["", item.dataset.lattice].includes(field("lattice").value)
  && isWithin(item.dataset.cells, field("cells").value) && isWithin(item.dataset.solutions, field("solutions").value);

function show() {
  for (const item of items) item.hidden = !isMatch(item);
  for (const group of document.querySelectorAll("#puzzles section")) group.hidden = !group.querySelector("li:not([hidden])");
  const number = items.filter((item) => !item.hidden).length;
  field("shown").textContent = number === items.length ? `${number} puzzles` : `${number} of ${items.length} puzzles`;
  field("nothing").hidden = number > 0;
}

function write() {
  const set = FIELDS.filter((name) => field(name).value).map((name) => [name, field(name).value]);
  history.replaceState(null, "", set.length ? `#${new URLSearchParams(set)}` : location.pathname + location.search);
  show();
}

function read() {
  const set = new URLSearchParams(location.hash.slice(1));
  for (const name of FIELDS) field(name).value = set.get(name) ?? "";
  show();
}

form.hidden = false;
form.addEventListener("input", write);
form.addEventListener("reset", () => setTimeout(write));
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", read);
read();
