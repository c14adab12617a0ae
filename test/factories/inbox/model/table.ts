import { textOf } from "../../../docs/house-files.ts";

/** A row of the table: an event, and its result for a task in each state. */
export type TableRow = Readonly<Record<string, string>>;

/** The rows of the table in docs/inbox-states.md, each cell by its heading. */
export function readInboxTable(): readonly TableRow[] {
  const lines = textOf("docs/inbox-states.md").split("\n");
  const from = lines.findIndex((line) => line.startsWith("| event "));
  const cellsOf = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const headings = cellsOf(lines[from] ?? "");
  return lines
    .slice(from + 2)
    .filter((line) => line.startsWith("|"))
    .map((line) => {
      const cells = cellsOf(line).map((cell, place) => [headings[place] ?? "", cell] as const);
      return Object.fromEntries<string>(cells);
    });
}
