/** A file of people as it is read: its columns in small letters, and its records. */
export interface CsvTable {
  /** Empty for a column without a name. */
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** A record of a file: its cells, or null where its quotes do not add up. */
export interface CsvRow {
  /** The lines it stands on that are not empty, counted from 1 with every line of the file; one, unless a cell breaks. */
  readonly lines: readonly [number, ...number[]];
  readonly cells: readonly string[] | null;
}

const SEPARATORS = [";", "\t", ","] as const;
/** The first line that some spreadsheets write and hide: which character separates the cells. */
const SEPARATOR_LINE = /^"?sep=(?<separator>[^"\r\n])"?[;,\t]*$/i;

/**
 * Reads comma-separated values (RFC 4180) as spreadsheets write them: separated by what `sep=` says or the header has,
 * lines ended either way, cells in quotes where needed. Records of nothing but empty cells are skipped, wherever they are.
 *
 * A quote that nobody closes, or with something beside it, costs the lines up to where that shows; reading goes on at the
 * line that follows.
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

/** A column's name without the marks that nobody sees. */
function columnOf(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .toLowerCase();
}

/** Whether a line has nothing but separators, quotes and spaces: it is not the header. */
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

/** A record that begins with a line, and how many lines it takes. */
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
    // A tab in front of a quote may be a separator.
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
    const beside = after === -1 ? quoted.after : quoted.after.slice(0, after);
    if (beside.trim() !== "") return { cells: null, count: at - first + 1 };
    // A break that only ends a cell is nothing that anybody sees; any other stays, also in front.
    const cell = quoted.cell.trimEnd();
    cells.push(cell.includes("\n") ? cell : cell.trimStart());
    rest = after === -1 ? null : quoted.after.slice(after + delimiter.length);
  }
  return { cells, count: at - first + 1 };
}

/** A cell behind its opening quote: what it holds, and where it ends. Null where nothing closes it. */
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

/** Whether a spreadsheet would take a cell for a formula: it is none of our names or addresses. */
export function isFormula(cell: string): boolean {
  return /^[=@\t\r-]/.test(cell) || (cell.startsWith("+") && !/^\+[\d\s().-]+$/.test(cell));
}
