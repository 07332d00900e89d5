// The exact-cover search of the page: Algorithm X (Knuth, TAOCP 7.2.2.1) on bit sets with an explicit stack, so that it
// can pause. Python's cp_puzzles/engines/exact_cover/reference_search.py has the same algorithm, node for node; the
// words and the bit sets are those of cp_puzzles/engines/exact_cover/general. Built by build_kernel.py.

typedef unsigned long long word;
typedef unsigned int u32;
typedef int i32;

enum { CELL_COST = 64, NO_COST = 0x7fffffff };
enum { PRECOMPUTED_WORDS = 1 << 22 };  // up to here the compatible options of each option are stored: 32 MB

// What the caller sets. Exclusive items: required ones first. Rows of items by option are `start[o]` to `start[o + 1]`.
// `images`: [group][option] positions in the order of comparison, the identity first; `proper`: 1 for a rotation.
// `path`: the options of a part at levels 1 to `fixed` - 1, whose nodes count elsewhere; no path if `fixed` is 0. `cut`: the
// level whose nodes are not entered but reported as paths, 0 for none.
static struct {
  i32 options, required, exclusive, counted, depth, group, fixed, cut, capacity;
  i32 *item_start, *items, *count_start, *counts, *price, *minimum, *maximum, *is_free, *is_active, *number;
  i32 *images, *proper, *path, *batch;
} in;

// What the caller reads: doubles hold integers up to 2^53.
static struct { double nodes, solutions, raw, rotations, symmetric, stored, level, memory; } out;

static word W, A;                    // words of all domains, and of a set of required items
static u32 *start, *option_at, *place_start, *place;
static word *conflicts, *compatible, *others, *covers, *domains, *uncovered, *untried, *row;
static i32 *item_of, *word_of, *chosen, *times, *marks, *tokens;
static i32 level, done;

#ifdef __wasm__
extern unsigned char __heap_base;
static word heap;
static void *take(word bytes) {
  if (!heap) heap = ((word)(unsigned long)&__heap_base + 15) & ~15ull;
  word end = heap + ((bytes + 15) & ~15ull), pages = (end + 65535) >> 16, have = __builtin_wasm_memory_size(0);
  if (end >> 32 || (pages > have && __builtin_wasm_memory_grow(0, pages - have) == (unsigned long)-1)) return 0;
  void *result = (void *)(unsigned long)heap;
  heap = end;
  return result;
}
#else
#include <stdlib.h>
static void *take(word bytes) { return calloc(bytes + 16, 1); }
#endif

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

EXPORT(allocate) void *allocate(double bytes) { return take((word)bytes); }
EXPORT(input) void *input(void) { return &in; }
EXPORT(output) void *output(void) { return &out; }

