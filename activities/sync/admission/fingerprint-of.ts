import type { Operation } from "../../../contract/sync/schema.ts";
import type { Fingerprint } from "../../../rules/sync/judge-replay.ts";

/** The fingerprint of an operation as sent. */
export function fingerprintOf(operation: Operation): Fingerprint {
  const { operationType, operationVersion, payloadChecksum } = operation;
  const expectedRevision = operation.expectedRevision ?? null;
  return { operationType, operationVersion, expectedRevision, payloadChecksum };
}
