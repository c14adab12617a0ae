import { CsvError, parse } from "csv-parse/sync";

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
/**
 * Reads comma-separated values (RFC 4180), separated by what the header has, as spreadsheets write them: commas,
 * semicolons or tabs, lines ended either way, cells in quotes where they hold one of these. Empty lines are skipped.
 *
 * @returns null for a quote that nobody closes, or that stands within a bare cell.
 */
export function readCsv(text: string): CsvTable | null {
  const records = recordsOf(text);
  if (records === null) return null;
  const [columns = [], ...rows] = records;
  return {
    columns: columns.map((name) => name.trim().toLowerCase()),
    rows: rows
      .map((cells, index) => ({ line: index + 2, cells: cells.map((cell) => cell.trim()) }))
      .filter(({ cells }) => cells.some((cell) => cell !== "")),
  };
}

function recordsOf(text: string): string[][] | null {
  const head = text.slice(0, text.search(/\r|\n|$/));
  const delimiter = SEPARATORS.find((mark) => head.includes(mark)) ?? ",";
  try {
    return parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
    });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** Whether a spreadsheet would take a cell for a formula: it is none of our names or addresses. */
export function isFormula(cell: string): boolean {
  return /^[=@\t\r-]/.test(cell) || (cell.startsWith("+") && !/^\+[\d\s().-]+$/.test(cell));
}