// Return 0 if the memory does not suffice; memory that take() returns is zero.
EXPORT(prepare) i32 prepare(void) {
  i32 n = in.options, items = in.required + in.counted + 2, free_item = in.required + in.counted, root = items - 1;
  u32 *size = take(4 * (word)items);
  start = take(4 * (word)(items + 1));
  place_start = take(4 * (word)(n + 2));
  if (!size || !start || !place_start) return 0;
  size[root] = 1;
  u32 entries = 0;
  for (i32 o = 0; o < n; o++) {
    place_start[o] = entries;
    if (!in.is_active[o]) continue;
    for (i32 k = in.item_start[o]; k < in.item_start[o + 1]; k++) if (in.items[k] < in.required) size[in.items[k]]++, entries++;
    for (i32 k = in.count_start[o]; k < in.count_start[o + 1]; k++) size[in.required + in.counts[k]]++, entries++;
    if (in.is_free[o]) size[free_item]++, entries++;
  }
  place_start[n] = place_start[n + 1] = entries;
  for (i32 i = 0; i < items; i++) start[i + 1] = start[i] + (size[i] + 63) / 64;
  W = start[items];
  A = in.required ? (in.required + 63) / 64 : 1;
  i32 is_stored = (word)(n + 1) * W <= PRECOMPUTED_WORDS;
  place = take(4 * (word)entries);
  option_at = take(4 * 64 * W);
  u32 *next = take(4 * (word)items);
  conflicts = take(8 * W * in.exclusive);
  others = take(8 * W * in.counted);
  covers = take(8 * A * (n + 1));
  compatible = take(8 * W * (is_stored ? n + 1 : 1));
  domains = take(8 * W * (in.depth + 2));
  uncovered = take(8 * A * (in.depth + 2));
  untried = take(8 * (word)(in.depth + 2));
  item_of = take(4 * (word)(in.depth + 2));
  word_of = take(4 * (word)(in.depth + 2));
  chosen = take(4 * (word)(in.depth + 2));
  times = take(4 * (word)(in.depth + 2) * (in.counted + 1));
  marks = take(8 * (word)(n + 1));
  tokens = take(8);
  if (!place || !option_at || !next || !conflicts || !others || !covers || !compatible || !domains || !uncovered || !untried ||
      !item_of || !word_of || !chosen || !times || !marks || !tokens) return 0;
  for (i32 i = 0; i < items; i++) next[i] = start[i] * 64;
  for (word w = 0; w < W * in.counted; w++) others[w] = ~0ull;
  for (i32 o = 0; o < n; o++) {
    if (!in.is_active[o]) continue;
    u32 p = place_start[o];
    for (i32 k = in.item_start[o]; k < in.item_start[o + 1]; k++) {
      i32 i = in.items[k];
      if (i >= in.required) continue;
      covers[A * o + i / 64] |= 1ull << i % 64;
      place[p++] = next[i]++;
    }
    for (i32 k = in.count_start[o]; k < in.count_start[o + 1]; k++) place[p++] = next[in.required + in.counts[k]]++;
    if (in.is_free[o]) place[p++] = next[free_item]++;
    for (u32 k = place_start[o]; k < p; k++) {
      word bit = 1ull << place[k] % 64, at = place[k] / 64;
      option_at[place[k]] = o;
      domains[at] |= bit;
      for (i32 e = in.item_start[o]; e < in.item_start[o + 1]; e++) conflicts[W * in.items[e] + at] |= bit;
      for (i32 e = in.count_start[o]; e < in.count_start[o + 1]; e++) others[W * in.counts[e] + at] &= ~bit;
    }
  }
  for (i32 i = 0; i < in.required; i++) uncovered[i / 64] |= 1ull << i % 64;
  domains[W - 1] = 1;
  option_at[64 * (W - 1)] = n;
  for (i32 o = 0; is_stored && o <= n; o++) {
    word *target = compatible + W * o;
    for (word w = 0; w < W; w++) target[w] = ~0ull;
    for (i32 e = o < n ? in.item_start[o] : 0; o < n && e < in.item_start[o + 1]; e++) {
      word *conflict = conflicts + W * in.items[e];
      for (word w = 0; w < W; w++) target[w] &= ~conflict[w];
    }
  }
  row = is_stored ? 0 : compatible;
  level = done = 0;
  item_of[0] = root;
  word_of[0] = W - 1;
  untried[0] = 1;
  out.memory = (double)(8 * W * (in.exclusive + in.counted + in.depth));
  return 1;
}

// The options that may be chosen beside an option, in the words of all domains.
static word *beside(i32 option) {
  if (!row) return compatible + W * option;
  for (word w = 0; w < W; w++) row[w] = ~0ull;
  if (option == in.options) return row;
  for (i32 e = in.item_start[option]; e < in.item_start[option + 1]; e++) {
    word *conflict = conflicts + W * in.items[e];
    for (word w = 0; w < W; w++) row[w] &= ~conflict[w];
  }
  return row;
}

