import type { RefetchHint } from "../../contract/sync/schema.ts";
import type { RefetchReason } from "../../contract/sync/vocabulary.ts";

/** Tells a device to refetch a scope, as a whole or the changes `since` a cursor, and where. */
export function scopeRefetch(
  scope: { readonly relationshipId: string; readonly deviceId: string; readonly since?: string },
  reason: RefetchReason,
): RefetchHint {
  const { relationshipId: entityId, deviceId, since } = scope;
  const sync = `/api/v1/coach-client-relationships/${entityId}/sync`;
  const path = `${sync}?deviceId=${deviceId}${since === undefined ? "" : `&since=${since}`}`;
  return { entityType: "scope", entityId, path, reason };
}
