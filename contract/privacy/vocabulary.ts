/** Records that a schedule deletes after their retention period. */
export const PRUNED_RECORDS = [
  "AUTH_AUDIT",
  "PROVIDER_LOGOUTS",
  "IDEMPOTENCY_KEYS",
  "INVITATION_VALIDATIONS",
  "INVITATION_CONTACTS",
  "SKIP_REASONS",
  "RATE_LIMITS",
  "NOTIFICATIONS",
  "LETTERS",
  "PUSH_TOKENS",
  "OUTBOX_HEALTH",
  "SCOPE_CHANGES",
  "SYNC_BATCHES",
  "REPLACEMENTS",
  "PURGE_ORDERS",
  "WORKOUT_PACKAGES",
  "CLIENT_BATCHES",
  "OPEN_DRAFTS",
  "CLOSED_COACH_TASKS",
  "COACH_TASK_NOTES",
  "SOURCE_EVENTS",
  "INBOX_CHANGES",
  "MEDIA_ACCESSES",
  "USAGE_SNAPSHOTS",
  "WITHHELD_OCCURRENCES",
  "TASK_SNAPSHOTS",
] as const;
export type PrunedRecords = (typeof PRUNED_RECORDS)[number];

/** Days for which the answer to an `Idempotency-Key` is kept (docs/rooms/wire.md#idempotency-keys). */
export const IDEMPOTENCY_KEY_DAYS = 400;

/** Hours for which an ended validation of an invitation is kept. */
export const EXPIRED_VALIDATION_HOURS = 24;

/** Days for which the contact of a closed invitation is kept (docs/rooms/invitations.md#contacts). */
export const CLOSED_INVITATION_DAYS = 30;
