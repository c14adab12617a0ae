import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { createSettlingActs } from "../../../activities/outbox/register-actor.ts";
import { actorWaker } from "../../../activities/outbox/wake-actor.ts";
import { Notification } from "../../../db/notifications/notification.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { tables } from "../../../db/tables.ts";
import { clockNow } from "../../../db/platform/transactions/transact.ts";
import { actors } from "../../../workers/actors.ts";
import { installRuntime } from "../../../workers/worker/install-runtime.ts";
import type { AgendaView } from "../../../workflows/actor-state.ts";
import { eventually } from "../../factories/eventually.ts";
import { registerTestAttributes } from "../../factories/workers/register-test-attributes.ts";
import { setClock } from "../../factories/set-clock.ts";
import { settlementDeps } from "../../factories/sync/settlement.ts";
import { admissionDeps, buildScope, submit } from "../../factories/sync/sync.ts";
import { testBundle } from "../../factories/workers/test-bundle.ts";
import { travelTo } from "../../factories/workers/time-travel.ts";
import { retryWakes } from "../../factories/outbox/retry-wakes.ts";
import {
  conflictsOf,
  type RefusedDraft,
  refusedDraft,
} from "../../factories/workouts/workout-conflicts.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { openTimeSkipping } from "../../harness/time-skipping.ts";

const { appUrl, ownerUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "test" });
const { em } = database;
const deps = admissionDeps(em);
const log = pino({ level: "silent" });
installRuntime(log);
const env = await openTimeSkipping();
const taskQueue = "workout-conflicts";
const wakeActor = retryWakes(actorWaker(env.client, taskQueue));
let stopWorker: () => Promise<void>;

beforeAll(async () => {
  await registerTestAttributes(env.connection);
  await startWorker();
});
afterAll(async () => {
  await stopWorker();
  await env.teardown();
  await database.close();
});

test("a draft without a decision for 30 days, over a restart and a further receipt, is reminded of, reported and deleted (docs/rooms/workouts.md#conflicts)", async () => {
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  await setClock(ownerUrl, noon);
  const begun = await clockNow(em.fork());
  const at = (days: number) => new Date(begun.getTime() + days * 86_400_000);
  const travel = { env, em, ownerUrl };
  const place = { em, deps };
  const kept = await refusedDraft(place, await buildScope(em));
  const renewed = await refusedDraft(place, await buildScope(em));
  const ended = await refusedDraft(place, await buildScope(em));
  // The other actors are never woken, and the test would wait for them.
  await tables(em.fork())
    .deleteFrom("actor")
    .where("workflowId", "not like", "workout-conflict/%")
    .execute();
  for (const draft of [kept, renewed, ended]) await wakeOf(draft);

  await travelTo(travel, at(5));
  const { clientOperationId: resubmitOf } = renewed;
  await submit(deps, renewed.scope, [renewed.draft.submit(undefined, {}, { resubmitOf })]);
  const discard = ended.draft.op("workout.discard-session", { reason: null });
  await submit(deps, ended.scope, [discard]);
  await stopWorker();
  await startWorker();
  for (const { actorId: workflowId, draft } of [renewed, ended]) {
    const reason = "WorkoutSyncConflictRenewed";
    await wakeActor({ workflowId, reason, id: draft.clientSessionId, version: 0 });
  }
  await eventually(
    () => env.client.workflow.getHandle(ended.actorId).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "NOTHING",
  );
  await travelTo(travel, at(31));

  const notificationsOf = async ({ scope: { relationshipId } }: RefusedDraft) =>
    (await em.fork().find(Notification, { relationshipId }, { orderBy: { decidedAt: "asc" } })).map(
      ({ category }) => (category === "WORKOUT_CONFLICT_REMINDER" ? "client" : "coach"),
    );
  const endOf = async ({ draft }: RefusedDraft) =>
    (await conflictsOf(em, draft.clientSessionId)).map(({ resolution, content }) => [
      resolution,
      content === null,
    ]);
  expect(await notificationsOf(kept)).toEqual([
    "client",
    "coach",
    "client",
    "client",
    "client",
    "client",
  ]);
  expect(await endOf(kept)).toEqual([["EXPIRED", true]]);
  expect(await endOf(renewed)).toEqual([[null, false]]);
  expect(await endOf(ended)).toEqual([["DISCARD", true]]);
  expect(await notificationsOf(ended)).toEqual(["client", "coach"]);

  await travelTo(travel, at(36));
  expect(await endOf(renewed)).toEqual([["EXPIRED", true]]);
}, 120_000);

async function startWorker() {
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    // A history of another worker is replayed at once, without a wait for the worker that is gone.
    maxCachedWorkflows: 0,
    workflowBundle: { codePath: await testBundle() },
    activities: createSettlingActs(actors, { ...settlementDeps(em), log }),
  });
  const running = worker.run();
  stopWorker = async () => {
    worker.shutdown();
    await running;
  };
}

/** Wakes the actor as the relay does, and waits until it has settled. */
async function wakeOf({ actorId: workflowId, draft }: RefusedDraft) {
  const id = draft.clientSessionId;
  const wake = { workflowId, reason: "WorkoutSyncConflictRaised", id, version: 0 } as const;
  expect(await wakeActor(wake)).toBeNull();
  await eventually(
    () => env.client.workflow.getHandle(workflowId).query<AgendaView>("agenda"),
    ({ waitingFor }) => waitingFor === "CLIENT_REMINDER",
  );
}
