/** Accesses and acts of operators in sync. Each access has one audit row; each receipt shown has its own. */
export const SUPPORT_ACCESS_KINDS = [
  "DEVICE",
  "RECEIPTS",
  "REJECTED_OPERATIONS",
  "PAYLOAD",
  "QUARANTINE",
  "REDRIVE",
  "AGENDA_TASK",
  "REQUEST",
] as const;
export type SupportAccessKind = (typeof SUPPORT_ACCESS_KINDS)[number];

/** Most batches and events that the lookup of a request shows. */
export const MOST_OF_REQUEST = 20;

/**
 * Days for which raw payloads and the envelopes of quarantined operations are kept (docs/rooms/sync.md#retention).
 */
export const RAW_PAYLOAD_DAYS = 90;

/** Characters of payload and metadata that are kept of an operation that was not accepted. */
export const REFUSED_PAYLOAD_KEPT = 4 * 1024;
