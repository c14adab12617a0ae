import { TABLES } from "./tables.ts";

/**
 * Scripts that migrate a database from one version to the next; the version is the number of scripts that ran. A
 * released script never changes. No later script changes a queued operation: its envelope is sent as the person's app
 * wrote it, however many updates later.
 */
export const MIGRATIONS: readonly string[] = [
  TABLES,
  // Envelopes have no names any more. A library of the first version cannot open them, so it must not open the database.
  "",
  // A scope that is out of reach no longer waits like a paused one. A library of the second version knows no such wait.
  "update cache_scope set wait_reason = 'NO_ACCESS' where status = 'LOCKED' and wait_reason = 'SCOPE_LOCKED';\n",
];
