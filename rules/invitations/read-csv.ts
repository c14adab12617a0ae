/** A file of people as it is read: its columns in small letters, and its lines. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** A line of a file; `line` counts records from 1, the header being the first. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [";", "\t", ","] as const;
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Reads comma-separated values (RFC 4180), separated by what the header has, as spreadsheets write them: commas,
 * semicolons or tabs, lines ended either way, cells in quotes where they hold one of these. Empty lines are skipped.
 *
 * @returns null for a quote that nobody closes, or that stands within a bare cell.
 */
export function readCsv(text: string): CsvTable | null {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const head = plain.slice(0, plain.search(/\r|\n|$/));
  const separator = SEPARATORS.find((mark) => head.includes(mark)) ?? ",";
  const records = recordsOf(plain, separator);
  if (records === null) return null;
  const [columns = [], ...rows] = records;
  return {
    columns: columns.map((name) => name.trim().toLowerCase()),
    rows: rows
      .map((cells, index) => ({ line: index + 2, cells: cells.map((cell) => cell.trim()) }))
      .filter(({ cells }) => cells.some((cell) => cell !== "")),
  };
}

function recordsOf(text: string, separator: string): string[][] | null {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`,
    "gy",
  );
  const records: string[][] = [];
  let record: string[] = [];
  while (cell.lastIndex <= text.length) {
    const found = cell.exec(text);
    if (found === null) return null;
    const [, quoted, bare = "", end = ""] = found;
    record.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    records.push(record);
    record = [];
    if (end === "") break;
  }
  return records;
}

/** Whether a spreadsheet would take a cell for a formula: it is none of our names or addresses. */
export function isFormula(cell: string): boolean {
  return /^[=@\t\r-]/.test(cell) || (cell.startsWith("+") && !/^\+[\d\s().-]+$/.test(cell));
}
