import { describe, expect, test } from "@jest/globals";
import { actors } from "../../workers/actors.ts";
import { housePaths, textOf } from "./house-files.ts";

const page = textOf("docs/architecture.md");

describe("docs/architecture.md", () => {
  test("lists every room", () => {
    const built = [...housePaths].flatMap(
      (path) => /^activities\/([a-z-]+)$/.exec(path)?.[1] ?? [],
    );
    const listed = roomsIn("Floors and rooms").map(({ room }) => room);
    expect(listed).toEqual(expect.arrayContaining(built));
  });

  test("has pictures that name only existing files and folders", () => {
    const pictures = [...page.matchAll(/^```mermaid$([^]*?)^```$/gm)].map(([, text = ""]) => text);
    const named = [...pictures.join("\n").matchAll(/\b[a-z]+\/[\w./-]*/g)]
      .map(([path]) => path.replace(/\/$/, ""))
      .filter((path) => path !== "br");
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !housePaths.has(path))).toEqual([]);
  });

  test("lists every table of the database once, under its room", () => {
    const sql = [...housePaths]
      .filter((path) => /^db\/migrations\/.*\.sql$/.test(path))
      .map(textOf)
      .join("\n");
    // A partitioned table was a plain one before. Its partitions are named by a schema.
    const found = [...sql.matchAll(/^create table (\w+)\b(?!\.)/gm)].map(([, table = ""]) => table);
    const made = [...new Set(found)];
    const dropped = new Set([...sql.matchAll(/^drop table (\w+)/gm)].map(([, table]) => table));
    const listed = roomsIn("Storage").flatMap(({ spans }) => spans.filter((s) => made.includes(s)));
    expect(listed.toSorted()).toEqual(made.filter((table) => !dropped.has(table)).toSorted());
  });

  test.each(actors.map(({ definition }) => definition))(
    "lists the actor $kind with each reason for which it waits",
    ({ kind, subject, dueReasons }) => {
      const id = [kind, ...subject.map((name) => `{${name}}`)].join("/");
      const entry = page.split(/\n(?=- |\n)/).find((one) => one.startsWith(`- \`${id}\` `)) ?? "";
      const missing = dueReasons.filter((reason) => !entry.includes(`\`${reason}\``));
      expect(missing).toEqual([]);
    },
  );
});

/** The list of rooms in a section: the name of each, and the code spans behind it. */
function roomsIn(heading: string) {
  const from = page.indexOf(`\n## ${heading}\n`);
  const section = page.slice(from, page.indexOf("\n## ", from + 1));
  return [...section.matchAll(/^- (`?)([a-z-]+)\1: (.*(?:\n {2}.*)*)/gm)].map(
    ([, , room = "", text = ""]) => ({
      room,
      spans: [...text.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span),
    }),
  );
}
