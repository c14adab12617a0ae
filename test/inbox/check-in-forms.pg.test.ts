import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { reviewSource } from "../../activities/inbox/acts/review-source.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { FormSubmission } from "../../db/forms/form-submission.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { CoachTaskOccurrence } from "../../db/inbox/coach-task-occurrence.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { newId } from "../../db/platform/new-id.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { coachPhone, queuedAct, sendAsCoach } from "../factories/inbox/coach-phone.ts";
import { admissionDeps, buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useClient } from "../harness/use-client.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const owner = await useClient(ownerUrl);
const MIGRATION = new URL("../../db/migrations/0061-check-ins-of-one-plan.sql", import.meta.url);
const HOUR_MS = 3_600_000;

const now = await clockNow(em.fork());
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

describe("Submitted check-ins of one plan (docs/rooms/inbox.md#sources)", () => {
  test("are one case of a client, due by the oldest one, which it opens; a form given singly has its own", async () => {
    const own = await buildScope(em);
    const plan = newId();
    const first = await submitted(own, plan, 30);
    await scan(own);
    const second = await submitted(own, plan, 10);
    const late = await submitted(own, plan, 60);
    const other = await submitted(own, newId(), 5);
    const given = await submitted(own, null, 4);
    await Promise.all([scan(own), scan(own)]);
    const tasks = await tasksOf(own);
    const routeOf = (id: string) => `/clients/${own.relationshipId}/form-submissions/${id}`;
    expect(tasks.map(({ sourceId, occurrenceCount }) => [sourceId, occurrenceCount])).toEqual([
      [late, 3],
      [other, 1],
      [given, 1],
    ]);
    expect(tasks[0]).toMatchObject({
      dedupeKey: `form:${plan}`,
      route: routeOf(late),
      dueAt: ago(60 - 48),
      lastOccurrenceAt: ago(10),
      priorityScore: 75,
    });
    expect(await coveredBy(tasks[0]?.id)).toEqual([first, late, second].toSorted());
  });
});

describe("A coach who reviews some submitted check-ins of a plan", () => {
  test("leaves the others open, due by the oldest of them; reviewing the last one resolves the task", async () => {
    const own = await buildScope(em);
    const plan = newId();
    const first = await submitted(own, plan, 40);
    const second = await submitted(own, plan, 30);
    const third = await submitted(own, plan, 10);
    await scan(own);
    const review = (note: string | null, ...submissionIds: readonly string[]) =>
      reviewAs(own, submissionIds, note);
    await review("Well done", first, third);
    const [task] = await tasksOf(own);
    const left = { status: "OPEN", occurrenceCount: 1, sourceId: second, dueAt: ago(30 - 48) };
    expect(task).toMatchObject({ ...left, revision: 2 });
    expect(await scan(own)).toBe(0);
    await review(null, first);
    expect(await tasksOf(own)).toMatchObject([{ ...left, revision: 2 }]);
    const fourth = await submitted(own, plan, 5);
    expect(await scan(own)).toBe(1);
    expect(await tasksOf(own)).toMatchObject([{ ...left, occurrenceCount: 2, revision: 3 }]);
    await review(null, second, fourth);
    const done = { status: "RESOLVED", resolutionType: "SOURCE_COMPLETED", note: "Well done" };
    expect(await tasksOf(own)).toMatchObject([done]);
    expect(await scan(own)).toBe(0);
    const ids = [first, second, third, fourth];
    const reviewed = { type: "FormSubmissionReviewed", consumer: "event-feed" } as const;
    const events = await em.fork().find(OutboxRow, { ...reviewed, subjectId: { $in: ids } });
    expect(events.map(({ subjectId }) => subjectId).toSorted()).toEqual(ids.toSorted());
  });

  test("may do so in a queue of their phone, one after the other", async () => {
    const own = await buildScope(em);
    const plan = newId();
    const ids = [await submitted(own, plan, 40), await submitted(own, plan, 30)];
    await scan(own);
    const [task] = await tasksOf(own);
    const phone = await coachPhone(em, own);
    const queue = ids.map((id) =>
      queuedAct("review", task?.id ?? "", { submissionIds: [id] }, { expectedRevision: 1 }),
    );
    const { results } = await sendAsCoach(admissionDeps(em), own, phone, queue);
    expect(results.map(({ status }) => status)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await tasksOf(own)).toMatchObject([
      { status: "RESOLVED", sourceId: ids[1], revision: 3 },
    ]);
    expect(await scan(own)).toBe(0);
  });
});

