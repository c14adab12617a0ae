import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Client } from "pg";
import { migrate } from "../../../db/platform/migrate.ts";
import { PARTITIONED_TABLES } from "../../../db/platform/partitions/partitions.ts";
import { migrateUntil } from "../../factories/db/migrate-until.ts";
import { eventually } from "../../factories/eventually.ts";
import { openEmptyDatabase } from "../../harness/database.ts";
import { useClient } from "../../harness/use-client.ts";

const BEFORE = "0086";
const ROWS = 3_000;

const { ownerUrl, appUrl, superuserUrl } = await openEmptyDatabase();
await migrateUntil(ownerUrl, BEFORE);
const owner = await useClient(ownerUrl);
const superuser = await useClient(superuserUrl);
const reader = await useClient(appUrl);
const writers = [await useClient(appUrl), await useClient(appUrl)];
/** Another database, whose clock ran ahead. */
const ahead = await openEmptyDatabase();
const ownerAhead = await useClient(ahead.ownerUrl);

/** Writes of a process of the previous release, which goes on while the schema changes. */
const WRITES = {
  name: "write-batch",
  text: `with request as (
      insert into sync_request (batch_id, body, received_at) values ($1, 'a', now())
    ), audit as (
      insert into auth_audit_event (id, event_type, actor, metadata, created_at) values ($1, 'X', 'nobody', '{}', now())
    ) insert into sync_answers (batch_id, lines) values ($1, 'a')`,
};
const READS = {
  name: "read-batch",
  text: "select lines from unnest($1::uuid[]) id, lateral (select * from sync_answers where batch_id = id limit 1) a",
};

const stored: string[] = [];
let before: readonly unknown[];

beforeAll(async () => {
  await owner.query(`insert into sync_request (batch_id, body, received_at)
    select uuidv7(make_interval(hours => -n)), 'a', now() from generate_series(1, ${ROWS}) n`);
  await owner.query(`insert into sync_answers select batch_id, body from sync_request`);
  await owner.query(`insert into auth_audit_event
    select batch_id, null, 'X', null, 'nobody', '{}', received_at from sync_request`);
  before = await filesOf("public", "");
  const stop = new AbortController();
  const writing = writers.map((client) => writeUntil(client, stop.signal));
  // The reader keeps the lock of the table until the migration has waited for it more than once.
  await reader.query("begin");
  await reader.query("select from sync_request limit 1");
  const migrating = migrate(ownerUrl);
  await eventually(paused, (count) => count > 0);
  const met = stored.length;
  await eventually(
    async () => stored.length,
    (count) => count > met,
  );
  await reader.query("rollback");
  expect(await migrating).toContain("0092-partition-audit");
  const seen = stored.length;
  await eventually(
    async () => stored.length,
    (count) => count > seen + 20,
  );
  stop.abort();
  await Promise.all(writing);
}, 60_000);

/** Sessions of the migration that pause before they try again. */
async function paused(): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
  );
  return rows[0]?.count ?? 0;
}

async function writeUntil(client: Client, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const { rows } = await client.query<{ id: string }>("select uuidv7() as id");
    const id = rows[0]?.id ?? "";
    await client.query({ ...WRITES, values: [id] });
    const read = await client.query({ ...READS, values: [[id]] });
    expect(read.rowCount).toBe(1);
    stored.push(id);
  }
}

/** Each table's identity and the file with its rows. */
async function filesOf(schema: string, suffix: string): Promise<readonly unknown[]> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select c.oid, relfilenode from unnest($1::text[]) as name
       join pg_class c on c.relname = name || $3 and c.relnamespace = $2::regnamespace order by name`,
    [PARTITIONED_TABLES, schema, suffix],
  );
  return rows;
}

describe("The migration of filled tables, while a process of the previous release writes,", () => {
  test("makes each table the first partition with the same file, so that no row moves", async () => {
    expect(before).toHaveLength(3);
    expect(await filesOf("partitions", "_first")).toEqual(before);
  });

  test("keeps every row, and those written meanwhile by statements prepared before", async () => {
    for (const table of PARTITIONED_TABLES) {
      const { rows } = await owner.query(`select count(*)::int from ${table}`);
      expect(rows).toEqual([{ count: ROWS + stored.length }]);
      const key = table === "auth_audit_event" ? "id" : "batch_id";
      const found = await owner.query(`select from ${table} where ${key} = any($1)`, [stored]);
      expect(found.rowCount).toBe(stored.length);
    }
  });

  test("prepares two periods ahead, leaves the default partition empty, and nothing behind", async () => {
    const { rows } = await reader.query("select * from partition_health() order by parent");
    expect(rows).toEqual([
      { parent: "auth_audit_event", ahead: 2, partitions: expect.any(Number), misplaced: 0 },
      { parent: "sync_answers", ahead: 2, partitions: 4, misplaced: 0 },
      { parent: "sync_request", ahead: 2, partitions: expect.any(Number), misplaced: 0 },
    ]);
    const left = await owner.query(
      "select from pg_proc where proname in ('lock_patiently', 'partition_first_bound', 'bound_first_partition')",
    );
    const checks = await owner.query("select from pg_constraint where conname like '%first_check'");
    expect([left.rowCount, checks.rowCount]).toEqual([0, 0]);
  });

  test("keeps the bytes of answers and requests out of the rows, in every partition", async () => {
    const { rows } = await owner.query(
      `select distinct attstorage from pg_attribute join pg_class c on c.oid = attrelid
       where relnamespace = 'partitions'::regnamespace and relkind = 'r' and attname in ('body', 'lines')`,
    );
    expect(rows).toEqual([{ attstorage: "e" }]);
  });

  test("gives the product rows and no partitions: it cannot read, create or drop them by itself", async () => {
    for (const statement of [
      "select from partitions.sync_request_first",
      "create table partitions.mine (id uuid)",
      "drop table partitions.sync_request_default",
      "alter table sync_request detach partition partitions.sync_request_default",
      "select create_partition('sync_request', now())",
    ])
      await expect(reader.query(statement)).rejects.toMatchObject({ code: "42501" });
    await expect(reader.query("select add_partition('receipt')")).rejects.toThrow(
      "receipt is not partitioned",
    );
  });
});

test("A database whose clock ran ahead is migrated too: its first partition ends behind the newest row", async () => {
  await migrateUntil(ahead.ownerUrl, BEFORE);
  await ownerAhead.query(`insert into sync_request (batch_id, body, received_at)
    values (uuidv7(interval '300 days'), 'a', now())`);
  await migrate(ahead.ownerUrl);
  const { rows } = await ownerAhead.query(
    "select misplaced from partition_health() where parent = 'sync_request'",
  );
  expect(rows).toEqual([{ misplaced: 0 }]);
});
