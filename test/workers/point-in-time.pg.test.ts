import { appendFile, chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { restoreBackup } from "../../tools/backup/restore-backup.ts";
import { takeBackup } from "../../tools/backup/take-backup.ts";
import { type Postgres, startPostgres } from "../../tools/postgres/postgres.ts";
import { findPostgresPlace, removeCluster } from "../../tools/postgres/postgres-place.ts";
import { rememberChild } from "../../tools/processes/children-record.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { eventually } from "../factories/eventually.ts";
import { newTestFolder } from "../harness/context.ts";

const NAME = "sideline";
const passwords = { superuser: "superuser", owner: "owner", app: "app" };
const dataDir = newTestFolder("archived");
const elsewhere = newTestFolder("recovered");
const archive = newTestFolder("archive");
const running: Postgres[] = [];

afterAll(async () => {
  for (const { child } of running) await child.stop();
  for (const directory of [dataDir, elsewhere]) await removeCluster(join(directory, "postgres"));
});

/** The archive settings of docs/operations.md, with this folder. */
const ARCHIVING = [
  "alter system set archive_mode = on",
  "alter system set archive_timeout = '60s'",
  `alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
];

test("a backup and the archived log restore any instant between them", async () => {
  await chmod(archive, 0o777);
  const unarchived = await start(dataDir);
  await unarchived.createDatabase(NAME);
  for (const statement of ARCHIVING) await run(unarchived, statement);
  await unarchived.child.stop();
  const living = await start(dataDir);
  await run(living, "create table tap (n int primary key)");
  await run(living, "insert into tap values (1)");
  const folder = join(newTestFolder("backups"), "one");
  await takeBackup({ dataDir, superuserUrl: living.superuserUrl("postgres"), folder });
  await run(living, "insert into tap values (2)");
  const [instant] = await run(living, "select clock_timestamp()::text as now");
  await run(living, "insert into tap values (3)");
  const [last] = await run(living, "select pg_walfile_name(pg_switch_wal()) as file");
  const file = String(last?.["file"]);
  const archived = `select last_archived_wal >= '${file}' as done from pg_stat_archiver`;
  await eventually(
    () => run(living, archived),
    ([row]) => row?.["done"] === true,
  );
  await living.child.stop();

  await restoreBackup({ folder, dataDir: elsewhere });
  const { directory: cluster } = await findPostgresPlace(join(elsewhere, "postgres"));
  await appendFile(
    join(cluster, "postgresql.auto.conf"),
    `restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${String(instant?.["now"])}'
recovery_target_action = 'promote'
`,
  );
  await writeFile(join(cluster, "recovery.signal"), "");
  await chmod(join(cluster, "recovery.signal"), 0o666);
  const recovered = await start(elsewhere);
  expect(await run(recovered, "select n from tap order by n")).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await run(recovered, "select pg_is_in_recovery() as recovering")).toEqual([
    { recovering: false },
  ]);
}, 180_000);

async function start(directory: string): Promise<Postgres> {
  const [port = 0] = await findFreePorts(1);
  const postgres = await startPostgres({
    directory: join(directory, "postgres"),
    port,
    passwords,
    durable: true,
    onLine: () => undefined,
    onStart: (child) => rememberChild(directory, child.record),
  });
  running.push(postgres);
  return postgres;
}

/** Runs one statement as the superuser. Returns its rows. */
async function run(postgres: Postgres, statement: string, database = NAME) {
  const client = new Client({ connectionString: postgres.superuserUrl(database) });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}
