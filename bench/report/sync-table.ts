import type { MeasuredRow } from "../measures/measure.ts";
import { say } from "./rounds.ts";

const WIDTHS = [54, 12, 12, 24] as const;

/** Prints targets and measured values. */
export function printTable(rows: readonly MeasuredRow[]): void {
  say("");
  print(["what", "required", "target", "measured"]);
  print(WIDTHS.map((width) => "-".repeat(width)));
  for (const { what, required, target, measured } of rows)
    print([what, required, target, measured]);
}

function print(cells: readonly string[]): void {
  const padded = cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0));
  say(`| ${padded.join(" | ")} |`);
}
