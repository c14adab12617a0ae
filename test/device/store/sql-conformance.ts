import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Sql, SqlFault } from "../../../device/ports/sql.ts";

/** Tests that every adapter of the `Sql` port must pass. */
export function describeSqlConformance(name: string, prepare: () => Promise<ConformingSql>): void {
  describe(`${name} as a database of the device`, () => {
    let disk: ConformingSql;
    let sql: Sql;
    beforeEach(async () => {
      disk = await prepare();
      sql = await disk.open();
      await sql.write([{ sql: "create table thing (id text primary key, value)" }]);
    });
    afterEach(async () => {
      await sql.close();
      await disk.remove();
    });

    const insert = (id: string, value: string | number | Uint8Array | null = null) => ({
      sql: "insert into thing values (?, ?)",
      params: [id, value],
    });
    const ids = async () =>
      (await sql.read({ sql: "select id from thing order by rowid" })).map(({ id }) => id);
    async function reopen(): Promise<void> {
      await sql.close();
      sql = await disk.open();
    }

    test("A write applies all its statements and returns the number of rows that each changed.", async () => {
      const changed = await sql.write([
        insert("a"),
        insert("b"),
        { sql: "update thing set value = 1" },
        { sql: "create table other (id)" },
        { sql: "delete from thing where id = ?", params: ["none"] },
      ]);
      expect(changed).toEqual([1, 1, 2, 0, 0]);
      expect(await ids()).toEqual(["a", "b"]);
    });

    test("A write with a faulty statement in its middle applies nothing, and the next one works.", async () => {
      const wrong = sql.write([
        insert("a"),
        { sql: "insert into nowhere values (1)" },
        insert("b"),
      ]);
      await expect(wrong).rejects.toThrow("nowhere");
      expect(await ids()).toEqual([]);
      await sql.write([insert("c")]);
      expect(await ids()).toEqual(["c"]);
    });

    test("A write that inserts a key twice applies nothing and is no fault of the disk.", async () => {
      const twice = sql.write([insert("a"), insert("a")]);
      await expect(twice).rejects.not.toBeInstanceOf(SqlFault);
      expect(await ids()).toEqual([]);
    });

    test("A statement that changes another number of rows than it must rolls back the whole write.", async () => {
      await sql.write([insert("a")]);
      const update = { sql: "update thing set value = 1 where id = ?", params: ["b"], changes: 1 };
      await expect(sql.write([insert("c"), update])).rejects.toMatchObject({ kind: "UNEXPECTED" });
      expect(await ids()).toEqual(["a"]);
    });

    test("A row that refers to a missing row is refused.", async () => {
      await sql.write([{ sql: "create table part (of_thing text not null references thing)" }]);
      const orphan = { sql: "insert into part values (?)", params: ["nothing"] };
      await expect(sql.write([orphan])).rejects.toThrow(/FOREIGN KEY/i);
    });

    test("Texts, numbers, bytes and nothing come back as they were stored, also after reopening.", async () => {
      const values = {
        text: "ä€😀\u0000'\"",
        empty: "",
        zero: 0,
        fraction: -0.125,
        instant: 1_795_000_000_123,
        largest: Number.MAX_SAFE_INTEGER,
        smallest: Number.MIN_SAFE_INTEGER,
        bytes: Uint8Array.of(0, 1, 127, 128, 255),
        noBytes: new Uint8Array(0),
        nothing: null,
      };
      await sql.write(Object.entries(values).map(([id, value]) => insert(id, value)));
      await reopen();
      const rows = await sql.read({ sql: "select id, value from thing" });
      expect(Object.fromEntries(rows.map(({ id, value }) => [id, value]))).toEqual(values);
    });

    test("A whole number is stored as an integer in a column of any type.", async () => {
      await sql.write([insert("a", 5)]);
      const query = { sql: "select typeof(value) as kind, cast(value as text) as text from thing" };
      expect(await sql.read(query)).toEqual([{ kind: "integer", text: "5" }]);
    });

    test("A view of a larger buffer is stored without the bytes around it.", async () => {
      await sql.write([insert("a", Uint8Array.of(1, 2, 3, 4).subarray(1, 3))]);
      expect(await sql.read({ sql: "select value from thing" })).toEqual([
        { value: Uint8Array.of(2, 3) },
      ]);
    });

    test("A blob of one million bytes comes back whole.", async () => {
      const bytes = Uint8Array.from({ length: 1_000_000 }, (_, place) => place % 251);
      await sql.write([insert("a", bytes)]);
      const [row] = await sql.read({ sql: "select value from thing" });
      // Comparing a million elements one by one takes Jest seconds.
      expect(Buffer.compare(Buffer.from(bytes), asBuffer(row?.["value"]))).toBe(0);
    });

    test("Calls made at once run in the order in which they were made.", async () => {
      const seen = sql.write([insert("a")]).then(() => sql.read({ sql: "select id from thing" }));
      const calls = Array.from({ length: 20 }, (_, place) => sql.write([insert(`b${place}`)]));
      const last = sql.read({ sql: "select count(*) as count from thing" });
      await Promise.all(calls);
      expect((await seen).length).toBeGreaterThan(0);
      expect(await last).toEqual([{ count: 21 }]);
      expect(await ids()).toEqual(["a", ...calls.map((_, place) => `b${place}`)]);
    });

    test("A write that fails leaves writes made at the same moment untouched.", async () => {
      const outcomes = await Promise.allSettled([
        sql.write([insert("a")]),
        sql.write([insert("b"), insert("a")]),
        sql.write([insert("c")]),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await ids()).toEqual(["a", "c"]);
    });

    test("A write is there after the database is closed and opened again.", async () => {
      await sql.write([insert("a")]);
      await reopen();
      expect(await ids()).toEqual(["a"]);
    });

    test("A closed database is lost to every call, and closing it again does nothing.", async () => {
      await sql.close();
      await sql.close();
      await expect(sql.read({ sql: "select 1" })).rejects.toMatchObject({ kind: "LOST" });
      await expect(sql.write([insert("a")])).rejects.toMatchObject({ kind: "LOST" });
      sql = await disk.open();
      expect(await ids()).toEqual([]);
    });
  });
}

function asBuffer(value: unknown): Buffer {
  if (value instanceof Uint8Array) return Buffer.from(value);
  throw new TypeError("The database returned no bytes.");
}

/** An adapter with a place of its own for its database. */
export interface ConformingSql {
  open(): Promise<Sql>;
  /** Removes the database for good; it is closed by then. */
  remove(): Promise<void>;
}
