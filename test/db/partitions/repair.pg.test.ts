import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import {
  listPartitionHealth,
  PARTITIONED_TABLES,
} from "../../../db/platform/partitions/partitions.ts";
import { eventually } from "../../factories/eventually.ts";
import { processEnvironment } from "../../factories/workers/processes.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useClient } from "../../harness/use-client.ts";
import { useOrm } from "../../harness/use-orm.ts";

const execute = promisify(execFile);
const database = await useOwnDatabase();
const { em, ownerUrl, appUrl } = await useOrm(database);
const owner = await useClient(ownerUrl);
const reader = await useClient(appUrl);

/** More than the daily scan moves by itself. */
const MANY = 6_000;

/** The command of an operator, in a process of its own. */
function repair() {
  const env = processEnvironment(database, {
    address: "127.0.0.1:9",
    namespace: "none",
    taskQueue: "none",
  });
  return execute(process.execPath, ["workers/operator/repair-partitions.ts"], { env });
}

const contents = async () => {
  const rows: unknown[] = [];
  for (const table of PARTITIONED_TABLES)
    rows.push(
      ...(await owner.query<{ t: string }>(`select t::text from ${table} t order by 1`)).rows,
    );
  return rows;
};

/** Sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from pg_locks where not granted
       and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
}

test("npm run partitions:repair moves the rows of a clock that ran ahead out of the default partitions, waits for a reader meanwhile, and changes no row", async () => {
  await owner.query(`insert into sync_request (batch_id, body, received_at)
    select uuidv7(make_interval(years => 8 + n % 2)), 'a', now() from generate_series(1, ${MANY}) n`);
  await owner.query("insert into sync_answers select batch_id, body from sync_request limit 10");
  await owner.query(`insert into auth_audit_event
    select batch_id, null, 'X', null, 'nobody', '{}', received_at from sync_request limit 10`);
  const before = await contents();
  await reader.query("begin");
  await reader.query("select count(*) from sync_request");
  const running = repair();
  await eventually(waiting, (count) => count > 0);
  await reader.query("commit");
  const { stdout } = await running;
  const lines = stdout.trim().split("\n");
  expect(lines.at(-1)).toBe("No row is misplaced, and no partition is missing.");
  for (const table of PARTITIONED_TABLES) {
    const created = lines.filter((line) => line.startsWith(`${table}_20`));
    expect(created).toEqual([
      expect.stringMatching(/_\d{4}_\d\d was created\.$/),
      expect.stringMatching(/_\d{4}_\d\d was created\.$/),
    ]);
  }
  const health = await listPartitionHealth(em.fork());
  expect(health).toHaveLength(PARTITIONED_TABLES.length);
  for (const one of health) expect(one).toMatchObject({ ahead: 2, misplaced: 0 });
  expect(await contents()).toEqual(before);
  const { stdout: again } = await repair();
  expect(again).toBe("No row is misplaced, and no partition is missing.\n");
});
