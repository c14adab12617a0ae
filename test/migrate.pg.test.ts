import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { migrate, migrationNames } from "../db/platform/migrate.ts";
import { useOwnDatabase } from "./harness/database.ts";

const { ownerUrl, superuserUrl } = await useOwnDatabase();
const owner = new Client({ connectionString: ownerUrl });
/** Start of the transaction that applied each migration. */
let startedAt: readonly Date[];
beforeAll(async () => {
  await owner.connect();
  const { rows } = await owner.query<{ at: Date }>(
    "select distinct executed_at as at from mikro_orm_migrations",
  );
  startedAt = rows.map(({ at }) => at);
});
afterAll(() => owner.end());

/** Records these migrations as applied. */
async function haveSeen(names: readonly string[]): Promise<void> {
  await owner.query("delete from mikro_orm_migrations");
  await owner.query("insert into mikro_orm_migrations (name) select unnest($1::text[])", [names]);
}

/** Its tables, indexes and sequences, and the applied migrations. */
async function stateOfSchema(): Promise<unknown> {
  const relations = await owner.query(
    "select oid, relname from pg_class where relnamespace = 'public'::regnamespace order by oid",
  );
  const seen = await owner.query(
    "select id, name, executed_at from mikro_orm_migrations order by id",
  );
  return { relations: relations.rows, seen: seen.rows };
}

beforeEach(() => haveSeen(migrationNames()));

describe("A migration", () => {
  test("runs in several transactions, so that a scan of rows keeps no lock of an earlier migration", () => {
    expect(startedAt.length).toBeGreaterThan(1);
  });

  test("changes nothing if the database is up to date", async () => {
    const before = await stateOfSchema();
    expect(await migrate(ownerUrl)).toEqual([]);
    expect(await stateOfSchema()).toEqual(before);
  });

  test("gives up and says so if somebody keeps the lock of its table for longer than its role waits", async () => {
    await haveSeen(migrationNames().filter((name) => name !== "0081-plan-exceptions"));
    const before = await stateOfSchema();
    const reader = new Client({ connectionString: ownerUrl });
    await reader.connect();
    try {
      await reader.query("begin");
      await reader.query("select from plan_assignment limit 1");
      await expect(migrate(ownerUrl)).rejects.toThrow("waited too long for the lock of a table");
    } finally {
      await reader.end();
    }
    expect(await stateOfSchema()).toEqual(before);
  });

  test("builds an index again that was left invalid when its build was interrupted", async () => {
    const superuser = new Client({ connectionString: superuserUrl });
    await superuser.connect();
    await superuser.query(
      "update pg_index set indisvalid = false where indexrelid = 'agenda_task_snapshot_key_idx'::regclass",
    );
    await superuser.end();
    const isBuild = (name: string) => name.endsWith("-index-task-snapshots");
    await haveSeen(migrationNames().filter((name) => !isBuild(name)));
    expect(await migrate(ownerUrl)).toEqual(migrationNames().filter(isBuild));
    const { rows } = await owner.query(
      "select indisvalid from pg_index where indexrelid = 'agenda_task_snapshot_key_idx'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  test("changes nothing if newer code migrated the database before", async () => {
    await haveSeen([...migrationNames(), "9999-of-newer-code"]);
    expect(await migrate(ownerUrl)).toEqual([]);
  });
});

describe("A database of other migrations", () => {
  test.each([
    [
      "from before the first release",
      ["0001-platform", "0002-identity", "0004-sync"],
      "2, the first 0002-identity",
    ],
    [
      "from another branch of development",
      [...migrationNames().slice(0, -1), "0015-of-another-line"],
      "1, the first 0015-of-another-line",
    ],
  ])("%s is refused and unchanged", async (_, names, foreign) => {
    await haveSeen(names);
    const before = await stateOfSchema();
    await expect(migrate(ownerUrl)).rejects.toMatchObject({
      name: "ForeignSchema",
      message: expect.stringMatching(new RegExp(`${foreign}.*npm run reset`)),
    });
    expect(await stateOfSchema()).toEqual(before);
  });
});
