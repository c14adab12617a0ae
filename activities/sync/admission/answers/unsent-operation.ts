import type { Operation } from "../../../../contract/sync/schema.ts";
import type { KnownReceipt, KnownTombstone } from "../../../../db/sync/admission/load-admission.ts";
import { fingerprintOf, shortFingerprint } from "./fingerprints.ts";

/**
 * Stands in the receipt of an operation that never came, because another was sent in its place first: type, version and
 * payload of the operation itself are unknown.
 */
export const UNSENT = {
  operationType: "sync.unsent",
  operationVersion: 1,
  payload: {},
  payloadChecksum: `sha-256:${"0".repeat(64)}`,
} as const;

const UNSENT_FINGERPRINT = shortFingerprint(fingerprintOf(UNSENT));

/** An operation in whose place an earlier one of its batch was sent: its id is taken as if it had come later. */
export function asUnsent({ expectedRevision: _unknown, ...operation }: Operation): Operation {
  return { ...operation, ...UNSENT };
}

/** Whether a receipt refuses whatever comes under its id: what it is of was replaced before it came. */
export function isOfUnsent(known: KnownReceipt | KnownTombstone): boolean {
  return "type" in known
    ? known.type === UNSENT.operationType
    : known.fingerprint === UNSENT_FINGERPRINT;
}
