import { hash } from "node:crypto";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { fingerprintText, type Fingerprint } from "../../../../rules/sync/judge-replay.ts";

/** The fingerprint of an operation as sent. */
export function fingerprintOf(
  operation: Pick<
    Operation,
    "operationType" | "operationVersion" | "expectedRevision" | "payloadChecksum"
  >,
): Fingerprint {
  const { operationType, operationVersion, payloadChecksum } = operation;
  const expectedRevision = operation.expectedRevision ?? null;
  return { operationType, operationVersion, expectedRevision, payloadChecksum };
}

/** The short fingerprint stored in a tombstone: the first half of the SHA-256, written as a UUID. */
export function shortFingerprint(fingerprint: Fingerprint): string {
  const hex = hash("sha256", fingerprintText(fingerprint));
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20, 32)].join("-");
}
