/**
 * Statements are built from the entities (`em`, `tables(em)`), so that the compiler checks them. These
 * files hold SQL as text, each for its reason; a file that has none any more is reported.
 */
export const rawSql = {
  "db/clock-once.ts": "the parts of statements that the builder has no word for",
  "db/forms/assignments/write-drafts.ts": "hot path: as many rows as a batch has, in one text",
  "db/lock-name.ts": "an advisory lock is a function without a table",
  "db/onboarding/write-task-change.ts": "jsonb is added to by an operator",
  "db/platform/migration-state.ts": "the table of the migrator is no entity",
  "db/prepared-query.ts": "a slot is a value without text of its own",
  "db/records.ts": "records of the caller as a table of one statement",
  "db/relationships/zone-now.ts": "a part of statements, for statements that are text",
  "db/sql-parts.ts": "the parts of statements that the builder has no word for",
};

/** Still to be moved. */
export const waitingSql = [
  "db/id-made-before.ts",
  "db/outbox/actor-rows.ts",
  "db/outbox/append-events.ts",
  "db/outbox/overdue-actors.ts",
  "db/outbox/lease-rows.ts",
  "db/outbox/settle-rows.ts",
  "db/quick-log/insert-quick-log.ts",
  "db/quick-log/load-quick-log.ts",
  "db/quick-log/queries.ts",
  "db/quick-log/settlement.ts",
  "db/quick-log/update-agenda.ts",
  "db/record-scope-changes.ts",
  "db/savepoint.ts",
  "db/sync/admission/insert-replacements.ts",
  "db/sync/admission/load-admission.ts",
  "db/sync/admission/lock-admission.ts",
  "db/sync/admission/seen-row.ts",
  "db/sync/admission/write-admission.ts",
  "db/sync/devices/touch-device-seen.ts",
  "db/sync/receipts/find-prunable-device.ts",
  "db/sync/receipts/prunable-receipt.ts",
  "db/sync/receipts/prune-device-receipts.ts",
  "db/sync/receipts/prune-payloads.ts",
  "db/sync/receipts/prune-replacements.ts",
  "db/sync/receipts/prune-sync-records.ts",
  "db/sync/receipts/slice-digests.ts",
  "db/sync/retry/device-tries.ts",
  "db/sync/retry/deferral.ts",
  "db/sync/scope/queries.ts",
  "db/sync/scope/scope-parts.ts",
  "db/sync/settlement/device-alarms.ts",
  "db/sync/settlement/settlement.ts",
  "db/sync/settlement/stuck-outbox.ts",
  "db/tombstone-key.ts",
  "db/transact.ts",
];
