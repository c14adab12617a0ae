/** What makes a device delete what it keeps (docs/rules.md#sync-purge-orders). */
export const PURGE_TRIGGERS = [
  "LOGOUT",
  "ACCOUNT_SWITCH",
  "RELATIONSHIP_END",
  "PERMISSION_REVOCATION",
  "WORKSPACE_SUSPENSION",
  "ACCOUNT_DELETION",
  "DEVICE_RESET",
  "DEVICE_REVOCATION",
] as const;
export type PurgeTrigger = (typeof PURGE_TRIGGERS)[number];

/**
 * What becomes of the operations that the device has not sent yet. KEEP: they stay sealed on it, shown to
 * nobody, until the same person registers the installation again. DELETE: they go with all else.
 */
export const PURGE_QUEUES = ["KEEP", "DELETE"] as const;
export type PurgeQueue = (typeof PURGE_QUEUES)[number];

/** Days that a kept queue stays sealed on its device; then the device deletes it. */
export const SEALED_QUEUE_DAYS = 30;

/** How much of it: everything, or the cache scopes of a workspace or of a relationship. */
export const PURGE_SCOPES = ["ALL", "WORKSPACE", "RELATIONSHIP"] as const;
export type PurgeScopeKind = (typeof PURGE_SCOPES)[number];

/** Days in which an acknowledgement token is taken (docs/rules.md#sync-purge-orders). */
export const ACK_TOKEN_DAYS = 30;

/** Days that a device's secret outlives the device at most (docs/rules.md#sync-device-secrets). */
export const DEVICE_SECRET_DAYS = 400;

/** Open orders of a device in one answer to its secret; further ones follow once these are acknowledged. */
export const MOST_OPEN_ORDERS = 100;

/** Days after which it is told that a purge order was not acknowledged. */
export const PURGE_REMINDER_DAYS = 7;

/** Hours after which the oldest operation of an outbox is overdue while its device is seen. */
export const STUCK_OUTBOX_HOURS = 24;

/** Hours after its last sync in which a device counts as seen. */
export const SEEN_HOURS = 48;

/** Days without a sync after which a device is silent. */
export const SILENT_DEVICE_DAYS = 7;

/** Days that what a device said of its outbox is kept. */
export const OUTBOX_HEALTH_DAYS = 30;
