import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";
import { QUESTIONNAIRE_TASK_KEY } from "../../../contract/onboarding/vocabulary.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { wireInstant } from "../../transact.ts";
import type { SeenOnboardingRow } from "./seen-onboarding-row.ts";

const NEWEST = 100;

/**
 * The onboarding of a client's latest relationship in a workspace, ended ones too.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function getClientOnboarding(
  em: SqlEntityManager,
  key: { readonly workspaceId: string; readonly clientUserId: string },
): Promise<SeenOnboardingRow> {
  return await getSeen(
    em,
    sql`r.id = (select id from relationship
                 where workspace_id = ${key.workspaceId} and client_user_id = ${key.clientUserId}
                 order by started_at desc, id desc limit 1)`,
  );
}

/** An onboarding by its id. @throws Refusal NOT_FOUND. */
export async function getOnboardingById(
  em: SqlEntityManager,
  instanceId: string,
): Promise<SeenOnboardingRow> {
  return await getSeen(em, sql`i.id = ${instanceId}`);
}

/** Where a task is looked for: among those of a client in a workspace, or in one onboarding. */
export type TaskPlace = { readonly taskId: string } & (
  | { readonly workspaceId: string; readonly clientUserId: string }
  | { readonly instanceId: string }
);

/** Whether a task is where it is looked for, in ended relationships too; a task never moves. */
export async function isTaskIn(em: SqlEntityManager, place: TaskPlace): Promise<boolean> {
  const where =
    "instanceId" in place
      ? sql`i.id = ${place.instanceId}`
      : sql`r.workspace_id = ${place.workspaceId} and r.client_user_id = ${place.clientUserId}`;
  const { rows } = await sql`
    select t.id
      from onboarding_task t
      join onboarding_instance i on i.id = t.instance_id
      join relationship r on r.id = i.relationship_id
     where t.id = ${place.taskId} and ${where}
  `.execute(em.getKysely());
  return rows.length === 1;
}

/** Why an override was made; null also once its retention is over. */
export async function findOverrideReason(
  em: SqlEntityManager,
  overrideId: string,
): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select reason from onboarding_override where id = ${overrideId}
  `.execute(em.getKysely());
  return rows[0]?.reason ?? null;
}

async function getSeen(
  em: SqlEntityManager,
  which: RawBuilder<unknown>,
): Promise<SeenOnboardingRow> {
  const { rows } = await sql<SeenOnboardingRow>`
    select i.id as "instanceId", r.workspace_id as "workspaceId", r.id as "relationshipId",
           r.status as "relationshipStatus", r.client_user_id as "clientUserId",
           c.onboarding_status as "onboardingStatus", d.key as "definitionKey", d.version as "definitionVersion", i.status,
           i.resumes_as as "resumesAs",
           i.program_assignment_blocked as "programAssignmentBlocked",
           i.nutrition_assignment_blocked as "nutritionAssignmentBlocked",
           ${wireInstant("i.started_at")} as "startedAt",
           ${wireInstant("i.finished_at")} as "finishedAt",
           ${wireInstant("i.retention_expires_at")} as "retentionExpiresAt",
           ${wireInstant("i.purged_at")} as "purgedAt", p.counts as purged,
           ${taskOf} as task, ${historyOf} as history, ${overridesOf} as overrides
      from onboarding_instance i
      join workflow_definition d on d.id = i.definition_id
      join relationship r on r.id = i.relationship_id
      join onboarding_task t
        on t.instance_id = i.id and t.task_key = ${QUESTIONNAIRE_TASK_KEY}
      join client_profile c on c.user_id = r.client_user_id
      left join form_assignment f on f.id = t.form_assignment_id
      left join onboarding_retention_report p on p.instance_id = i.id
     where ${which}
  `.execute(em.getKysely());
  return rowOrRefusal(rows);
}

const taskOf = sql`jsonb_build_object('id', t.id, 'taskKey', t.task_key, 'taskType', t.task_type,
  'status', t.status, 'sortOrder', t.sort_order, 'revision', t.revision,
  'formAssignmentId', t.form_assignment_id, 'formVersionId', f.form_version_id,
  'formStatus', f.status, 'formSubmissionId', t.submission_id,
  'dueAt', ${wireInstant("t.due_at")}, 'openedAt', ${wireInstant("t.opened_at")},
  'skippedAt', ${wireInstant("t.skipped_at")}, 'submittedAt', ${wireInstant("f.submitted_at")},
  'completedAt', ${wireInstant("t.completed_at")}, 'cancelledAt', ${wireInstant("t.cancelled_at")},
  'expiredAt', ${wireInstant("t.expired_at")}, 'reminderCadence', t.reminder_cadence,
  'remindersFrom', t.reminders_from, 'nextReminderAt', ${wireInstant("t.next_reminder_at")})`;

const historyOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'type', e.type,
           'actorKind', e.actor_kind, 'actorUserId', e.actor_user_id,
           'occurredAt', ${wireInstant("e.occurred_at")}) order by e.id desc), '[]')
    from (select * from onboarding_task_event where instance_id = i.id
           order by id desc limit ${sql.lit(NEWEST)}) e)`;

const overridesOf = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'type', o.type,
           'actorKind', o.actor_kind, 'actorUserId', o.actor_user_id, 'reason', o.reason,
           'replacedFormAssignmentId', o.replaced_form_assignment_id,
           'createdAt', ${wireInstant("o.created_at")}) order by o.id desc), '[]')
    from (select * from onboarding_override where instance_id = i.id
           order by id desc limit ${sql.lit(NEWEST)}) o)`;

function rowOrRefusal<Row>(rows: readonly Row[]): Row {
  const row = rows[0];
  if (row === undefined) throw new Refusal("NOT_FOUND");
  return row;
}
