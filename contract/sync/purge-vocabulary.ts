/** Event that makes a device delete its data (docs/rooms/sync.md#purge-orders). */
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
 * Treatment of unsent operations. KEEP: they stay sealed on the device and invisible until the same person registers
 * the installation again. DELETE: they are deleted with everything else.
 */
export const PURGE_QUEUES = ["KEEP", "DELETE"] as const;
export type PurgeQueue = (typeof PURGE_QUEUES)[number];

/** Days for which a kept queue stays sealed; then the device deletes it. */
export const SEALED_QUEUE_DAYS = 30;

/** Extent of an order: everything, or the cache scopes of a workspace or of a relationship. */
export const PURGE_SCOPES = ["ALL", "WORKSPACE", "RELATIONSHIP"] as const;
export type PurgeScopeKind = (typeof PURGE_SCOPES)[number];

/** Days for which an acknowledgement token is valid (docs/rooms/sync.md#purge-orders). */
export const ACK_TOKEN_DAYS = 30;

/** Maximum number of days for which a device's secret outlives the device (docs/rooms/sync.md#device-secrets). */
export const DEVICE_SECRET_DAYS = 400;

/**
 * Maximum number of open orders in one answer to a device's secret; the others follow once these are acknowledged.
 */
export const MOST_OPEN_ORDERS = 100;

/** Days after which a missing acknowledgement of a purge order is reported. */
export const PURGE_REMINDER_DAYS = 7;

/** Hours after which the oldest operation of an outbox is overdue, if its device still syncs. */
export const STUCK_OUTBOX_HOURS = 24;

/** Hours after its last sync during which a device counts as seen. */
export const SEEN_HOURS = 48;

/** Days without a sync after which a device is silent. */
export const SILENT_DEVICE_DAYS = 7;

/** Days for which outbox health is kept. */
export const OUTBOX_HEALTH_DAYS = 30;
