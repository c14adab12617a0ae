import { sql } from "kysely";
import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type { WorkspaceStatus } from "../../contract/workspaces/vocabulary.ts";
import type { OnboardingTaskStatus, WorkflowStatus } from "../../contract/onboarding/vocabulary.ts";
import type { RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import { firstRow, wireInstant, type Tx } from "../transact.ts";

/** An onboarding task with everything its acts are judged by, and the clock of the same moment. */
export interface LockedTask {
  readonly now: Date;
  readonly taskId: string;
  readonly instanceId: string;
  readonly workspaceId: string;
  readonly workspaceStatus: WorkspaceStatus;
  readonly relationshipId: string;
  readonly relationshipStatus: RelationshipStatus;
  readonly coachUserId: string;
  readonly clientUserId: string;
  readonly zone: RelationshipZone;
  readonly workflowStatus: WorkflowStatus;
  readonly status: OnboardingTaskStatus;
  readonly revision: number;
  readonly openedAt: Date | null;
  readonly skippedAt: Date | null;
  /** First local day that a reminder may still fall on, and its instant; null without reminders. */
  readonly reminders: { readonly from: string; readonly at: Date | null } | null;
  readonly formAssignmentId: string | null;
  readonly formStatus: FormAssignmentStatus | null;
  /** What completed the task. */
  readonly submissionId: string | null;
}

type Instants = "now" | "openedAt" | "skippedAt" | "reminders" | "zone";
interface Row extends Omit<LockedTask, Instants> {
  readonly now: string;
  readonly openedAt: string | null;
  readonly skippedAt: string | null;
  readonly remindersFrom: string | null;
  readonly nextReminderAt: string | null;
  readonly timezone: string;
  readonly nextTimezone: string | null;
  readonly zoneChangesAt: string | null;
}

/** The relationship of a task, or null. Read before its lock: it never changes. */
export async function findTaskScope(tx: Tx, taskId: string): Promise<string | null> {
  const { rows } = await sql<{ relationshipId: string }>`
    select i.relationship_id as "relationshipId"
      from onboarding_task t join onboarding_instance i on i.id = t.instance_id
     where t.id = ${taskId}
  `.execute(tx.getKysely());
  return rows[0]?.relationshipId ?? null;
}

/** A task that is there, once the caller holds its relationship. */
export async function loadLockedTask(tx: Tx, taskId: string): Promise<LockedTask> {
  const { rows } = await sql<Row>`
    select ${wireInstant("clock_now()")} as now, t.id as "taskId", i.id as "instanceId",
           r.workspace_id as "workspaceId", w.status as "workspaceStatus",
           r.id as "relationshipId", r.status as "relationshipStatus",
           r.coach_user_id as "coachUserId", r.client_user_id as "clientUserId", r.timezone,
           r.next_timezone as "nextTimezone", ${wireInstant("r.zone_changes_at")} as "zoneChangesAt",
           i.status as "workflowStatus", t.status, t.revision,
           ${wireInstant("t.opened_at")} as "openedAt", ${wireInstant("t.skipped_at")} as "skippedAt",
           t.reminders_from::text as "remindersFrom",
           ${wireInstant("t.next_reminder_at")} as "nextReminderAt", a.id as "formAssignmentId", a.status as "formStatus", t.submission_id as "submissionId"
      from onboarding_task t
      join onboarding_instance i on i.id = t.instance_id
      join relationship r on r.id = i.relationship_id
      join coach_workspace w on w.id = r.workspace_id
      left join form_assignment a on a.id = t.form_assignment_id
     where t.id = ${taskId}
  `.execute(tx.getKysely());
  return readRow(firstRow(rows));
}

function readRow({ timezone, nextTimezone, zoneChangesAt, ...row }: Row): LockedTask {
  const { remindersFrom: from, nextReminderAt, ...rest } = row;
  return {
    ...rest,
    now: new Date(row.now),
    openedAt: instantOf(row.openedAt),
    skippedAt: instantOf(row.skippedAt),
    reminders: from === null ? null : { from, at: instantOf(nextReminderAt) },
    zone: { timezone, nextTimezone, zoneChangesAt: instantOf(zoneChangesAt) },
  };
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));
