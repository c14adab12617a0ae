import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { revokeDevice } from "../../activities/sync/devices/revoke-device.ts";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import { openDatabase } from "../../db/open-database.ts";
import { onPacket } from "../../db/platform/pipeline/on-packet.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
const deps = settlementDeps(em);
afterAll(() => database.close());

test("an actor that is notified after its read stays due and keeps its other deadline", async () => {
  const scope = await buildScope(em);
  const { clientUserId: userId, deviceId } = scope;
  await transact(em, (tx) => revokeDevice(tx, { userId, deviceId, requestId: "test" }));
  // Settlement locks the actor's row until it is written, so the notification waits.
  expect(await settleOvertaken(scope)).toMatchObject({ dueReason: "PURGE" });
  expect(await isDue(scope)).toBe(true);
  expect(await settleDevice(deps, scope)).toMatchObject({ dueReason: "PURGE" });
  expect(await isDue(scope)).toBe(false);
});

test("an actor that is notified after its read stays due without another deadline, with or without a row", async () => {
  const scope = await buildScope(em);
  expect(await settleOvertaken(scope)).toMatchObject({ open: false });
  expect(await isDue(scope)).toBe(true);
  expect(await settleOvertaken(scope)).toMatchObject({ open: false });
  expect(await isDue(scope)).toBe(true);
  expect(await settleDevice(deps, scope)).toMatchObject({ open: false });
  expect(await isDue(scope)).toBe(false);
});

async function isDue({ deviceId }: BuiltScope): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select due_at <= clock_now() as due from actor where workflow_id = ${deviceActorId(deviceId)}
  `.execute(em.fork().getKysely());
  return rows[0]?.due ?? false;
}

/** Settles a device whose actor is notified just after it read how often it had been notified. */
async function settleOvertaken(scope: BuiltScope) {
  const notifications: Promise<void>[] = [];
  const stop = onPacket((packet) => {
    if (notifications.length === 0 && packet.some(({ text }) => text.includes(READS_WAITS)))
      notifications.push(notifyActor(scope));
  });
  try {
    const agenda = await settleDevice(deps, scope);
    expect(notifications).toHaveLength(1);
    await Promise.all(notifications);
    return agenda;
  } finally {
    stop();
  }
}

/** The statement behind that read. */
const READS_WAITS = '"purgeReminderAt"';

function notifyActor({ deviceId }: BuiltScope) {
  return emitEvents(database, [
    anEvent("OperationRetryRequested", { actorId: deviceActorId(deviceId) }),
  ]);
}
