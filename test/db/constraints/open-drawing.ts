import fc from "fast-check";
import { Client } from "pg";

/** Columns of a row by their names in the database. */
export type Columns = Readonly<Record<string, unknown>>;

/** Writes rows into copies of tables with all their CHECKs. */
interface Drawing {
  /** Writes rows of a few columns. Others may be null in the copy, and referenced rows need not exist. */
  write(table: string, rows: readonly Columns[]): Promise<void>;
  /** Draws rows of a table, 400 by default, and writes them. */
  writeDrawn(table: string, rows: fc.Arbitrary<Columns>, count?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database for drawn rows. @param url of a role that may create temporary tables. */
export async function openDrawing(url: string): Promise<Drawing> {
  const client = new Client({ connectionString: url });
  await client.connect();
  async function write(table: string, rows: readonly Columns[]): Promise<void> {
    const names = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
    await client.query(`create temp table copy (like ${table} including constraints)`);
    try {
      const { rows: required } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = 'pg_temp.copy'::regclass and attnum > 0 and attnotnull`,
      );
      for (const { name } of required)
        await client.query(`alter table copy alter "${name}" drop not null`);
      await client.query(
        `insert into copy (${names.join()})
         select ${names.join()} from jsonb_populate_recordset(null::copy, $1)`,
        [JSON.stringify(rows)],
      );
    } finally {
      await client.query("drop table copy");
    }
  }
  return {
    write,
    async writeDrawn(table, rows, count = 400) {
      await fc.assert(
        fc.asyncProperty(fc.array(rows, { minLength: count, maxLength: count }), async (drawn) => {
          await write(table, drawn);
        }),
        { numRuns: 3, endOnFailure: true },
      );
    },
    close: () => client.end(),
  };
}

/** An instant in the years in which the product is used. */
export const instant = fc.date({
  min: new Date("2020-01-01T00:00:00Z"),
  max: new Date("2035-12-31T00:00:00Z"),
  noInvalidDate: true,
});

export const timezone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
