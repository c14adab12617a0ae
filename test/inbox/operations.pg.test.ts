import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { START_TASK } from "../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { settleInboxTask } from "../../activities/inbox/actor/settle-inbox-task.ts";
import type { Consumer } from "../../contract/outbox/vocabulary.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { newId } from "../../db/platform/new-id.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { tables } from "../../db/tables.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import {
  coachPhone,
  putMessageTask,
  queuedAct,
  reply,
  sendAsCoach,
} from "../factories/inbox/coach-phone.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { admissionDeps, buildScope, type BuiltScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const HOUR_MS = 3_600_000;

let scope: BuiltScope;
let phone: string;
let task: CoachTask;
beforeAll(async () => {
  scope = await buildScope(em);
  const startedAt = new Date(Date.now() - 24 * HOUR_MS);
  await em.fork().nativeUpdate(Relationship, scope.relationshipId, { startedAt });
  phone = await coachPhone(em, scope);
});
beforeEach(async () => {
  task = await putMessageTask(em, scope);
});

const read = ({ id } = task) => em.fork().findOneOrFail(CoachTask, id);

describe("An act that a coach's app did offline", () => {
  test("is applied to the task with its history and event, and moves no counter of the client", async () => {
    const before = await counter();
    const [result] = await send(queuedAct("start", task.id));
    expect(result).toMatchObject({ status: "ACCEPTED", acceptedRevision: 2 });
    expect(result?.refetch).toEqual([
      {
        entityType: "coach_task",
        entityId: task.id,
        path: `/api/v1/workspaces/${scope.workspaceId}/coach-tasks/${task.id}`,
        reason: "CHANGED",
      },
    ]);
    expect(await read()).toMatchObject({ status: "IN_PROGRESS", revision: 2 });
    expect(await historyOf()).toEqual(["viewed"]);
    expect(await eventTypesOf()).toEqual(["CoachTaskViewed"]);
    expect(await counter()).toBe(before);
  });

  test("is accepted as part of a queue on the last seen revision, even in two batches", async () => {
    expect(await sent(queuedAct("start", task.id), queuedAct("pin", task.id))).toEqual([
      "ACCEPTED",
      "ACCEPTED",
    ]);
    expect(await sent(resolve())).toEqual(["ACCEPTED"]);
    expect(await read()).toMatchObject({ status: "RESOLVED", pinPart: 25, revision: 3 });
    expect(await historyOf()).toEqual(["viewed", "pinned", "resolved"]);
    expect(await eventTypesOf(task, "inbox-task-actor")).toContain("CoachTaskResolved");
  });

  test("is replayed from its receipt and applied once", async () => {
    const operation = resolve();
    expect(await sent(operation)).toEqual(["ACCEPTED"]);
    expect(await sent(operation)).toEqual(["ALREADY_ACCEPTED"]);
    expect(await historyOf()).toEqual(["resolved"]);
  });

  test("is a conflict with the present task if that was already closed", async () => {
    await sent(resolve());
    const [result] = await send(queuedAct("dismiss", task.id, { dismissReason: "NOT_RELEVANT" }));
    const { revision, closedAt } = await read();
    expect(result).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STATE_CONFLICT",
      latestRevision: revision,
      conflict: { changedBy: "COACH", changedAt: closedAt?.toISOString() },
      allowedResolutions: ["REFRESH", "RESUBMIT", "DISCARD"],
    });
  });

  test("is a conflict if somebody else changed the task, and none if only its order changed", async () => {
    await online(pinTask(true));
    expect(await sent(queuedAct("start", task.id, {}, { expectedRevision: 1 }))).toEqual([
      "ACCEPTED",
    ]);
    await online(START_TASK);
    expect(await sent(resolve())).toEqual(["STATE_CONFLICT"]);
    expect(await read()).toMatchObject({ status: "IN_PROGRESS", revision: 3 });
  });

  test("must name a task of this client, and is for coaches only", async () => {
    expect(await sent(queuedAct("start", newId()))).toEqual(["COACH_TASK_UNKNOWN"]);
    const other = await putMessageTask(em, await buildScope(em));
    expect(await sent(queuedAct("start", other.id))).toEqual(["COACH_TASK_UNKNOWN"]);
    const { results } = await submit(deps, scope, [queuedAct("start", task.id)]);
    expect(verdictsOf(results)).toEqual(["ACTOR_NOT_ALLOWED"]);
  });

  test("waits on the device while the client is paused", async () => {
    const own = await buildScope(em);
    const paused = await putMessageTask(em, own);
    await setRelationshipStatus(em, own.relationshipId, "PAUSED");
    const { results } = await sendAsCoach(deps, own, await coachPhone(em, own), [
      queuedAct("start", paused.id),
    ]);
    expect(results).toMatchObject([{ status: "SCOPE_LOCKED", rejectionCode: "SCOPE_PAUSED" }]);
  });

  test.each([
    ["resolve", { resolutionType: "SOURCE_COMPLETED" }, "RESOLUTION_NOT_ALLOWED"],
    ["resolve", { resolutionType: "HANDLED_OUTSIDE_APP" }, "NOTE_REQUIRED"],
    ["resolve", { resolutionType: "MESSAGE_SENT", note: "x".repeat(2_001) }, "PAYLOAD_INVALID"],
    ["review", {}, "RESOLUTION_NOT_ALLOWED"],
    ["snooze", { snoozePreset: "NEXT_CHECK_IN" }, "SNOOZE_NOT_ALLOWED"],
    ["snooze", { snoozedUntil: "2030-01-01T00:00:00.000Z" }, "PAYLOAD_INVALID"],
    ["unsnooze", {}, "STATE_CONFLICT"],
    ["undo", {}, "STATE_CONFLICT"],
  ])("is refused if not allowed: %s %j, %s", async (act, fields, code) => {
    expect(await sent(queuedAct(act, task.id, fields))).toEqual([code]);
    expect(await read()).toMatchObject({ status: "OPEN", revision: 1 });
    expect(await historyOf()).toEqual([]);
  });
});

