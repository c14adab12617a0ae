import { randomUUID } from "node:crypto";
import type { Client } from "pg";

/** Writes the history of years of use for a client: logs, keyed answers and workouts. */
export async function seedHistory(
  database: Client,
  relationshipId: string,
  { logs, sessions }: History,
): Promise<void> {
  const { rows } = await database.query<{ workspace_id: string; user_id: string }>(
    "select workspace_id, client_user_id as user_id from relationship where id = $1",
    [relationshipId],
  );
  const [{ workspace_id, user_id } = { workspace_id: "", user_id: "" }] = rows;
  const at = new Date().toISOString();
  const day = { local_date: at.slice(0, 10) };
  const own = { relationship_id: relationshipId };
  const ID = "gen_random_uuid()";
  await insertMany(
    database,
    "quick_log_operation",
    {
      ...own,
      ...day,
      client_recorded_at: at,
      expected_task_revision: 1,
      action_kind: "COMPLETE_TASK",
      scope: "TASK",
      status: "ACCEPTED",
    },
    { count: logs, own: { receipt_id: ID } },
  );
  const keyed = {
    caller: user_id,
    method: "POST",
    route: "/api/v1",
    fingerprint: "x",
    status: 200,
  };
  await insertMany(
    database,
    "idempotency_key",
    { ...keyed, answer: "{}", created_at: at, about: [] },
    { count: logs, own: { key: `${ID}::text` } },
  );
  const trained = { workspace_id, ...own, ...day, assignment_id: randomUUID(), program_day: 1 };
  const [package_id, snapshot_checksum] = [randomUUID(), randomUUID()];
  const snapshot = { workspace_id, checksum: snapshot_checksum, content: {}, created_at: at };
  await insertMany(database, "workout_snapshot", snapshot, { count: 1 });
  await insertMany(
    database,
    "workout_package",
    {
      id: package_id,
      ...trained,
      task_id: randomUUID(),
      timezone: "UTC",
      source_revision: 1,
      snapshot_checksum,
      package_checksum: "x",
      content: {},
      expires_at: at,
      stop_use: false,
      created_at: at,
    },
    { count: 1 },
  );
  await insertMany(
    database,
    "workout_session",
    {
      ...trained,
      package_id,
      snapshot_checksum,
      lineage_id: randomUUID(),
      status: "DISCARDED",
      client_revision: 1,
      overtook_skip: false,
      changed_at: at,
      content: SESSION,
    },
    {
      count: sessions,
      own: { id: ID, task_id: ID, client_session_id: ID, changed_receipt_id: ID },
    },
  );
  await database.query("analyze");
}

/** Size of a client's history. */
export interface History {
  /** Number of quick-logs, and of keyed answers. */
  readonly logs: number;
  /** Number of sessions, each with the maximum number of sets. */
  readonly sessions: number;
}

const SETS = 500;

/** A submitted session. */
const SESSION = {
  exercises: [],
  sets: Array.from({ length: SETS }, (_, nth) => ({
    setKey: `set-${nth}`,
    exerciseKey: `exercise-${nth % 8}`,
    values: { weight: { value: 60 + (nth % 80), unit: "kg" }, reps: 8 },
    completed: true,
    source: "EXPLICIT_TAP",
  })),
};

/** Inserts many rows like the given one; omitted columns get their defaults. */
async function insertMany(
  database: Client,
  table: string,
  one: Readonly<Record<string, unknown>>,
  { count, own = {} }: { readonly count: number; readonly own?: Readonly<Record<string, string>> },
): Promise<void> {
  const columns = [...Object.keys(one), ...Object.keys(own)];
  const values = [...Object.keys(one).map((name) => `one.${name}`), ...Object.values(own)];
  await database.query(
    `insert into ${table} (${columns.join(", ")}) select ${values.join(", ")}
       from jsonb_populate_record(null::${table}, $1::jsonb) one cross join generate_series(1, $2::int) n`,
    [JSON.stringify(one), count],
  );
}