describe("The migration of submitted check-ins", () => {
  test("folds the open tasks of a plan into one with all histories, and renames what closed ones cover", async () => {
    const own = await buildScope(em);
    const plan = newId();
    const ids = [
      await submitted(own, plan, 60),
      await submitted(own, plan, 30),
      await submitted(own, plan, 20),
    ];
    const closed = await submitted(own, plan, 90);
    const [old, begun, snoozed, done] = await Promise.all([
      putFormer(own, ids[0] ?? "", { dueAt: ago(12), pinPart: 25 }),
      putFormer(own, ids[1] ?? "", { dueAt: ago(-18), status: "IN_PROGRESS", startedAt: ago(1) }),
      putFormer(own, ids[2] ?? "", { dueAt: ago(-28), status: "SNOOZED", snoozedUntil: ago(-5) }),
      putFormer(own, closed, {
        status: "RESOLVED",
        resolutionType: "SOURCE_COMPLETED",
        closedAt: ago(80),
      }),
    ]);
    await owner.query("begin");
    await owner.query(readFileSync(MIGRATION, "utf8"));
    await owner.query("commit");
    const byId = new Map((await tasksOf(own)).map((task) => [task.id, task]));
    const dedupeKey = `form:${plan}`;
    expect(byId.get(begun.id)).toMatchObject({
      dedupeKey,
      status: "IN_PROGRESS",
      occurrenceCount: 3,
      sourceId: ids[0],
      dueAt: ago(12),
      priorityScore: 55 + 20 + 25,
      revision: 2,
    });
    const folded = { dedupeKey, status: "ARCHIVED", duplicateOf: begun.id };
    expect(byId.get(old.id)).toMatchObject(folded);
    expect(byId.get(snoozed.id)).toMatchObject(folded);
    expect(byId.get(done.id)).toMatchObject({ dedupeKey, status: "RESOLVED" });
    const history = await em.fork().find(CoachTaskEvent, { taskId: begun.id });
    expect(history.map(({ type }) => type).toSorted()).toEqual([
      "created",
      "refreshed",
      "refreshed",
    ]);
    expect(await coveredBy(begun.id)).toEqual(ids.toSorted());
    expect(await scan(own)).toBe(0);
    expect((await tasksOf(own)).map(({ status }) => status).toSorted()).toEqual([
      "ARCHIVED",
      "ARCHIVED",
      "IN_PROGRESS",
      "RESOLVED",
    ]);
  });
});

/** A form submitted so many hours ago: the check-in of a plan assignment, or given singly. Returns its id. */
async function submitted(own: BuiltScope, planAssignmentId: string | null, hours: number) {
  const { relationshipId, clientUserId } = own;
  const source = planAssignmentId === null ? {} : await checkInOf(own, planAssignmentId, hours);
  const { id: assignmentId, formVersionId } = await buildFormAssignment(em, own, source);
  const id = newId();
  const form = { assignmentId, formVersionId, relationshipId, answers: {} };
  await em.fork().insert(FormSubmission, {
    id,
    ...form,
    submittedByUserId: clientUserId,
    submittedAt: ago(hours),
  });
  return id;
}

async function checkInOf(own: BuiltScope, planAssignmentId: string, days: number) {
  const localDate = addDays(own.agenda.localDate, -days);
  const check = { formAssignmentId: randomUUID(), localDate };
  const sourceId = await buildCheckIn(em, { ...own, timezone: "UTC" }, check);
  const plan = { sourceType: "PLAN_ASSIGNMENT", sourceId: planAssignmentId } as const;
  await em.fork().nativeUpdate(AgendaTask, { id: sourceId }, plan);
  return { sourceType: "CHECK_IN", sourceId } as const;
}

/** A task of one submission, as it was before check-ins of a plan were one case. */
async function putFormer(own: BuiltScope, submissionId: string, changes: Partial<CoachTask>) {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = own;
  const { assignmentId } = await em.fork().findOneOrFail(FormSubmission, submissionId);
  const dedupeKey = `form:${assignmentId}`;
  const people = { workspaceId, relationshipId, clientUserId, coachUserId };
  const task = await putCoachTask(em, people, {
    taskType: "FORM_REVIEW",
    sourceKind: "FORM",
    sourceId: submissionId,
    dedupeKey,
    ...changes,
  });
  const covered = { relationshipId, dedupeKey, occurrenceKey: submissionId, taskId: task.id };
  await em.fork().insert(CoachTaskOccurrence, {
    ...covered,
    sourceKind: "FORM",
    localDate: null,
    acceptedAt: now,
    reviewedAt: null,
  });
  const created = { taskId: task.id, type: "created", actorKind: "SYSTEM" } as const;
  await em.fork().insert(CoachTaskEvent, {
    ...created,
    id: newId(),
    actorUserId: null,
    sourceEventId: randomUUID(),
    metadata: {},
    occurredAt: now,
  });
  return task;
}

function reviewAs(own: BuiltScope, submissionIds: readonly string[], note: string | null) {
  const { workspaceId, relationshipId, coachUserId: byUserId } = own;
  return transact(em, async (tx) => {
    const task = await tx.findOneOrFail(CoachTask, { relationshipId, sourceKind: "FORM" });
    const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
    return await actOnTask(
      tx,
      { ...acting, requestId: "review" },
      reviewSource({ note, submissionIds }),
    );
  });
}

function scan({ relationshipId }: BuiltScope) {
  const about = { relationshipIds: [relationshipId], kinds: ["FORM"], oldestDate: null } as const;
  return transact(em, (tx) => settleSources(tx, { ...about, causes: new Map(), requestId: null }));
}

function tasksOf({ relationshipId }: BuiltScope) {
  const order = { orderBy: { dueOrder: "asc", id: "asc" } } as const;
  return em.fork().find(CoachTask, { relationshipId, sourceKind: "FORM" }, order);
}

async function coveredBy(taskId = "") {
  const covered = await em.fork().find(CoachTaskOccurrence, { taskId });
  return covered.map(({ occurrenceKey }) => occurrenceKey).toSorted();
}
