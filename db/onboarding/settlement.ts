import { sql } from "kysely";
import type { RelationshipStatus } from "../../contract/relationships/vocabulary.ts";
import type {
  OnboardingTaskEventType,
  OnboardingTaskStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import type { RelationshipZone } from "../../rules/relationships/relationship-zone.ts";
import { marksOf } from "../outbox/actor-rows.ts";
import { wireInstant, type Tx } from "../transact.ts";

/** The relationship of an instance, read without a lock; null for an instance that does not exist. */
export async function findRelationshipOfInstance(
  tx: Tx,
  instanceId: string,
): Promise<string | null> {
  const { rows } = await sql<{ relationshipId: string }>`
    select relationship_id as "relationshipId" from onboarding_instance where id = ${instanceId}
  `.execute(tx.getKysely());
  return rows[0]?.relationshipId ?? null;
}

/** An onboarding as its actor looks at it, with the clock of the same moment. */
export interface ActorOnboarding {
  readonly now: Date;
  readonly instanceId: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly relationshipStatus: RelationshipStatus;
  readonly clientUserId: string;
  readonly zone: RelationshipZone;
  readonly status: WorkflowStatus;
  readonly retentionExpiresAt: Date | null;
  readonly purgedAt: Date | null;
  /** The step it stands at, or the last one. */
  readonly task: ActorTask | null;
  readonly lastEvent: { readonly type: OnboardingTaskEventType; readonly at: string } | null;
  /** How often its actor had been marked as due. */
  readonly marks: number | null;
}

/** The step of an onboarding. */
export interface ActorTask {
  readonly id: string;
  readonly key: string;
  readonly status: OnboardingTaskStatus;
  /** First local date that may still be reminded on; null without reminders. */
  readonly remindersFrom: string | null;
  readonly nextReminderAt: Date | null;
  /** What was submitted to its form assignment; null as long as nothing was. */
  readonly submissionId: string | null;
}

interface Row {
  readonly now: string;
  readonly instanceId: string;
  readonly workspaceId: string;
  readonly relationshipId: string;
  readonly relationshipStatus: RelationshipStatus;
  readonly clientUserId: string;
  readonly timezone: string;
  readonly nextTimezone: string | null;
  readonly zoneChangesAt: string | null;
  readonly status: WorkflowStatus;
  readonly retentionExpiresAt: string | null;
  readonly purgedAt: string | null;
  readonly task: (Omit<ActorTask, "nextReminderAt"> & { nextReminderAt: string | null }) | null;
  readonly lastEvent: ActorOnboarding["lastEvent"];
  readonly marks: number | null;
}

/** Reads an onboarding whose relationship the caller holds. @throws Error when it does not exist. */
export async function loadActorOnboarding(
  tx: Tx,
  { instanceId, workflowId }: { readonly instanceId: string; readonly workflowId: string },
): Promise<ActorOnboarding> {
  const { rows } = await sql<Row>`
    select ${wireInstant("clock_now()")} as now, i.id as "instanceId",
      r.workspace_id as "workspaceId", r.id as "relationshipId",
      r.status as "relationshipStatus", r.client_user_id as "clientUserId",
      r.timezone, r.next_timezone as "nextTimezone",
      ${wireInstant("r.zone_changes_at")} as "zoneChangesAt", i.status,
      ${wireInstant("i.retention_expires_at")} as "retentionExpiresAt",
      ${wireInstant("i.purged_at")} as "purgedAt",
      (select jsonb_build_object('id', t.id, 'key', t.task_key, 'status', t.status,
         'remindersFrom', t.reminders_from,
         'nextReminderAt', ${wireInstant("t.next_reminder_at")}, 'submissionId', s.id)
       from onboarding_task t
       left join form_submission s on s.assignment_id = t.form_assignment_id
       where t.instance_id = i.id
       order by t.id = i.current_task_id desc nulls last, t.sort_order desc limit 1) as task,
      (select jsonb_build_object('type', e.type, 'at', ${wireInstant("e.occurred_at")})
       from onboarding_task_event e
       where e.instance_id = i.id order by e.id desc limit 1) as "lastEvent",
      ${marksOf(workflowId)} as marks
    from onboarding_instance i join relationship r on r.id = i.relationship_id
    where i.id = ${instanceId}
  `.execute(tx.getKysely());
  const row = rows[0];
  if (row === undefined) throw new Error("An onboarding is never deleted");
  return readRow(row);
}

function readRow({ timezone, nextTimezone, zoneChangesAt, task, ...row }: Row): ActorOnboarding {
  return {
    ...row,
    now: new Date(row.now),
    zone: { timezone, nextTimezone, zoneChangesAt: instantOf(zoneChangesAt) },
    retentionExpiresAt: instantOf(row.retentionExpiresAt),
    purgedAt: instantOf(row.purgedAt),
    task: task === null ? null : { ...task, nextReminderAt: instantOf(task.nextReminderAt) },
  };
}

const instantOf = (text: string | null) => (text === null ? null : new Date(text));

/** Moves the reminders of a task on. The caller holds its relationship. */
export async function moveReminders(
  tx: Tx,
  taskId: string,
  next: { readonly from: string; readonly at: Date },
): Promise<void> {
  await sql`
    update onboarding_task
    set reminders_from = ${next.from}::date, next_reminder_at = ${next.at.toISOString()}
    where id = ${taskId}
  `.execute(tx.getKysely());
}
