import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import type { ActorBounds } from "../../workflows/run-actor.ts";
import { defineSearchAttributeKey } from "@temporalio/common";
import { eventually } from "../factories/eventually.ts";
import { admissionDeps, buildScope, queued, submit, type BuiltScope } from "../factories/sync.ts";
import { wakeBriefly } from "../factories/wake-briefly.ts";
import { openWorkerStage } from "../factories/worker-stage.ts";

// The real server: the time-skipping one may not refuse a signal to an actor that is closing.
const stage = await openWorkerStage({ poolSize: 12 });
const { em, client, taskQueue } = stage;
afterAll(() => stage.close());
const admission = admissionDeps(em);

const unsettled = async ({ deviceId }: BuiltScope) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from sync_batch
    where device_id = ${deviceId} and status = 'ADMITTED'`.execute(em.fork().getKysely());
  return rows[0]?.n ?? 0;
};
const settled = (scope: BuiltScope) =>
  eventually(
    () => unsettled(scope),
    (count) => count === 0,
  );
const briefWake = ({ deviceId }: BuiltScope, bounds: ActorBounds) => ({
  workflowType: "deviceActor",
  workflowId: deviceActorId(deviceId),
  reason: "SyncBatchAdmitted" as const,
  taskQueue,
  bounds,
});
const handleOf = ({ deviceId }: BuiltScope) => client.workflow.getHandle(deviceActorId(deviceId));

/** A batch that leaves no undo window behind: its one operation is refused. */
const submitRefused = (scope: BuiltScope) =>
  submit(admission, scope, [queued("quick-log.complete-task", { taskId: scope.deviceId })]);

test("an actor continues as new at its bound, and settles what came meanwhile", async () => {
  const scope = await buildScope(em);
  const bounds = { lingerMs: 60_000, events: 30 };
  const wake = () => wakeBriefly(client, briefWake(scope, bounds));
  await wake();
  const first = await handleOf(scope).describe();
  for (let batch = 0; batch < 20; batch += 1) {
    await submitRefused(scope);
    await wake();
    await sleep(30);
    // However slow the machine: not all of them come while one settlement runs.
    if (batch % 3 === 0) await settled(scope);
  }
  await settled(scope);
  const agenda = await eventually(
    () => handleOf(scope).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "NOTHING",
  );
  expect(agenda.tried.settlements).toBeGreaterThan(5);
  const described = await handleOf(scope).describe();
  expect(described.runId).not.toBe(first.runId);
  expect(described.historyLength).toBeLessThan(80);
  expect(described.typedSearchAttributes.get(defineSearchAttributeKey("DeviceId", "KEYWORD"))).toBe(
    scope.deviceId,
  );
});

test("an actor that is just closing loses no wake-up", async () => {
  const bounds = { lingerMs: 10, events: 700 };
  const runs = new Set<string>();
  // Timers of the server fire up to a second late, so the wakes are spread over that time.
  const play = async (device: number) => {
    const scope = await buildScope(em);
    for (let round = 0; round < 12; round += 1) {
      await sleep(((round * 97 + device * 31) % 12) * 100);
      await submitRefused(scope);
      await wakeBriefly(client, briefWake(scope, bounds));
      runs.add((await handleOf(scope).describe()).runId);
    }
    await settled(scope);
  };
  await Promise.all(Array.from({ length: 8 }, (_, device) => play(device)));
  expect(runs.size).toBeGreaterThan(20);
}, 90_000);
