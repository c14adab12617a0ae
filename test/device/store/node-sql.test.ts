import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { openNodeSql } from "../../../device/adapters/node/node-sql.ts";
import { describeSqlConformance } from "./sql-conformance.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "device-sql-"));

describeSqlConformance("A file of Node's SQLite", async () => {
  const folder = newFolder();
  return {
    open: () => openNodeSql(join(folder, "device.sqlite")),
    remove: async () => rmSync(folder, { recursive: true }),
  };
});

describe("A database file", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = newFolder();
    path = join(folder, "device.sqlite");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const kindOf = (kind: string) => ({ name: "SqlFault", kind });

  test("A second owner of a database file is refused as long as the first has it open.", async () => {
    const first = await openNodeSql(path);
    await expect(openNodeSql(path)).rejects.toMatchObject(kindOf("LOST"));
    await first.close();
    const second = await openNodeSql(path);
    await second.close();
  });

  test("A file that is no database is corrupt and stays as it is.", async () => {
    writeFileSync(
      path,
      "This is no database, although it is long enough to have a header. ".repeat(50),
    );
    await expect(openNodeSql(path)).rejects.toMatchObject(kindOf("CORRUPT"));
  });

  test("A database whose pages were overwritten is corrupt.", async () => {
    const sql = await openNodeSql(path);
    await sql.write([{ sql: "create table thing (id text primary key, value)" }]);
    const row = (place: number) => ({
      sql: "insert into thing values (?, ?)",
      params: [`row ${place}`, new Uint8Array(1000)],
    });
    await sql.write(Array.from({ length: 100 }, (_, place) => row(place)));
    await sql.close();
    const damaged = join(folder, "damaged.sqlite");
    copyFileSync(path, damaged);
    writeFileSync(damaged, Buffer.alloc(80_000, 0xff), { flag: "r+", flush: true });
    // The schema on the first page stays readable: opening succeeds, and reading the table does not.
    writeFileSync(damaged, readFileSync(path).subarray(0, 4096), { flag: "r+" });
    const opened = await openNodeSql(damaged);
    const query = { sql: "select count(*), sum(length(value)) from thing" };
    await expect(opened.read(query)).rejects.toMatchObject(kindOf("CORRUPT"));
    await opened.close();
  });

  test("A database in a missing folder is refused.", async () => {
    await expect(openNodeSql(join(folder, "none", "d.sqlite"))).rejects.toMatchObject(
      kindOf("REFUSED"),
    );
  });

  test("A database that may grow no further is full, keeps what it has, and writes again with room.", async () => {
    const sql = await openNodeSql(path);
    await sql.write([{ sql: "create table thing (id integer, value)" }]);
    await sql.read({ sql: "pragma max_page_count = 10" });
    const large = { sql: "insert into thing values (?, ?)", params: [1, new Uint8Array(100_000)] };
    await expect(sql.write([large])).rejects.toMatchObject(kindOf("FULL"));
    const small = { sql: "insert into thing values (?, ?)", params: [2, null] };
    await sql.write([small]);
    expect(await sql.read({ sql: "select id from thing" })).toEqual([{ id: 2 }]);
    await sql.read({ sql: "pragma max_page_count = 1000" });
    await sql.write([large]);
    await sql.close();
  });
});
