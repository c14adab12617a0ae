import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { quickLogSettlement } from "../../activities/quick-log/quick-log-settlement.ts";
import { settleDevice } from "../../activities/sync/settlement/settle-device.ts";
import { settleLane } from "../../activities/sync/settlement/settle-lane.ts";
import { newId } from "../../db/platform/new-id.ts";
import { openDatabase } from "../../db/open-database.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { anEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 4, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

test("an actor that is notified after its read stays due and keeps its other deadline", async () => {
  const scope = await buildScope(em);
  const done = queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
  await submit(admissionDeps(em), scope, [done]);
  await settleLane(settlementDeps(em), { lane: "0", runId: newId() });
  const notifications: Promise<void>[] = [];
  // Settlement locks the actor's row until it is written, so the notification waits.
  const deps = overtaken(async () => void notifications.push(notifyActor(scope)));
  expect(await settleDevice(deps, scope)).toMatchObject({ dueReason: "UNDO_WINDOW" });
  await Promise.all(notifications);
  expect(await isDue(scope)).toBe(true);
  await settleDevice(settlementDeps(em), scope);
  expect(await isDue(scope)).toBe(false);
});

test("an actor that is notified after its read stays due without another deadline, with or without a row", async () => {
  const scope = await buildScope(em);
  expect(
    await settleDevice(
      overtaken(() => notifyActor(scope)),
      scope,
    ),
  ).toMatchObject({ open: false });
  expect(await isDue(scope)).toBe(true);
  const notifications: Promise<void>[] = [];
  const deps = overtaken(async () => void notifications.push(notifyActor(scope)));
  expect(await settleDevice(deps, scope)).toMatchObject({ open: false });
  await Promise.all(notifications);
  expect(await isDue(scope)).toBe(true);
  expect(await settleDevice(settlementDeps(em), scope)).toMatchObject({ open: false });
  expect(await isDue(scope)).toBe(false);
});

async function isDue({ deviceId }: BuiltScope): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select due_at <= clock_now() as due from actor where workflow_id = ${deviceActorId(deviceId)}
  `.execute(em.fork().getKysely());
  return rows[0]?.due ?? false;
}

/** Settlement during which the actor is notified, just after it read what its device waits for. */
function overtaken(notify: () => Promise<void>) {
  return settlementDeps(em, [
    {
      ...quickLogSettlement,
      async listWaits(tx, id) {
        await notify();
        return await quickLogSettlement.listWaits(tx, id);
      },
    },
  ]);
}

function notifyActor({ deviceId }: BuiltScope) {
  return emitEvents(database, [
    anEvent("OperationRetryRequested", { actorId: deviceActorId(deviceId) }),
  ]);
}
