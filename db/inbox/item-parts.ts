import { sql } from "kysely";
import { INBOX_LIMITS } from "../../contract/inbox/vocabulary.ts";
import { zoneNow } from "../relationships/zone-now.ts";
import { relatedTask } from "./lists/related-tasks.ts";
import { wireInstant } from "../platform/transactions/transact.ts";
import { taskFacts } from "./sources/source-facts.ts";

/** SQL of the present status of task \`t\`: one whose snooze is over counts as awake. */
export const statusNow = sql`(case when t.status = 'SNOOZED' and t.snoozed_until <= moment.now
  then 'OPEN' else t.status end)`;

/** SQL of the present moment, as \`moment\`, evaluated once per statement. */
export const moment = sql`(select (select clock_now()) as now) moment`;

/** SQL of the joins that items of tasks \`t\` need: relationship \`r\`, client \`p\` and the assignee. */
export const itemJoins = sql`
  join relationship r on r.id = t.relationship_id
  left join workspace_membership handed on handed.workspace_id = t.workspace_id
    and handed.user_id = t.assigned_coach_user_id and handed.status = 'ACTIVE'
  left join app_user assigned on assigned.id = handed.user_id`;

/** SQL of an inbox item as JSON text, without the parts that depend on the reader. */
export const itemText = sql<string>`json_build_object(
  'taskId', t.id, 'revision', t.revision, 'taskType', t.task_type, 'status', ${statusNow},
  'severity', t.severity,
  'score', json_build_object('total', t.priority_score, 'base', t.base_part,
    'severity', t.severity_part, 'due', t.due_part, 'client', t.client_part, 'pin', t.pin_part),
  'client', json_build_object('relationshipId', r.id, 'userId', t.client_user_id,
    'displayName', p.display_name, 'status', r.status, 'timezone', ${zoneNow("r")}),
  'dueAt', ${wireInstant("t.due_at")}, 'snoozedUntil', ${wireInstant("t.snoozed_until")},
  'snoozePreset', t.snooze_preset,
  'wakeReason', case when t.status = 'SNOOZED' and t.snoozed_until <= moment.now
    then 'SNOOZE_ENDED' when t.status = 'SNOOZED' then null else t.reopen_reason end,
  'occurrenceCount', t.occurrence_count, 'lastOccurrenceAt', ${wireInstant("t.last_occurrence_at")},
  'createdAt', ${wireInstant("t.created_at")}, 'updatedAt', ${wireInstant("t.updated_at")},
  'resolvedAt', ${wireInstant("t.closed_at")},
  'summary', t.summary, 'coachUserId', t.coach_user_id,
  'assignedCoach', case when assigned.id is not null
    then json_build_object('userId', assigned.id, 'displayName', assigned.display_name) end,
  'goalAt', ${wireInstant("t.goal_at")}, 'related', ${relatedTask})::text`;

const UNDO_WINDOW = `make_interval(mins => ${INBOX_LIMITS.undoMinutes})`;

/** SQL of the columns from which the parts that depend on the reader are computed. */
export const readerFacts = sql`${statusNow} as status, t.severity, r.status as "clientStatus",
  t.source_kind as "sourceKind", t.source_context as "sourceContext", t.route,
  t.summary ->> 'code' as "summaryCode", t.news_at as "newsAt", ${taskFacts} as facts,
  t.closed_by_user_id as "closedByUserId",
  case when t.closed_at + ${sql.raw(UNDO_WINDOW)} > moment.now
    then ${wireInstant(`t.closed_at + ${UNDO_WINDOW}`)} end as "undoUntil"`;
