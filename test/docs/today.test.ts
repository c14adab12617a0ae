import { describe, expect, test } from "@jest/globals";
import { textOf } from "./house-files.ts";

/** Rows of the page: what is said, and the file and title of its test. */
const rows = [...textOf("docs/today.md").matchAll(/^\| (.+?) +\| `(test\/\S+)` +\| (.+?) +\|$/gm)];

const titlesOf = (file: string) =>
  [...textOf(file).matchAll(/\btest\(\s*"(.+)"/g)].map(([, title = ""]) => title);

describe("Every row of docs/today.md", () => {
  test("has its test, by file and title", () => {
    expect(rows.length).toBeGreaterThan(40);
    const missing = rows
      .filter(([, , file = "", title = ""]) => !titlesOf(file).includes(title))
      .map(([, row, file, title]) => ({ row, file, title }));
    expect(missing).toEqual([]);
  });

  test("stands there once under its heading, and none is written otherwise", () => {
    const written = textOf("docs/today.md")
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (?:what +\||---)/.test(line));
    expect(written).toHaveLength(rows.length);
  });
});
