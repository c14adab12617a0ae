import { describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { actOnTasks } from "../../activities/inbox/acts/act-on-tasks.ts";
import { reviewSource } from "../../activities/inbox/acts/review-source.ts";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { reviewSession } from "../../activities/workouts/review-session.ts";
import type { SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { ProgressTrend } from "../../db/agenda/progress-trend.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskOccurrence } from "../../db/inbox/coach-task-occurrence.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { tables } from "../../db/tables.ts";
import { WorkoutSession } from "../../db/workouts/workout-session.ts";
import { closeDayOf, dayOf } from "../factories/agenda/closing-day.ts";
import { isStatement } from "../factories/db/explain.ts";
import { coachPhone, queuedAct, sendAsCoach } from "../factories/inbox/coach-phone.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { submittedSession } from "../factories/workouts/offered-workout.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 4);
const { em } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
const deps = admissionDeps(em);
const REVIEW = reviewSource({ note: null });

describe("A workout that is reviewed in the inbox (docs/rooms/inbox.md#acts)", () => {
  test("has the review of its session, which closes the task and cannot be undone", async () => {
    const { own, sessionId, task } = await trained();
    const before = await counterOf(own);
    expect(await act(own, task.id)).toBe("ACCEPTED");
    expect(await read(task.id)).toMatchObject({
      status: "RESOLVED",
      resolutionType: "SOURCE_COMPLETED",
      closedByUserId: null,
    });
    expect(await sessionOf(sessionId)).toMatchObject({
      reviewedAt: expect.any(Date),
      changedAfterReviewAt: null,
    });
    expect(await eventsOf(sessionId, "WorkoutReviewed")).toBe(1);
    expect(await counterOf(own)).toBe(before + 1);
    expect(await act(own, task.id, UNDO_CLOSE)).toBe("STATE_CONFLICT COMPLETED_BY_SOURCE");
    expect(await scan(own, "WORKOUT")).toBe(0);
  });

  test("shows a correction that its row did not have as made after the review", async () => {
    const { own, sessionId, task } = await trained();
    const changedAt = await correct(sessionId);
    expect(await act(own, task.id)).toBe("ACCEPTED");
    expect(await sessionOf(sessionId)).toMatchObject({ changedAfterReviewAt: changedAt });
  });

  test("is covered with a correction once its row has it; the row that was seen before is a conflict", async () => {
    const { own, sessionId, task } = await trained();
    await correct(sessionId);
    expect(await scan(own, "WORKOUT")).toBe(1);
    expect(await scan(own, "WORKOUT")).toBe(0);
    expect(await read(task.id)).toMatchObject({
      revision: 2,
      occurrenceCount: 1,
      dueAt: task.dueAt,
    });
    expect(await act(own, task.id, REVIEW, 1)).toBe("STATE_CONFLICT CHANGED_SINCE_READ");
    expect(await act(own, task.id, REVIEW, 2)).toBe("ACCEPTED");
    expect(await sessionOf(sessionId)).toMatchObject({ changedAfterReviewAt: null });
  });

  test("stays dismissed when it is corrected afterwards", async () => {
    const { own, sessionId, task } = await trained();
    const closed = { status: "DISMISSED", dismissReason: "NOT_RELEVANT" } as const;
    const by = { closedByUserId: own.coachUserId, closedAt: new Date() };
    await em.fork().nativeUpdate(CoachTask, task.id, { ...closed, ...by });
    await correct(sessionId);
    expect(await scan(own, "WORKOUT")).toBe(0);
  });

  test("may be reviewed by the coach's app without a connection, once", async () => {
    const { own, sessionId, task } = await trained();
    const phone = await coachPhone(em, own);
    const operation = queuedAct("review", task.id);
    const send = async () =>
      verdictsOf((await sendAsCoach(deps, own, phone, [operation])).results).join();
    const before = await counterOf(own);
    expect(await send()).toBe("ACCEPTED");
    expect(await send()).toBe("ALREADY_ACCEPTED");
    expect(await read(task.id)).toMatchObject({ status: "RESOLVED", note: null });
    expect((await sessionOf(sessionId)).reviewedAt).not.toBeNull();
    expect(await eventsOf(sessionId, "WorkoutReviewed")).toBe(1);
    expect(await counterOf(own)).toBe(before + 1);
  });
});

describe("A fall off track that is reviewed in the inbox", () => {
  test("is no review of a day: skips stay open, and the client can still undo", async () => {
    const own = await buildScope(em);
    const skip = queued("quick-log.skip", { taskId: own.agenda.habit.id, reason: "CONFUSED" });
    await submit(deps, own, [skip]);
    await settleAll(settlementDeps(em), { deviceId: own.deviceId });
    const fellAt = await clockNow(em.fork());
    await fall(own, fellAt);
    await scan(own, "SKIP", "TREND");
    const day = await em.fork().findOneOrFail(AgendaDay, dayOf(own));
    const [task] = await tasksOf(own, "TREND");
    expect(await act(own, task?.id ?? "")).toBe("ACCEPTED");
    expect(await tasksOf(own, "TREND")).toMatchObject([
      { status: "RESOLVED", resolutionType: "SOURCE_COMPLETED" },
    ]);
    expect(await eventsOf(own.relationshipId, "ProgressTrendReviewed")).toBe(1);
    expect(await eventsOf(own.relationshipId, "DayReviewed")).toBe(0);
    expect(await em.fork().findOneOrFail(AgendaDay, dayOf(own))).toEqual(day);
    expect(await scan(own, "SKIP", "TREND")).toBe(0);
    expect(await tasksOf(own, "SKIP")).toMatchObject([{ status: "OPEN" }]);
    const undo = queued("quick-log.undo", {
      taskId: own.agenda.habit.id,
      undoesClientOperationId: skip.clientOperationId,
    });
    expect(verdictsOf((await submit(deps, own, [undo])).results)).toEqual(["ACCEPTED"]);
  });

  test("covers what its row had: a newer fall opens a task that names the previous one", async () => {
    const own = await buildScope(em);
    const closedAt = await closeDayOf(em, own);
    await fall(own, closedAt);
    await scan(own, "TREND");
    const [task] = await tasksOf(own, "TREND");
    const later = new Date(closedAt.getTime() + 1);
    await fall(own, later);
    expect(await act(own, task?.id ?? "")).toBe("ACCEPTED");
    expect(await scan(own, "TREND")).toBe(1);
    const [, newer] = await tasksOf(own, "TREND");
    expect(newer).toMatchObject({ status: "OPEN", previousTaskId: task?.id });
    expect(await act(own, newer?.id ?? "")).toBe("ACCEPTED");
    expect(await trendOf(own)).toMatchObject({ reviewedFallAt: later, toldAt: later });
    expect(await scan(own, "TREND")).toBe(0);
  });
});

describe("Concurrent reviews", () => {
  test("of a session, in the inbox by two coaches and in its own room, have one instant and one event", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { own, sessionId, task } = await trained();
      const { workspaceId, relationshipId, coachUserId: byUserId } = own;
      const review = { workspaceId, relationshipId, sessionId, byUserId, requestId: "race" };
      const acts = [
        () => act(own, task.id),
        () => transact(em, (tx) => reviewSession(tx, review)).then(() => "REVIEWED"),
        () => act(own, task.id),
      ];
      const came = await Promise.all(acts.slice(round % 3).map((begun) => begun()));
      const rest = await Promise.all(acts.slice(0, round % 3).map((begun) => begun()));
      expect([...came, ...rest].toSorted()).toEqual([
        "ACCEPTED",
        "REVIEWED",
        "STATE_CONFLICT TASK_STATUS_FORBIDS_ACT",
      ]);
      expect(await eventsOf(sessionId, "WorkoutReviewed")).toBe(1);
      expect(await read(task.id)).toMatchObject({ status: "RESOLVED", revision: 2 });
    }
  });

  test("of a fall, alone and in bulk, leave one event and one history entry", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await buildScope(em);
      await fall(own, await clockNow(em.fork()));
      await scan(own, "TREND");
      const [task] = await tasksOf(own, "TREND");
      const id = task?.id ?? "";
      const acts = [() => act(own, id), () => inBulk(own, [id]).then(([one]) => one)];
      const came = await Promise.all(acts.slice(round % 2).map((begun) => begun()));
      const rest = await Promise.all(acts.slice(0, round % 2).map((begun) => begun()));
      const accepted = [...came, ...rest].filter((one) =>
        ["ACCEPTED", "APPLIED"].includes(one ?? ""),
      );
      expect(accepted).toHaveLength(1);
      expect(await eventsOf(own.relationshipId, "ProgressTrendReviewed")).toBe(1);
      expect(await eventsOf(id, "CoachTaskResolved")).toBe(1);
    }
  });

  test("with a correction of the session show the correction in every order", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await buildScope(em);
      const draft = draftOf(await putWorkout(em, own));
      const { results } = await submit(deps, own, [draft.submit()]);
      const sessionId = results[0]?.canonicalIds[0]?.canonicalId ?? "";
      const task = await putWorkoutTask(own, sessionId);
      const correction = draft.op("workout.correct-session", { sets: [squats("one", 40)] });
      const acts = [
        () => act(own, task.id),
        async () => verdictsOf((await submit(deps, own, [correction])).results).join(),
      ];
      const ordered = round % 2 === 0 ? acts : acts.toReversed();
      expect(await Promise.all(ordered.map((begun) => begun()))).toEqual(["ACCEPTED", "ACCEPTED"]);
      expect(await sessionOf(sessionId)).toMatchObject({
        frozenRevision: 2,
        reviewedAt: expect.any(Date),
        changedAfterReviewAt: expect.any(Date),
      });
    }
  });
});

