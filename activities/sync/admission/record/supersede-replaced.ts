import { type Operation, operationSchema } from "../../../../contract/sync/schema.ts";
import type { VerdictCode } from "../../../../contract/sync/vocabulary.ts";
import { receiptIdAt } from "../../../../db/platform/new-id.ts";
import {
  insertReplacements,
  type ReplacementRow,
} from "../../../../db/sync/admission/insert-replacements.ts";
import type { AdmissionState } from "../../../../db/sync/admission/load-admission.ts";
import {
  closeDeferrals,
  listDeferrals,
  type Deferral,
} from "../../../../db/sync/retry/deferral.ts";
import type { Tx } from "../../../../db/platform/transactions/transact.ts";
import { correctClock, type RecordedTime } from "../../../../rules/sync/correct-clock.ts";
import { refuse } from "../../../../rules/sync/decision.ts";
import type { Admission } from "../admission.ts";
import type { FreshOperation } from "../classify-operations.ts";
import type { Replacement } from "../inherit-places.ts";
import { UNSENT } from "../answers/unsent.ts";
import { outcomeOf, replacedBy } from "../outcome.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "../answers/make-receipt.ts";

/**
 * Closes the operations that others replace (`resubmitOf`), in the transaction that decides or defers the new ones. A
 * deferred original gets a receipt that refuses it for good. One that has not arrived gets such a receipt for its id.
 * However late it arrives, at most one of the two is accepted.
 */
export async function supersedeReplaced(
  tx: Tx,
  admission: Admission,
  chain: ChainHead,
): Promise<ClosedIds> {
  const { known, scope, request, inherited } = admission;
  const replacements = firstOfEach([...inherited, ...replacementsOf(admission)]);
  if (replacements.length === 0) return { closed: [], neverArrived: [] };
  await insertReplacements(tx, scope, replacements.map(replacementRow));
  const open = new Set(
    known.deferrals.filter(({ state }) => state === "OPEN").map((row) => row.clientOperationId),
  );
  const ids = replacements.map(({ replaced }) => replaced).filter((id) => open.has(id));
  const deferrals = await supersede(tx, { ...scope, clientOperationIds: ids });
  let ordinal = request.operations.length;
  let head = chain;
  const refuseAt = (entryAt: (place: Place) => FreshOperation): MadeReceipt => {
    const made = makeReceipt(entryAt({ ordinal, known }), refuse(CODE), head);
    ordinal += 1;
    ({ head } = made);
    return made;
  };
  return {
    closed: deferrals.map((deferral) => refuseAt((place) => superseded(deferral, place))),
    neverArrived: replacements
      .filter(({ replaced }) => hasNotCome(replaced, admission))
      .map((replacement) => refuseAt((place) => neverCame(replacement, place))),
  };
}

const CODE: VerdictCode = "OPERATION_SUPERSEDED";

/** Receipts that refuse replaced operations, in chain order. */
export interface ClosedIds {
  /** For operations that were deferred; their dependents are retried. */
  readonly closed: readonly MadeReceipt[];
  /** For operations that never arrived. */
  readonly neverArrived: readonly MadeReceipt[];
}

function replacementsOf({ fresh, decided }: Admission): readonly Replacement[] {
  return fresh.flatMap((by) =>
    replacedBy(by, decided.outcomes.get(by.ordinal)).map((replaced) => ({ by, replaced })),
  );
}

/** Several operations of a chain name the one that the first of them replaced. */
function firstOfEach(replacements: readonly Replacement[]): readonly Replacement[] {
  const firsts = new Map<string, Replacement>();
  for (const replacement of replacements)
    if (!firsts.has(replacement.replaced)) firsts.set(replacement.replaced, replacement);
  return [...firsts.values()];
}

function replacementRow({ by, replaced }: Replacement): ReplacementRow {
  return { client_operation_id: replaced, replaced_by: by.operation.clientOperationId };
}

/** True if it has no receipt, gets none now, and is not deferred. */
function hasNotCome(id: string, { known, fresh, decided }: Admission): boolean {
  const isKnown = [...known.receipts, ...known.tombstones, ...known.deferrals].some(
    ({ clientOperationId }) => clientOperationId === id,
  );
  return (
    !isKnown &&
    !fresh.some(
      ({ operation, ordinal }) =>
        operation.clientOperationId === id && decided.outcomes.get(ordinal)?.kind === "DECIDED",
    )
  );
}

/** In the order of replacement; the number of statements does not depend on their number. */
async function supersede(
  tx: Tx,
  which: Parameters<typeof closeDeferrals>[1] & { readonly now: Date },
): Promise<readonly Deferral[]> {
  const { clientOperationIds: ids, now } = which;
  if (ids.length === 0) return [];
  const deferrals = new Map(
    (await listDeferrals(tx, which, ids)).map((deferral) => [deferral.clientOperationId, deferral]),
  );
  await closeDeferrals(tx, which, { state: "SUPERSEDED", now });
  return ids.map((id) => {
    const deferral = deferrals.get(id);
    if (deferral === undefined) throw new Error("A deferred operation is missing");
    return deferral;
  });
}

/** The position of a receipt in its batch, and what the batch has loaded. */
interface Place {
  readonly ordinal: number;
  readonly known: AdmissionState;
}

function superseded({ envelope, clock }: Deferral, place: Place): FreshOperation {
  const operation = operationSchema.parse(JSON.parse(envelope));
  const time = correctClock(new Date(operation.clientRecordedAt), clock, place.known);
  return refusedEntry(operation, time, place);
}

/** Only its id is known; its message is in the language of the operation that replaces it. */
function neverCame({ by, replaced }: Replacement, place: Place): FreshOperation {
  const { metadata, clientRecordedAt, localSequence } = by.operation;
  const unsent = { ...UNSENT, clientRecordedAt, localSequence, ...(metadata && { metadata }) };
  return refusedEntry({ ...unsent, clientOperationId: replaced }, by.time, place);
}

function refusedEntry(
  operation: Operation,
  time: RecordedTime,
  { ordinal, known }: Place,
): FreshOperation {
  return {
    kind: "FRESH",
    operation,
    ordinal,
    receiptId: receiptIdAt(known.batchId, ordinal),
    judged: outcomeOf(refuse(CODE)),
    time,
    attachments: [],
    named: new Map(),
    replaces: [],
  };
}
