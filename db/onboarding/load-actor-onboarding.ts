import { expressionBuilder } from "kysely";
import { marksOf } from "../outbox/actor-rows.ts";
import { clockNow, instantText, jsonObject } from "../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { OnboardingTask } from "./onboarding-task.ts";

/** Reads an onboarding, which is never deleted. The caller has locked its relationship. */
export async function loadActorOnboarding(
  tx: Tx,
  { instanceId, workflowId }: { readonly instanceId: string; readonly workflowId: string },
) {
  const { timezone, nextTimezone, zoneChangesAt, task, ...row } = await tables(tx)
    .selectFrom("onboardingInstance as i")
    .innerJoin("relationship as r", "r.id", "i.relationshipId")
    .select([
      clockNow.as("now"),
      "i.id as instanceId",
      "r.workspaceId",
      "r.id as relationshipId",
      "r.status as relationshipStatus",
      "r.clientUserId",
      "r.timezone",
      "r.nextTimezone",
      "r.zoneChangesAt",
      "i.status",
      "i.currentTaskId",
      "i.retentionExpiresAt",
      "i.purgedAt",
      currentStep.as("task"),
      lastEvent.as("lastEvent"),
      marksOf(workflowId).as("marks"),
    ])
    .where("i.id", "=", instanceId)
    .executeTakeFirstOrThrow();
  return { ...row, zone: { timezone, nextTimezone, zoneChangesAt }, task: task && stepOf(task) };
}

/** The relationship of an instance, read without a lock; null for an unknown instance. */
export async function findRelationshipOfInstance(
  tx: Tx,
  instanceId: string,
): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("onboardingInstance")
    .select("relationshipId")
    .where("id", "=", instanceId)
    .executeTakeFirst();
  return found?.relationshipId ?? null;
}

/** An onboarding as its actor reads it, with the clock at the same moment. */
export type ActorOnboarding = Awaited<ReturnType<typeof loadActorOnboarding>>;

/** The current step, or the last one. */
export type ActorTask = NonNullable<ActorOnboarding["task"]>;

const instance = expressionBuilder<Tables & { i: Tables["onboardingInstance"] }, "i">();

const currentStep = instance
  .selectFrom("onboardingTask as t")
  .leftJoin("formSubmission as s", "s.assignmentId", "t.formAssignmentId")
  .select((step) =>
    jsonObject({
      id: step.ref("t.id"),
      key: step.ref("t.taskKey"),
      status: step.ref("t.status"),
      reminderCadence: step.ref("t.reminderCadence"),
      remindersFrom: step.ref("t.remindersFrom"),
      nextReminderAt: instantText(step.ref("t.nextReminderAt")),
      createdAt: instantText(step.ref("t.createdAt")),
      begunAt: instantText(step.ref("t.begunAt")),
      skippedAt: instantText(step.ref("t.skippedAt")),
      submissionId: step.ref("s.id"),
    }).as("step"),
  )
  .whereRef("t.instanceId", "=", "i.id")
  .orderBy(
    (step) => step("t.id", "=", step.ref("i.currentTaskId")),
    (order) => order.desc().nullsLast(),
  )
  .orderBy("t.sortOrder", "desc")
  .limit(1);

const lastEvent = instance
  .selectFrom("onboardingTaskEvent as e")
  .select((event) =>
    jsonObject({
      type: event.ref("e.type"),
      at: instantText(event.ref("e.occurredAt")),
    }).as("event"),
  )
  .whereRef("e.instanceId", "=", "i.id")
  .orderBy("e.id", "desc")
  .limit(1);

/** Instants inside JSON are text. */
function stepOf<
  Step extends {
    nextReminderAt: string | null;
    createdAt: string;
    begunAt: string | null;
    skippedAt: string | null;
  },
>(step: Step) {
  const { nextReminderAt, createdAt, begunAt, skippedAt } = step;
  return {
    ...step,
    nextReminderAt: instantOf(nextReminderAt),
    createdAt: new Date(createdAt),
    begunAt: instantOf(begunAt),
    skippedAt: instantOf(skippedAt),
  };
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));

/** Advances or ends the reminders of a task. The caller has locked its relationship. */
export async function moveReminders(
  tx: Tx,
  id: string,
  next: { readonly from: string; readonly at: Date } | null,
): Promise<void> {
  if (next === null) {
    const none = { reminderCadence: null, remindersFrom: null, nextReminderAt: null };
    await tx.nativeUpdate(OnboardingTask, { id }, none);
    return;
  }
  const { from: remindersFrom, at: nextReminderAt } = next;
  await tx.nativeUpdate(OnboardingTask, { id }, { remindersFrom, nextReminderAt });
}
