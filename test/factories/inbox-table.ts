import { textOf } from "../docs/house-files.ts";

/** A row of the page's table: an event, and the outcome for a task in each state. */
export type TableRow = Readonly<Record<string, string>>;

/** The rows of the table of docs/inbox.md, each cell under its heading. */
export function readInboxTable(): readonly TableRow[] {
  const lines = textOf("docs/inbox.md").split("\n");
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
