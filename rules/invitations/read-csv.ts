/**
 * Parses comma-separated values (RFC 4180) as spreadsheets write them. The separator follows `sep=` or the header,
 * both line endings are accepted, and cells may be quoted. Records of empty cells only are skipped anywhere.
 *
 * An unclosed quote, or one with text next to it, invalidates the lines up to where that shows. Parsing continues at
 * the next line.
 *
 * @returns null where the header itself cannot be read.
 */
export function readCsv(text: string): CsvTable | null {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const separator = SEPARATOR_LINE.exec(lines[0] ?? "")?.groups?.["separator"];
  const start = separator === undefined ? 0 : 1;
  const head = lines.slice(start).find((line) => !isBlank(line)) ?? "";
  const delimiter = separator ?? SEPARATORS.find((mark) => head.includes(mark)) ?? ",";
  const [header, ...rows] = recordsOf(lines, { start, delimiter });
  if (header === undefined) return { columns: [], rows };
  if (header.cells === null) return null;
  return { columns: header.cells.map(columnOf), rows };
}

/** A parsed file of people: its columns in lower case, and its records. */
export interface CsvTable {
  /** Empty for a column without a name. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** A record of a file: its cells, or null if its quotes do not match. */
export interface CsvRow {
  /** Its non-empty lines, counted from 1 over all lines of the file; one, unless a cell contains a line break. */
  readonly lines: readonly [number, ...number[]];
  readonly cells: readonly string[] | null;
}

const SEPARATORS = [";", "\t", ","] as const;
/** The first line that some spreadsheets write and hide; it names the separator. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[^"\r\n])"?[;,\t]*$/i;

/** A column's name without invisible characters. */
function columnOf(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .toLowerCase();
}

/** Whether a line has only separators, quotes and spaces: it is not the header. */
function isBlank(line: string): boolean {
  return /^[\s;,"]*$/.test(line);
}

function recordsOf(
  lines: readonly string[],
  { start, delimiter }: { readonly start: number; readonly delimiter: string },
): CsvRow[] {
  const records: CsvRow[] = [];
  for (let index = start; index < lines.length;) {
    const { cells, count } = readRecord(lines, index, delimiter);
    const swallowed = Array.from({ length: count - 1 }, (_, offset) => index + 1 + offset)
      .filter((at) => lines[at]?.replaceAll(delimiter, "").trim() !== "")
      .map((at) => at + 1);
    if (cells?.every((cell) => cell === "") !== true)
      records.push({ lines: [index + 1, ...swallowed], cells });
    index += count;
  }
  return records;
}

/** A record that starts at a line, and its number of lines. */
interface ReadRecord {
  readonly cells: readonly string[] | null;
  readonly count: number;
}

function readRecord(lines: readonly string[], first: number, delimiter: string): ReadRecord {
  const cells: string[] = [];
  let at = first;
  let rest: string | null = lines[first] ?? "";
  while (rest !== null) {
    const bare = rest.trimStart();
    // A tab before a quote may be a separator.
    const isQuoted = bare.startsWith('"') && !rest.slice(0, -bare.length).includes(delimiter);
    if (!isQuoted) {
      const end: number = rest.indexOf(delimiter);
      const bareCell: string = end === -1 ? rest : rest.slice(0, end);
      if (bareCell.includes('"')) return { cells: null, count: at - first + 1 };
      cells.push(bareCell.trim());
      rest = end === -1 ? null : rest.slice(end + delimiter.length);
      continue;
    }
    const quoted = readQuoted(lines, { at, text: bare.slice(1) });
    if (quoted === null) return { cells: null, count: lines.length - first };
    at = quoted.at;
    const after = quoted.after.indexOf(delimiter);
    const trailing = after === -1 ? quoted.after : quoted.after.slice(0, after);
    if (trailing.trim() !== "") return { cells: null, count: at - first + 1 };
    // A trailing line break in a cell is invisible and dropped; any other stays, a leading one too.
    const cell = quoted.cell.trimEnd();
    cells.push(cell.includes("\n") ? cell : cell.trimStart());
    rest = after === -1 ? null : quoted.after.slice(after + delimiter.length);
  }
  return { cells, count: at - first + 1 };
}

/** A cell after its opening quote: content and end. Null if it is never closed. */
function readQuoted(
  lines: readonly string[],
  { at, text }: { readonly at: number; readonly text: string },
): { readonly cell: string; readonly at: number; readonly after: string } | null {
  let cell = "";
  for (let index = at; index < lines.length; index += 1) {
    const line = index === at ? text : (lines[index] ?? "");
    // Up to a quote that is not doubled.
    const closed = /^(?<inner>(?:[^"]|"")*)"(?!")(?<after>.*)$/su.exec(line)?.groups;
    const inner = closed?.["inner"] ?? line;
    cell += `${index === at ? "" : "\n"}${inner.replaceAll('""', '"')}`;
    if (closed !== undefined) return { cell, at: index, after: closed["after"] ?? "" };
  }
  return null;
}

/** Whether a spreadsheet would treat a cell as a formula: no name or address begins like that. */
export function isFormula(cell: string): boolean {
  return /^[=@\t\r-]/.test(cell) || (cell.startsWith("+") && !/^\+[\d\s().-]+$/.test(cell));
}
