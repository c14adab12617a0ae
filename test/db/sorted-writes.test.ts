import { describe, expect, test } from "@jest/globals";
import { housePaths, textOf } from "../docs/house-files.ts";

const SOURCES = [...housePaths].filter((path) =>
  /^(?:activities|api|db|workers)\/.*\.ts$/.test(path),
);

/** Inserts of one row, by file and table; the text alone does not show it. */
const ONE_ROW = new Set([
  "db/exercises/thumbnails/review-rows.ts: thumbnailRejection",
  "db/inbox/source-events/insert-source-event.ts: sourceEvent",
  "db/inbox/views/write-read-mark.ts: inboxReadMark",
  "db/notifications/mute-category.ts: notificationPreference",
  "db/sync/admission/seen-row.ts: actor",
  "db/sync/admission/seen-row.ts: device_seen",
]);

/** Builders and texts that name rows of the caller, or rows by a list of the caller. */
const NAMES_MANY = /\brecords\(|\btextRows\(|\browTable\(|\banyOf\(|fn\.any\(|"in",|_recordset\(/;

describe("A statement that writes or locks several rows (docs/architecture.md#lock-order)", () => {
  test("orders rows that it inserts if others may insert the same", () => {
    expect(found(unsortedInserts).toSorted()).toEqual([...ONE_ROW]);
  });

  test("orders rows that it locks by a list", () => {
    expect(found(unsortedLocks)).toEqual([]);
  });

  test.each([
    [
      "an insert of rows",
      `tables(tx).insertInto("exerciseWord").values(rows).onConflict((on) => on.doNothing()).execute();`,
    ],
    [
      "an insert of rows that are mapped",
      `tables(tx).insertInto("a").values(rows.map((row) => ({ ...row }))).onConflict((on) => on.doNothing());`,
    ],
    [
      "an insert of records",
      `tables(tx).insertInto("a").columns(NAMES).expression((from) => from.selectFrom(records(rows, ROW).as("row")).selectAll()).onConflict((on) => on.doNothing());`,
    ],
    [
      "an insert of a constant",
      `const wishes = from.selectFrom(records(rows, ROW).as("row"));\ninsertInto("a").expression(wishes).onConflict((on) => on.doNothing());`,
    ],
    [
      "a text that inserts",
      "sql`insert into a (id) select id from json_to_recordset(${rows}) as row (id uuid) on conflict do nothing`",
    ],
  ])("is reported if it has no order: %s", (_, planted) => {
    expect(unsortedInserts(planted)).toHaveLength(1);
  });

  test.each([
    [
      "a lock of rows",
      `tables(tx).selectFrom("a").where("id", "=", anyOf(ids)).select("id").forNoKeyUpdate().execute();`,
    ],
    ["a text that locks", "sql`select id from a where id = any(${ids}::uuid[]) for no key update`"],
  ])("is reported if it has no order: %s", (_, planted) => {
    expect(unsortedLocks(planted)).toHaveLength(1);
  });
});

/** Each statement of a builder, from its first word to the end of its chain. */
function chainsOf(text: string, first: RegExp): readonly string[] {
  return [...text.matchAll(first)].map(({ index }) => {
    const end = text.indexOf(";", index);
    return text.slice(index, end === -1 ? text.length : end);
  });
}

/** A constant that a chain uses is part of it. */
function withConstants(chain: string, text: string): string {
  const names = [...chain.matchAll(/\.(?:expression|values)\((\w+)\)/g)].map(([, name]) => name);
  const parts = names.flatMap((name) => chainsOf(text, new RegExp(`const ${name} =`, "g")));
  return [chain, ...parts].join("\n");
}

/** Inserts of unordered rows that may wait for other writers. */
function unsortedInserts(text: string): readonly string[] {
  const built = chainsOf(text, /\.?insertInto\(/g)
    .filter((chain) => chain.includes(".onConflict("))
    .map((chain) => withConstants(chain, text))
    .filter((chain) => {
      const takesMany = /\.values\((?!\s*\{)|\.expression\(/.test(chain);
      return takesMany && !/\.orderBy\(|sortedBy\(|\.toSorted\(|inOrder\b/.test(chain);
    });
  const written = [...text.matchAll(/insert into [^`]*?on conflict/g)]
    .map(([statement]) => statement.slice(statement.lastIndexOf("insert into")))
    .filter((statement) => statement.includes(" from ") && !statement.includes("order by"));
  return [...built, ...written];
}

/** Waiting locks on an unordered list of rows. Deletions skip locked rows, and a shared key waits for none. */
function unsortedLocks(text: string): readonly string[] {
  const built = chainsOf(text, /\bselectFrom\(/g).filter(
    (chain) =>
      /\.for(?:NoKeyUpdate|Update|Share)\(/.test(chain) &&
      NAMES_MANY.test(chain) &&
      !/\.orderBy\(|\.skipLocked\(/.test(chain),
  );
  const written = [...text.matchAll(/select [^`]*?for (?:no key )?update(?! skip)/g)]
    .map(([statement]) => statement)
    .filter(
      (statement) => /= any\(|_recordset\(/.test(statement) && !statement.includes("order by"),
    );
  return [...built, ...written];
}

/** The statements of all files, each by its file and table. */
function found(of: (text: string) => readonly string[]): readonly string[] {
  return SOURCES.flatMap((path) =>
    of(textOf(path)).map((statement) => {
      const [, table = ""] =
        /(?:insertInto\("|selectFrom\("|into |from )(\w+)/.exec(statement) ?? [];
      return `${path}: ${table}`;
    }),
  );
}
