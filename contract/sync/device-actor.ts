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
  ],
  dueReasons: ["RETRY", "STUCK_OUTBOX", "PURGE"],
  searchAttributes: ["DeviceId", "RelationshipId", "WorkspaceId"],
  // Devices' actors made days final themselves; lanes do it now.
  former: { wakesOn: ["DayReviewed"], dueReasons: ["UNDO_WINDOW"] },
});

/**
 * `settlement/{lane}`: settles the batches of a share of all relationships, and makes their days final
 * (docs/rooms/actors.md#kinds). No event wakes it: an admitted batch, or a day whose undo has ended, marks it due.
 */
export const settlementLane = defineActor({
  kind: "settlement",
  subject: ["lane"],
  wakesOn: [],
  dueReasons: ["SETTLEMENT", "UNDO_WINDOW"],
  searchAttributes: [],
});
