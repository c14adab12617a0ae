import type { CanonicalId } from "../../contract/sync/schema.ts";
import type { SyncEntityType } from "../../contract/sync/vocabulary.ts";

/** The id fields of a payload that contain `local:<localId>`. */
export function findLocalReferences(
  payload: Readonly<Record<string, unknown>>,
  fields: ReferenceFields,
): readonly LocalReference[] {
  return Object.entries(fields).flatMap(([field, entityType]) => {
    const value = payload[field];
    const isLocal = typeof value === "string" && value.startsWith(PREFIX);
    return isLocal ? [{ field, entityType, localId: value.slice(PREFIX.length) }] : [];
  });
}

/** Id fields of a payload, with the kind of record each names. */
export type ReferenceFields = Readonly<Record<string, SyncEntityType>>;

/** An id field with a device's local name: `local:<localId>`. */
export interface LocalReference {
  readonly field: string;
  readonly localId: string;
  readonly entityType: SyncEntityType;
}

const PREFIX = "local:";
const NO_ID = "00000000-0000-7000-8000-000000000000";

/**
 * The payload with the server's ids instead of local ones.
 *
 * @param made ids of the records that were created by the operations that this one depends on.
 * @returns null if a field names a record that none of them created.
 */
export function withCanonicalIds(
  payload: Readonly<Record<string, unknown>>,
  references: readonly LocalReference[],
  made: readonly CanonicalId[],
): Record<string, unknown> | null {
  const resolved: Record<string, unknown> = { ...payload };
  for (const { field, localId, entityType } of references) {
    const found = made.findLast((id) => id.localId === localId && id.entityType === entityType);
    if (found === undefined) return null;
    resolved[field] = found.canonicalId;
  }
  return resolved;
}

/** The payload with a placeholder id instead of local ones: enough to validate its shape. */
export function withAnyIds(
  payload: Readonly<Record<string, unknown>>,
  references: readonly LocalReference[],
): Record<string, unknown> {
  const shaped: Record<string, unknown> = { ...payload };
  for (const { field } of references) shaped[field] = NO_ID;
  return shaped;
}
