import type { Client } from "pg";
import { COACH_TASK_TYPES, TASK_TYPES } from "../../contract/inbox/source-vocabulary.ts";
import { SCORE_WEIGHTS } from "../../contract/inbox/vocabulary.ts";
import { copyRows } from "../phones/copy-rows.ts";

/** Copies a task to all clients of a workspace until there are enough open tasks. */
export async function fillInbox(database: Client, wanted: number): Promise<void> {
  const { rows } = await database.query<{ count: number }>(
    "select count(*)::int as count from coach_task where closed_at is null",
  );
  const { count: from = 0 } = rows[0] ?? {};
  if (from >= wanted) return;
  await copyRows(database, {
    table: "coach_task",
    changed: (column) => CHANGED[column],
    from: `from (select * from coach_task order by created_at limit 1) one
      cross join lateral (
        select nth, gen_random_uuid() as id, client.relationship_id, client.client_user_id,
          ${typeOf((type) => `'${type}'`)} as task_type,
          ${typeOf((type) => String(TASK_TYPES[type].base))} as base,
          severity, case severity ${weightOf} end as weight, due_at,
          case when due_at <= clock_now() then ${SCORE_WEIGHTS.due.OVERDUE} else 0 end as due,
          ${IS_SNOOZED} and severity in ('LOW', 'NORMAL') as is_asleep
        from generate_series($1::int + 1, $2::int) nth
        cross join lateral (select ${OF_TWENTY} as severity, ${DUE} as due_at) drawn
        join (select id as relationship_id, client_user_id, row_number() over (order by id) - 1 as place,
            count(*) over () as all_of_them from relationship) client
          on client.place = nth % client.all_of_them) made`,
    values: [from, wanted],
  });
  await database.query("vacuum analyze coach_task");
}

/** Severities within twenty tasks; every tenth task is snoozed. */
const SEVERITY = `(array['URGENT', 'HIGH', 'HIGH', 'LOW', 'LOW', 'LOW', 'LOW'])[nth % 20 + 1]`;
const OF_TWENTY = `coalesce(${SEVERITY}, 'NORMAL')`;
const IS_SNOOZED = "nth % 10 = 9";
/** Every fourth task has no due time; the others are due within two weeks around now. */
const DUE = `case when nth % 4 = 0 then null
  else date_trunc('hour', clock_now()) + make_interval(hours => nth % 336 - 168) end`;

const typeOf = (of: (type: (typeof COACH_TASK_TYPES)[number]) => string) =>
  `(array[${COACH_TASK_TYPES.map(of).join()}])[nth % ${COACH_TASK_TYPES.length} + 1]`;
const weightOf = Object.entries(SCORE_WEIGHTS.severity)
  .map(([severity, weight]) => `when '${severity}' then ${weight}`)
  .join(" ");

/** Columns in which a copied task differs from the original. */
const CHANGED: Readonly<Record<string, string>> = {
  id: "made.id",
  relationship_id: "made.relationship_id",
  client_user_id: "made.client_user_id",
  // Nothing queries this source, so messages during the measurement do not close these tasks.
  source_kind: "'CHECK_IN'",
  source_context: "'FORMS'",
  source_type: "'RELATIONSHIP'",
  source_id: "made.id",
  dedupe_key: "'made:' || made.id",
  task_type: "made.task_type",
  severity: "made.severity",
  urgent: "made.severity = 'URGENT'",
  status: "case when made.is_asleep then 'SNOOZED' else 'OPEN' end",
  snoozed_until: "case when made.is_asleep then clock_now() + interval '30 days' end",
  base_part: "made.base",
  severity_part: "made.weight",
  due_part: "made.due",
  client_part: "0",
  pin_part: "0",
  priority_score: "made.base + made.weight + made.due",
  score_changes_at: "null",
  due_at: "made.due_at",
  due_day_starts_at: "made.due_at",
  due_order: "coalesce(made.due_at, '9999-12-31T00:00:00Z')",
  last_occurrence_at: "clock_now() - make_interval(secs => made.nth)",
};
