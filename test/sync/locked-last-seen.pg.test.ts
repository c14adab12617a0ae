import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { recordLastSeen } from "../../activities/sync/devices/record-last-seen.ts";
import { unreadClock } from "../../rules/sync/correct-clock.ts";
import { DeviceSeen } from "../../db/sync/device-seen.ts";
import {
  admissionDeps,
  type BuiltScope,
  buildScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl, name } = await useOrm(await useOwnDatabase());
const holder = await useClient(superuserUrl);
// A statement that waits for the lock never ends then, and its test fails by its limit.
for (const limit of ["lock_timeout", "statement_timeout", "transaction_timeout"])
  await holder.query(`alter role sideline_app in database "${name}" set ${limit} = 0`);
const deps = admissionDeps(em);

let scope: BuiltScope;
beforeEach(async () => {
  scope = await buildScope(em);
  await submit(deps, scope, [complete()]);
  await holder.query("begin");
  await holder.query("select from device_seen where device_id = $1 for update", [scope.deviceId]);
});
afterEach(() => holder.query("rollback"));

const complete = () => queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });

const health = { depth: 7, oldestRecordedAt: null, rejected: 0, conflicted: 0 };

test("a batch is admitted although the last-seen row of its device is locked", async () => {
  const batch = () => submit(deps, scope, [drink()], { outboxHealth: health });
  expect((await batch()).results).toMatchObject([{ status: "ACCEPTED" }]);
  expect(await depth()).toBeNull();
  await holder.query("rollback");
  await submit(deps, scope, [queued("quick-log.complete-task", { taskId: scope.deviceId })], {
    outboxHealth: health,
  });
  expect(await depth()).toBe(6);
});

test("a sync that writes nothing else does not wait for that lock either", async () => {
  const { deviceId } = scope;
  const now = new Date();
  const lastSeen = { deviceId, now, outboxHealth: health, clock: unreadClock(now) };
  await recordLastSeen(em, lastSeen, null);
  expect(await depth()).toBeNull();
  await holder.query("rollback");
  await recordLastSeen(em, lastSeen, null);
  expect(await depth()).toBe(7);
});

function drink() {
  const taskId = scope.agenda.water.id;
  const value = { metricKind: "WATER", value: 300, unit: "ml", sourceType: "MANUAL" };
  return queued("quick-log.record-value", {
    taskId,
    ...value,
    recordedAt: "2026-01-05T08:00:00.000Z",
  });
}

async function depth() {
  return (await em.fork().findOneOrFail(DeviceSeen, { deviceId: scope.deviceId })).outboxDepth;
}
