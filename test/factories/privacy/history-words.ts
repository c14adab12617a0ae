import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../../db/platform/new-id.ts";
import { buildScope, type BuiltScope } from "../sync/sync.ts";

/** Tables with the history of a relationship, day by day: every row is deleted with the client's account. */
export const HISTORY = [
  "agenda_task",
  "agenda_task_item",
  "agenda_task_event",
  "agenda_card",
  "agenda_day",
  "focus_pin",
  "progress_trend",
  "withheld_occurrence",
  "quick_log_operation",
  "reported_skip",
  "workout_package",
  "workout_session",
  "workout_result",
  "workout_conflict",
] as const;

const AT = "2026-01-05T08:00:00Z";
const DAY = "2026-01-05";

/** Inserts a row; missing columns take their defaults. */
async function put(em: SqlEntityManager, table: string, row: Readonly<Record<string, unknown>>) {
  const columns = Object.keys(row).join(", ");
  await em
    .fork()
    .execute(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, ?::jsonb)`,
      [JSON.stringify(row)],
    );
}

/** A relationship with its day, with a word in every text that a history can contain. */
export async function buildHistory(em: SqlEntityManager, word: string): Promise<BuiltScope> {
  const scope = await buildScope(em);
  const { relationshipId: relationship_id, workspaceId: workspace_id, agenda } = scope;
  const task_id = agenda.habit.id;
  const run = (statement: string) => em.fork().execute(statement, [word, relationship_id]);
  // Habits are as old tasks are, which have their snapshot in a column.
  await run(
    `update agenda_task set snapshot = to_jsonb(?::text), action_schema = '{"version": 2, "actions": []}',
        snapshot_key = null
      where relationship_id = ? and task_kind = 'HABIT'`,
  );
  await run(
    `update agenda_task_snapshot set snapshot = to_jsonb(?::text)
      where key in (select snapshot_key from agenda_task where relationship_id = ?)`,
  );
  await run("update agenda_task_item set label_snapshot = ? where relationship_id = ?");
  await run("update agenda_day set agenda_checksum = ? where relationship_id = ?");
  await run(
    "update invitation set target_email = ?, target_phone = null where id = (select invitation_id from relationship where id = ?)",
  );
  const own = { relationship_id, local_date: DAY };
  const source = { source_context: word, source_id: newId() };
  const attributed = { workspace_id, ...own, timezone: "UTC", source_revision: 1 };
  await put(em, "agenda_task_event", {
    id: newId(),
    task_id,
    relationship_id,
    to_status: "COMPLETED",
    reason: word,
    actor_kind: "CLIENT",
    metadata: { note: word },
    occurred_at: AT,
  });
  await put(em, "agenda_card", {
    id: newId(),
    ...attributed,
    ...source,
    source_type: "NOTE",
    card_key: "note",
    revision: 1,
    priority: 1,
    sort_key: "a",
    display_from: AT,
    display_until: "2026-01-06T08:00:00Z",
    snapshot: { text: word },
    generated_at: AT,
    changed_at: AT,
  });
  await put(em, "focus_pin", {
    ...own,
    pin_id: newId(),
    agenda_task_id: task_id,
    note: word,
    revision: 1,
    pinned_by_user_id: scope.coachUserId,
    pinned_at: AT,
  });
  await put(em, "progress_trend", { relationship_id, bucket: "OFF_TRACK", judged_at: AT });
  await put(em, "withheld_occurrence", {
    ...own,
    source_type: "PLAN_ASSIGNMENT",
    source_id: newId(),
    source_revision: 1,
    task_kind: "HABIT",
    task_id: newId(),
    fault_kind: "RULE",
    fault_class: "TypeError",
    code_version: "x",
    failures: 1,
    withheld_at: AT,
    tried_at: AT,
  });
  await put(em, "quick_log_operation", { ...operation(own, task_id), reason: word, note: word });
  await put(em, "reported_skip", {
    id: newId(),
    ...own,
    ...source,
    task_id,
    reason: word,
    has_note: true,
  });
  await put(em, "relationship_event", {
    id: newId(),
    relationship_id,
    from_status: "ACTIVE",
    to_status: "PAUSED",
    reason: word,
    actor_user_id: scope.coachUserId,
    actor_kind: "COACH",
    occurred_at: AT,
  });
  await putWorkout(em, scope, word);
  return scope;
}

/** A row of the log, to be inserted many times. */
function operation(
  own: { readonly relationship_id: string; readonly local_date: string },
  task_id: string,
) {
  return {
    receipt_id: newId(),
    ...own,
    task_id,
    client_recorded_at: AT,
    expected_task_revision: 1,
    action_kind: "COMPLETE_TASK",
    scope: "TASK",
    status: "ACCEPTED",
  };
}

async function putWorkout(em: SqlEntityManager, scope: BuiltScope, word: string): Promise<void> {
  const { relationshipId: relationship_id, workspaceId: workspace_id } = scope;
  const [task_id, package_id, session_id] = [newId(), newId(), newId()];
  const own = { workspace_id, relationship_id };
  const trained = { task_id, local_date: DAY, assignment_id: newId(), program_day: 1 };
  // The trained content is the coach's, so it contains no word of the client.
  await put(em, "workout_snapshot", { workspace_id, checksum: "x", content: {}, created_at: AT });
  await put(em, "workout_package", {
    id: package_id,
    ...own,
    ...trained,
    timezone: "UTC",
    source_revision: 1,
    snapshot_checksum: "x",
    package_checksum: "x",
    content: { hint: word },
    expires_at: AT,
    stop_use: false,
    created_at: AT,
  });
  await put(em, "workout_session", {
    id: session_id,
    ...own,
    ...trained,
    package_id,
    snapshot_checksum: "x",
    client_session_id: newId(),
    lineage_id: newId(),
    status: "DISCARDED",
    client_revision: 1,
    overtook_skip: false,
    changed_receipt_id: newId(),
    changed_at: AT,
    content: { note: word },
  });
  await put(em, "workout_result", {
    session_id,
    exercise_key: "squat",
    relationship_id,
    identity: word,
    local_date: DAY,
  });
  await put(em, "workout_conflict", {
    id: newId(),
    ...own,
    client_session_id: newId(),
    lineage_id: newId(),
    kind: "STALE_REVISION",
    refs: {},
    latest_receipt_id: newId(),
    opened_at: AT,
    latest_at: AT,
    expires_at: AT,
    remind_from: DAY,
    content: { note: word },
  });
}

/** Logs so much on the scope's day that one slice cannot process it. */
export async function logMuch(
  em: SqlEntityManager,
  { relationshipId }: BuiltScope,
  count: number,
): Promise<void> {
  await em.fork().execute(
    `insert into quick_log_operation (receipt_id, relationship_id, client_recorded_at, local_date,
        expected_task_revision, action_kind, scope, status)
     select gen_random_uuid(), ?, clock_now(), '${DAY}', 1, 'COMPLETE_TASK', 'TASK', 'ACCEPTED'
       from generate_series(1, ?)`,
    [relationshipId, count],
  );
}

/** Number of rows of a relationship in each history table. */
export async function countHistory(em: SqlEntityManager, { relationshipId }: BuiltScope) {
  const counts: Partial<Record<(typeof HISTORY)[number], number>> = {};
  for (const table of HISTORY) {
    const [found] = await em
      .fork()
      .execute<{ n: number }[]>(
        `select count(*)::int as n from ${table} where relationship_id = ?`,
        [relationshipId],
      );
    counts[table] = found?.n ?? 0;
  }
  return counts;
}
