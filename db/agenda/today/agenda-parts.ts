import type { FocusPinAnswer } from "../../../contract/agenda/notice-schema.ts";
import { expressionBuilder, sql } from "kysely";
import { OPEN_TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import type { SignInKey } from "../../accounts/guard/queries.ts";
import type { Slots } from "../../platform/pipeline/prepare-query.ts";
import {
  combined,
  instantText,
  jsonInOrder,
  jsonObject,
} from "../../platform/statements/sql-parts.ts";
import type { Tables } from "../../tables.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { taskOfPin } from "../notices/queries.ts";
import {
  joinedActionSchema,
  joinedContent,
  joinedSnapshot,
  snapshotOfTask,
} from "../snapshots/queries.ts";
import { skipReasonsOfTask } from "../task-rows.ts";

// Parts of statements that return days as the JSON that is sent. They refer to `relationship`, `scope`, `calendar`
// and, for a day, to `asked` with its `local_date`. Several JSON values in one text are separated by U+001E, which
// never occurs in JSON.

/**
 * The signed-in user, joined to the open relationship in which they are the client; no other relationship is ever
 * found.
 */
export const ownScope = (slot: Slots<SignInKey>) => sql`
  auth_identity identity
  join relationship on relationship.client_user_id = identity.user_id and relationship.status <> 'ENDED'
    and identity.provider = ${slot("provider")} and identity.issuer = ${slot("issuer")}
    and identity.tenant = ${slot("tenant")} and identity.subject = ${slot("subject")}
    and identity.unlinked_at is null
  join relationship_scope scope on scope.relationship_id = relationship.id
  join relationship_calendar calendar on calendar.relationship_id = relationship.id`;

/** The state of the scope: everything that an answer depends on, in addition to the rows covered by its counter. */
export const scopeFacts = sql`
  relationship.id as "relationshipId", calendar.timezone, calendar.local_date as "presentDate",
  calendar.next_day_at as "nextDayAt", scope.seq::float8 as seq, scope.epoch, scope.restored_at as "restoredAt",
  clock_now() as now`;

/** A task and its neighbours, by their aliases in each statement. */
const ofTask = expressionBuilder<
  Tables & {
    readonly pin: Tables["focusPin"];
    readonly shown: { readonly taskId: string | null };
    readonly task: Tables["agendaTask"];
  },
  "pin" | "shown" | "task"
>();
const { parens, ref } = ofTask;

/** The fields that decide a task's position, under their names in an answer, and those for the sums of its day. */
export const orderFacts = jsonInOrder({
  taskId: ref("task.id"),
  status: ref("task.status"),
  revision: ref("task.revision"),
  timeCritical: ref("task.timeCritical"),
  startsAt: instantText(ref("task.startsAt")),
  dueAt: instantText(ref("task.dueAt")),
  priority: ref("task.priority"),
  sortKey: ref("task.sortKey"),
  sourceKey: ref("task.sourceKey"),
  dependsOnSourceKey: ref("task.dependsOnSourceKey"),
  completionSummary: ref("task.completionSummary"),
});

const itemsOfTask = ofTask
  .selectFrom("agendaTaskItem as item")
  .select((item) => {
    const parts = jsonInOrder({
      itemId: item.ref("item.id"),
      itemKind: item.ref("item.itemKind"),
      sourceItemKey: item.ref("item.sourceItemKey"),
      sortOrder: item.ref("item.sortOrder"),
      label: item.ref("item.labelSnapshot"),
      amount: item.ref("item.amountSnapshot"),
      inputSchema: item.ref("item.inputSchema"),
      inputValues: item.ref("item.inputValues"),
      bulkEligible: item.ref("item.bulkEligible"),
      status: item.ref("item.status"),
      revision: item.ref("item.revision"),
      completionSource: item.ref("item.completionSource"),
      completedAt: instantText(item.ref("item.completedAt")),
      skippedAt: instantText(item.ref("item.skippedAt")),
    });
    const list = item.fn.agg("json_agg", [parts]).orderBy("item.sortOrder").orderBy("item.id");
    return item.fn.coalesce(list, item.cast(sql.lit("[]"), "json")).as("list");
  })
  .whereRef("item.taskId", "=", "task.id");

/** The other fields of a task in an answer; the statement has {@link joinedContent}. */
export const furtherParts = jsonInOrder({
  taskKind: ref("task.taskKind"),
  localDate: ref("task.localDate"),
  timezone: ref("task.timezone"),
  source: jsonInOrder({
    context: ref("task.sourceContext"),
    type: ref("task.sourceType"),
    id: ref("task.sourceId"),
    revision: ref("task.sourceRevision"),
  }),
  snapshot: joinedSnapshot,
  actionSchema: combined(
    jsonObject({ taskId: ref("task.id"), taskRevision: ref("task.revision") }),
    "||",
    parens(joinedActionSchema),
  ),
  snoozedUntil: instantText(ref("task.snoozedUntil")),
  snoozeCount: ref("task.snoozeCount"),
  items: itemsOfTask,
  generatedAt: instantText(ref("task.generatedAt")),
  changedAt: instantText(ref("task.changedAt")),
  completedAt: instantText(ref("task.completedAt")),
  canceledAt: instantText(ref("task.canceledAt")),
});

/** Fields that are not sent, but decide the sums and warnings of the day. */
const judgedBy = jsonInOrder({
  skipReasons: skipReasonsOfTask,
  sourceRevision: ref("task.sourceRevision"),
  source: ofTask
    .selectFrom("planAssignment as source")
    .select((source) =>
      jsonInOrder({
        revision: source.ref("source.appliedRevision"),
        status: source.ref("source.status"),
      }).as("source"),
    )
    .whereRef("source.id", "=", "task.sourceId"),
});

/** The tasks of a day by id: two JSON objects each, which together make the task, and the fields for its sums. */
export const wholeTasks = sql`(
  select json_agg(one.facts order by one.id) as facts,
    string_agg(one.facts::text, chr(30) order by one.id) as "factTexts",
    string_agg(one.further, chr(30) order by one.id) as "furtherTexts",
    json_agg(one.judged_by order by one.id) as "judgedBy"
  from (
    select task.id, ${orderFacts} as facts, ${furtherParts}::text as further, ${judgedBy} as judged_by
    from agenda_task task ${joinedContent}
    where task.relationship_id = relationship.id and task.local_date = asked.local_date
    offset 0
  ) one)`;

/** The same with the fields shown in a list of days, and the successor of each. */
export const compactTasks = sql`(
  select json_agg(${orderFacts} order by task.id) as facts,
    string_agg(json_build_object('taskId', task.id, 'taskKind', task.task_kind, 'status', task.status,
      'revision', task.revision, 'dueAt', ${wireInstant("task.due_at")}, 'title', ${snapshotOfTask} ->> 'title'
    )::text, chr(30) order by task.id) as compact,
    json_agg(task.superseded_by_task_id order by task.id) as successors
  from agenda_task task
  where task.relationship_id = relationship.id and task.local_date = asked.local_date)`;

/** The cards of a day that are not withdrawn, in order: their text, and the fields that a checksum covers. */
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

const factsOfPin = jsonInOrder({
  pinId: ref("pin.pinId"),
  revision: ref("pin.revision"),
  taskId: ref("shown.taskId"),
  note: ref("pin.note"),
  pinnedAt: instantText(ref("pin.pinnedAt")),
});

/** The focus pin of a day with the task that it resolves to, as JSON; null if it resolves to none. */
export const dayPin = sql`(
  select ${factsOfPin}
  from focus_pin pin cross join lateral (select ${taskOfPin} as task_id) shown
  where pin.relationship_id = relationship.id and pin.local_date = asked.local_date
    and shown.task_id is not null)`;

/** The same of the day in `day`. */
export const pinOfDay = sql<FocusPinAnswer | null>`(
  select ${factsOfPin}
  from focus_pin pin cross join lateral (select ${taskOfPin} as task_id) shown
  where pin.relationship_id = day.relationship_id and pin.local_date = day.local_date
    and shown.task_id is not null)`;

/** The oldest open day before the present one that still accepts operations, with its open tasks, as JSON. */
export const oldestOpenDay = sql`(
  select json_build_object('localDate', day.local_date, 'closesAt', ${wireInstant("day.closes_at")},
    'pinnedTaskId', (select ${taskOfPin} from focus_pin pin
      where pin.relationship_id = day.relationship_id and pin.local_date = day.local_date),
    'tasks', opened.tasks)
  from agenda_day day
  cross join lateral (
    select json_agg(${orderFacts}) as tasks from agenda_task task
    where task.relationship_id = day.relationship_id and task.local_date = day.local_date
      and ${ofTask("task.status", "in", OPEN_TASK_STATUSES)}
  ) opened
  where day.relationship_id = relationship.id and day.closed_at is null
    and day.local_date < calendar.local_date and opened.tasks is not null
  order by day.local_date limit 1)`;
