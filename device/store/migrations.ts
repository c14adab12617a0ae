import { TABLES } from "./tables.ts";

/**
 * Scripts that bring a database from one version to the next; the version is the number of scripts that ran. A script
 * that was released never changes, and none after the first touches the content of a queued operation: the envelope
 * is sent as the person's app wrote it, however many updates later.
 */
export const MIGRATIONS: readonly string[] = [TABLES];