test("Reviews in bulk have an outcome for each row, and as many statements for two clients as for one", async () => {
  const coach = await buildScope(em);
  const { workspaceId } = coach;
  const rows = async () => {
    const own = await buildScope(em);
    await fall(own, await clockNow(em.fork()));
    await scan(own, "TREND");
    const tasks = [...(await tasksOf(own, "TREND")), (await trained(own)).task];
    const ids = tasks.map(({ id }) => id);
    await em.fork().nativeUpdate(CoachTask, { id: { $in: ids } }, { workspaceId });
    return ids;
  };
  const sent = async (taskIds: readonly string[]) => {
    const outcomes: string[] = [];
    const recorded = await recordStatements(async () => {
      outcomes.push(...(await inBulk(coach, taskIds)));
    });
    expect(outcomes).toEqual(taskIds.map(() => "APPLIED"));
    return recorded.sent.filter(isStatement).length;
  };
  await sent(await rows());
  const alone = await sent(await rows());
  expect(await sent([...(await rows()), ...(await rows())])).toBe(alone);
});

/** A client whose workout wants a review, and its task. */
async function trained(own?: BuiltScope) {
  const scope = own ?? (await buildScope(em));
  const acts = planActs(em);
  const content = { ...programContent(), reviewWanted: true };
  const { assignmentId } = await acts.give(scope, content);
  await prepareFor(em, [scope.relationshipId], null);
  const [workout] = await acts.tasksOf(assignmentId);
  const sessionId = await submittedSession(em, workout?.id ?? "");
  await scan(scope, "WORKOUT");
  const [task] = await tasksOf(scope, "WORKOUT");
  if (task === undefined) throw new Error("The workout opened no task");
  return { own: scope, sessionId, task };
}

