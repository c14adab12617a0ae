import { hash } from "node:crypto";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { followForm } from "../../activities/agenda/calendar/follow-assignment.ts";
import { openDays } from "../../activities/agenda/calendar/open-days.ts";
import { completeCheckIn } from "../../activities/agenda/closing/complete-check-in.ts";
import { cancelFormAssignment } from "../../activities/forms/cancel-form-assignment.ts";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { noticeRows } from "../../contract/agenda/notice-rows.ts";
import { taskId } from "../../contract/agenda/task-id.ts";
import { planContentSchema } from "../../contract/plans/content-schema.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { AgendaTaskEvent } from "../../db/agenda/agenda-task-event.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { listOwnFormAssignments } from "../../db/forms/assignments/queries.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { agendaChecksum } from "../../rules/agenda/agenda-checksum.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { withShown } from "../factories/agenda/agenda-rows.ts";
import { buildFormAssignment, buildFormVersion } from "../factories/forms/assigned-forms.ts";
import { tasksOf } from "../factories/agenda/days-model.ts";
import { formOf } from "../factories/forms/forms.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { planActs } from "../factories/plans/plan-acts.ts";
import { buildAssignment } from "../factories/plans/plans.ts";
import { listDayFeedEvents } from "../factories/agenda/list-day-feed-events.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());

const DAY_SECONDS = 86_400;
const content = formOf({ kind: "TEXT" });

let client: Awaited<ReturnType<typeof buildAgendaOwner>>;
let today: string;
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  client = await buildAgendaOwner(em);
  today = await presentDate();
});

const statuses = async () => (await checkIns()).map(({ status }) => status);

describe("A form assigned by a coach", () => {
  test("creates one check-in on the present day, however often the event is delivered", async () => {
    const formAssignmentId = await give();
    const deliverForm = () => deliver("FormAssigned", formAssignmentId);
    const made = [
      ...(await deliverForm()),
      ...(await Promise.all([deliverForm(), deliverForm(), deliverForm()])).flat(),
    ];
    const [task] = await checkIns();
    expect(made.map(({ id }) => id)).toEqual([task?.id]);
    const sourceKey = `form-assignment:${formAssignmentId}`;
    const key = { relationshipId: client.relationshipId, localDate: today, sourceKey };
    const digest = (bytes: Uint8Array) => new Uint8Array(hash("sha256", bytes, "buffer"));
    expect(task).toMatchObject({
      ...key,
      id: await taskId({ ...key, taskKind: "CHECK_IN" }, digest),
      sourceContext: "FORMS",
      sourceType: "FORM_ASSIGNMENT",
      sourceId: formAssignmentId,
      status: "PENDING",
      dueAt: null,
      snapshot: { planId: null, title: "Intake", formVersionId: expect.any(String) },
      actionSchema: {
        destinationRoute: "/today/check-in",
        quickCompleteEligible: true,
        form: { formAssignmentId, version: 1, formVersionId: task?.snapshot.formVersionId },
      },
    });
    const events = await listDayFeedEvents(em, client.relationshipId);
    const ofTask = events.filter(({ subjectId }) => subjectId === task?.id);
    expect(new Set(ofTask.map(({ eventId }) => eventId)).size).toBe(1);
    expect(ofTask[0]).toMatchObject({ type: "DailyTaskMaterialized" });
  });

  test("is included in the day's counters and checksum", async () => {
    await deliver("FormAssigned", await give());
    const { relationshipId } = client;
    const day = await em.fork().findOneOrFail(AgendaDay, { relationshipId, localDate: today });
    const tasks = await tasksOf(em, relationshipId, [today]);
    const notices = noticeRows({ informationalCards: [], focusPin: null });
    expect(day.taskCount).toBe(1);
    expect(day.agendaChecksum).toBe(await agendaChecksum({ tasks, notices }));
  });

  test("is due on the day of its last instant and on no other", async () => {
    const dueAt = new Date(`${today}T23:59:59.000Z`);
    await deliver("FormAssigned", await give({ dueAt }));
    await deliver("FormAssigned", await give({ dueAt: await inDays(3) }));
    const due = (await checkIns()).map((task) => task.dueAt);
    expect(due).toEqual(expect.arrayContaining([dueAt, null]));
  });

  test("that is due at midnight is due on the day that ends then, and not asked for on the next", async () => {
    const dueAt = new Date(`${addDays(today, 1)}T00:00:00.000Z`);
    await deliver("FormAssigned", await give({ dueAt }));
    await nextDay();
    expect(await checkIns()).toMatchObject([{ localDate: today, status: "PENDING", dueAt }]);
  });

  test("without a last instant stays on the day on which it was assigned", async () => {
    await deliver("FormAssigned", await give());
    await nextDay();
    expect(await checkIns()).toMatchObject([{ localDate: today, status: "PENDING" }]);
  });

  test("that is not due yet is asked for again on the next day, and missed on no day", async () => {
    const formAssignmentId = await give({ dueAt: await inDays(2) });
    await deliver("FormAssigned", formAssignmentId);
    await nextDay();
    expect(await checkIns()).toMatchObject([
      { localDate: today, status: "CANCELED" },
      { localDate: addDays(today, 1), status: "PENDING", dueAt: null },
    ]);
    const [former] = await checkIns();
    const history = await em.fork().find(AgendaTaskEvent, { taskId: former?.id ?? "" });
    expect(history.map(({ reason }) => reason)).toEqual(["MATERIALIZED", "ASKED_LATER"]);
    await nextDay(2);
    await nextDay(3);
    expect(await checkIns()).toMatchObject([
      { status: "CANCELED" },
      { status: "CANCELED" },
      { localDate: addDays(today, 2), status: "PENDING", dueAt: expect.any(Date) },
    ]);
  });

  test("is completed by its submission, even if that names an earlier day's check-in", async () => {
    const formAssignmentId = await give({ dueAt: await inDays(2) });
    await deliver("FormAssigned", formAssignmentId);
    const [former] = await checkIns();
    await nextDay();
    expect(await submit(formAssignmentId, former?.id)).toBe("COMPLETED");
    expect(await statuses()).toEqual(["CANCELED", "COMPLETED"]);
    await nextDay(2);
    expect(await statuses()).toEqual(["CANCELED", "COMPLETED"]);
  });

  test("that is cancelled cancels an untouched check-in and leaves a started one", async () => {
    const untouched = await give();
    const begun = await give();
    await deliver("FormAssigned", untouched);
    await deliver("FormAssigned", begun);
    await em.fork().nativeUpdate(AgendaTask, { sourceId: begun }, { status: "IN_PROGRESS" });
    expect(await cancel(untouched)).toEqual([]);
    expect(await cancel(begun)).toEqual([]);
    expect((await statuses()).toSorted()).toEqual(["CANCELED", "IN_PROGRESS"]);
    await deliver("FormAssigned", untouched);
    expect((await statuses()).toSorted()).toEqual(["CANCELED", "IN_PROGRESS"]);
  });

  test("that was skipped is not asked for again", async () => {
    const formAssignmentId = await give({ dueAt: await inDays(3) });
    await deliver("FormAssigned", formAssignmentId);
    const skipped = { sourceId: formAssignmentId };
    await em.fork().nativeUpdate(AgendaTask, skipped, { status: "SKIPPED" });
    await nextDay();
    expect(await statuses()).toEqual(["SKIPPED"]);
  });

  test("is caught up on by the next scan if its event was lost", async () => {
    await give();
    await nextDay();
    expect(await checkIns()).toMatchObject([{ localDate: addDays(today, 1), status: "PENDING" }]);
  });
});

