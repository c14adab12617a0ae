import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { startServer } from "../../tools/postgres/start-server.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { openMembers } from "../../tools/production/database/cluster-state.ts";
import { keepMembers } from "../../tools/production/database/keep-members.ts";
import { noteLoss } from "../../tools/production/database/renew-if-lost.ts";
import { startDatabaseCluster } from "../../tools/production/database/start-database-cluster.ts";
import { startProxy } from "../../tools/production/proxy/start-proxy.ts";
import { eventually } from "../factories/eventually.ts";
import { surroundings } from "../harness/surroundings.ts";

const folder = mkdtempSync(join(tmpdir(), "sideline-failover-"));
// The server may run as another user, who has to traverse it.
chmodSync(folder, 0o711);
const NAMES = ["database_1", "database_2", "database_3"];
const [primary = 0, second = 0, third = 0, api = 0, health = 0, front = 0, database = 0] =
  await findFreePorts(7);
const passwords = { superuser: "one", owner: "two", app: "three" };
const options = {
  folder,
  ports: { primary, standbys: [second, third] },
  synchronous: true,
  passwords,
  say: () => {},
};
const renewed: string[] = [];
const renewEpochs = async ({ name }: { readonly name: string }) => {
  renewed.push(`${name}, reached: ${await isReached()}`);
};
let cluster = await startDatabaseCluster({ ...options, renewEpochs });
const proxy = await startProxy({
  folder: join(folder, "proxy"),
  env: surroundings,
  say: () => {},
  apis: [{ port: api, health }],
  database: cluster.members,
  ports: { api: front, database },
});

afterAll(async () => {
  await proxy.stop();
  await cluster.stop();
  for (const name of NAMES) await removeCluster(join(folder, name));
  rmSync(folder, { recursive: true, force: true });
});

/** Whether a client at the proxy's address reaches a database. */
async function isReached(): Promise<boolean> {
  return await ask("select 1").then(
    () => true,
    () => false,
  );
}

/** Runs a statement through the proxy. */
async function ask(statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: cluster.superuserUrl("postgres", database) });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

test("Clients at the proxy's address find the promoted standby with everything that was committed, and the old primary stays a standby", async () => {
  await proxy.untilUp("primary/database_1");
  await ask("create table kept (n integer)");
  await ask("insert into kept select generate_series(1, 1000)");
  const old = cluster.primary();
  await old.kill();
  const promotion = await cluster.promote();
  expect(promotion).toMatchObject({ fenced: old.name, mayHaveLost: false });
  await proxy.untilUp(`primary/${promotion.name}`);
  expect(await ask("select count(*)::integer as n from kept")).toEqual([{ n: 1000 }]);
  await ask("insert into kept values (1001)");
  expect(renewed).toEqual([]);

  await expect(cluster.restart(old.name)).rejects.toThrow("is fenced");
  await isStandbyByHand(old.name);
  await cluster.rebuild(old.name);
  expect(await old.ask("select pg_is_in_recovery()::text as standby")).toEqual([
    { standby: "true" },
  ]);
}, 120_000);

/** PostgreSQL itself starts a fenced cluster as a standby, whoever starts it. */
async function isStandbyByHand(name: string): Promise<void> {
  const members = await openMembers({ ...options, superuserPassword: passwords.superuser });
  const fenced = members.find((one) => one.name === name);
  if (fenced === undefined) throw new Error("The member is missing");
  const { place, port } = fenced;
  const child = await startServer({ place, port, durable: true, onLine: () => {} });
  const [row] = await fenced.ask("select pg_is_in_recovery()::text as standby");
  await child.stop();
  expect(row).toEqual({ standby: "true" });
}

test("A promotion renews the epochs before clients reach it if a standby did not answer", async () => {
  const [gone] = cluster.members.filter(({ name }) => name !== cluster.primary().name);
  await gone?.kill();
  const old = cluster.primary();
  await old.kill();
  // The last standby alone: no commit could be confirmed by another one.
  const promotion = await cluster.promote();
  expect(promotion).toMatchObject({ fenced: old.name, mayHaveLost: true });
  expect(renewed).toEqual([`${promotion.name}, reached: false`]);
  await cluster.restart(gone?.name ?? "");
  await cluster.rebuild(old.name);
  await proxy.untilUp(`primary/${promotion.name}`);
  await ask("insert into kept values (1002)");
  await eventually(
    () => cluster.primary().ask("select 1 from pg_stat_replication where state = 'streaming'"),
    (rows) => rows.length === 2,
  );
}, 120_000);

test("A primary that hangs is fenced and replaced, and follows as a standby", async () => {
  const old = cluster.primary();
  const stopping = new AbortController();
  const onChange = () => stopping.abort();
  const keeping = keepMembers(cluster, { stopping: stopping.signal, say: () => {}, onChange });
  process.kill(old.pid() ?? 0, "SIGSTOP");
  await keeping;
  expect(cluster.primary().name).not.toBe(old.name);
  await proxy.untilUp(`primary/${cluster.primary().name}`);
  await ask("insert into kept values (1003)");
  expect(await old.ask("select pg_is_in_recovery()::text as standby")).toEqual([
    { standby: "true" },
  ]);
}, 120_000);

test("A cluster that ended before the epochs were renewed renews them at its next start, and once", async () => {
  const before = renewed.length;
  const { name } = cluster.primary();
  await cluster.stop();
  noteLoss({ lossFile: join(folder, "epochs-to-renew") });
  for (let start = 1; start <= 2; start += 1) {
    cluster = await startDatabaseCluster({ ...options, renewEpochs });
    if (start === 1) await cluster.stop();
  }
  expect(renewed.slice(before)).toEqual([`${name}, reached: false`]);
}, 120_000);
