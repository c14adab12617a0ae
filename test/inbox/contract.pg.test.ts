import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { dismissTask } from "../../activities/inbox/acts/dismiss-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import { snoozeTask } from "../../activities/inbox/acts/snooze-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { SOURCE_KINDS, type SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { EVENT_CONSUMERS } from "../../contract/outbox/vocabulary.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { listTaskTimeline } from "../../db/inbox/details/queries.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { tables } from "../../db/tables.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { isWokenBy } from "../../rules/inbox/is-woken-by.ts";
import { coachTaskRow, putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { submittedSession } from "../factories/workouts/offered-workout.ts";
import { buildOnboarded, skip, submit } from "../factories/onboarding/onboarding-life.ts";
import { complete } from "../factories/onboarding/onboarding-states.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const scope = await buildScope(em);

const DAY_MS = 86_400_000;
const DISMISSAL = {
  dismissReason: "NOT_RELEVANT",
  note: null,
  duplicateOf: null,
  untilOccurrences: null,
} as const;

describe("A source (docs/rooms/inbox.md#sources)", () => {
  test("that is a postponed questionnaire opens a follow-up of low severity until it is submitted", async () => {
    const onboarded = await buildOnboarded(em);
    const { relationshipId, taskId } = onboarded;
    expect(await settled(relationshipId, "QUESTIONNAIRE")).toBeNull();
    await skip(em, onboarded);
    expect(await settled(relationshipId, "QUESTIONNAIRE")).toMatchObject({
      taskType: "MESSAGE_FOLLOW_UP",
      severity: "LOW",
      dedupeKey: `questionnaire:${taskId}`,
      dueAt: null,
    });
    await complete(em, onboarded, await submit(em, onboarded));
    expect(await settled(relationshipId, "QUESTIONNAIRE")).toMatchObject({
      status: "RESOLVED",
      resolutionType: "SOURCE_COMPLETED",
    });
  });

  test("that is a workout is due in 48 hours until its review, if its plan asks for reviews", async () => {
    const trained = async (changes: object) => {
      const own = await buildScope(em);
      const acts = planActs(em);
      const { assignmentId } = await acts.give(own, { ...programContent(), ...changes });
      await prepareFor(em, [own.relationshipId], null);
      const [workout] = await acts.tasksOf(assignmentId);
      const sessionId = await submittedSession(em, workout?.id ?? "");
      return { ...own, sessionId };
    };
    const quiet = await trained({});
    expect(await settled(quiet.relationshipId, "WORKOUT")).toBeNull();
    const { relationshipId, sessionId } = await trained({ reviewWanted: true });
    const task = await settled(relationshipId, "WORKOUT");
    expect(task).toMatchObject({
      taskType: "WORKOUT_REVIEW",
      severity: "NORMAL",
      dedupeKey: `workout:${sessionId}`,
    });
    expect((task?.dueAt?.getTime() ?? 0) - (task?.createdAt.getTime() ?? 0)).toBe(2 * DAY_MS);
    await tables(em.fork())
      .updateTable("workoutSession")
      .set({ reviewedAt: new Date() })
      .where("id", "=", sessionId)
      .execute();
    expect(await settled(relationshipId, "WORKOUT")).toMatchObject({
      status: "RESOLVED",
      resolutionType: "SOURCE_COMPLETED",
    });
  });
});

describe("A coach's act on a task (docs/rooms/inbox.md#acts)", () => {
  const acts = {
    CoachTaskSnoozed: snoozeTask({ until: { preset: "ONE_HOUR" }, reason: "after lunch" }),
    CoachTaskDismissed: dismissTask(DISMISSAL),
  } as const satisfies Record<string, TaskAct>;

  test("emits one event with the name of the act and ids only", async () => {
    const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
    const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
    for (const [type, taskAct] of Object.entries({
      ...acts,
      CoachTaskAssigned: assignTask(coachUserId),
    })) {
      const { id: taskId } = await putCoachTask(em, owner);
      const acting = { workspaceId, taskId, byUserId: coachUserId, expectedRevision: null };
      await transact(em, (tx) => actOnTask(tx, { ...acting, requestId: "told" }, taskAct));
      const events = await em.fork().find(OutboxRow, { subjectId: taskId, consumer: "event-feed" });
      expect(events).toMatchObject([{ type }]);
      const byUserId = coachUserId;
      expect(events[0]?.refs).toEqual({ workspaceId, relationshipId, coachUserId, byUserId });
    }
  });
});

test("A submitted measurement wakes no inbox, since no plan asks for its review", () => {
  expect(EVENT_CONSUMERS.MeasurementEntrySubmitted).not.toContain("inbox");
  expect(SOURCE_KINDS.filter((kind) => isWokenBy(kind, "MeasurementEntrySubmitted"))).toEqual([]);
});

test("A client's timeline has 20 tasks that were closed in 30 days, newest first (docs/rooms/inbox.md#reads)", async () => {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = await buildScope(em);
  const owner = { workspaceId, relationshipId, clientUserId, coachUserId };
  const now = Date.now();
  const rows = Array.from({ length: 32 }, (_, day) =>
    coachTaskRow(owner, {
      status: "DISMISSED",
      dismissReason: "NOT_RELEVANT",
      note: "of nobody's concern",
      closedByUserId: coachUserId,
      closedAt: new Date(now - (31 - day) * DAY_MS - 1_000),
    }),
  );
  await em.fork().insertMany(CoachTask, rows);
  await putCoachTask(em, owner);
  const items = (await listTaskTimeline(em.fork(), { workspaceId, clientUserId })) ?? [];
  const dates = items.map(({ date }) => Date.parse(date));
  expect(dates).toEqual(Array.from({ length: 20 }, (_, day) => now - day * DAY_MS - 1_000));
  const gone = await tables(em.fork())
    .updateTable("coachTask")
    .set({ closedAt: new Date(now - 31 * DAY_MS) })
    .where("relationshipId", "=", relationshipId)
    .where("status", "=", "DISMISSED")
    .executeTakeFirst();
  expect(Number(gone.numUpdatedRows)).toBe(32);
  expect(await listTaskTimeline(em.fork(), { workspaceId, clientUserId })).toEqual([]);
});

/** Queries a source, and returns the state of its newest task. */
async function settled(relationshipId: string, kind: SourceKind) {
  const request = { relationshipIds: [relationshipId], kinds: [kind], oldestDate: null };
  const causes = new Map([[relationshipId, randomUUID()]]);
  await transact(em, (tx) => settleSources(tx, { ...request, causes, requestId: null }));
  const order = { orderBy: { createdAt: "desc" } } as const;
  return await em.fork().findOne(CoachTask, { relationshipId, sourceKind: kind }, order);
}
