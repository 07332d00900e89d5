// The first mistake of YAML itself in a text, which the package yaml finds, at the place and in the words of the program.

const GENERAL = "check the indentation, the colons, the brackets and the quotes here";
const SPACES = "indent with spaces, and put text with special characters in quotes";
const INDENT = "indent all keys equally; start the first row of a drawing with . if another row starts left of it";
const NO_COLON = "mapping values are not allowed in this context";
/** @type {Record<string, [string, string]>} */
const WORDS = { BAD_DQ_ESCAPE: ["found unknown escape character", GENERAL], BAD_SCALAR_START: ["found character that cannot start any token", SPACES] };
const BLANK = /(?:[ \n\r]|(?<=\s)#.*)*/y; // spaces, line ends and comments

/** @param {string} text @param {any[]} errors @param {(offset: number) => number[]} at @returns {[number[], string[], string, string] | null} */
export function syntaxMistake(text, errors, at) {
  const error = errors[0];
  if (!error) return null;
  const { code, message } = error;
  const [start] = error.pos;
  const told = (/** @type {number} */ offset, /** @type {string} */ problem, remedy = GENERAL) => /** @type {[number[], string[], string, string]} */ ([at(offset), [], `this is not YAML: ${problem}`, remedy]);
  const token = tokenFrom(text, start);
  if (WORDS[code]) return told(start, ...WORDS[code]);
  if (code === "MISSING_CHAR" && message.startsWith("Missing closing")) return told(text.length, "found unexpected end of stream");
  if (code === "MULTIPLE_DOCS") return text.startsWith("---", start) ? [at(start), [], "a second document starts here", "one file holds one puzzle"] : told(start, "did not find expected <document start>");
  if (code === "TAB_AS_INDENT") {
    const isInText = /[^\s:,\]}"'|>-]\s*$/.test(text.slice(0, start));
    return told(start, isInText ? "found a tab character that violates indentation" : WORDS.BAD_SCALAR_START[0], SPACES);
  }
  const isDash = /^- /.test(text.slice(token));
  if ((code === "BLOCK_AS_IMPLICIT_KEY" || tokenFrom(text, 0) === start) && !isDash) return told(start + text.slice(start).search(/:(\s|$)/), NO_COLON);
  const bracket = openBracket(text, start);
  if (bracket >= 0) {
    const [opening, closing] = text[bracket] === "[" ? "[]" : "{}";
    // text without quotes goes on in the next line, up to a colon
    const colon = /\w\s*$/.test(text.slice(0, token)) && code === "BAD_INDENT" ? text.slice(token).match(/^[^\s:[\]{},]*(?=:\s)/) : null;
    return told(token + (colon ? colon[0].length : 0), `did not find expected ',' or '${closing}' for the '${opening}' at ${at(bracket).join(":")}`, `close the '${opening}'`);
  }
  if (code === "MULTILINE_IMPLICIT_KEY" && !isDash) {
    const further = text.slice(start).search(new RegExp(`\\n {0,${at(start)[1] - 1}}[^\\s#]`)); // lines that begin further right belong to the text
    return told(further < 0 ? text.length : tokenFrom(text, start + further), "could not find expected ':'");
  }
  return isInList(text, token) ? told(token, "did not find expected '-' indicator") : told(token, "did not find expected key", INDENT);
}

// The next character that is neither blank nor in a comment.
function tokenFrom(text, start) {
  BLANK.lastIndex = start;
  return start + BLANK.exec(text)[0].length;
}

// The bracket that is open at a place, -1 without one. Brackets in texts without quotes do not count.
function openBracket(text, end) {
  const open = [];
  for (const { 0: part, index } of text.slice(0, end).matchAll(/"(?:\\.|[^"\\])*"|(?<=[\s,[{:])'[^']*'|(?<=\s)#.*|[[\]{}]/g)) {
    if ("[{".includes(part)) open.push(index);
    else if ("]}".includes(part)) open.pop();
  }
  return open.at(-1) ?? -1;
}

// Whether the innermost block about a place is a list: by its own line, or by the nearest line above that begins no further right.
function isInList(text, place) {
  const lines = text.slice(0, place).split("\n").reverse();
  const column = lines[0].length;
  const line = lines.find((each) => each.trim() && each.search(/\S/) <= column) ?? "";
  const [, dash, key] = line.match(/^(\s*- )?\s*([^\s:[{"']+:(?:\s|$))?/);
  return Boolean(dash) && !(key && dash.length <= column);
}
