import { defineActor } from "../outbox/define-actor.ts";

/** `device/{deviceId}` (docs/rooms/actors.md#kinds). */
export const deviceActor = defineActor({
  kind: "device",
  subject: ["deviceId"],
  wakesOn: [
    "OperationDeferred",
    "DeviceDueSooner",
    "OperationRetryRequested",
    "DeviceRevoked",
    "PurgeOrdered",
    "PurgeAcknowledged",
    "DayReviewed",
  ],
  dueReasons: ["RETRY", "UNDO_WINDOW", "STUCK_OUTBOX", "PURGE"],
  searchAttributes: ["DeviceId", "RelationshipId", "WorkspaceId"],
});

/**
 * `settlement/{lane}`: settles the batches of a share of all relationships (docs/rooms/actors.md#kinds). No event
 * wakes it: an admitted batch marks it due.
 */
export const settlementLane = defineActor({
  kind: "settlement",
  subject: ["lane"],
  wakesOn: [],
  dueReasons: ["SETTLEMENT"],
  searchAttributes: [],
});
