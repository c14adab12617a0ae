/** What an operator saw of sync, or did: one audit row each, of receipts one for each receipt. */
export const SUPPORT_ACCESS_KINDS = [
  "DEVICE",
  "RECEIPTS",
  "REJECTED_OPERATIONS",
  "PAYLOAD",
  "QUARANTINE",
  "REDRIVE",
  "AGENDA_TASK",
] as const;
export type SupportAccessKind = (typeof SUPPORT_ACCESS_KINDS)[number];

/**
 * Days that raw payloads are kept, and the envelopes of quarantined operations
 * (docs/rules.md#sync-retention).
 */
export const RAW_PAYLOAD_DAYS = 90;

/** Characters that are kept of payload and metadata of an operation that was not accepted. */
export const REFUSED_PAYLOAD_KEPT = 4 * 1024;
