import type { PurgeOrder } from "./purge-schema.ts";

/**
 * Applies a purge order to an unsent operation (docs/rooms/sync.md#purge-reach). The order reaches operations queued
 * under its device or handed over to it, however late it is read. It never reaches operations queued by a later
 * device of the installation. No clock decides, because the phone's may be a day off.
 */
export function purgeReach(
  { deviceId, scope, queue, handedOverTo }: PurgeReach,
  operation: UnsentOperation,
): PurgedOperation {
  if (!operation.deviceIds.includes(deviceId)) return "UNTOUCHED";
  if (!isWithin(scope, operation)) return "UNTOUCHED";
  if (queue === "DELETE") return "DELETED";
  return handedOverTo === null ? "SEALED" : "HANDED_OVER";
}

/** The fields of an unsent operation that decide which purge orders reach it. */
export interface UnsentOperation {
  /** The device it was queued under, followed by each device that its queue was handed over to. */
  readonly deviceIds: readonly string[];
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** Effect of a purge order on an unsent operation. */
export type PurgedOperation = "UNTOUCHED" | "DELETED" | "SEALED" | "HANDED_OVER";

/** The fields of an order that decide. */
export type PurgeReach = Pick<PurgeOrder, "deviceId" | "scope" | "queue" | "handedOverTo">;

function isWithin(scope: PurgeOrder["scope"], operation: UnsentOperation): boolean {
  switch (scope.kind) {
    case "ALL":
      return true;
    case "WORKSPACE":
      return scope.workspaceId === operation.workspaceId;
    case "RELATIONSHIP":
      return scope.relationshipId === operation.relationshipId;
  }
}
