/** A table in Markdown with columns as wide as their widest cell, as the formatter writes it. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...rows].map(line).join("\n");
}

/** A number with two significant digits, and commas between thousands. Small ones are below what costs can tell. */
export function figure(value: number): string {
  if (value < LEAST_SHOWN) return `<${LEAST_SHOWN}`;
  const rounded = Number(value.toPrecision(2));
  return rounded.toLocaleString("en", { maximumSignificantDigits: 2 });
}

const LEAST_SHOWN = 0.05;

/** A whole number, complete, with commas between thousands. */
export function exact(value: number): string {
  return value.toLocaleString("en");
}
