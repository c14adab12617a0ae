import { afterEach, describe, expect, test } from "@jest/globals";
import { keepPartitions } from "../../../activities/sync/receipts/keep-partitions.ts";
import { AUTH_AUDIT_DAYS } from "../../../contract/accounts/session-vocabulary.ts";
import { RAW_PAYLOAD_DAYS } from "../../../contract/sync/support/support-vocabulary.ts";
import { FULL_RECEIPT_DAYS } from "../../../contract/sync/vocabulary.ts";
import {
  listPartitionHealth,
  moveMisplaced,
  PARTITIONED_TABLES,
  type PartitionedTable,
} from "../../../db/platform/partitions/partitions.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useClient } from "../../harness/use-client.ts";
import { useOrm } from "../../harness/use-orm.ts";

const DAY = 86_400;

const { em, ownerUrl, appUrl } = await useOrm(await useOwnDatabase());
const owner = await useClient(ownerUrl);
const app = await useClient(appUrl);

afterEach(async () => {
  await moveClock(ownerUrl, 0);
  await owner.query("truncate sync_request, sync_answers, auth_audit_event");
});

/** For each table: its column of ids, and the other columns of a row with their values. */
const ROWS = {
  sync_request: ["batch_id", "body, received_at", "'a', clock_now()"],
  sync_answers: ["batch_id", "lines", "'a'"],
  auth_audit_event: [
    "id",
    "actor, event_type, metadata, created_at",
    "'a', 'X', '{}', clock_now()",
  ],
} as const satisfies Readonly<Record<PartitionedTable, readonly [string, string, string]>>;

const healthOf = async (table: PartitionedTable) =>
  (await listPartitionHealth(em.fork())).find((one) => one.table === table);

/** Writes rows of the present by the product's clock. Returns their ids. */
async function write(table: PartitionedTable, count = 1): Promise<readonly string[]> {
  const [key, columns, values] = ROWS[table];
  const { rows } = await app.query<{ id: string }>(
    `insert into ${table} (${key}, ${columns})
     select uuidv7((select shift from clock_offset)), ${values} from generate_series(1, ${count})
     returning ${key} as id`,
  );
  return rows.map(({ id }) => id);
}

