import { expect, test } from "@jest/globals";
import { makeMemoryDisk } from "../../../device/testing/memory-sql.ts";
import { describeSqlConformance } from "./sql-conformance.ts";

describeSqlConformance("The disk in memory", async () => {
  const disk = makeMemoryDisk();
  return { open: async () => disk.open(), remove: async () => undefined };
});

const TABLE = [{ sql: "create table thing (id text)" }];
const insert = (id: string) => [{ sql: "insert into thing values (?)", params: [id] }];
const QUERY = { sql: "select id from thing" };

test.each([
  ["BEFORE", []],
  ["AFTER", [{ id: "b" }]],
] as const)(
  "A process killed %s its second write finds what was written when it starts again.",
  async (when, found) => {
    const disk = makeMemoryDisk();
    const first = disk.open();
    await first.write(TABLE);
    disk.kill(when, 2);
    await first.write([{ sql: "delete from thing" }]);
    await expect(first.write(insert("b"))).rejects.toMatchObject({ kind: "LOST" });
    await expect(first.read(QUERY)).rejects.toMatchObject({ kind: "LOST" });
    const second = disk.open();
    expect(await second.read(QUERY)).toEqual(found);
    await second.write(insert("c"));
    expect(await second.read(QUERY)).toEqual([...found, { id: "c" }]);
  },
);

test("A full disk refuses writes and serves reads until it has room again.", async () => {
  const disk = makeMemoryDisk();
  const sql = disk.open();
  await sql.write([...TABLE, ...insert("a")]);
  disk.fail("FULL");
  await expect(sql.write(insert("b"))).rejects.toMatchObject({ kind: "FULL" });
  expect(await sql.read(QUERY)).toEqual([{ id: "a" }]);
  disk.fail("CORRUPT");
  await expect(sql.read(QUERY)).rejects.toMatchObject({ kind: "CORRUPT" });
  disk.fail(null);
  await sql.write(insert("b"));
  expect(await sql.read(QUERY)).toEqual([{ id: "a" }, { id: "b" }]);
});

test("A copy of a disk has the same content and changes independently.", async () => {
  const disk = makeMemoryDisk();
  const sql = disk.open();
  await sql.write([...TABLE, ...insert("a")]);
  const copied = disk.copy().open();
  await sql.write(insert("b"));
  expect(await copied.read(QUERY)).toEqual([{ id: "a" }]);
});