test("The questionnaire of an onboarding has its own task and creates no check-in", async () => {
  const id = await give({ sourceType: "ONBOARDING" });
  expect(await deliver("FormAssigned", id)).toEqual([]);
  await nextDay();
  expect(await checkIns()).toEqual([]);
});

test("The assigned forms of a day take one statement, however many they are", async () => {
  const first = await give();
  const countOf = async (id: string) =>
    (await recordStatements(() => deliver("FormAssigned", id))).sent.length;
  const one = await countOf(first);
  const ids = [await give(), await give(), await give(), await give()];
  expect(await countOf(ids[0] ?? "")).toBe(one);
  expect(await checkIns()).toHaveLength(5);
});

describe("The check-in of a plan", () => {
  const acts = planActs(em);
  const daily = async (title = "How was it?") => {
    const formVersionId = await buildFormVersion(em, client.workspaceId, content);
    const asked = { kind: "CHECK_IN", title, formVersionId };
    return planContentSchema.parse({ ...asked, recurrence: { rrule: "FREQ=DAILY" } });
  };
  const plan = async () => {
    const asked = await daily();
    if (asked.kind !== "CHECK_IN") throw new Error("Expected a check-in");
    const { formVersionId } = asked;
    await buildAssignment(em, client, asked);
    await nextDay();
    const [task] = await checkIns();
    if (task?.actionSchema.form === undefined) throw new Error("Expected a check-in with a form");
    return { task, form: task.actionSchema.form, formVersionId };
  };

  test("opens its own form assignment at the published version", async () => {
    const { task, form, formVersionId } = await plan();
    expect(form).toMatchObject({ formVersionId, version: 1, formId: expect.any(String) });
    expect(task.snapshot).toMatchObject({ formVersionId, title: "How was it?" });
    const given = await em.fork().findOneOrFail(FormAssignment, form.formAssignmentId);
    expect(given).toMatchObject({
      formVersionId,
      sourceType: "CHECK_IN",
      sourceId: task.id,
      status: "ASSIGNED",
      relationshipId: client.relationshipId,
    });
    await nextDay(2);
    const forms = (await checkIns()).map(({ actionSchema }) => actionSchema.form?.formAssignmentId);
    expect(new Set(forms).size).toBe(2);
  });

  test("is completed only by the submission of its form", async () => {
    const { task, form } = await plan();
    await nextDay(2);
    expect(await submit(form.formAssignmentId, task.id)).toBe("COMPLETED");
    expect(await statuses()).toEqual(["COMPLETED", "PENDING"]);
  });

  test("is in the client's list of forms once it is submitted", async () => {
    const { form } = await plan();
    const asked = { clientUserId: client.clientUserId, after: null, limit: 10 };
    const listed = async () =>
      (await listOwnFormAssignments(em.fork(), asked)).map(({ sourceType }) => sourceType);
    expect(await listed()).toEqual(["ONBOARDING"]);
    await submit(form.formAssignmentId);
    expect(await listed()).toEqual(["ONBOARDING", "CHECK_IN"]);
  });

  test("keeps its form when its plan names another; the next day asks for the new one", async () => {
    const { planId, assignmentId } = await acts.give(client, await daily());
    const [made] = await acts.tasksOf(assignmentId);
    const revised = await daily("How was the week?");
    await acts.publish(client, planId, revised);
    await acts.spread();
    const [task] = await acts.tasksOf(assignmentId);
    const formVersionId = made?.snapshot.formVersionId;
    expect(task?.snapshot).toMatchObject({ title: "How was the week?", formVersionId });
    expect(task).toMatchObject({ sourceRevision: 2, actionSchema: made?.actionSchema });
    const given = await em.fork().findOneOrFail(FormAssignment, { sourceId: task?.id ?? "" });
    expect(given).toMatchObject({ id: made?.actionSchema.form?.formAssignmentId, formVersionId });
    const [renewal] = await em
      .fork()
      .find(AgendaTaskEvent, { taskId: task?.id ?? "", reason: "SOURCE_CHANGED" });
    expect(renewal?.metadata["changedFields"]).toEqual(["title"]);
    await nextDay();
    const [, next] = await acts.tasksOf(assignmentId);
    expect(revised).toMatchObject({ formVersionId: next?.snapshot.formVersionId });
    expect(next?.snapshot.formVersionId).not.toBe(formVersionId);
  });

  test("is completed by a form submitted while its plan was paused, and stays completed", async () => {
    const { assignmentId } = await acts.give(client, await daily());
    const [made] = await acts.tasksOf(assignmentId);
    await acts.pause(client, assignmentId);
    expect(await statuses()).toEqual(["CANCELED"]);
    expect(await submit(made?.actionSchema.form?.formAssignmentId ?? "", made?.id)).toBe(
      "COMPLETED",
    );
    expect(await checkIns()).toMatchObject([{ status: "COMPLETED", canceledAt: null }]);
    const day = { relationshipId: client.relationshipId, localDate: today };
    expect(await em.fork().findOneOrFail(AgendaDay, day)).toMatchObject({ completedCount: 1 });
    await acts.resume(client, assignmentId);
    expect(await statuses()).toEqual(["COMPLETED"]);
  });
});

