import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { pino } from "pino";
import type { PublishedEvent } from "../../activities/outbox/deliver-to-feed.ts";
import { relayPass } from "../../activities/outbox/relay-pass.ts";
import type { Operation, OperationResult } from "../../contract/sync/schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { tables } from "../../db/tables.ts";
import { hooks } from "../../workers/hooks.ts";
import { createDeliveries } from "../../workers/relay/create-deliveries.ts";
import {
  type BatchedCommand,
  batchedCommands,
  operationsOf,
} from "../factories/workouts/batched-commands.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { fullReceipts } from "../factories/sync/receipts/stored-receipts.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { type BuiltWorkout, putPackage, putWorkout } from "../factories/workouts/workouts.ts";
import { campaignSeed, campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const settling = settlementDeps(em);

/** Events of batches, not of their operations. */
const OF_BATCHES = ["SyncBatchAdmitted", "MobileTodaySyncAccepted"];

test("a batch of a day leaves the same rows as its operations one by one (docs/rooms/sync.md#flow)", async () => {
  await fc.assert(
    fc.asyncProperty(batchedCommands, async (commands) => {
      const sessionIds = [newId(), newId(), newId()];
      const together = await play(commands, sessionIds, 50);
      expect(together).toEqual(await play(commands, sessionIds, 1));
    }),
    { numRuns: campaignSize("DRAWN_CASES", 4), seed: campaignSeed(), endOnFailure: true },
  );
});

/** A client's day with three workouts: a normal one, one that was stopped and repacked, and one that was withdrawn. */
async function buildStage() {
  const scope = await buildScope(em);
  const current = await putWorkout(em, scope, { sourceKey: "current" });
  const stopped = await putWorkout(em, scope, {
    sourceKey: "stopped",
    supersededAt: new Date(),
    stopUse: true,
  });
  const offered = await putPackage(em, scope, stopped);
  const canceled = await putWorkout(em, scope, {
    sourceKey: "canceled",
    task: { status: "CANCELED" },
  });
  return { scope, workouts: [current, stopped, offered, canceled] as const };
}

/** Sends the commands of a phone to a separate stage, in batches of this size. */
async function play(
  commands: readonly BatchedCommand[],
  sessionIds: readonly string[],
  size: number,
) {
  const { scope, workouts } = await buildStage();
  const operations = operationsOf(commands, { workouts, sessionIds, habit: scope.agenda.habit.id });
  // Delivers and discards the events from before the batch.
  await followAll(scope);
  const results: OperationResult[] = [];
  for (let start = 0; start < operations.length; start += size) {
    const batch = operations.slice(start, start + size);
    results.push(...(await submit(deps, scope, batch)).results);
  }
  await settleAll(settling, { deviceId: scope.deviceId });
  const events = await followAll(scope);
  return await leftBy(scope, { workouts, operations, results, events });
}

/** Delivers all pending events to feed and inbox; returns the feed's events of the relationship. */
async function followAll({ relationshipId }: BuiltScope): Promise<readonly PublishedEvent[]> {
  const published: PublishedEvent[] = [];
  const unwanted = { send: async () => {} };
  const deliveries = createDeliveries({
    em,
    wakeActor: async () => null,
    feed: { publish: async (events) => void published.push(...events) },
    mailing: {
      em,
      mailer: unwanted,
      invitationKey: new Uint8Array(32),
      publicUrl: "http://127.0.0.1",
    },
    notifying: {
      mailer: unwanted,
      push: { APNS: null, FCM: null },
      log: pino({ level: "silent" }),
    },
    hooks,
  });
  const lane = { name: "test", consumers: ["event-feed", "inbox"] as const, limit: 500 };
  for (let handed = 1; handed > 0;) {
    const passed = await relayPass({ em, deliveries }, lane, new AbortController().signal);
    expect(passed.filter(({ failure }) => failure !== null)).toEqual([]);
    handed = passed.length;
  }
  return published.filter(({ refs }) => refs["relationshipId"] === relationshipId);
}

interface Played {
  readonly workouts: readonly BuiltWorkout[];
  readonly operations: readonly Operation[];
  readonly results: readonly OperationResult[];
  readonly events: readonly PublishedEvent[];
}

/** Everything stored about a relationship, with names in place of the ids of its stage. */
async function leftBy(scope: BuiltScope, { workouts, operations, results, events }: Played) {
  const { relationshipId } = scope;
  const db = tables(em.fork());
  const sessions = await db
    .selectFrom("workoutSession")
    .select(["id", "clientSessionId", "taskId", "creditedTaskId", "packageId", "status"])
    .select(["clientRevision", "frozenRevision", "performedFrom", "overtookSkip", "content"])
    .where("relationshipId", "=", relationshipId)
    .orderBy("clientSessionId")
    .execute();
  const conflicts = await db
    .selectFrom("workoutConflict")
    .select(["id", "clientSessionId", "kind", "refs", "resolvedAt", "content"])
    .where("relationshipId", "=", relationshipId)
    .orderBy("clientSessionId")
    .execute();
  const open = conflicts.filter(({ resolvedAt }) => resolvedAt === null);
  const ended = new Set(conflicts.filter((each) => !open.includes(each)).map(({ id }) => id));
  const tasks = await db
    .selectFrom("agendaTask")
    .select(["id", "status", "revision", "lateEvidence"])
    .where("id", "in", [scope.agenda.habit.id, ...workouts.map(({ taskId }) => taskId)])
    .execute();
  const days = await db
    .selectFrom("agendaDay")
    .select([
      "localDate",
      "taskCount",
      "completedCount",
      "skippedCount",
      "countedCount",
      "doneCount",
    ])
    .where("relationshipId", "=", relationshipId)
    .execute();
  const cases = await db
    .selectFrom("coachTask")
    .select(["id", "taskType", "severity", "status", "sourceKind", "sourceContext"])
    .where("relationshipId", "=", relationshipId)
    .orderBy("taskType")
    .orderBy("sourceKind")
    .orderBy("sourceContext")
    .orderBy("severity")
    .execute();
  const receipts = await fullReceipts(em, [relationshipId]);
  const names = new Map<string, string>([
    [relationshipId, "relationship"],
    [scope.deviceId, "phone"],
    ...workouts.flatMap(({ taskId, packageId, packageChecksum }, index): [string, string][] => [
      [packageChecksum, `checksum ${index}`],
      [packageId, `package ${index}`],
      [taskId, `task ${index === 2 ? 1 : index}`],
    ]),
    [scope.agenda.habit.id, "habit"],
    ...cases.map(({ id }, index): [string, string] => [id, `case ${index}`]),
    ...sessions.map(({ id, clientSessionId }): [string, string] => [id, `of ${clientSessionId}`]),
    ...conflicts.map(({ id, clientSessionId }): [string, string] => [id, `on ${clientSessionId}`]),
    ...receipts.map(({ receiptId, clientOperationId }): [string, string] => [
      receiptId,
      `receipt ${clientOperationId}`,
    ]),
  ]);
  const nameIn = (text: string) =>
    [...names].reduce((left, [id, name]) => left.replaceAll(id, name), text);
  const named = (value: unknown): unknown => JSON.parse(nameIn(JSON.stringify(value)));
  const namedEvents = events
    .filter(({ type, subjectId }) => !OF_BATCHES.includes(type) && !ended.has(subjectId))
    .map(({ type, subjectId }) => nameIn(`${type} ${subjectId}`));
  return {
    operations: operations.map(({ operationType }) => operationType),
    verdicts: results.map((result) => ({
      code: result.conflictCode ?? result.rejectionCode ?? result.status,
      messageKey: result.messageKey,
      revisions: [result.acceptedRevision, result.latestRevision],
      parent: result.parentClientOperationId,
    })),
    sessions: named(sessions),
    conflicts: named(open.map(({ id: _id, resolvedAt: _resolvedAt, ...conflict }) => conflict)),
    tasks: named(Object.fromEntries(tasks.map(({ id, ...task }) => [id, task]))),
    days,
    cases: named(cases),
    receipts: receipts
      .map(({ clientOperationId, status, code }) => `${clientOperationId} ${status} ${code}`)
      .toSorted(),
    events: [...new Set(namedEvents)].toSorted(),
  };
}