// Count the solution chosen[1..last] and store it if it leads its orbit: the least of two sets has the least option
// that is not in both.
static void visit(i32 last) {
  i32 n = in.options, order = 1, has_reflection = 0, is_mixed = 0;
  if (in.group > 1) {
    i32 token = ++tokens[0];
    for (i32 k = 1; k <= last; k++) marks[in.images[chosen[k]]] = token;
    for (i32 g = 1; g < in.group; g++) {
      i32 *image = in.images + (word)n * g, other = ++tokens[1], first = n, image_first = n;
      is_mixed |= !in.proper[g];
      for (i32 k = 1; k <= last; k++) {
        i32 position = image[chosen[k]];
        marks[n + 1 + position] = other;
        if (marks[position] != token && position < image_first) image_first = position;
      }
      if (image_first == n) {
        order++;
        has_reflection |= !in.proper[g];
        continue;
      }
      for (i32 k = 1; k <= last; k++) {
        i32 position = in.images[chosen[k]];
        if (marks[n + 1 + position] != other && position < first) first = position;
      }
      if (image_first < first) return;
    }
  }
  out.solutions++;
  out.raw += in.group / order;
  out.rotations += is_mixed && !has_reflection ? 2 : 1;
  out.symmetric += order > 1;
  if (out.stored < in.capacity) {
    i32 *target = in.batch + (word)out.stored * (in.depth + 1);
    target[0] = last;
    for (i32 k = 1; k <= last; k++) target[k] = in.number[chosen[k]];
    out.stored++;
  }
}

static void report_path(void) {
  i32 *target = in.batch + (word)out.stored * (in.depth + 1);
  target[0] = ~level;
  for (i32 k = 1; k <= level; k++) target[k] = chosen[k];
  out.stored++;
}

static i32 narrow(word *source, word *target, word *beside_it, word *left, i32 *best) {
  i32 least = NO_COST;
  for (word a = 0; a < A; a++) {
    for (word items = left[a]; items; items &= items - 1) {
      i32 item = (i32)(a * 64 + __builtin_ctzll(items)), remaining = 0;
      for (u32 w = start[item]; w < start[item + 1]; w++) {
        word active = source[w] & beside_it[w];
        target[w] = active;
        remaining += __builtin_popcountll(active);
      }
      if (!remaining) return 0;
      i32 cost = remaining * in.price[item];
      if (cost < least) least = cost, *best = item;
    }
  }
  return least;
}

// Narrow the counted items: one that needs n of r options is covered by one of any r - n + 1.
static i32 narrow_counted(word *source, word *target, word *beside_it, i32 *count, i32 least, i32 *best, i32 *free_options) {
  for (i32 k = 0; k <= in.counted; k++) {
    i32 item = in.required + k, remaining = 0;
    for (u32 w = start[item]; w < start[item + 1]; w++) {
      word active = source[w] & beside_it[w];
      target[w] = active;
      remaining += __builtin_popcountll(active);
    }
    if (k == in.counted) {
      *free_options = remaining;
      break;
    }
    i32 need = in.minimum[k] - count[k];
    if (need > remaining) return 0;
    if (need > 0 && (remaining - need + 1) * CELL_COST < least) least = (remaining - need + 1) * CELL_COST, *best = item;
  }
  return least;
}

// Try an option for an item at this level; return 1 if the next level is entered, where an item is chosen.
static i32 try_option(i32 item, i32 option) {
  i32 free_item = in.required + in.counted;
  word *here = domains + W * level, *below = here + W, *source = here;
  if (item >= in.required) for (u32 p = place_start[option]; p < place_start[option + 1]; p++) here[place[p] / 64] &= ~(1ull << place[p] % 64);
  if (level && level < in.fixed && option != in.path[level - 1]) return 0;
  chosen[level] = option;
  if (level >= in.fixed) out.nodes++;
  i32 *count = times + (word)(level + 1) * in.counted;
  for (i32 k = 0; k < in.counted; k++) count[k] = count[k - in.counted];
  for (i32 e = option < in.options ? in.count_start[option] : 0; option < in.options && e < in.count_start[option + 1]; e++) {
    i32 k = in.counts[e];
    if (++count[k] != in.maximum[k]) continue;
    for (word w = 0; w < W; w++) below[w] = source[w] & others[W * k + w];
    source = below;
  }
  word *left = uncovered + A * (level + 1);
  for (word a = 0; a < A; a++) left[a] = left[a - A] & ~covers[A * option + a];
  word *beside_it = beside(option);
  i32 best = 0, free_options = 0, cost = narrow(source, below, beside_it, left, &best);
  if (cost) cost = narrow_counted(source, below, beside_it, count, cost, &best, &free_options);
  if (!cost) return 0;
  if (cost == NO_COST) {
    if (level >= in.fixed) visit(level);
    if (!free_options) return 0;
    best = free_item;
  }
  if (in.cut && level + 1 >= in.cut) {
    report_path();
    return 0;
  }
  level++;
  chosen[level] = -1;
  item_of[level] = best;
  word_of[level] = start[best];
  untried[level] = domains[W * level + start[best]];
  return 1;
}

