import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { deliverToFeed, type PublishedEvent } from "../../activities/outbox/deliver-to-feed.ts";
import { redriveDeadLetters } from "../../activities/outbox/redrive-dead-letters.ts";
import { relayPass } from "../../activities/outbox/relay-pass.ts";
import type { Deliver, Deliveries } from "../../activities/outbox/deliver.ts";
import { listBatchEvents } from "../../activities/sync/receipts/list-batch-events.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { crashingFeatures } from "../factories/sync/quarantined.ts";
import { newId } from "../../db/platform/new-id.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { listDeadLetters } from "../../db/outbox/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

const unwanted: Deliver = () => Promise.reject(new Error("Nothing of it was asked for"));

const FEED = { name: "test", consumers: ["event-feed"], limit: 1_000 } as const;
const running = new AbortController().signal;

const sendMixedBatch = (scope: BuiltScope) => submit(deps, scope, mixedBatch(scope));

describe("a refused operation", () => {
  test("has one event with its code, whatever refused it", async () => {
    const scope = await buildScope(em);
    const { results } = await sendMixedBatch(scope);
    const events = (await followFeed(scope)).filter(
      ({ type }) => type === "QuickLogOperationRejected",
    );
    const refused = results.filter(({ status }) => status !== "ACCEPTED");
    expect(events.map(({ subjectId, refs }) => [subjectId, refs["code"]])).toEqual(
      refused.map(({ receiptId, rejectionCode, conflictCode }) => [
        receiptId,
        rejectionCode ?? conflictCode,
      ]),
    );
    expect(refused).toHaveLength(3);
  });

  test("has no other event when it is sent again", async () => {
    const scope = await buildScope(em);
    const operations = mixedBatch(scope);
    await submit(deps, scope, operations);
    expect(await followFeed(scope)).toHaveLength(9);
    await submit(deps, scope, operations);
    expect(await followFeed(scope)).toEqual([]);
  });
});

describe("the events of a batch (docs/rooms/quick-log.md#events)", () => {
  test("are published in the order of their operations, each with its own id", async () => {
    const scope = await buildScope(em);
    const { results } = await sendMixedBatch(scope);
    const read = await followFeed(scope);
    const receipts = results.map(({ receiptId }) => receiptId);
    expect(read.map(({ type, refs }) => [type, receipts.indexOf(`${refs["receiptId"]}`)])).toEqual([
      ["QuickLogOperationRejected", 0],
      ["QuickLogOperationAccepted", 1],
      ["QuickLogValueRecorded", 1],
      ["DailyTaskStatusChanged", 1],
      ["QuickLogOperationAccepted", 2],
      ["DailyTaskItemCompleted", 2],
      ["DailyTaskStatusChanged", 2],
      ["QuickLogOperationRejected", 3],
      ["QuickLogOperationRejected", 4],
    ]);
    expect(new Set(read.map(({ eventId }) => eventId)).size).toBe(read.length);
    expect(new Set(read.map(({ requestId }) => requestId))).toEqual(new Set(["test"]));
    expect(await followFeed(scope)).toEqual([]);
  });

  test("need one outbox row, which contains only ids and no content", async () => {
    const scope = await buildScope(em);
    await sendMixedBatch(scope);
    const [row, ...others] = await rowsOf(scope);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ refs: { relationshipId: scope.relationshipId } });
    expect(JSON.stringify(row)).not.toMatch(/WATER|MANUAL|251\.375|QuickLog|Daily/u);
  });

  test("are published after a failure of the feed, and a repetition has the same ids", async () => {
    const scope = await buildScope(em);
    await sendMixedBatch(scope);
    const tried: string[] = [];
    const deliveries = feedAlone((events) => {
      tried.push(...events.filter(isOfBatch(scope)).map(({ eventId }) => eventId));
      return Promise.reject(new RangeError("full"));
    });
    await relayPass({ em, deliveries }, FEED, running);
    const [row] = await rowsOf(scope);
    expect(row).toMatchObject({ attempts: 1, lastError: "RangeError", deadAt: null });
    await em.fork().execute("update outbox set available_at = clock_now()");
    const read = await followFeed(scope);
    expect(read.map(({ eventId }) => eventId)).toEqual(tried);
    expect(read).toHaveLength(9);
  });

  test("wait while their source cannot be read, and are published afterwards", async () => {
    const scope = await buildScope(em);
    await sendMixedBatch(scope);
    const away = deliverToFeed({ publish: async () => {} }, () =>
      Promise.reject(new RangeError("away")),
    );
    const deliveries = { ...feedAlone(async () => {}), "event-feed": away };
    await relayPass({ em, deliveries }, FEED, running);
    const [row] = await rowsOf(scope);
    expect(row).toMatchObject({ attempts: 1, lastError: "RangeError", deadAt: null });
    await em.fork().execute("update outbox set available_at = clock_now()");
    expect(await followFeed(scope)).toHaveLength(9);
  });

  test("are absent if all its operations are deferred", async () => {
    const scope = await buildScope(em);
    const done = queued("quick-log.complete-task", { taskId: scope.agenda.habit.id });
    await submit(admissionDeps(em, crashingFeatures), scope, [done]);
    expect(await rowsOf(scope)).toEqual([]);
  });

  test("become a dead letter together, and are published when it is re-driven", async () => {
    const scope = await buildScope(em);
    await sendMixedBatch(scope);
    const [row] = await rowsOf(scope);
    const id = row?.id ?? "";
    await sql`update outbox set dead_at = clock_now() where id = ${id}`.execute(
      em.fork().getKysely(),
    );
    expect(await followFeed(scope)).toEqual([]);
    const letters = await listDeadLetters(em.fork(), 10);
    expect(letters.map((letter) => letter.id)).toEqual([id]);
    await transact(em, (tx) => redriveDeadLetters(tx, { ids: [id] }));
    expect(await followFeed(scope)).toHaveLength(9);
  });
});

