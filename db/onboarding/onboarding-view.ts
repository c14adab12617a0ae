import { sql } from "kysely";
import type { FormAssignmentStatus } from "../../contract/forms/vocabulary.ts";
import type {
  OnboardingTaskStatus,
  OnboardingTaskType,
  ReminderCadence,
  ResumedWorkflowStatus,
  WorkflowStatus,
} from "../../contract/onboarding/vocabulary.ts";
import { wireInstant } from "../transact.ts";

// Instants are RFC 3339 text, as they go out.

/** The one task of an onboarding, and the form it asks for. */
export interface OnboardingTaskView {
  readonly id: string;
  readonly taskKey: string;
  readonly taskType: OnboardingTaskType;
  readonly status: OnboardingTaskStatus;
  readonly sortOrder: number;
  readonly revision: number;
  readonly formAssignmentId: string | null;
  readonly submissionId: string | null;
  readonly dueAt: string | null;
  readonly openedAt: string | null;
  readonly skippedAt: string | null;
  readonly completedAt: string | null;
  readonly cancelledAt: string | null;
  readonly expiredAt: string | null;
  readonly reminderCadence: ReminderCadence | null;
  readonly remindersFrom: string | null;
  readonly nextReminderAt: string | null;
}

/** The questionnaire of the task. */
export interface QuestionnaireView {
  readonly formAssignmentId: string;
  readonly formVersionId: string;
  readonly title: string;
  readonly status: FormAssignmentStatus;
  readonly revision: number;
  readonly dueAt: string | null;
  readonly submittedAt: string | null;
}

/** An onboarding as its client sees it. */
export interface OnboardingView {
  readonly instanceId: string;
  readonly relationshipId: string;
  readonly definitionKey: string;
  readonly definitionVersion: number;
  readonly status: WorkflowStatus;
  readonly resumesAs: ResumedWorkflowStatus | null;
  readonly programAssignmentBlocked: boolean;
  readonly nutritionAssignmentBlocked: boolean;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly task: OnboardingTaskView;
  readonly questionnaire: QuestionnaireView | null;
}

const taskPart = sql`jsonb_build_object(
  'id', t.id, 'taskKey', t.task_key, 'taskType', t.task_type, 'status', t.status,
  'sortOrder', t.sort_order, 'revision', t.revision, 'formAssignmentId', t.form_assignment_id,
  'submissionId', t.submission_id, 'dueAt', ${wireInstant("t.due_at")},
  'openedAt', ${wireInstant("t.opened_at")}, 'skippedAt', ${wireInstant("t.skipped_at")},
  'completedAt', ${wireInstant("t.completed_at")}, 'cancelledAt', ${wireInstant("t.cancelled_at")},
  'expiredAt', ${wireInstant("t.expired_at")}, 'reminderCadence', t.reminder_cadence,
  'remindersFrom', t.reminders_from, 'nextReminderAt', ${wireInstant("t.next_reminder_at")})`;

const questionnairePart = sql`case when a.id is not null then jsonb_build_object(
  'formAssignmentId', a.id, 'formVersionId', a.form_version_id, 'title', v.title,
  'status', a.status, 'revision', a.revision, 'dueAt', ${wireInstant("a.due_at")},
  'submittedAt', ${wireInstant("a.submitted_at")}) end`;

/** The latest onboarding of a relationship as one JSON value, or null; `relationship` is its column. */
export function onboardingPart(relationship: "r.id") {
  return sql<OnboardingView | null>`(
    select jsonb_build_object(
             'instanceId', i.id, 'relationshipId', i.relationship_id, 'definitionKey', d.key,
             'definitionVersion', d.version, 'status', i.status, 'resumesAs', i.resumes_as,
             'programAssignmentBlocked', i.program_assignment_blocked,
             'nutritionAssignmentBlocked', i.nutrition_assignment_blocked,
             'startedAt', ${wireInstant("i.started_at")},
             'finishedAt', ${wireInstant("i.finished_at")},
             'task', ${taskPart}, 'questionnaire', ${questionnairePart})
      from onboarding_instance i
      join workflow_definition d on d.id = i.definition_id
      join onboarding_task t on t.instance_id = i.id
      left join form_assignment a on a.id = t.form_assignment_id
      left join form_version v on v.id = a.form_version_id
     where i.relationship_id = ${sql.ref(relationship)}
     order by i.started_at desc, i.id desc, t.sort_order
     limit 1)`;
}
