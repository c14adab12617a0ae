import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason } from "../../contract/sync/vocabulary.ts";

/** Tells a device to read a whole scope again, and where. */
export function scopeRefetch(
  scope: { readonly relationshipId: string; readonly deviceId: string },
  reason: RefetchReason,
): RefetchHint {
  const { relationshipId: entityId, deviceId } = scope;
  const path = `/api/v1/coach-client-relationships/${entityId}/sync?deviceId=${deviceId}`;
  return { entityType: "scope", entityId, path, reason };
}
