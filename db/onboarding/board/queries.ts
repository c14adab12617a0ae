import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { type RawBuilder, sql } from "kysely";
import type { OnboardingBoardRow } from "../../../contract/onboarding/board-schema.ts";
import type { WorkflowStatus } from "../../../contract/onboarding/vocabulary.ts";
import type { SourceKind } from "../../../contract/inbox/source-vocabulary.ts";
import type { FormAssignmentStatus } from "../../../contract/forms/vocabulary.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { zoneNow } from "../../relationships/zone-now.ts";

type Questionnaire = OnboardingBoardRow["questionnaire"];
type Baseline = NonNullable<OnboardingBoardRow["baseline"]>;

/** An onboarding of a workspace, as stored; instants are RFC 3339. */
export interface BoardRow extends Omit<OnboardingBoardRow, "questionnaire" | "baseline"> {
  readonly questionnaire: Omit<Questionnaire, "actions"> & {
    readonly formStatus: FormAssignmentStatus | null;
  };
  readonly baseline: Omit<Baseline, "actions"> | null;
  /** When it last began or finished, as text of the database: the sort key. */
  readonly movedAt: string;
}

/** Selects a page of onboardings. */
export interface BoardPage {
  readonly workspaceId: string;
  /** Null for all. */
  readonly statuses: readonly WorkflowStatus[] | null;
  /** The last onboarding of the previous page. */
  readonly after: Pick<BoardRow, "movedAt" | "instanceId"> | null;
  readonly limit: number;
}

/**
 * A page of the onboardings of a workspace that were not purged, those that finished or began last first. Answers are
 * counted and never read. One statement.
 */
export async function listOnboardings(
  em: SqlEntityManager,
  { workspaceId, statuses, after, limit }: BoardPage,
): Promise<readonly BoardRow[]> {
  const statement = sql<BoardRow>`
    with page as materialized (
      select i.id, i.relationship_id, i.status, i.started_at, i.finished_at,
        i.program_assignment_blocked, i.nutrition_assignment_blocked,
        coalesce(i.finished_at, i.started_at) as moved_at
      from onboarding_instance i join relationship r on r.id = i.relationship_id
      where r.workspace_id = ${workspaceId} and i.purged_at is null
        and (${statuses}::text[] is null or i.status = any(${statuses}::text[]))
        and (${after === null} or (coalesce(i.finished_at, i.started_at), i.id)
          < (${after?.movedAt ?? null}::timestamptz, ${after?.instanceId ?? null}::uuid))
      order by moved_at desc, i.id desc
      limit ${limit})
    select page.id as "instanceId", r.id as "relationshipId", r.status as "relationshipStatus",
      json_build_object('userId', r.client_user_id, 'displayName', client.display_name,
        'timezone', ${zoneNow("r")}) as client,
      r.coach_user_id as "coachUserId", page.status, ${wireInstant("page.started_at")} as "startedAt",
      ${wireInstant("page.finished_at")} as "finishedAt", page.moved_at::text as "movedAt",
      json_build_object('programs', page.program_assignment_blocked,
        'nutrition', page.nutrition_assignment_blocked) as blocks,
      (select json_build_object('all', count(*)::int, 'done', (count(*) filter (
          where t.status in ('COMPLETED', 'CANCELLED', 'EXPIRED')))::int)
        from onboarding_task t where t.instance_id = page.id) as tasks,
      (select ${questionnaire} from onboarding_task t cross join lateral (${reminders}) reminder
        left join form_assignment f on f.id = t.form_assignment_id
        left join form_version v on v.id = f.form_version_id
        left join form_draft d on d.assignment_id = f.id
        left join form_submission s on s.assignment_id = f.id
        where t.instance_id = page.id and t.task_type = 'QUESTIONNAIRE') as questionnaire,
      (select json_build_object(${taskParts},
          'reviewTaskId', ${reviewOf("PROFILE", sql`r.id`)}) from onboarding_task t
        cross join lateral (${reminders}) reminder
        where t.instance_id = page.id and t.task_type = 'BASELINE') as baseline
    from page join relationship r on r.id = page.relationship_id
    join client_profile client on client.user_id = r.client_user_id
    order by page.moved_at desc, page.id desc
  `;
  const { rows } = await statement.execute(em.getKysely());
  return rows;
}

/** The decisions to remind the client of the task `t` that sent something. */
const reminders = sql`
  select count(*)::int as sent, max(n.decided_at) as last_at from notification n
  where n.recipient_user_id = r.client_user_id and n.subject_id = t.id and n.outcome = 'SEND'
    and n.category in ('ONBOARDING_REMINDER', 'ONBOARDING_NUDGE', 'COMPLETION_REQUEST')`;

/** The unresolved coach task about a source of the relationship `r`. */
const reviewOf = (kind: SourceKind, sourceId: RawBuilder<unknown>) => sql`
  (select review.id from coach_task review
    where review.relationship_id = r.id and review.source_kind = ${sql.lit(kind)}
      and review.source_id = ${sourceId} and review.status in ('OPEN', 'IN_PROGRESS', 'SNOOZED')
    order by review.id desc limit 1)`;

/** Keys and values of what questionnaire and baseline have in common. */
const taskParts = sql`
  'taskId', t.id, 'status', t.status, 'revision', t.revision, 'dueAt', ${wireInstant("t.due_at")},
  'openedAt', ${wireInstant("t.opened_at")}, 'completedAt', ${wireInstant("t.completed_at")},
  'remindersSent', reminder.sent, 'lastReminderAt', ${wireInstant("reminder.last_at")},
  'nextReminderAt', case when r.status <> 'PAUSED' then ${wireInstant("t.next_reminder_at")} end`;

const questionnaire: RawBuilder<unknown> = sql`json_build_object(${taskParts},
  'reviewTaskId', ${reviewOf("FORM", sql`s.id`)}, 'title', v.title, 'formStatus', f.status, 'skippedAt', ${wireInstant("t.skipped_at")},
  'submittedAt', ${wireInstant("f.submitted_at")},
  'savedAt', case when s.id is null then ${wireInstant("d.saved_at")} end,
  'answered', case when v.id is not null then json_build_object(
    'all', (select count(*)::int from jsonb_path_query(v.content, '$.sections[*].questions[*]')),
    'done', (select count(*)::int from jsonb_each(coalesce(s.answers, d.answers, '{}')) answer
      where answer.value not in ('null', '""', '[]'))) end)`;