describe("A snooze that was chosen offline", () => {
  const snooze = (hoursAgo: number) =>
    queuedAct(
      "snooze",
      task.id,
      { snoozePreset: "ONE_HOUR" },
      { clientRecordedAt: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() },
    );

  test("half an hour ago for an hour has half an hour left", async () => {
    expect(await sent(snooze(0.5))).toEqual(["ACCEPTED"]);
    const { status, snoozedUntil } = await read();
    expect(status).toBe("SNOOZED");
    expect(Math.abs((snoozedUntil?.getTime() ?? 0) - Date.now() - HOUR_MS / 2)).toBeLessThan(
      60_000,
    );
  });

  test("for a time that is already over is accepted and leaves the task awake", async () => {
    expect(await sent(snooze(2), queuedAct("start", task.id))).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await read()).toMatchObject({ status: "IN_PROGRESS", snoozedUntil: null });
    const other = await putMessageTask(em, scope);
    task = other;
    await sent(snooze(3));
    await settleInboxTask(em, { taskId: other.id });
    expect(await read(other)).toMatchObject({ status: "OPEN", reopenReason: "SNOOZE_ENDED" });
  });
});

describe("A start or an undo", () => {
  test("resolves a task that its source no longer needs; later acts are conflicts", async () => {
    await reply(em, task);
    expect(await sent(queuedAct("start", task.id), resolve())).toEqual([
      "ACCEPTED",
      "STATE_CONFLICT",
    ]);
    expect(await read()).toMatchObject({ status: "RESOLVED", resolutionType: "SOURCE_COMPLETED" });
  });

  test("reopens a task decided in the same batch, unless its source is done or its case has another task", async () => {
    expect(await sent(resolve(), queuedAct("undo", task.id))).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await read()).toMatchObject({ status: "OPEN", reopenReason: "UNDONE", revision: 3 });
    await sent(resolve());
    const { dedupeKey } = task;
    const newer = await putMessageTask(em, scope, { dedupeKey });
    expect(await sent(queuedAct("undo", task.id))).toEqual(["STATE_CONFLICT"]);
    const closing = queuedAct("dismiss", newer.id, { dismissReason: "DUPLICATE" });
    expect(await sent(closing, queuedAct("undo", task.id))).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await sent(queuedAct("undo", newer.id))).toEqual(["STATE_CONFLICT"]);
    await sent(resolve({ expectedRevision: 5 }));
    await reply(em, task);
    expect(await sent(queuedAct("undo", task.id))).toEqual(["STATE_CONFLICT"]);
  });
});

