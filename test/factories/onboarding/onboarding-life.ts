import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { submitForm } from "../../../activities/forms/submit-form.ts";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import { skipTask } from "../../../activities/onboarding/skip-task.ts";
import type { Answers, Question } from "../../../contract/forms/content-schema.ts";
import type { RelationshipAct } from "../../../contract/relationships/vocabulary.ts";
import type {
  NotificationOutcome,
  NotificationReason,
} from "../../../contract/notifications/vocabulary.ts";
import type {
  OnboardingTaskEventType,
  OnboardingTaskStatus,
  WorkflowStatus,
} from "../../../contract/onboarding/vocabulary.ts";
import { firstRow, transact, wireInstant } from "../../../db/platform/transactions/transact.ts";
import { DEFAULT_QUESTIONNAIRE } from "../../../rules/forms/default-questionnaire.ts";
import { questionsOf } from "../../../rules/forms/questions-of.ts";
import { onboardingActorId } from "../../../rules/onboarding/onboarding-actor-id.ts";
import { buildRelationship, type BuiltRelationship } from "../accounts/identity.ts";
import { hooks } from "../../../workers/hooks.ts";

/** A client in onboarding whose questionnaire is ready. */
export interface Onboarded extends BuiltRelationship {
  readonly instanceId: string;
  readonly taskId: string;
  readonly formAssignmentId: string;
  /** Workflow id of its actor. */
  readonly actorId: string;
}

/** Registers a client, which starts the onboarding. */
export async function buildOnboarded(
  em: SqlEntityManager,
  options: Parameters<typeof buildRelationship>[1] = {},
): Promise<Onboarded> {
  return await withOnboarding(em, await buildRelationship(em, options));
}

/** A client with the ids of the onboarding that began with their registration. */
export async function withOnboarding(
  em: SqlEntityManager,
  built: BuiltRelationship,
): Promise<Onboarded> {
  const { rows } = await sql<Omit<Onboarded, keyof BuiltRelationship | "actorId">>`
    select i.id as "instanceId", t.id as "taskId", t.form_assignment_id as "formAssignmentId"
    from onboarding_instance i join onboarding_task t on t.instance_id = i.id and t.task_type = 'QUESTIONNAIRE'
    where i.relationship_id = ${built.relationshipId}
  `.execute(em.fork().getKysely());
  const ids = firstRow(rows);
  return { ...built, ...ids, actorId: onboardingActorId(ids.instanceId) };
}

/** The client skips the questionnaire. */
export async function skip(em: SqlEntityManager, { taskId, client }: Onboarded): Promise<void> {
  const skipping = { taskId, clientUserId: client.userId, reason: null, requestId: null };
  await transact(em, (tx) => skipTask(tx, skipping));
}

/** The client answers the form and submits it; the submission is not linked with the task yet. */
export async function submit(
  em: SqlEntityManager,
  { formAssignmentId, client }: Onboarded,
  text?: string,
): Promise<string> {
  const answers = answersToDefault(text);
  const submitting = { formAssignmentId, clientUserId: client.userId, answers, requestId: null };
  await transact(em, (tx) => submitForm(tx, submitting));
  const { rows } = await sql<{ id: string }>`
    select id from form_submission where assignment_id = ${formAssignmentId}
  `.execute(em.fork().getKysely());
  return firstRow(rows).id;
}

/** The coach pauses, resumes or ends the relationship. */
export async function move(
  em: SqlEntityManager,
  { coach, workspaceId, relationshipId }: Onboarded,
  act: RelationshipAct,
): Promise<void> {
  const byUserId = coach.userId;
  const place = { act, workspaceId, relationshipId, byUserId };
  await transact(em, (tx) =>
    moveRelationship(tx, { ...place, reason: "because", requestId: null }, hooks.relationships),
  );
}

/** Answers to the required questions of the default questionnaire. */
function answersToDefault(text = "Nothing special"): Answers {
  const questions = questionsOf(DEFAULT_QUESTIONNAIRE.content).filter(
    ({ required, showIf }) => required && showIf === null,
  );
  return Object.fromEntries(
    questions.map((question) => [question.questionId, answerTo(question, text)]),
  );
}

function answerTo(question: Question, text: string): Answers[string] {
  switch (question.kind) {
    case "TEXT":
    case "LONG_TEXT":
      return text;
    case "NUMBER":
    case "SCALE":
      return question.min ?? 1;
    case "SINGLE_CHOICE":
      return question.options[0]?.optionId ?? null;
    case "MULTI_CHOICE":
      return question.options.slice(0, 1).map(({ optionId }) => optionId);
    case "BOOLEAN":
      return false;
    case "DATE":
      return "1990-02-03";
  }
}

/** The decision about a reminder of a task. */
export interface DecidedReminder {
  readonly localDate: string;
  readonly outcome: NotificationOutcome;
  readonly reason: NotificationReason;
  readonly at: string;
}

/** The decided reminders of a task, by local date, whatever the decision. */
export async function listReminders(
  em: SqlEntityManager,
  { taskId }: Onboarded,
): Promise<readonly DecidedReminder[]> {
  const { rows } = await sql<DecidedReminder>`
    select local_date::text as "localDate", outcome, reason, ${wireInstant("decided_at")} as at
    from notification where dedupe_key like ${`onboarding-reminder:${taskId}:%`} order by local_date
  `.execute(em.fork().getKysely());
  return rows;
}

/** The rows of an onboarding, counted or by status. */
export interface OnboardingTraces {
  readonly status: WorkflowStatus;
  readonly taskStatus: OnboardingTaskStatus;
  readonly blocked: boolean;
  readonly remindersFrom: string | null;
  readonly nextReminderAt: string | null;
  readonly taskEvents: readonly OnboardingTaskEventType[];
  readonly dueReason: string | null;
  readonly dueAt: string | null;
  /** Types of pending events of the event feed. */
  readonly eventTypes: readonly string[];
}

/** Reads the rows of an onboarding. */
export async function traces(
  em: SqlEntityManager,
  { instanceId, actorId }: Onboarded,
): Promise<OnboardingTraces> {
  const { rows } = await sql<OnboardingTraces>`
    select i.status, t.status as "taskStatus", i.program_assignment_blocked as blocked,
      t.reminders_from::text as "remindersFrom",
      ${wireInstant("t.next_reminder_at")} as "nextReminderAt",
      (select coalesce(jsonb_agg(e.type order by e.id), '[]') from onboarding_task_event e
        where e.task_id = t.id) as "taskEvents",
      a.due_reason as "dueReason", ${wireInstant("a.due_at")} as "dueAt",
      (select coalesce(jsonb_agg(o.type order by o.id), '[]') from outbox o
        where o.consumer = 'event-feed' and o.refs ->> 'instanceId' = i.id::text) as "eventTypes"
    from onboarding_instance i join onboarding_task t on t.instance_id = i.id and t.task_type = 'QUESTIONNAIRE'
    left join actor a on a.workflow_id = ${actorId}
    where i.id = ${instanceId}
  `.execute(em.fork().getKysely());
  return firstRow(rows);
}
