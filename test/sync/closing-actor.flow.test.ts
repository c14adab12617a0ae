import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "@jest/globals";
import { defineSearchAttributeKey } from "@temporalio/common";
import { sql } from "kysely";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import { MOST_LANES } from "../../rules/sync/lane-share.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";
import type { ActorBounds } from "../../workflows/run-actor.ts";
import { eventually } from "../factories/eventually.ts";
import { laneIdOf } from "../factories/sync/lane-of.ts";
import { aDeviceEvent, emitEvents } from "../factories/outbox/outbox-rows.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { wakeBriefly, type BriefWake } from "../factories/outbox/wake-briefly.ts";
import { openWorkerStage } from "../factories/workers/worker-stage.ts";
import { campaignSize } from "../harness/campaign.ts";

const PLAYERS = campaignSize("CLOSING_PLAYERS", 4);

// The real server: the time-skipping one may not refuse a signal to an actor that is closing.
const stage = await openWorkerStage({ poolSize: 12, lanes: MOST_LANES });
const { database, em, client, taskQueue } = stage;
afterAll(() => stage.close());
const admission = admissionDeps(em);

const none = (count: number) => count === 0;

/** The woken workflow and its purpose: the lane of a relationship, or the actor of a device. */
interface Woken {
  wake(scope: BuiltScope, bounds: ActorBounds): BriefWake;
  /** Creates work for it. */
  order(scope: BuiltScope): Promise<unknown>;
  /** Returns how much of that work is left. */
  left(scope: BuiltScope): Promise<number>;
}

const lane: Woken = {
  wake: (scope, bounds) => ({
    workflowType: "settlementActor",
    workflowId: laneIdOf(scope, MOST_LANES),
    reason: "SyncBatchAdmitted",
    taskQueue,
    bounds,
  }),
  // A batch without an undo window: its one operation is refused.
  order: (scope) =>
    submit(admission, scope, [queued("quick-log.complete-task", { taskId: scope.deviceId })]),
  left: unsettled,
};

const device: Woken = {
  wake: ({ deviceId }, bounds) => ({
    workflowType: "deviceActor",
    workflowId: deviceActorId(deviceId),
    reason: "OperationRetryRequested",
    taskQueue,
    bounds,
  }),
  order: ({ deviceId }) => emitEvents(database, [aDeviceEvent(deviceId)]),
  left: due,
};

const kinds = [
  ["a lane", lane],
  ["a device's actor", device],
] as const;

const grown = new Map<Woken, ReturnType<typeof growLong>>();

describe.each(kinds)("%s", (_name, woken) => {
  test("continues as new at its bound, and settles what arrived meanwhile", async () => {
    const { first, agenda, described } = await grownLong(woken);
    expect(agenda.tried.settlements).toBeGreaterThan(5);
    expect(described.runId).not.toBe(first.runId);
    expect(described.historyLength).toBeLessThan(80);
    const status = defineSearchAttributeKey("ActorStatus", "KEYWORD");
    expect(described.typedSearchAttributes.get(status)).toBe("IDLE");
  });

  test("that is just closing loses no wake-up", async () => {
    const bounds = { lingerMs: 10, events: 700 };
    // Timers of the server fire up to a second late, so the wakes are spread over that time.
    const play = async (player: number) => {
      const scope = await buildScope(em);
      const wake = woken.wake(scope, bounds);
      const own = new Set<string>();
      // On a busy machine none may have closed by the twelfth round.
      for (let round = 0; round < 12 || own.size < 2; round += 1) {
        await sleep(((round * 97 + player * 31) % 12) * 100);
        await woken.order(scope);
        await wakeBriefly(client, wake);
        own.add((await client.workflow.getHandle(wake.workflowId).describe()).runId);
      }
      await eventually(() => woken.left(scope), none);
    };
    await Promise.all(Array.from({ length: PLAYERS }, (_, player) => play(player)));
  });
});

test("the actor of a device that continues as new is still found by its device", async () => {
  const { scope, first, described } = await grownLong(device);
  expect(described.runId).not.toBe(first.runId);
  const deviceId = defineSearchAttributeKey("DeviceId", "KEYWORD");
  expect(described.typedSearchAttributes.get(deviceId)).toBe(scope.deviceId);
});

async function numberOf(statement: ReturnType<typeof sql<{ n: number }>>) {
  return (await statement.execute(em.fork().getKysely())).rows[0]?.n ?? -1;
}

function unsettled({ deviceId }: BuiltScope) {
  return numberOf(sql`select count(*)::int as n from sync_batch
    where device_id = ${deviceId} and status = 'ADMITTED'`);
}

/** 1 while the device's actor has a row in `actor`: it was woken and has not settled since. */
function due({ deviceId }: BuiltScope) {
  return numberOf(
    sql`select count(*)::int as n from actor where workflow_id = ${deviceActorId(deviceId)}`,
  );
}

/** One workflow of each kind that has exceeded its limit and closed, shared by the tests that read it. */
function grownLong(woken: Woken): ReturnType<typeof growLong> {
  const one = grown.get(woken) ?? growLong(woken);
  grown.set(woken, one);
  return one;
}

/** Creates work twenty times while the workflow exceeds its limit; returns what can be observed afterwards. */
async function growLong(woken: Woken) {
  const scope = await buildScope(em);
  const wake = woken.wake(scope, { lingerMs: 60_000, events: 30 });
  const handle = client.workflow.getHandle(wake.workflowId);
  await wakeBriefly(client, wake);
  const first = await handle.describe();
  for (let round = 0; round < 20; round += 1) {
    await woken.order(scope);
    await wakeBriefly(client, wake);
    // Temporal defers the successor of a run that was shorter than a second; such a one goes on by the relay, not here.
    await sleep(250);
    // Spread out, so that even on a slow machine they do not all arrive during one settlement.
    if (round % 3 === 0) await eventually(() => woken.left(scope), none);
  }
  await eventually(() => woken.left(scope), none);
  const agenda = await eventually(
    () => handle.query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "NOTHING",
  );
  return { scope, first, agenda, described: await handle.describe() };
}
