import { v7 as uuidv7 } from "uuid";
import { operationSchema } from "../../contract/sync/schema.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import { insertReplacements } from "../../db/sync/insert-replacements.ts";
import type { AdmissionKnowledge } from "../../db/sync/know-admission.ts";
import { closeSetAside, findSetAside } from "../../db/sync/set-aside.ts";
import type { Tx } from "../../db/transact.ts";
import { correctClock } from "../../rules/sync/correct-clock.ts";
import { refuse } from "../../rules/sync/decision.ts";
import type { FreshOperation } from "./decide-operations.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "./make-receipt.ts";
import type { Admission } from "./record-admission.ts";

/** Receipts of operations that others were accepted in place of, and the chain after them. */
export interface Replaced {
  readonly replaced: readonly MadeReceipt[];
  readonly head: ChainHead;
}

const CODE: VerdictCode = "OPERATION_SUPERSEDED";

/**
 * Closes what accepted operations were sent in place of (`resubmitOf`), in the transaction of their
 * acceptance. One that was set aside gets a receipt that refuses it for good, so that nothing is done
 * twice.
 */
export async function supersedeReplaced(
  tx: Tx,
  admission: Admission,
  chain: ChainHead,
): Promise<Replaced> {
  const { known, scope, request } = admission;
  const rows = replacementsOf(admission);
  if (rows.length === 0) return { replaced: [], head: chain };
  await insertReplacements(tx, scope, rows);
  const open = new Set(
    known.setAsides.filter(({ state }) => state === "OPEN").map((row) => row.clientOperationId),
  );
  const replaced: MadeReceipt[] = [];
  let head = chain;
  for (const { client_operation_id: clientOperationId } of rows) {
    if (!open.has(clientOperationId)) continue;
    const { lineageId, relationshipId } = scope;
    const key = { lineageId, relationshipId, clientOperationId };
    const ordinal = request.operations.length + replaced.length;
    const made = makeReceipt(await supersede(tx, key, { ordinal, known }), refuse(CODE), head);
    replaced.push(made);
    head = { chainSeq: made.row.chain_seq, chainHash: made.row.chain_hash, now: known.now };
  }
  return { replaced, head };
}

function replacementsOf({ fresh, decided }: Admission) {
  return fresh.flatMap(({ operation: { resubmitOf }, ordinal, receiptId }) => {
    const fate = decided.fates.get(ordinal);
    const accepted = fate?.kind === "DECIDED" && fate.decision.accepted;
    return accepted && resubmitOf !== undefined
      ? [{ client_operation_id: resubmitOf, receipt_id: receiptId }]
      : [];
  });
}

async function supersede(
  tx: Tx,
  key: Parameters<typeof findSetAside>[1],
  { ordinal, known }: { readonly ordinal: number; readonly known: AdmissionKnowledge },
): Promise<FreshOperation> {
  const aside = await findSetAside(tx, key);
  if (aside === null) throw new Error("An operation that was set aside is gone");
  await closeSetAside(tx, key, { state: "SUPERSEDED", now: known.now });
  const operation = operationSchema.parse(JSON.parse(aside.envelope));
  const judged = { kind: "MISFIT", code: CODE, binds: true } as const;
  const receiptId = uuidv7();
  return {
    kind: "FRESH",
    operation,
    ordinal,
    receiptId,
    judged,
    time: correctClock(new Date(operation.clientRecordedAt), aside.clock, known),
    attachments: [],
    named: new Map(),
  };
}
