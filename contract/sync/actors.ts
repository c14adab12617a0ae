import { defineActor } from "../outbox/define-actor.ts";

/** `device/{deviceId}` (docs/rules.md#actors-kinds). */
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
 * `settlement/{lane}`: settles what phones of a share of all relationships sent
 * (docs/rules.md#actors-kinds). It hears of no event: a batch that is admitted is its mark.
 */
export const settlementLane = defineActor({
  kind: "settlement",
  subject: ["lane"],
  wakesOn: [],
  dueReasons: ["SETTLEMENT"],
  searchAttributes: [],
});
