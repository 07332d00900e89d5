// The types of the data of a page, which Python writes (`../../page_data.py`); a test compares the data of pages with them.

/** The color of a cell: its letter, the color to draw, and the color of text on it; its `value` if it is one. */
export interface Dot {
  letter: string;
  color: string;
  text: string;
  value?: string;
}

/** Numbers of 2 or 4 bytes, little-endian, in base64. */
export interface NumberTable {
  bytes: number;
  base64: string;
}

/** The shape of a cell about its center: `radius` of a ball, or `faces` of a polyhedron, only in space. */
export interface PageShape {
  polygon: number[][];
  path: string;
  dot: number[];
  radius?: number;
  faces?: number[][][];
}

/** The middle, the diagonal and the lowest height of solid cells. */
export interface PageSpace {
  middle: number[];
  size: number;
  low: number;
}

/** The view of an orientation, which the page computes: the `box` of a flat one, the camera of a solid one. */
export interface TileView {
  box?: number[];
  middle?: number[];
  size?: number;
  turn?: number;
  tilt?: number;
}

/** The views of the orientations of a tile, the largest extent of its pictures, and the orientation shown first. */
export interface TileViews {
  views: TileView[];
  extent: number[];
  first: number;
}

/** A tile with its orientations; `outlines` has the number of the outline of each, `colors` those of its cells.
 *
 * `sides` has the colors of the sides of each cell of each orientation, nothing if no side has a color. */
export interface PageTile {
  name: string;
  color: string;
  clear: string;
  minimum: number;
  maximum: number;
  orientations: number[][][];
  outlines: number[];
  colors: ((Dot | null)[])[];
  sides: string[][];
}

/** An isometry for a piece in the hand: the image of each orientation of each tile. */
export interface HandIsometry {
  name: string;
  to: number[][];
  isUsed: boolean;
}

/** The tile, the orientation, the outline and the cells of each placement; `size` is that of each tile.
 *
 * If tiles have colors, `shown` has the number of the color on each cell, from 1, and 0 for none. */
export interface PlacementTable {
  tile: NumberTable;
  orientation: NumberTable;
  size: number[];
  outline: NumberTable;
  cells: NumberTable;
  shown?: NumberTable;
}

/** A line that a rule may highlight: pairs of cells beside it, and segments: a layer and four coordinates. */
export interface HighlightLine {
  sides: number[][];
  segments: number[][];
}

/** A point that a rule may highlight: the cells around it, and its place: a layer and two coordinates. */
export interface HighlightPoint {
  cells: number[];
  at: number[];
}

/** The lines and points that rules may highlight. */
export interface PageHighlights {
  lines: HighlightLine[];
  points: HighlightPoint[];
}

/** The colors of a coloring that solutions are shown in; `clear` are those for people who see fewer colors. */
export interface PageColoring {
  colors: string[];
  clear: string[];
}

/** A bound on the number of placements from a set; a game may break one that is `marked` on the board. */
export interface PlacementLimit {
  minimum: number;
  maximum: number;
  members: number[];
  marked?: boolean;
}

/** The extent of a board, which the page computes. */
export interface BoardExtent {
  box: number[];
  space?: PageSpace;
}

/** A condition on the values in a region.
 *
 * Of a drawn region also its color, its line in each layer, and the cell, the offset and the size of its sign. */
export interface PageRegion {
  name: string;
  cells: number[];
  kind: string;
  minimum: number | null;
  maximum: number | null;
  value: number | null;
  sign: string;
  color?: string;
  paths?: any[][];
  at?: number[];
}

/** A side about the center of a cell: its path, and the place and the size of its letter. */
export interface DrawnSide {
  path: string;
  at?: number[];
}

/** The colors of sides, how the sides of each shape of cells are drawn, the color that each color meets (`mates`).
 *
 * `meeting` has the sides that meet: a cell, the number of its side, the other cell, the number of its side. */
export interface PageSides {
  colors: Record<string, Dot>;
  mates: Record<string, string>;
  drawn: Record<number, DrawnSide[]>;
  meeting: number[][];
}

/** A symmetry group: permutations of placements that generate it.
 *
 * `words[i]` composes element i + 1 of an earlier element and a generator. */
export interface PageGroup {
  words: number[][];
  placements: NumberTable[];
}

/** The solutions: rows of `width` numbers, placement + 1, then zeros.
 *
 * `own` tells which images belong to which solution, in base64; `classes` has the class of each piece in a coloring. */
export interface SolutionTable {
  count: number;
  width: number;
  hasEmpty: boolean;
  rows: NumberTable;
  own: string;
  classes?: NumberTable;
}

/** A flag for a page that has all solutions, and how many there are, None if it is not known. */
export interface SolutionTotal {
  complete: boolean;
  solutions: number | null;
}

/** The data of a solution page; `browsing` begins with the solutions instead of the game.
 *
 * `moves` has, by the placements of a solution, the moves that take it apart: placements, a translation in drawings,
 * and whether the placements leave. */
export interface SolutionPage {
  solid: boolean;
  directions?: number[][];
  ahead?: number[][][];
  name: string;
  description: string;
  cells: number[][];
  touching: number[][];
  periods: number[][];
  names: string[];
  labels: Record<number, string>;
  colors: Record<number, Dot>;
  dots: Dot[];
  layer: number[];
  board: string[];
  letter: number;
  required: number[];
  rules: string[];
  regions: PageRegion[];
  sides: PageSides | null;
  highlights: PageHighlights;
  coloring: PageColoring | null;
  limits: PlacementLimit[];
  left: number[];
  tiles: PageTile[];
  isometries: HandIsometry[];
  placements: PlacementTable;
  given: number[];
  shapes: PageShape[];
  outlines: any[][][];
  shades: number[];
  bare: boolean;
  embedded: boolean;
  browsing: boolean;
  group: PageGroup;
  solutions: SolutionTable;
  moves: Record<string, any[]>;
  total: SolutionTotal;
}