/** The task of a session whose program wants no review. */
async function putWorkoutTask(own: BuiltScope, sessionId: string): Promise<CoachTask> {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = own;
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const source = { sourceKind: "WORKOUT", sourceContext: "PROGRAMS", sourceId: sessionId } as const;
  const task = await putCoachTask(em, owner, { taskType: "WORKOUT_REVIEW", ...source });
  const { acceptedAt } = await sessionOf(sessionId);
  await em.fork().insert(CoachTaskOccurrence, {
    relationshipId,
    dedupeKey: task.dedupeKey,
    occurrenceKey: sessionId,
    taskId: task.id,
    sourceKind: "WORKOUT",
    localDate: null,
    acceptedAt: acceptedAt ?? new Date(),
    reviewedAt: null,
  });
  return task;
}

/** Stores a correction of a session, as its operation does. */
async function correct(sessionId: string): Promise<Date> {
  const changedAt = new Date(Date.now() + 5);
  const changes = { changedAt, frozenRevision: 2, changedReceiptId: newId() };
  await em.fork().nativeUpdate(WorkoutSession, sessionId, changes);
  return changedAt;
}

async function fall({ relationshipId }: BuiltScope, at: Date): Promise<void> {
  const fallen = { bucket: "OFF_TRACK", fellAt: at, toldAt: at, judgedAt: at } as const;
  await tables(em.fork())
    .insertInto("progressTrend")
    .values({ relationshipId, reviewedFallAt: null, ...fallen })
    .onConflict((known) => known.column("relationshipId").doUpdateSet(fallen))
    .execute();
}

/** The outcome of an act: ACCEPTED, or the code of the refusal with its reason. */
async function act(
  { workspaceId, coachUserId: byUserId }: Pick<BuiltScope, "workspaceId" | "coachUserId">,
  taskId: string,
  taskAct = REVIEW,
  expectedRevision: number | null = null,
): Promise<string> {
  const acting = { workspaceId, taskId, byUserId, expectedRevision, requestId: "review" };
  try {
    await transact(em, (tx) => actOnTask(tx, acting, taskAct));
    return "ACCEPTED";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `${error.code} ${error.details.errors?.[0]?.code}`;
  }
}

async function inBulk(
  { workspaceId, coachUserId: byUserId }: Pick<CoachTask, "workspaceId" | "coachUserId">,
  taskIds: readonly string[],
): Promise<readonly string[]> {
  const actor = { workspaceId, byUserId, requestId: "review" };
  const outcomes = await transact(em, (tx) => actOnTasks(tx, actor, taskIds, REVIEW));
  return outcomes.map(({ outcome, code }) => code ?? outcome);
}

function scan({ relationshipId }: BuiltScope, ...kinds: readonly SourceKind[]) {
  const request = { relationshipIds: [relationshipId], kinds, oldestDate: null };
  return transact(em, (tx) =>
    settleSources(tx, { ...request, causes: new Map(), requestId: null }),
  );
}

const read = (id: string) => em.fork().findOneOrFail(CoachTask, id);
const sessionOf = (id: string) => em.fork().findOneOrFail(WorkoutSession, id);
const trendOf = ({ relationshipId }: BuiltScope) =>
  em.fork().findOneOrFail(ProgressTrend, { relationshipId });

function tasksOf({ relationshipId }: BuiltScope, sourceKind: SourceKind) {
  const order = { orderBy: { createdAt: "asc", id: "asc" } } as const;
  return em.fork().find(CoachTask, { relationshipId, sourceKind }, order);
}

async function counterOf({ relationshipId }: BuiltScope): Promise<number> {
  return Number((await em.fork().findOneOrFail(RelationshipScope, { relationshipId })).seq);
}

function eventsOf(subjectId: string, type: OutboxRow["type"]): Promise<number> {
  return em.fork().count(OutboxRow, { subjectId, type, consumer: "event-feed" });
}
