// The list of puzzles, filtered by name, lattice, number of cells and of solutions.
"use strict";
{
  const form = document.getElementById("filter");
  const items = [...document.querySelectorAll("#puzzles li")];
  const field = name => document.getElementById(name).value;

  /** Whether a number, "" if it is not known, lies in a range such as 21-40, 65- or ?. */
  const within = (text, range) => {
    if (range === "") return true;
    if (range === "?" || text === "") return range === "?" && text === "";
    const [low, high] = range.split("-");
    // numbers of solutions may be larger than any double holds
    return BigInt(text) >= BigInt(low) && (high === "" || BigInt(text) <= BigInt(high));
  };

  const matches = item =>
    field("name").toLowerCase().split(/\s+/).every(word => item.textContent.toLowerCase().includes(word)) &&
    (field("lattice") === "" || item.dataset.lattice === field("lattice")) &&
    within(item.dataset.cells, field("cells")) &&
    within(item.dataset.solutions, field("solutions"));

  const show = () => {
    let number = 0;
    for (const item of items) {
      item.hidden = !matches(item);
      number += item.hidden ? 0 : 1;
    }
    document.getElementById("shown").textContent =
      number === items.length ? `${number} puzzles` : `${number} of ${items.length} puzzles`;
    document.getElementById("nothing").hidden = number > 0;
  };

  form.hidden = false;
  form.addEventListener("input", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", event => event.preventDefault());
  show();
}