/** A delivery to the event feed alone. */
function feedAlone(publish: (events: readonly PublishedEvent[]) => Promise<void>): Deliveries {
  return {
    actors: unwanted,
    agenda: unwanted,
    workouts: unwanted,
    inbox: unwanted,
    notifications: unwanted,
    "notification-delivery": unwanted,
    "form-mapping": unwanted,
    "session-review": unwanted,
    mail: unwanted,
    "event-feed": deliverToFeed({ publish }, (batchIds) =>
      listBatchEvents(em.fork(), operationFeatures, batchIds),
    ),
  };
}

/** Whether an event is about an operation of this relationship, not about its plans. */
function isOfBatch({ relationshipId }: BuiltScope) {
  return ({ refs }: Pick<PublishedEvent, "refs">) =>
    refs["relationshipId"] === relationshipId && refs["receiptId"] !== undefined;
}

/** The events of the batch that consumers of the feed receive in one pass. */
async function followFeed(scope: BuiltScope): Promise<PublishedEvent[]> {
  const read: PublishedEvent[] = [];
  const deliveries = feedAlone(async (events) => {
    read.push(...events.filter(isOfBatch(scope)));
  });
  await relayPass({ em, deliveries }, FEED, running);
  return read;
}

async function rowsOf({ relationshipId }: BuiltScope): Promise<OutboxRow[]> {
  const rows = await em.fork().find(OutboxRow, { consumer: "event-feed" });
  return rows.filter(
    ({ type, refs }) => type === "SyncBatchAdmitted" && refs["relationshipId"] === relationshipId,
  );
}

/** A value, a ticked item, and operations refused by a rule, for a missing task, and before any rule. */
function mixedBatch(scope: BuiltScope) {
  const { water, meal } = scope.agenda;
  const noTask = newId();
  const drunk = {
    taskId: water.id,
    metricKind: "WATER",
    value: 251.375,
    unit: "ml",
    sourceType: "MANUAL",
    recordedAt: "2026-01-05T08:00:00.000Z",
  };
  return [
    queued("quick-log.complete-task", { taskId: noTask }),
    queued("quick-log.record-value", drunk),
    queued("quick-log.complete-item", { taskId: meal.id, itemId: meal.items[0]?.id }),
    queued("quick-log.complete-item", { taskId: meal.id, itemId: water.id }),
    queued("quick-log.skip", { taskId: meal.id, reason: "NO_SUCH_REASON" }),
  ];
}
