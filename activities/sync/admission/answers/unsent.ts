import type { Operation } from "../../../../contract/sync/schema.ts";
import type { KnownReceipt, KnownTombstone } from "../../../../db/sync/admission/load-admission.ts";
import { fingerprintOf, shortFingerprint } from "./fingerprint.ts";

/**
 * Placeholder in the receipt of an operation that never arrived because another one replaced it first. Its own type,
 * version and payload are unknown.
 */
export const UNSENT = {
  operationType: "sync.unsent",
  operationVersion: 1,
  payload: {},
  payloadChecksum: `sha-256:${"0".repeat(64)}`,
} as const;

const UNSENT_FINGERPRINT = shortFingerprint(fingerprintOf(UNSENT));

/** An operation that an earlier one of its batch replaced; it is treated as if it had arrived later. */
export function asUnsent({ expectedRevision: _unknown, ...operation }: Operation): Operation {
  return { ...operation, ...UNSENT };
}

/** True if the receipt refuses every operation with its id, because the id was replaced before it arrived. */
export function isOfUnsent(known: KnownReceipt | KnownTombstone): boolean {
  return "type" in known
    ? known.type === UNSENT.operationType
    : known.fingerprint === UNSENT_FINGERPRINT;
}
