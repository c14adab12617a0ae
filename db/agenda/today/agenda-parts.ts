import { expressionBuilder, sql } from "kysely";
import { OPEN_TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import type { SignInKey } from "../../accounts/guard/queries.ts";
import type { Slots } from "../../prepared-query.ts";
import type { Tables } from "../../tables.ts";
import { wireInstant } from "../../transact.ts";
import { taskOfPin } from "../notices/queries.ts";
import { skipReasonOfTask } from "../task-rows.ts";

// Parts of statements that answer days as the JSON they go out as. They name `relationship`, `scope`, `calendar`
// and, where a day is meant, `asked` with its `local_date`. Several JSON values in one text stand apart by U+001E,
// which no JSON has.

/** Who signs in, joined to the open relationship of which they are the client; nobody else's is ever found. */
export const ownScope = (slot: Slots<SignInKey>) => sql`
  auth_identity identity
  join relationship on relationship.client_user_id = identity.user_id and relationship.status <> 'ENDED'
    and identity.provider = ${slot("provider")} and identity.issuer = ${slot("issuer")}
    and identity.tenant = ${slot("tenant")} and identity.subject = ${slot("subject")}
    and identity.unlinked_at is null
  join relationship_scope scope on scope.relationship_id = relationship.id
  join relationship_calendar calendar on calendar.relationship_id = relationship.id`;

/** How the scope stands: all that an answer follows from beside the rows that its counter moves with. */
export const scopeFacts = sql`
  relationship.id as "relationshipId", calendar.timezone, calendar.local_date as "presentDate",
  calendar.next_day_at as "nextDayAt", scope.seq::float8 as seq, scope.epoch, scope.restored_at as "restoredAt",
  clock_now() as now`;

/** What the place of a task follows from, by the names it has in an answer, and what its day is summed up by. */
export const orderFacts = sql`json_build_object(
  'taskId', task.id, 'status', task.status, 'revision', task.revision, 'timeCritical', task.time_critical,
  'startsAt', ${wireInstant("task.starts_at")}, 'dueAt', ${wireInstant("task.due_at")},
  'priority', task.priority, 'sortKey', task.sort_key, 'sourceKey', task.source_key,
  'dependsOnSourceKey', task.depends_on_source_key, 'completionSummary', task.completion_summary)`;

/** What is answered of a task besides. */
export const furtherParts = sql`json_build_object(
  'taskKind', task.task_kind, 'localDate', task.local_date, 'timezone', task.timezone,
  'source', json_build_object('context', task.source_context, 'type', task.source_type, 'id', task.source_id,
    'revision', task.source_revision),
  'snapshot', task.snapshot,
  'actionSchema', jsonb_build_object('taskId', task.id, 'taskRevision', task.revision)
    || action_schema_as_read(task.action_schema),
  'snoozedUntil', ${wireInstant("task.snoozed_until")}, 'snoozeCount', task.snooze_count,
  'items', (
    select coalesce(json_agg(json_build_object(
      'itemId', item.id, 'itemKind', item.item_kind, 'sourceItemKey', item.source_item_key,
      'sortOrder', item.sort_order, 'label', item.label_snapshot, 'amount', item.amount_snapshot,
      'inputSchema', item.input_schema, 'inputValues', item.input_values, 'bulkEligible', item.bulk_eligible, 'status', item.status,
      'revision', item.revision, 'completionSource', item.completion_source,
      'completedAt', ${wireInstant("item.completed_at")}, 'skippedAt', ${wireInstant("item.skipped_at")}
    ) order by item.sort_order, item.id), '[]')
    from agenda_task_item item where item.task_id = task.id),
  'generatedAt', ${wireInstant("task.generated_at")}, 'changedAt', ${wireInstant("task.changed_at")},
  'completedAt', ${wireInstant("task.completed_at")}, 'canceledAt', ${wireInstant("task.canceled_at")})`;

/** What nobody is answered, and the day's sums and warnings follow from. */
const judgedBy = sql`json_build_object(
  'skipReason', ${skipReasonOfTask}, 'sourceRevision', task.source_revision,
  'source', (select json_build_object('revision', source.applied_revision, 'status', source.status)
    from plan_assignment source where source.id = task.source_id))`;

/** The tasks of a day by id: two JSON objects each, which together are a task's, and what it is judged by. */
export const wholeTasks = sql`(
  select json_agg(one.facts order by one.id) as facts,
    string_agg(one.facts::text, chr(30) order by one.id) as "factTexts",
    string_agg(one.further, chr(30) order by one.id) as "furtherTexts",
    json_agg(one.judged_by order by one.id) as "judgedBy"
  from (
    select task.id, ${orderFacts} as facts, ${furtherParts}::text as further, ${judgedBy} as judged_by
    from agenda_task task
    where task.relationship_id = relationship.id and task.local_date = asked.local_date
    offset 0
  ) one)`;

/** The same as far as a list of days shows them, and what took the place of each. */
export const compactTasks = sql`(
  select json_agg(${orderFacts} order by task.id) as facts,
    string_agg(json_build_object('taskId', task.id, 'taskKind', task.task_kind, 'status', task.status,
      'revision', task.revision, 'dueAt', ${wireInstant("task.due_at")}, 'title', task.snapshot ->> 'title'
    )::text, chr(30) order by task.id) as compact,
    json_agg(task.superseded_by_task_id order by task.id) as successors
  from agenda_task task
  where task.relationship_id = relationship.id and task.local_date = asked.local_date)`;

/** The cards of a day that are not withdrawn, in their order: their text, and what a checksum covers of them. */
export const dayCards = sql`(
  select json_agg(json_build_object(
      'cardId', card.id, 'cardKey', card.card_key,
      'source', json_build_object('context', card.source_context, 'type', card.source_type, 'id', card.source_id,
        'revision', card.source_revision),
      'revision', card.revision, 'priority', card.priority, 'sortKey', card.sort_key,
      'displayFrom', ${wireInstant("card.display_from")}, 'displayUntil', ${wireInstant("card.display_until")},
      'snapshot', card.snapshot) order by card.priority desc, card.sort_key collate "C", card.id)::text as cards,
    json_agg(json_build_object('id', card.id, 'revision', card.revision)) as "cardRows"
  from agenda_card card
  where card.relationship_id = relationship.id and card.local_date = asked.local_date
    and card.withdrawn_at is null)`;

/** The pin of a day while it shows a task, JSON. */
export const dayPin = sql`(
  select json_build_object('pinId', pin.pin_id, 'revision', pin.revision, 'taskId', shown.task_id,
    'note', pin.note, 'pinnedAt', ${wireInstant("pin.pinned_at")})
  from focus_pin pin cross join lateral (select ${taskOfPin} as task_id) shown
  where pin.relationship_id = relationship.id and pin.local_date = asked.local_date
    and shown.task_id is not null)`;

const task = expressionBuilder<{ task: Tables["agendaTask"] }, "task">();

/** The oldest day behind the present one that is not closed and can still be acted on, with its open tasks, JSON. */
export const oldestOpenDay = sql`(
  select json_build_object('localDate', day.local_date, 'closesAt', ${wireInstant("day.closes_at")},
    'pinnedTaskId', (select ${taskOfPin} from focus_pin pin
      where pin.relationship_id = day.relationship_id and pin.local_date = day.local_date),
    'tasks', opened.tasks)
  from agenda_day day
  cross join lateral (
    select json_agg(${orderFacts}) as tasks from agenda_task task
    where task.relationship_id = day.relationship_id and task.local_date = day.local_date
      and ${task("task.status", "in", OPEN_TASK_STATUSES)}
  ) opened
  where day.relationship_id = relationship.id and day.closed_at is null
    and day.local_date < calendar.local_date and opened.tasks is not null
  order by day.local_date limit 1)`;
