import { describe, expect, test } from "@jest/globals";
import { textOf } from "./house-files.ts";

const titlesOf = (file: string) =>
  [...textOf(file).matchAll(/\btest\(\s*"(.+)"/g)].map(([, title = ""]) => title);

describe.each(["docs/today.md", "docs/inbox-rows.md"])("Every row of %s", (page) => {
  /** What is said, and the file and title of its test. */
  const rows = [...textOf(page).matchAll(/^\| (.+?) +\| `(test\/\S+)` +\| (.+?) +\|$/gm)];

  test("has its test, by file and title", () => {
    expect(rows.length).toBeGreaterThan(40);
    const missing = rows
      .filter(([, , file = "", title = ""]) => !titlesOf(file).includes(title))
      .map(([, row, file, title]) => ({ row, file, title }));
    expect(missing).toEqual([]);
  });

  test("stands there once under its heading, and none is written otherwise", () => {
    const written = textOf(page)
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (?:what +\||---)/.test(line));
    expect(written).toHaveLength(rows.length);
  });
});
