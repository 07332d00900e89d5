// What the page was given: the board, the tiles, a table of options and the solutions as indices into it.

function readPuzzle(data) {
  const depth = data.dimension;
  const cells = data.cells.map((cell) => (depth === 2 ? [0, ...cell] : cell));
  const extent = [0, 1, 2].map((axis) => 1 + Math.max(...cells.map((cell) => cell[axis])));
  const options = data.options.map(([tile, ...covered]) => ({ tile, cells: covered }));
  return { ...data, cells, extent, options, isBox: depth === 3, solutions: readSolutions(data.solutions) };
}

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// Each solution is a row of `width` little-endian numbers of `bytes` bytes: option index + 1, then zeros.
function readSolutions({ count, width, bytes, rows, orbits }) {
  const raw = bytesOf(rows).buffer;
  const table = bytes === 2 ? new Uint16Array(raw) : new Uint32Array(raw);
  const sizes = orbits ? new Uint16Array(bytesOf(orbits).buffer) : null;
  return {
    count,
    orbitSize: (solution) => (sizes ? sizes[solution] : 0),
    options(solution) {
      const found = [];
      for (let i = solution * width; i < (solution + 1) * width && table[i]; i += 1) found.push(table[i] - 1);
      return found;
    },
    // Solutions of which at least one option is marked (`wanted`), or none is.
    matching(marked, wanted, among) {
      const kept = new Uint32Array(among.length);
      let size = 0;
      for (const solution of among) {
        let hit = false;
        for (let i = solution * width; i < (solution + 1) * width && table[i]; i += 1) {
          if (marked[table[i] - 1]) { hit = true; break; }
        }
        if (hit === wanted) { kept[size] = solution; size += 1; }
      }
      return kept.subarray(0, size);
    },
    // How many of the solutions in `among` use each option.
    usage(among, optionCount) {
      const uses = new Uint32Array(optionCount);
      for (const solution of among) {
        for (let i = solution * width; i < (solution + 1) * width && table[i]; i += 1) uses[table[i] - 1] += 1;
      }
      return uses;
    },
  };
}
