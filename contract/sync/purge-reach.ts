import type { PurgeOrder } from "./purge-schema.ts";

/** An operation that a device has not sent, as far as purge orders are concerned. */
export interface UnsentOperation {
  /** The device it was queued under, and after it each one that its queue was handed over to. */
  readonly deviceIds: readonly string[];
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** What a purge order makes of an unsent operation. */
export type PurgedOperation = "UNTOUCHED" | "DELETED" | "SEALED" | "HANDED_OVER";

/**
 * The device's answer to a purge order (docs/rules.md#sync-purge-reach). The order reaches what was queued under its
 * device or handed over to it, however late, and nothing that a later device of the installation queued. No clock is
 * asked: the phone's may be a day off.
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

/** The part of an order that decides. */
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
