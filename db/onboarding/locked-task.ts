import { clockNow } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";

/** An onboarding task with everything its acts depend on, and the clock at the same moment. */
export type LockedTask = Awaited<ReturnType<typeof loadLockedTask>>;

/** The relationship of a task, or null. Read before locking: it never changes. */
export async function findTaskScope(tx: Tx, taskId: string): Promise<string | null> {
  const found = await tables(tx)
    .selectFrom("onboardingTask as t")
    .innerJoin("onboardingInstance as i", "i.id", "t.instanceId")
    .select("i.relationshipId")
    .where("t.id", "=", taskId)
    .executeTakeFirst();
  return found?.relationshipId ?? null;
}

/** An existing task; the caller has locked its relationship. */
export async function loadLockedTask(tx: Tx, taskId: string) {
  const { timezone, nextTimezone, zoneChangesAt, ...row } = await readTask(tx, taskId);
  const { remindersFrom: from, nextReminderAt: at, ...rest } = row;
  const { reminderCadence: cadence } = row;
  return {
    ...rest,
    zone: { timezone, nextTimezone, zoneChangesAt },
    /** First local day on which a reminder may still fall, and its instant; null without reminders. */
    reminders: from === null || cadence === null ? null : { cadence, from, at },
  };
}

async function readTask(tx: Tx, taskId: string) {
  return await tables(tx)
    .selectFrom("onboardingTask as t")
    .innerJoin("onboardingInstance as i", "i.id", "t.instanceId")
    .innerJoin("relationship as r", "r.id", "i.relationshipId")
    .innerJoin("coachWorkspace as w", "w.id", "r.workspaceId")
    .leftJoin("formAssignment as a", "a.id", "t.formAssignmentId")
    .select([
      clockNow.as("now"),
      "t.id as taskId",
      "i.id as instanceId",
      "r.workspaceId",
      "w.status as workspaceStatus",
      "r.id as relationshipId",
      "r.status as relationshipStatus",
      "r.coachUserId",
      "r.clientUserId",
      "r.timezone",
      "r.nextTimezone",
      "r.zoneChangesAt",
      "i.status as workflowStatus",
      "t.taskType",
      "t.status",
      "t.revision",
      "t.openedAt",
      "t.skippedAt",
      "t.createdAt",
      "t.begunAt",
      "t.dueAt",
      "t.reminderCadence",
      "t.remindersFrom",
      "t.nextReminderAt",
      "a.id as formAssignmentId",
      "a.status as formStatus",
      "t.submissionId",
    ])
    .where("t.id", "=", taskId)
    .executeTakeFirstOrThrow();
}
