import { describe, expect, test } from "@jest/globals";
import { housePaths, textOf } from "./house-files.ts";

const page = textOf("docs/architecture.md");

/** The rows of the tables of a section: the first cell, and the code spans of the others. */
function rowsOf(heading: string) {
  const from = page.indexOf(`\n## ${heading}\n`);
  const lines = page.slice(from, page.indexOf("\n## ", from + 1)).split("\n");
  return lines
    .filter((line) => /^\| [`a-z]/.test(line))
    .map((line) => {
      const [, first = "", ...others] = line.split("|");
      const spans = [...others.join().matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
      return { first: first.trim().replaceAll("`", ""), spans };
    });
}

describe("The picture of the house", () => {
  test("has every room", () => {
    const built = [...housePaths].flatMap(
      (path) => /^activities\/([a-z-]+)$/.exec(path)?.[1] ?? [],
    );
    const drawn = rowsOf("Floors and rooms").map(({ first }) => first);
    expect(drawn).toEqual(expect.arrayContaining(built));
  });

  test("has every table once, in a room", () => {
    const sql = [...housePaths]
      .filter((path) => /^db\/migrations\/.*\.sql$/.test(path))
      .map(textOf)
      .join("\n");
    const made = [...sql.matchAll(/^create table (\w+)/gm)].map(([, table = ""]) => table);
    const dropped = new Set([...sql.matchAll(/^drop table (\w+)/gm)].map(([, table]) => table));
    const drawn = rowsOf("Storage").flatMap(({ spans }) => spans.filter((s) => made.includes(s)));
    expect(drawn.toSorted()).toEqual(made.filter((table) => !dropped.has(table)).toSorted());
  });
});