async function presentDate() {
  return (
    await transact(em, async (tx) =>
      openDays(tx, client.relationshipId, { now: await clockNow(tx), requestId: null }),
    )
  ).localDate;
}

async function give(changes: { dueAt?: Date; sourceType?: "ONBOARDING" } = {}) {
  return (await buildFormAssignment(em, client, { content, ...changes })).id;
}

/** Delivers the newest event of a form to the consumer, any number of times. */
async function deliver(type: "FormAssigned" | "FormAssignmentCancelled", subjectId: string) {
  const { refs } = await em
    .fork()
    .findOneOrFail(OutboxRow, { type, subjectId, consumer: "agenda" });
  return await transact(em, (tx) => followForm(tx, { refs, requestId: "relay" }));
}

async function cancel(formAssignmentId: string) {
  await transact(em, async (tx) => {
    await lockScope(tx, client.relationshipId);
    await cancelFormAssignment(tx, { formAssignmentId, now: await clockNow(tx), requestId: null });
  });
  return await deliver("FormAssignmentCancelled", formAssignmentId);
}

async function submit(formAssignmentId: string, taskOf?: string) {
  const { clientUserId } = client;
  const answers = { formAssignmentId, clientUserId, answers: {}, requestId: "client" };
  const named = taskOf === undefined ? {} : { taskId: taskOf };
  const { formSubmissionId } = await transact(em, (tx) => submitForm(tx, { ...answers, ...named }));
  const where = { type: "FormSubmissionReceived", subjectId: formSubmissionId } as const;
  const { refs, occurredAt } = await em
    .fork()
    .findOneOrFail(OutboxRow, { ...where, consumer: "agenda" });
  const row = { refs, occurredAt: occurredAt.toISOString(), requestId: "relay" };
  return await transact(em, (tx) => completeCheckIn(tx, row));
}

async function checkIns() {
  const ofClient = { relationshipId: client.relationshipId, taskKind: "CHECK_IN" } as const;
  const orderBy = { localDate: "asc" } as const;
  return await withShown(em, await em.fork().find(AgendaTask, ofClient, { orderBy }));
}

async function nextDay(days = 1) {
  await moveClock(ownerUrl, days * DAY_SECONDS);
  await scanAllCalendars(em);
}

async function inDays(days: number) {
  return new Date((await clockNow(em.fork())).getTime() + days * DAY_SECONDS * 1_000);
}
