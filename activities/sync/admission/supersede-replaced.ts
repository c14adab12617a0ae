import { operationSchema } from "../../../contract/sync/schema.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { receiptIdAt } from "../../../db/new-id.ts";
import {
  insertReplacements,
  type ReplacementRow,
} from "../../../db/sync/admission/insert-replacements.ts";
import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import { closeDeferrals, listDeferrals, type Deferral } from "../../../db/sync/retry/deferral.ts";
import type { Tx } from "../../../db/transact.ts";
import { correctClock } from "../../../rules/sync/correct-clock.ts";
import { refuse } from "../../../rules/sync/decision.ts";
import type { Admission } from "./admission.ts";
import type { FreshOperation } from "./classify-operations.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "./answers/make-receipt.ts";

const CODE: VerdictCode = "OPERATION_SUPERSEDED";

/**
 * Closes what operations were sent in place of (`resubmitOf`), in the transaction that gives them their
 * verdict or defers them. One that was deferred gets a receipt that refuses it for good, so that
 * nothing is done twice.
 *
 * @returns the receipts of operations that others were sent in place of.
 */
export async function supersedeReplaced(
  tx: Tx,
  admission: Admission,
  chain: ChainHead,
): Promise<readonly MadeReceipt[]> {
  const { known, scope, request } = admission;
  const rows = replacementsOf(admission);
  if (rows.length === 0) return [];
  await insertReplacements(tx, scope, rows);
  const open = new Set(
    known.deferrals.filter(({ state }) => state === "OPEN").map((row) => row.clientOperationId),
  );
  const ids = rows.map((row) => row.client_operation_id).filter((id) => open.has(id));
  const replaced: MadeReceipt[] = [];
  let head = chain;
  for (const deferral of await supersede(tx, { ...scope, clientOperationIds: ids })) {
    const ordinal = request.operations.length + replaced.length;
    const made = makeReceipt(superseded(deferral, { ordinal, known }), refuse(CODE), head);
    replaced.push(made);
    ({ head } = made);
  }
  return replaced;
}

function replacementsOf({ fresh, decided }: Admission): readonly ReplacementRow[] {
  return fresh.flatMap(({ operation, ordinal, replaces }) =>
    replaces === null || decided.outcomes.get(ordinal)?.kind === "PUT_BACK"
      ? []
      : [{ client_operation_id: replaces, replaced_by: operation.clientOperationId }],
  );
}

/** In the order in which they were replaced, whatever their number: no statement more. */
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
    if (deferral === undefined) throw new Error("An operation that was deferred is gone");
    return deferral;
  });
}

function superseded(
  { envelope, clock }: Deferral,
  { ordinal, known }: { readonly ordinal: number; readonly known: AdmissionState },
): FreshOperation {
  const operation = operationSchema.parse(JSON.parse(envelope));
  return {
    kind: "FRESH",
    operation,
    ordinal,
    receiptId: receiptIdAt(known.batchId, ordinal),
    judged: { kind: "MISFIT", code: CODE, binds: true },
    time: correctClock(new Date(operation.clientRecordedAt), clock, known),
    attachments: [],
    named: new Map(),
    replaces: null,
  };
}
