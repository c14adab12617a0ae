import { v7 as uuidv7 } from "uuid";
import { operationSchema } from "../../contract/sync/schema.ts";
import type { VerdictCode } from "../../contract/sync/vocabulary.ts";
import { insertReplacements } from "../../db/sync/insert-replacements.ts";
import type { AdmissionKnowledge } from "../../db/sync/know-admission.ts";
import type { ResubmissionRow } from "../../db/sync/resubmissions.ts";
import { closeSetAside, findSetAside } from "../../db/sync/set-aside.ts";
import type { Tx } from "../../db/transact.ts";
import { correctClock } from "../../rules/sync/correct-clock.ts";
import { refuse } from "../../rules/sync/decision.ts";
import type { FreshOperation } from "./decide-operations.ts";
import type { Fate } from "./decide-queue.ts";
import { makeReceipt, type ChainHead, type MadeReceipt } from "./make-receipt.ts";
import type { Admission } from "./record-admission.ts";

/** Receipts of operations that others were accepted in place of, and the chain after them. */
export interface Replaced {
  readonly replaced: readonly MadeReceipt[];
  readonly head: ChainHead;
}

const CODE: VerdictCode = "OPERATION_SUPERSEDED";

/**
 * Closes what accepted operations were sent in place of (`resubmitOf`), and what those were sent in place
 * of, in the transaction of their acceptance. One that was set aside gets a receipt that refuses it for good, so that nothing is done
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
  return fresh.flatMap(({ replaces, ordinal, receiptId }) =>
    isAccepted(decided.fates.get(ordinal))
      ? replaces.map((id) => ({ client_operation_id: id, receipt_id: receiptId }))
      : [],
  );
}

/** What operations were sent in place of that were not accepted: whoever replaces them replaces that too. */
export function resubmissionsOf({ fresh, decided }: Admission): readonly ResubmissionRow[] {
  return fresh.flatMap(({ operation: { clientOperationId, resubmitOf }, ordinal }) =>
    resubmitOf === undefined || isAccepted(decided.fates.get(ordinal))
      ? []
      : [{ client_operation_id: clientOperationId, resubmit_of: resubmitOf }],
  );
}

function isAccepted(fate: Fate | undefined): boolean {
  return fate?.kind === "DECIDED" && fate.decision.accepted;
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
    replaces: [],
  };
}