test("A new operation behind known ones waits for the relationship with no task locked", async () => {
  const known = queuedAct("pin", task.id);
  await send(known);
  const { id: taskId } = task;
  // Simulates another process, whose cache does not have the answer.
  const other = admissionDeps(em);
  const batch = [known, queuedAct("start", taskId)];
  const sending = await transact(em, async (tx) => {
    await lockScope(tx, scope.relationshipId);
    const begun = sendAsCoach(other, scope, phone, batch);
    await sleep(300);
    await tables(tx)
      .selectFrom("coachTask")
      .where("id", "=", taskId)
      .select("id")
      .forUpdate()
      .noWait()
      .execute();
    return { begun };
  });
  expect(verdictsOf((await sending.begun).results)).toEqual(["ALREADY_ACCEPTED", "ACCEPTED"]);
});

test("Two operations and fifty take as many statements, in at most six pipelines", async () => {
  const tasks = await Promise.all(Array.from({ length: 50 }, () => putMessageTask(em, scope)));
  const batch = (some: readonly CoachTask[]) =>
    some.map(({ id }, place) =>
      place % 2 === 0
        ? queuedAct("start", id)
        : queuedAct("snooze", id, { snoozePreset: "TOMORROW_MORNING" }),
    );
  const two = await Promise.all([putMessageTask(em, scope), putMessageTask(em, scope)]);
  await sent(queuedAct("start", newId()));
  const few = await pipelinesOf(() => send(...batch(two)));
  const many = await pipelinesOf(() => send(...batch(tasks)));
  expect(many.flat()).toEqual(few.flat());
  // Begin, the reads, the tasks, two steps that follow from them, the writes.
  for (const { length } of [few, many]) expect(length).toBeLessThanOrEqual(6);
});

async function send(...operations: readonly ReturnType<typeof queuedAct>[]) {
  return (await sendAsCoach(deps, scope, phone, operations)).results;
}

async function sent(...operations: readonly ReturnType<typeof queuedAct>[]) {
  return verdictsOf(await send(...operations));
}

async function historyOf({ id: taskId } = task) {
  return (await em.fork().find(CoachTaskEvent, { taskId }, { orderBy: { id: "asc" } })).map(
    ({ type }) => type,
  );
}

async function eventTypesOf({ id: subjectId } = task, consumer: Consumer = "event-feed") {
  return (await em.fork().find(OutboxRow, { subjectId, consumer }, { orderBy: { id: "asc" } })).map(
    ({ type }) => type,
  );
}

async function counter() {
  return (
    await em.fork().findOneOrFail(RelationshipScope, { relationshipId: scope.relationshipId })
  ).seq;
}

/** An act of another coach online in the meantime. */
function online(taskAct: TaskAct, byUserId = newId()) {
  return transact(em, (tx) =>
    actOnTask(
      tx,
      {
        workspaceId: scope.workspaceId,
        taskId: task.id,
        byUserId,
        expectedRevision: null,
        requestId: "x",
      },
      taskAct,
    ),
  );
}

function resolve(changes = {}) {
  return queuedAct("resolve", task.id, { resolutionType: "MESSAGE_SENT" }, changes);
}
