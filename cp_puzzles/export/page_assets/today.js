// The labels of a calendar that stand for a date.

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

// The cells of a date, {cells, name}; null if the board has no months and days.
export function cellsOfDate(labels, date) {
  const cellOf = (fits) => Object.entries(labels).find(([, name]) => fits(name.trim().toLowerCase()));
  const month = cellOf((name) => name.startsWith(MONTHS[date.getMonth()]));
  const day = cellOf((name) => name === String(date.getDate()));
  if (!month || !day) return null;
  const weekday = cellOf((name) => name.startsWith(DAYS[date.getDay()]));
  const found = weekday ? [weekday, month, day] : [month, day];
  return { cells: found.map(([cell]) => Number(cell)), name: found.map(([, name]) => name).join(" ") };
}
