import { sql } from "kysely";
import type { ClientOnboardingStatus } from "../../contract/accounts/vocabulary.ts";
import type {
  OnboardingPrincipal,
  OnboardingTaskEventType,
  OnboardingTaskStatus,
  ResumedWorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { newId } from "../new-id.ts";
import type { Tx } from "../transact.ts";

/** Who acts on an onboarding; staff need no account, their subject stands in the audit then. */
export interface OnboardingActing {
  readonly kind: OnboardingPrincipal;
  readonly userId: string | null;
  readonly subject?: string;
}

/** Ids, counts and instants that belong to an event; never a reason, never an answer. */
export type Evidence = Readonly<Record<string, string | number | null>>;

/** What happened to a task, as it is remembered. */
export interface TaskHistory {
  readonly instanceId: string;
  readonly taskId: string;
  readonly events: readonly OnboardingTaskEventType[];
  readonly actor: OnboardingActing;
  readonly evidence: Evidence;
  readonly now: Date;
}

/** What becomes of a task, its onboarding and the profile of its client. */
export interface TaskWrite extends TaskHistory {
  readonly clientUserId: string;
  /** Revision the task was read at. */
  readonly revision: number;
  readonly status: OnboardingTaskStatus;
  readonly submissionId: string | null;
  /** Null: there are none (any more). */
  readonly reminders: { readonly from: string; readonly at: Date | null } | null;
  /** Added to what the task keeps. */
  readonly payload: Evidence;
  /** Null: workflow, blocks and profile stay as they are. */
  readonly workflow: {
    readonly status: ResumedWorkflowStatus;
    readonly profileStatus: ClientOnboardingStatus;
    readonly isBlocked: boolean;
    readonly isPending: boolean;
  } | null;
}

/** Statement parts that remember what happened: a task event and an audit row each. */
export function historyParts(history: TaskHistory) {
  const { instanceId, taskId, actor, evidence, now } = history;
  const rows = history.events.map((type) => ({ event_id: newId(), audit_id: newId(), type }));
  const named = actor.userId ?? actor.subject ?? actor.kind.toLowerCase();
  return sql`
    happened as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (event_id uuid, audit_id uuid, type text)),
    remembered as (
      insert into onboarding_task_event (id, instance_id, task_id, type, actor_kind, actor_user_id,
                                         metadata, occurred_at)
      select event_id, ${instanceId}::uuid, ${taskId}::uuid, type, ${actor.kind},
             ${actor.userId}::uuid, ${JSON.stringify(evidence)}::jsonb, ${now}::timestamptz
        from happened),
    audited as (
      insert into onboarding_audit_event (id, instance_id, task_id, event_type, actor_kind, actor,
                                          metadata, created_at)
      select audit_id, ${instanceId}::uuid, ${taskId}::uuid, type, ${actor.kind}, ${named},
             ${JSON.stringify(evidence)}::jsonb, ${now}::timestamptz
        from happened)`;
}

/**
 * Writes a change of a task and what follows from it in one statement: task, history, audit, workflow,
 * blocks, profile. The caller holds the relationship.
 *
 * @throws Error when the task is not as it was read.
 */
export async function writeTaskChange(tx: Tx, write: TaskWrite): Promise<void> {
  const { taskId, now, status, reminders, events } = write;
  const at = (...types: readonly OnboardingTaskEventType[]) =>
    sql`${events.some((type) => types.includes(type)) ? now : null}::timestamptz`;
  const { rows } = await sql`
    with ${historyParts(write)}, ${workflowParts(write)},
    changed as (
      update onboarding_task set
        status = ${status}, revision = revision + 1, updated_at = ${now},
        opened_at = coalesce(${at("opened", "resumed")}, opened_at),
        skipped_at = coalesce(${at("skipped")}, skipped_at),
        completed_at = coalesce(${at("completed")}, completed_at),
        cancelled_at = coalesce(${at("cancelled")}, cancelled_at),
        expired_at = coalesce(${at("expired")}, expired_at),
        submission_id = coalesce(${write.submissionId}::uuid, submission_id),
        reminder_cadence = ${reminders === null ? null : "DAILY"}::text,
        reminders_from = ${reminders?.from ?? null}::date,
        next_reminder_at = ${reminders?.at ?? null}::timestamptz,
        payload = payload || ${JSON.stringify(write.payload)}::jsonb
      where id = ${taskId} and revision = ${write.revision}
      returning id)
    select 1 from changed
  `.execute(tx.getKysely());
  if (rows.length !== 1) throw new Error("An onboarding task changed under its lock");
}

/** A workflow that stands still moves behind its pause: that is where it goes on. */
function workflowParts({ workflow, instanceId, clientUserId, taskId, now }: TaskWrite) {
  if (workflow === null) return sql`moved as (select 1)`;
  const { status, isBlocked, isPending, profileStatus } = workflow;
  return sql`
    moved as (
      update onboarding_instance set
        status = case when status = 'PAUSED' then status else ${status} end,
        resumes_as = case when status = 'PAUSED' then ${status} end,
        program_assignment_blocked = ${isBlocked}, nutrition_assignment_blocked = ${isBlocked},
        current_task_id = case when ${isPending}::boolean then ${taskId}::uuid end,
        finished_at = case when not ${isPending}::boolean then coalesce(finished_at, ${now}) end,
        updated_at = ${now}
      where id = ${instanceId}),
    told as (
      update client_profile set onboarding_status = ${profileStatus}, updated_at = ${now}
      where user_id = ${clientUserId} and onboarding_status <> ${profileStatus})`;
}
