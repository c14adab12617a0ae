import type { Operation } from "../../../contract/sync/schema.ts";
import { loadAdmission, type AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { AdmissionLocks } from "../../../db/sync/admission/lock-admission.ts";
import {
  findResubmissionLines,
  type ResubmissionLines,
} from "../../../db/sync/admission/resubmissions.ts";
import type { Tx } from "../../../db/transact.ts";
import { referencedIds, type LoadedAdmission } from "./references.ts";

/**
 * Statement 2 of a batch for operations and all that they name. Where one is sent in place of another, a
 * statement before it finds what that one was sent in place of.
 */
export async function loadAdmissionState(
  tx: Tx,
  locks: AdmissionLocks & { readonly lineageId: string },
  operations: readonly Operation[],
): Promise<LoadedAdmission> {
  const replaced = new Set(operations.flatMap(({ resubmitOf }) => resubmitOf ?? []));
  const lines = await findResubmissionLines(tx, locks, [...replaced]);
  const ids = new Set([...referencedIds(operations), ...[...lines.values()].flat()]);
  const known = await loadAdmission(tx, locks, [...ids]);
  return { ...known, lines: ofKnown(lines, known) };
}

/** An operation that was forgotten, because what it waited for did not come, stands in no line. */
function ofKnown(
  lines: ResubmissionLines,
  { receipts, tombstones, deferrals }: AdmissionState,
): ResubmissionLines {
  const kept = [...receipts, ...tombstones, ...deferrals];
  const ids = new Set(kept.map(({ clientOperationId }) => clientOperationId));
  return new Map([...lines].map(([id, line]) => [id, line.filter((before) => ids.has(before))]));
}

/** What an operation is sent in place of: the one it names, and what that one was sent in place of. */
export function replacedLine(
  { clientOperationId, resubmitOf }: Operation,
  { lines }: LoadedAdmission,
): readonly string[] {
  if (resubmitOf === undefined) return [];
  // One that was refused may have named this one before it was there.
  const line = lines.get(resubmitOf) ?? [];
  return [resubmitOf, ...line.filter((id) => id !== clientOperationId)];
}
