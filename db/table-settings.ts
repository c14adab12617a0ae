/** Storage parameters of each table that has any: docs/operations.md#autovacuum. A migration sets what changes here. */
export function tableSettings(): Readonly<Record<string, TableSettings>> {
  const stated: Record<string, TableSettings> = {};
  for (const [fill, tables] of Object.entries(FILL))
    for (const table of tables) stated[table] = { fillfactor: Number(fill) };
  for (const [settings, tables] of AUTOVACUUM)
    for (const table of tables) stated[table] = { ...stated[table], ...settings };
  return stated;
}

/** Storage parameters of PostgreSQL, by name. */
export type TableSettings = Readonly<Record<string, number>>;

/** Percent of a page that inserts fill. Updates need the rest, because the new version goes into the same page. */
const FILL: Readonly<Record<number, readonly string[]>> = {
  50: ["relationship_scope", "device_seen", "workspace_inbox"],
  70: ["outbox", "device", "agenda_task", "agenda_task_item"],
  80: ["sync_batch", "coach_task"],
};

/**
 * Rows live for seconds, so a share of the live ones says nothing. The table is small, so its vacuum need not pause.
 * With the defaults it would be analyzed every minute.
 */
const QUEUE: TableSettings = {
  autovacuum_vacuum_threshold: 1_000,
  autovacuum_vacuum_scale_factor: 0,
  autovacuum_vacuum_cost_delay: 0,
  autovacuum_analyze_threshold: 1_000,
  autovacuum_analyze_scale_factor: 0,
};

/**
 * Rows are kept, but only the newest change. In a large table a fifth of dead rows, the default, would be those of
 * months. A vacuum reads only the pages that changed.
 */
const CHANGING: TableSettings = {
  autovacuum_vacuum_threshold: 1_000,
  autovacuum_vacuum_scale_factor: 0.02,
  autovacuum_vacuum_max_threshold: 1_000_000,
};

/**
 * Rows never change after their first seconds, and are deleted by age, if ever. The first vacuum freezes them, because
 * it writes their pages anyway. Otherwise a million phones would make whole tables due for freezing every ten days.
 */
const APPENDED: TableSettings = {
  ...CHANGING,
  autovacuum_vacuum_insert_threshold: 100_000,
  autovacuum_vacuum_insert_scale_factor: 0,
  autovacuum_freeze_min_age: 0,
};

const AUTOVACUUM: readonly (readonly [TableSettings, readonly string[]])[] = [
  [QUEUE, ["outbox"]],
  [CHANGING, ["agenda_task", "agenda_task_item", "agenda_day", "coach_task", "coach_task_count"]],
  [
    APPENDED,
    [
      "receipt",
      "quick_log_operation",
      "agenda_task_event",
      "scope_change",
      "sync_batch",
      "client_batch",
    ],
  ],
];
