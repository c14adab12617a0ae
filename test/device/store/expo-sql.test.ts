import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "@jest/globals";
import { type ExpoDatabase, openExpoSql } from "../../../device/adapters/expo/expo-sql.ts";
import { nodeSqlite, nodeSqliteCode } from "../../../device/adapters/node/node-sqlite.ts";
import { describeSqlConformance } from "./sql-conformance.ts";

describeSqlConformance("A database of expo-sqlite's interface", async () => {
  const folder = mkdtempSync(join(tmpdir(), "device-expo-"));
  return {
    open: () => openExpoSql(expoDatabase(join(folder, "device.sqlite"))),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

test("A write of expo-sqlite begins and commits without letting any other call in between.", async () => {
  const calls: string[] = [];
  const sql = await openExpoSql(expoDatabase(":memory:", (call) => calls.push(call)));
  calls.length = 0;
  await Promise.all([
    sql.write([{ sql: "create table one (id)" }, { sql: "insert into one values (1)" }]),
    sql.write([{ sql: "create table two (id)" }]),
    sql.read({ sql: "select id from one" }),
  ]);
  expect(calls).toEqual([
    "begin immediate",
    "create table one (id)",
    "insert into one values (1)",
    "commit",
    "begin immediate",
    "create table two (id)",
    "commit",
    "select id from one",
  ]);
  await sql.close();
});

const asOnIos = (code: number) => `Error code ${code}: the database says no`;
const asOnAndroid = (code: number) =>
  `Error code ${String.fromCharCode(code)}: the database says no`;

test.each([
  ["FULL", "iOS", asOnIos(13)],
  ["FULL", "Android", asOnAndroid(13)],
  ["CORRUPT", "iOS", asOnIos(11)],
  ["CORRUPT", "Android", asOnAndroid(11)],
  ["REFUSED", "iOS", asOnIos(14)],
  ["REFUSED", "Android", asOnAndroid(14)],
  ["LOST", "iOS", asOnIos(5)],
  ["LOST", "Android", asOnAndroid(5)],
])(
  "The fault %s of expo-sqlite is recognised on %s by the text of its error.",
  async (kind, _platform, text) => {
    const database = expoDatabase(":memory:");
    const failing = {
      ...database,
      runSync() {
        throw new Error(`Calling the 'runSync' function has failed\n→ Caused by: ${text}`);
      },
    };
    const sql = await openExpoSql(failing);
    await expect(sql.write([{ sql: "delete from one" }])).rejects.toMatchObject({ kind });
    expect(database.isInTransactionSync()).toBe(false);
  },
);

/** The API of `expo-sqlite` over Node's SQLite, with the same error texts. */
function expoDatabase(path: string, onCall: (sql: string) => void = () => {}): ExpoDatabase {
  const database = new DatabaseSync(path);
  const sqlite = nodeSqlite(database);
  return {
    execSync: (sql) => attempt("execSync", sql, () => sqlite.exec(sql)),
    runSync: (sql, params) =>
      attempt("runSync", sql, () => ({ changes: sqlite.run(sql, params), lastInsertRowId: 0 })),
    getAllSync: (sql, params) => attempt("getAllSync", sql, () => [...sqlite.all(sql, params)]),
    isInTransactionSync: () => sqlite.isInTransaction(),
    closeSync: () => sqlite.close(),
  };

  function attempt<T>(name: string, sql: string, run: () => T): T {
    onCall(sql);
    try {
      return run();
    } catch (error) {
      const code = (nodeSqliteCode(error) ?? 1) % 256;
      const message = error instanceof Error ? error.message : "";
      throw new Error(
        `Calling the '${name}' function has failed\n→ Caused by: Error code ${code}: ${message}`,
        { cause: error },
      );
    }
  }
}
