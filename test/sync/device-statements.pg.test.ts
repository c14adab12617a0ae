import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { orderWholePurges } from "../../activities/sync/purge/order-whole-purges.ts";
import { pruneDeviceSecrets } from "../../db/sync/devices/end-device-secrets.ts";
import { listOpenOrders } from "../../db/sync/purge/queries.ts";
import { listWholeOrders } from "../../db/sync/purge/whole-orders.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { explainStatement, wasteOf } from "../factories/db/explain.ts";
import { growTable } from "../factories/db/grow-table.ts";
import { buildCoach } from "../factories/accounts/identity.ts";
import { buildDevice } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const TIMES = 10_000;

const { em, superuserUrl } = await useOrm(await useOwnDatabase(), { poolSize: 2 });
const superuser = new Client({ connectionString: superuserUrl });
const installationId = randomUUID();
let userId: string;
let deviceId: string;

beforeAll(async () => {
  await superuser.connect();
  userId = (await buildCoach(em)).userId;
  deviceId = await buildDevice(em, userId, installationId);
  await transact(em, async (tx) => {
    const origin = { now: await clockNow(tx), requestId: "statements" };
    await orderWholePurges(tx, [{ deviceId, trigger: "DEVICE_RESET" }], origin);
  });
  // Rows of as many other people, on their own installations.
  for (const table of ["device_lineage", "device"]) {
    await growTable(superuser, table, { which: "true", times: TIMES });
  }
  await superuser.query("set session_replication_role = replica");
  await superuser.query(`insert into purge_order
      (id, device_id, lineage_id, trigger, scope, scope_id, ordered_at, queue)
    select gen_random_uuid(), id, lineage_id, 'DEVICE_RESET', 'ALL', id, clock_now(), 'DELETE'
      from device where id <> '${deviceId}'`);
  await superuser.query(`insert into device_secret
    select id, id::text, null from device on conflict do nothing`);
  await superuser.query("set session_replication_role = origin");
  await superuser.query("analyze");
});
afterAll(() => superuser.end());

test.each<readonly [string, () => Promise<unknown>]>([
  ["registering an installation for the first time", () => buildDevice(em, userId)],
  ["registering it again", () => buildDevice(em, userId, installationId)],
  [
    "reading the orders of former devices",
    () => listWholeOrders(em.fork(), { deviceIds: [deviceId], begun: deviceId }),
  ],
  ["reading the open orders of a device", () => listOpenOrders(em.fork(), deviceId)],
  ["pruning young secrets", () => transact(em, (tx) => pruneDeviceSecrets(tx, 1_000))],
])("among ten thousand devices %s finds its rows by their keys", async (_name, work) => {
  const { sent } = await recordStatements(work);
  // In the second run the inserted row exists already.
  const statements = sent.filter(({ text }) =>
    /^(?!.*insert into)(?:select|with|update|delete)/is.test(text),
  );
  expect(statements.length).toBeGreaterThan(0);
  const wasted: string[] = [];
  for (const statement of statements) {
    const waste = wasteOf(await explainStatement(superuser, statement));
    if (waste.length > 0) wasted.push(`${waste.join()}: ${statement.text.slice(0, 200)}`);
  }
  expect(wasted).toEqual([]);
});
