import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { reviewSource } from "../../activities/inbox/acts/review-source.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { reviewAsSeen } from "../factories/agenda/review-as-seen.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { SOURCE_KINDS, type SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { ProgressTrend } from "../../db/agenda/progress-trend.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { Actor } from "../../db/outbox/actor.ts";
import { NEVER_DUE } from "../../rules/inbox/score-parts.ts";
import { addDays, dayAfter, localDateOf, startOfLocalDay } from "../../rules/local-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { closeDayOf } from "../factories/agenda/closing-day.ts";
import { formOf } from "../factories/forms/forms.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 10 });
const superuser = await useClient(ownerUrl);
const MIGRATION = readFileSync(
  new URL("../../db/migrations/0059-missed-check-ins-due.sql", import.meta.url),
  "utf8",
);
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

const scope = await buildScope(em);

describe("Skips", () => {
  test("in eight equal events open one task, created once, with their count", async () => {
    const own = await buildScope(em);
    await skipped(own, own.agenda.habit.id, "PAIN_OR_INJURY");
    await skipped(own, own.agenda.water.id, "CONFUSED");
    await Promise.all(Array.from({ length: 8 }, () => scan(own, "SKIP")));
    const tasks = await tasksOf(own, "SKIP");
    expect(tasks).toMatchObject([{ status: "OPEN", severity: "URGENT", occurrenceCount: 2 }]);
    expect(await eventTypesOf(tasks[0]?.id ?? "")).toEqual(["CoachTaskCreated"]);
    expect(await scan(own, "SKIP")).toBe(0);
  });

  test("are completed by a review of their day; pain that syncs later opens a task again", async () => {
    const own = await buildScope(em);
    const { relationshipId, agenda } = own;
    await skipped(own, agenda.habit.id, "PAIN_OR_INJURY");
    await scan(own, "SKIP");
    const review = { ...own, localDate: agenda.localDate, byUserId: own.coachUserId };
    await transact(em, (tx) => reviewAsSeen(tx, { ...review, requestId: "review" }));
    await scan(own, "SKIP");
    expect(await tasksOf(own, "SKIP")).toMatchObject([
      { status: "RESOLVED", resolutionType: "SOURCE_COMPLETED" },
    ]);
    await skipped(own, agenda.water.id, "PAIN_OR_INJURY");
    await scan(own, "SKIP");
    const [first, second] = await tasksOf(own, "SKIP");
    expect(second).toMatchObject({ relationshipId, status: "OPEN", previousTaskId: first?.id });
  });
});

describe("Missed check-ins", () => {
  test("are one task with their count, HIGH and due today from three on, and completed by a check-in", async () => {
    const own = await buildScope(em);
    await em
      .fork()
      .nativeUpdate(Relationship, { id: own.relationshipId }, { timezone: "Pacific/Auckland" });
    const missed = missedBy(own, await clockNow(em.fork()));
    await missed(9);
    await scan(own, "CHECK_IN");
    expect(await tasksOf(own, "CHECK_IN")).toMatchObject([{ dueAt: null, priorityScore: 40 }]);
    await missed(8);
    const third = await missed(7);
    const counted = await clockNow(em.fork());
    await scan(own, "CHECK_IN");
    const today = localDateOf(counted, "Pacific/Auckland");
    const dueAt = startOfLocalDay(dayAfter(today), "Pacific/Auckland");
    const [task, ...others] = await tasksOf(own, "CHECK_IN");
    expect(others).toEqual([]);
    const scored = { duePart: 10, priorityScore: 65, scoreChangesAt: dueAt };
    expect(task).toMatchObject({ occurrenceCount: 3, severity: "HIGH", dueAt, ...scored });
    expect(await eventTypesOf(task?.id ?? "")).toEqual(["CoachTaskCreated", "CoachTaskRefreshed"]);
    const former = new Date(dueAt.getTime() - 2 * 86_400_000);
    await em
      .fork()
      .nativeUpdate(CoachTask, { id: task?.id ?? "" }, { dueAt: former, dueOrder: former });
    const fourth = await missed(6);
    await scan(own, "CHECK_IN");
    const overdue = { duePart: 20, priorityScore: 75 };
    expect(await tasksOf(own, "CHECK_IN")).toMatchObject([{ dueAt: former, ...overdue }]);
    const withdrawn = { id: { $in: [third, await missed(5)] } };
    await em.fork().nativeUpdate(AgendaTask, withdrawn, { status: "SKIPPED" });
    await scan(own, "CHECK_IN");
    expect(await tasksOf(own, "CHECK_IN")).toMatchObject([{ dueAt: former, occurrenceCount: 3 }]);
    await em.fork().nativeUpdate(AgendaTask, { id: fourth }, { status: "SKIPPED" });
    await scan(own, "CHECK_IN");
    const undue = { dueAt: null, scoreChangesAt: null, priorityScore: 55, occurrenceCount: 2 };
    expect(await tasksOf(own, "CHECK_IN")).toMatchObject([undue]);
    const done = await missed(4);
    await em.fork().nativeUpdate(AgendaTask, { id: done }, { status: "COMPLETED" });
    await scan(own, "CHECK_IN");
    expect(await tasksOf(own, "CHECK_IN")).toMatchObject([{ status: "RESOLVED" }]);
  });

  test("whose task was opened by an older version become due at the end of the third one's day, and wake their actor then", async () => {
    const own = await buildScope(em);
    const now = await clockNow(em.fork());
    const missed = missedBy(own, now);
    for (const days of [9, 8, 7, 6]) await missed(days);
    await scan(own, "CHECK_IN");
    const [task] = await tasksOf(own, "CHECK_IN");
    const taskId = task?.id ?? "";
    const before = { dueAt: null, dueDayStartsAt: null, dueOrder: NEVER_DUE, duePart: 0 };
    const goalAt = new Date(now.getTime() + 30 * 86_400_000);
    await em
      .fork()
      .nativeUpdate(
        CoachTask,
        { id: taskId },
        { ...before, scoreChangesAt: null, priorityScore: 55 },
      );
    const workflowId = `inbox-task/${taskId}`;
    await em.fork().upsert(Actor, {
      workflowId,
      dueAt: goalAt,
      dueReason: "GOAL",
      lastSettledAt: now,
      nextTryAt: null,
      toldAt: null,
    });
    await superuser.query(MIGRATION.split("alter table")[0] ?? "");
    const [scored] = await tasksOf(own, "CHECK_IN");
    const { dueAt, dueDayStartsAt, duePart, priorityScore, scoreChangesAt } = task ?? {};
    const after = { dueAt, dueDayStartsAt, duePart, priorityScore, scoreChangesAt };
    expect(scored).toMatchObject({ ...after, lateToldAt: null });
    expect(await em.fork().findOneOrFail(Actor, { workflowId })).toMatchObject({
      dueAt,
      dueReason: "DUE",
    });
  });

  test("are not completed by a review of their day, whatever else is queried with them", async () => {
    const own = await buildScope(em);
    const { localDate } = own.agenda;
    const owner = { ...own, timezone: "UTC" };
    const closedAt = await clockNow(em.fork());
    await buildCheckIn(em, owner, { formAssignmentId: randomUUID(), localDate, closedAt });
    await scan(own, "CHECK_IN");
    const review = { ...own, localDate, byUserId: own.coachUserId, requestId: "review" };
    await transact(em, (tx) => reviewAsSeen(tx, review));
    expect(await scan(own, "CHECK_IN")).toBe(0);
    expect(await scan(own, ...SOURCE_KINDS)).toBe(0);
    expect(await tasksOf(own, "CHECK_IN")).toMatchObject([{ status: "OPEN" }]);
  });
});

describe("A baseline profile", () => {
  test("opens a review due in 48 hours once it is complete and whenever it changes; a review covers what it saw", async () => {
    const own = await buildScope(em);
    const { relationshipId, workspaceId, clientUserId: userId, coachUserId: byUserId } = own;
    const whole = { birthDate: "1990-02-03", heightCm: 171, goal: "Win at Wimbledon" };
    const person = { displayName: "Ana", timezone: "UTC", locale: "en" };
    const save = async (changes: { readonly goal?: string | null } = {}) => {
      const profile = { ...person, ...whole, ...changes };
      await transact(em, (tx) =>
        saveClientProfile(tx, { userId, profile, requestId: null }, hooks.relationships),
      );
      return await scan(own, "PROFILE");
    };
    expect(await save({ goal: null })).toBe(0);
    expect(await save()).toBe(1);
    expect(await save()).toBe(0);
    const [task] = await tasksOf(own, "PROFILE");
    expect(task).toMatchObject({ taskType: "PROFILE_REVIEW", status: "OPEN", basePart: 70 });
    const hours = ((task?.dueAt?.getTime() ?? 0) - (task?.createdAt.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBe(48);
    expect(await save({ goal: "Sleep" })).toBe(1);
    expect(await tasksOf(own, "PROFILE")).toMatchObject([{ status: "OPEN", occurrenceCount: 1 }]);
    const acting = { workspaceId, taskId: task?.id ?? "", byUserId, expectedRevision: null };
    await transact(em, (tx) =>
      actOnTask(tx, { ...acting, requestId: "review" }, reviewSource({ note: null })),
    );
    expect(await save({ goal: "Sleep" })).toBe(0);
    expect(await save({ goal: "Run" })).toBe(1);
    const [reviewed, again, ...others] = await tasksOf(own, "PROFILE");
    expect([reviewed?.status, again?.previousTaskId, others]).toEqual(["RESOLVED", task?.id, []]);
    expect(await save({ goal: null })).toBe(1);
    expect((await tasksOf(own, "PROFILE")).map(({ status }) => status)).toEqual([
      "RESOLVED",
      "RESOLVED",
    ]);
    const eventTypes = (await eventTypesOf(relationshipId)).filter((type) =>
      type.startsWith("ClientProfile"),
    );
    expect(eventTypes).toEqual([
      "ClientProfileSectionUpdated",
      "ClientProfileReadyForReview",
      "ClientProfileSectionUpdated",
      "ClientProfileReviewed",
      "ClientProfileSectionUpdated",
      "ClientProfileSectionUpdated",
    ]);
    const rows = JSON.stringify([await tasksOf(own, "PROFILE")]);
    expect(rows).not.toMatch(/Wimbledon|Sleep|1990-\d\d-\d\d|[^\w.-]171[^\w-]/);
  });
});

describe("Other sources", () => {
  test("include a submitted form, to be reviewed once within 48 hours", async () => {
    const { relationshipId, workspaceId, clientUserId } = scope;
    const content = formOf({ kind: "TEXT" });
    const recipient = { relationshipId, workspaceId };
    const assignment = await buildFormAssignment(em, recipient, { content });
    const submitting = { formAssignmentId: assignment.id, clientUserId, answers: {} };
    await transact(em, (tx) => submitForm(tx, { ...submitting, requestId: null }));
    await scan(scope, "FORM");
    await scan(scope, "FORM");
    const [task, ...others] = await tasksOf(scope, "FORM");
    expect(others).toEqual([]);
    expect(task).toMatchObject({ taskType: "FORM_REVIEW", dedupeKey: `form:${assignment.id}` });
    const hours = ((task?.dueAt?.getTime() ?? 0) - (task?.createdAt.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBeCloseTo(48, 2);
  });

  test("include a client off track as a PROGRESS_ALERT, which recovery completes", async () => {
    const own = await buildScope(em);
    const { relationshipId } = own;
    const now = await closeDayOf(em, own);
    const fallen = { bucket: "OFF_TRACK", fellAt: now, toldAt: now, judgedAt: now } as const;
    await em.fork().upsert(ProgressTrend, { relationshipId, ...fallen });
    await scan(own, "TREND");
    expect(await tasksOf(own, "TREND")).toMatchObject([
      { taskType: "PROGRESS_ALERT", severity: "HIGH", status: "OPEN" },
    ]);
    await em.fork().nativeUpdate(ProgressTrend, { relationshipId }, { fellAt: null });
    await scan(own, "TREND");
    expect(await tasksOf(own, "TREND")).toMatchObject([{ status: "RESOLVED" }]);
  });
});

describe("The relationship of a task", () => {
  test("lowers its score when paused, restores it when resumed, and archives it when ended", async () => {
    const own = await buildScope(em);
    await skipped(own, own.agenda.habit.id, "ILLNESS");
    await scan(own, "SKIP");
    const score = async () => (await tasksOf(own, "SKIP"))[0]?.priorityScore ?? 0;
    const before = await score();
    const { workspaceId, relationshipId, coachUserId: byUserId } = own;
    const move = { workspaceId, relationshipId, byUserId, reason: null, requestId: null };
    const moved = (act: "PAUSE" | "RESUME" | "END") =>
      transact(em, (tx) => moveRelationship(tx, { ...move, act }, hooks.relationships));
    await moved("PAUSE");
    expect(await score()).toBe(before - 30);
    await moved("RESUME");
    expect(await score()).toBe(before);
    await moved("END");
    const [task] = await tasksOf(own, "SKIP");
    expect(task).toMatchObject({ status: "ARCHIVED" });
    expect((await eventTypesOf(task?.id ?? "")).at(-1)).toBe("CoachTaskArchived");
    expect(await scan(own, "SKIP")).toBe(0);
  });
});

test("No task, event or history contains the reason why a client skipped", async () => {
  const { rows } = await sql<{ text: string }>`
    select concat(t::text, (select string_agg(e::text, ' ') from coach_task_event e
      where e.task_id = t.id), (select string_agg(o.refs::text, ' ') from outbox o
      where o.subject_id = t.id)) as text from coach_task t`.execute(em.fork().getKysely());
  expect(rows.length).toBeGreaterThan(3);
  for (const { text } of rows) expect(text).not.toMatch(/pain|illness|injury|confus|side.effect/i);
});

/** Misses the check-in of a day so many days ago. */
function missedBy(own: BuiltScope, closedAt: Date) {
  const formAssignmentId = randomUUID();
  return (days: number) => {
    const localDate = addDays(own.agenda.localDate, -days);
    return buildCheckIn(em, { ...own, timezone: "UTC" }, { formAssignmentId, localDate, closedAt });
  };
}

function scan({ relationshipId }: BuiltScope, ...kinds: readonly SourceKind[]) {
  return transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [relationshipId],
      kinds,
      oldestDate: null,
      causes: new Map([[relationshipId, randomUUID()]]),
      requestId: null,
    }),
  );
}

function tasksOf({ relationshipId }: BuiltScope, sourceKind: SourceKind) {
  return em
    .fork()
    .find(CoachTask, { relationshipId, sourceKind }, { orderBy: { createdAt: "asc" } });
}

async function skipped(of: BuiltScope, taskId: string, reason: string) {
  await submit(admission, of, [queued("quick-log.skip", { taskId, reason })]);
  await settleAll(settlement, { deviceId: of.deviceId });
}

async function eventTypesOf(taskId: string) {
  const rows = await em
    .fork()
    .find(OutboxRow, { subjectId: taskId, consumer: "event-feed" }, { orderBy: { id: "asc" } });
  return rows.map(({ type }) => type);
}