// Search at most `budget` nodes; return 1 at the end, 0 if nodes are left. With a cut, `batch` also gets the paths of
// parts: the complement of their length and their options.
EXPORT(search) i32 search(double budget, double limit) {
  double end = out.nodes + budget;
  while (!done && out.nodes < end && out.solutions < limit && !(in.cut && out.stored >= in.capacity)) {
    i32 item = item_of[level];
    if (!untried[level]) {
      if ((u32)++word_of[level] < start[item + 1]) untried[level] = domains[W * level + word_of[level]];
      else if (level == 0) done = 1;
      else level--;
      continue;
    }
    i32 option = option_at[64 * (u32)word_of[level] + __builtin_ctzll(untried[level])];
    untried[level] &= untried[level] - 1;
    try_option(item, option);
  }
  out.level = level;
  return done;
}

// The options that were tried last at the levels from 1 to `out.level`, -1 for none: the place of the search.
EXPORT(tried) i32 *tried(void) { return chosen + 1; }

// Go to a place of a search that was paused, in a new one; nothing counts on the way. Return 0 if there is no such place.
EXPORT(resume) i32 resume(i32 *last, i32 levels) {
  i32 fixed = in.fixed, *path = in.path, is_there = 1;
  in.fixed = NO_COST;
  in.path = last;
  for (i32 l = 0; l <= levels && is_there; l++) {
    i32 target = l ? last[l - 1] : in.options, item = item_of[l], option = -1;
    if (target < 0) break;
    if (l == levels) last[l - 1] = -1;  // the options below were all tried
    while (option != target && is_there) {
      if (untried[l]) {
        option = option_at[64 * (u32)word_of[l] + __builtin_ctzll(untried[l])];
        untried[l] &= untried[l] - 1;
        try_option(item, option);
      } else if ((u32)++word_of[l] < start[item + 1]) untried[l] = domains[W * l + word_of[l]];
      else is_there = 0;
    }
    chosen[l] = option;
    is_there &= level == (l < levels ? l + 1 : l);
  }
  in.fixed = fixed;
  in.path = path;
  out.level = level;
  return is_there;
}

// Estimate the number of nodes from one random path: the sum of the products of the numbers of children along it
// (Knuth, Estimating the efficiency of backtrack programs, 1975). The path ends the search of this instance.
EXPORT(probe) double probe(void) {
  static word random = 1975;
  double nodes = 0, weight = 1;
  level = 0;
  domains[W - 1] = 1;
  for (i32 item = item_of[0], is_open = 1; is_open; item = item_of[level]) {
    word *here = domains + W * level;
    u32 children = 0;
    for (u32 w = start[item]; w < start[item + 1]; w++) children += (u32)__builtin_popcountll(here[w]);
    if (!children) break;
    weight *= children;
    nodes += weight;
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    u32 skipped = (u32)((random >> 32) * children >> 32), w = start[item];
    for (;; w++) {
      for (; here[w] && skipped; skipped--) {
        i32 earlier = option_at[64 * w + (u32)__builtin_ctzll(here[w])];
        if (item < in.required) here[w] &= here[w] - 1;
        else for (u32 p = place_start[earlier]; p < place_start[earlier + 1]; p++) here[place[p] / 64] &= ~(1ull << place[p] % 64);
      }
      if (here[w]) break;
    }
    is_open = try_option(item, option_at[64 * w + (u32)__builtin_ctzll(here[w])]);
  }
  return nodes;
}
