const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{4}([0-9a-f]{8})/g;
const GAP = 2;

/** Shortens ids to their end, which differs even between ids of the same instant: `…1b2c3d4e`. */
export function shortenIds(text: string): string {
  return text.replaceAll(UUID, "…$1");
}

/** Cuts a line that is too long, with a mark. */
export function fitLine(text: string, width: number): string {
  const letters = Array.from(text);
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join("")}…`;
}

/** Formats rows as columns, each as wide as its longest cell; a line that is too long is cut. */
export function layOutTable(
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const lengths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => lengthOf(row[column] ?? ""))),
  );
  const pad = (cell: string, column: number) =>
    cell + " ".repeat((lengths[column] ?? 0) - lengthOf(cell) + GAP);
  return rows.map((row) => fitLine(row.map(pad).join("").trimEnd(), width));
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
