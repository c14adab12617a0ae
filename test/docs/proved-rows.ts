import { textOf } from "./house-files.ts";

/** A row of a page's table: what it is about by its number, and the file and title of its test. */
interface ProvedRow {
  readonly number: string;
  readonly file: string;
  readonly title: string;
}

/** What a page says to be proved, and by number what it says to be missing. */
interface ProvedPage {
  readonly proved: readonly ProvedRow[];
  readonly open: readonly string[];
  /** Numbers that stand in either, in their order. */
  readonly numbers: readonly string[];
  /** Rows as they are written, also those that cannot be read. */
  readonly written: readonly string[];
}

/** Reads a page with "## Proved" and "## Not there yet", whose rows begin with a number under `heading`. */
export function readProvedPage(file: string, heading: string): ProvedPage {
  const [, tables = ""] = textOf(file).split("## Proved");
  const [said = "", missing = ""] = tables.split("## Not there yet");
  const rows = said.matchAll(/^\| (\d+) +\| .+? +\| `(test\/\S+)` +\| (.+?) +\|$/gm);
  const proved = [...rows].map(([, number = "", path = "", title = ""]) => ({
    number,
    file: path,
    title,
  }));
  const open = [...missing.matchAll(/^\| (\d+) +\| .+ \|$/gm)].map(([, number = ""]) => number);
  const numbers = [...new Set([...proved.map(({ number }) => number), ...open])].toSorted(
    (one, other) => Number(one) - Number(other),
  );
  const isRow = (line: string) =>
    line.startsWith("| ") && !line.startsWith(`| ${heading} `) && !line.startsWith("| -");
  return { proved, open, numbers, written: tables.split("\n").filter(isRow) };
}

/** Rows whose test is not there under its title. */
export function inventedRows({ proved }: ProvedPage): readonly ProvedRow[] {
  return proved.filter(({ file, title }) => !textOf(file).includes(`"${title}"`));
}

/** The numbers from 1 to `count`, as a page writes them. */
export function numbersTo(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => String(place + 1));
}