/** Names of the partitions with rows. */
async function partitionsOf(table: PartitionedTable): Promise<readonly string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct relname as name from ${table} t join pg_class on pg_class.oid = t.tableoid order by 1`,
  );
  return rows.map(({ name }) => name);
}

const everything = async (table: PartitionedTable) =>
  (await app.query<Record<string, unknown>>(`select * from ${table} order by 1`)).rows;

describe("The daily scan", () => {
  test("keeps two partitions ahead and drops the old ones: over three years at most sixteen stand, and no row is misplaced", async () => {
    for (let month = 1; month <= 36; month += 1) {
      await moveClock(ownerUrl, month * 30 * DAY);
      await keepPartitions(em);
      for (const table of PARTITIONED_TABLES) {
        await write(table);
        const health = await healthOf(table);
        expect(health).toMatchObject({ ahead: 2, misplaced: 0 });
        expect(health?.count).toBeLessThanOrEqual(16);
        expect((await partitionsOf(table)).length).toBeLessThanOrEqual(14);
      }
      // Answers are pruned device by device.
      await app.query(`delete from sync_answers where batch_id < uuidv7((select shift from clock_offset)
        - interval '${FULL_RECEIPT_DAYS} days')`);
    }
    await keepPartitions(em);
    expect(await keepPartitions(em)).toEqual({ added: [], dropped: [] });
  });

  test("repairs what a long pause left: it moves the rows of now into a partition of their own", async () => {
    await moveClock(ownerUrl, 3_000 * DAY);
    for (const table of PARTITIONED_TABLES) await write(table, 3);
    const before = await everything("sync_request");
    expect(await healthOf("sync_request")).toMatchObject({ ahead: 0, misplaced: 3 });
    const { added } = await keepPartitions(em);
    expect(added).toHaveLength(9);
    for (const table of PARTITIONED_TABLES)
      expect(await healthOf(table)).toMatchObject({ ahead: 2, misplaced: 0 });
    expect(await everything("sync_request")).toEqual(before);
  });

  test("leaves many misplaced rows to an operator, because batches wait while they are moved", async () => {
    await moveClock(ownerUrl, 4_000 * DAY);
    await write("sync_request", 5_001);
    await expect(keepPartitions(em)).rejects.toThrow("more rows");
    // The other table is not delayed.
    expect(await healthOf("sync_answers")).toMatchObject({ ahead: 2 });
    await transact(em, (tx) => moveMisplaced(tx, "sync_request"));
    await keepPartitions(em);
    expect(await healthOf("sync_request")).toMatchObject({ ahead: 2, misplaced: 0 });
    expect(await everything("sync_request")).toHaveLength(5_001);
  });

  test("never makes more than sixteen partitions of a table", async () => {
    for (let year = 20; year < 40; year += 1) {
      await moveClock(ownerUrl, year * 365 * DAY);
      await write("sync_answers");
    }
    const moving = async () => {
      while ((await transact(em, (tx) => moveMisplaced(tx, "sync_answers"))) !== null);
    };
    await expect(moving()).rejects.toThrow("has 16 partitions");
    expect((await healthOf("sync_answers"))?.count).toBe(16);
    await app.query("delete from sync_answers");
    await moveClock(ownerUrl, 60 * 365 * DAY);
    await keepPartitions(em);
    expect(await healthOf("sync_answers")).toMatchObject({ ahead: 2, misplaced: 0 });
  });
});

describe("Rows of a moved clock", () => {
  test("are stored in the default partition, counted, and moved by the operator unchanged", async () => {
    await moveClock(ownerUrl, 50_000 * DAY);
    for (const table of PARTITIONED_TABLES) {
      await write(table, 2);
      const before = await everything(table);
      expect(await partitionsOf(table)).toEqual([`${table}_default`]);
      expect(await healthOf(table)).toMatchObject({ misplaced: 2 });
      expect(await transact(em, (tx) => moveMisplaced(tx, table))).toMatch(/_21\d\d_\d\d$/);
      expect(await transact(em, (tx) => moveMisplaced(tx, table))).toBeNull();
      expect(await healthOf(table)).toMatchObject({ misplaced: 0 });
      expect(await everything(table)).toEqual(before);
    }
  });
});

describe("An old partition", () => {
  test("of requests is dropped with what is left in it, once all of it is older than raw payloads are kept", async () => {
    await moveClock(ownerUrl, 80_000 * DAY);
    await keepPartitions(em);
    await write("sync_request");
    const end = await endOf("sync_request");
    await moveClock(ownerUrl, end + RAW_PAYLOAD_DAYS * DAY - 60);
    expect((await keepPartitions(em)).dropped).not.toContainEqual(
      expect.stringMatching(/^sync_request/),
    );
    await moveClock(ownerUrl, end + RAW_PAYLOAD_DAYS * DAY + 60);
    expect((await keepPartitions(em)).dropped).toContainEqual(
      expect.stringMatching(/^sync_request/),
    );
    expect(await everything("sync_request")).toEqual([]);
  });

  test("of the audit of sign-ins is dropped with what is left in it, once all of it is old", async () => {
    await moveClock(ownerUrl, 85_000 * DAY);
    await keepPartitions(em);
    await write("auth_audit_event");
    const end = await endOf("auth_audit_event");
    const isOfAudit = (name: string) => name.startsWith("auth_audit_event");
    await moveClock(ownerUrl, end + AUTH_AUDIT_DAYS * DAY - 60);
    expect((await keepPartitions(em)).dropped.filter(isOfAudit)).toEqual([]);
    expect(await everything("auth_audit_event")).toHaveLength(1);
    await moveClock(ownerUrl, end + AUTH_AUDIT_DAYS * DAY + 60);
    expect((await keepPartitions(em)).dropped.filter(isOfAudit)).toHaveLength(1);
    expect(await everything("auth_audit_event")).toEqual([]);
  });

  test("of answers stays as long as one answer is in it, and is dropped when all were pruned", async () => {
    await moveClock(ownerUrl, 90_000 * DAY);
    await keepPartitions(em);
    await write("sync_answers");
    const end = await endOf("sync_answers");
    await moveClock(ownerUrl, end + FULL_RECEIPT_DAYS * DAY - 60);
    await keepPartitions(em);
    await moveClock(ownerUrl, end + FULL_RECEIPT_DAYS * DAY + 60);
    const isOfAnswers = (name: string) => name.startsWith("sync_answers");
    expect((await keepPartitions(em)).dropped.filter(isOfAnswers)).toEqual([]);
    expect(await everything("sync_answers")).toHaveLength(1);
    await app.query("delete from sync_answers");
    expect((await keepPartitions(em)).dropped.filter(isOfAnswers)).toHaveLength(1);
  });

  test("is not dropped while somebody reads the table, who is not disturbed; the next scan drops it", async () => {
    await moveClock(ownerUrl, 100_000 * DAY);
    await keepPartitions(em);
    const end = await endOf("sync_request");
    await moveClock(ownerUrl, end + 200 * DAY);
    await app.query("begin");
    await app.query("select from sync_request limit 1");
    await expect(keepPartitions(em)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await app.query("select from sync_request limit 1");
    await app.query("commit");
    expect((await keepPartitions(em)).dropped).not.toEqual([]);
  });

  /** The end of the present partition, in seconds ahead of real time. */
  async function endOf(table: PartitionedTable): Promise<number> {
    const { rows } = await owner.query<{ end: number }>(
      `select extract(epoch from partition_end($1, partition_start($1, clock_now())) - clock_timestamp())::float8
         as end`,
      [table],
    );
    return rows[0]?.end ?? 0;
  }
});

test.each(PARTITIONED_TABLES)(
  "Nobody changes a row of %s, in whichever partition it is",
  async (table) => {
    const [column] = ROWS[table][1].split(", ");
    const { rows } = await owner.query<{ name: string }>("select name from list_partitions($1)", [
      table,
    ]);
    expect(rows.length).toBeGreaterThan(2);
    await moveClock(ownerUrl, 0);
    await write(table);
    await moveClock(ownerUrl, 10 * 365 * DAY);
    await write(table);
    for (const client of [app, owner])
      await expect(client.query(`update ${table} set ${column} = ''`)).rejects.toMatchObject({
        message: `${table} is append-only`,
        code: "23001",
      });
    const guarded = await owner.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where tgname = $1 || '_append_only'`,
      [table],
    );
    expect(guarded.rows.map(({ name }) => name).toSorted()).toEqual(
      [table, ...rows.map(({ name }) => `partitions.${name}`)].toSorted(),
    );
  },
);

test("the database knows how long requests, answers and the audit of sign-ins are kept", async () => {
  const kept = async (table: PartitionedTable) => {
    const { rows } = await owner.query<{ days: number }>(
      "select extract(day from kept)::int as days from partition_plan($1)",
      [table],
    );
    return rows;
  };
  expect(await kept("sync_request")).toEqual([{ days: RAW_PAYLOAD_DAYS }]);
  expect(await kept("sync_answers")).toEqual([{ days: FULL_RECEIPT_DAYS }]);
  expect(await kept("auth_audit_event")).toEqual([{ days: AUTH_AUDIT_DAYS }]);
});
