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
];
