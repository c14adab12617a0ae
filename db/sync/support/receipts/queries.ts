import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import { RAW_PAYLOAD_DAYS } from "../../../../contract/sync/support-vocabulary.ts";
import type { DeferralState, FinalStatus } from "../../../../contract/sync/vocabulary.ts";
import { onceDaysAgo } from "../../../clock-once.ts";
import { given, holds, instantText, jsonObject } from "../../../sql-parts.ts";
import { type Tables, tables } from "../../../tables.ts";

/** A receipt as support sees it: ids, codes and instants; instants are RFC 3339. */
export interface SupportReceipt {
  readonly receiptId: string;
  readonly relationshipId: string;
  readonly batchId: string;
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly expectedRevision: number | null;
  readonly status: FinalStatus;
  readonly code: string | null;
  readonly acceptedRevision: number | null;
  readonly canonicalRecordId: string | null;
  readonly clientRecordedAt: string;
  readonly decidedAt: string;
  readonly chainSeq: number;
  readonly hash: string;
}

/** A receipt of an operation that was not accepted, and what helps to find out why. */
export interface RefusedReceipt extends SupportReceipt {
  /** The result as stored, JSON text. */
  readonly answer: string;
  /** How it crashed, of one that was quarantined. */
  readonly fault: {
    readonly faultClass: string;
    readonly attempts: number;
    readonly diagnosticsRef: string;
    readonly redrivenAs: string | null;
  } | null;
  /** Its raw payload can still be read. */
  readonly payloadKept: boolean;
}

/** Which receipts of a device: numbers below `before`, null for the newest. */
interface ReceiptPage {
  readonly deviceId: string;
  readonly before: number | null;
  readonly limit: number;
}

/** A raw request that came later is young enough to be read. */
const payloadsSince = onceDaysAgo(RAW_PAYLOAD_DAYS);

function receipts(em: SqlEntityManager) {
  return tables(em)
    .selectFrom("syncOperation as o")
    .select(["o.receiptId", "o.relationshipId", "o.batchId", "o.clientOperationId"])
    .select(["o.type as operationType", "o.version as operationVersion", "o.expectedRevision"])
    .select(["o.status", "o.code", "o.acceptedRevision", "o.canonicalRecordId"])
    .select(["o.chainSeq", "o.chainHash as hash"])
    .select(({ ref }) => [
      instantText(ref("o.clientRecordedAt")).as("clientRecordedAt"),
      instantText(ref("o.decidedAt")).as("decidedAt"),
    ]);
}

/**
 * The operation of a receipt as it was deferred. SUPERSEDED, another was accepted in place of it, and the
 * request it came with is the one that it was deferred from.
 */
function deferralOf(
  { selectFrom }: ExpressionBuilder<Tables & { readonly o: Tables["syncOperation"] }, "o">,
  state: DeferralState,
) {
  return selectFrom("deferredOperation as s")
    .whereRef("s.lineageId", "=", "o.lineageId")
    .whereRef("s.relationshipId", "=", "o.relationshipId")
    .whereRef("s.clientOperationId", "=", "o.clientOperationId")
    .where("s.state", "=", state)
    .limit(1);
}

/** A page of a device's receipts, newest first. */
export async function listSupportReceipts(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly SupportReceipt[]> {
  return await receipts(em)
    .where("o.deviceId", "=", page.deviceId)
    .where((eb) => given(page.before, (before) => eb("o.chainSeq", "<", before)))
    .orderBy("o.chainSeq", "desc")
    .limit(page.limit)
    .execute();
}

/** A page of what was rejected or conflicted of a device, newest first. */
export async function listRefusedReceipts(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly RefusedReceipt[]> {
  return await receipts(em)
    .leftJoinLateral(
      (eb) => deferralOf(eb, "SUPERSEDED").select("s.batchId").as("former"),
      (on) => on.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        deferralOf(eb, "QUARANTINED")
          .select((row) => faultOf(row).as("fault"))
          .as("deferral"),
      (on) => on.onTrue(),
    )
    .where("o.deviceId", "=", page.deviceId)
    .where("o.status", "<>", "ACCEPTED")
    .where((eb) => given(page.before, (before) => eb("o.chainSeq", "<", before)))
    .select(["o.answer", "deferral.fault"])
    .select(({ exists, fn, selectFrom }) =>
      holds(
        exists(
          selectFrom("syncPayload as payload")
            .where("payload.batchId", "=", fn.coalesce("former.batchId", "o.batchId"))
            .where("payload.receivedAt", ">", payloadsSince)
            .select("payload.batchId"),
        ),
      ).as("payloadKept"),
    )
    .orderBy("o.chainSeq", "desc")
    .limit(page.limit)
    .execute();
}

function faultOf({
  ref,
}: ExpressionBuilder<Tables & { readonly s: Tables["deferredOperation"] }, "s">) {
  return jsonObject({
    faultClass: ref("s.faultClass"),
    attempts: ref("s.attempts"),
    diagnosticsRef: ref("s.diagnosticsRef"),
    redrivenAs: ref("s.redrivenAs"),
  });
}

/** Raw request of an operation, and which of its batch it is. */
export interface RawOperation {
  readonly receiptId: string;
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  readonly ordinal: number;
  /** The request as it was kept, JSON text. */
  readonly body: string;
  readonly receivedAt: string;
}

/** The raw request of a receipt; null for an unknown receipt, and once the payload's time is over. */
export async function findRawOperation(
  em: SqlEntityManager,
  receiptId: string,
): Promise<RawOperation | null> {
  const raw = await tables(em)
    .selectFrom("syncOperation as o")
    .leftJoinLateral(
      (eb) => deferralOf(eb, "SUPERSEDED").select(["s.batchId", "s.ordinal"]).as("former"),
      (on) => on.onTrue(),
    )
    .innerJoin("syncPayload as payload", (on) =>
      on.on((eb) => eb("payload.batchId", "=", eb.fn.coalesce("former.batchId", "o.batchId"))),
    )
    .where("o.receiptId", "=", receiptId)
    .where("payload.receivedAt", ">", payloadsSince)
    .select(["o.receiptId", "o.deviceId", "o.relationshipId", "o.clientOperationId"])
    .select("payload.body")
    .select(({ fn, ref }) => [
      fn.coalesce("former.ordinal", "o.ordinal").as("ordinal"),
      instantText(ref("payload.receivedAt")).as("receivedAt"),
    ])
    .executeTakeFirst();
  return raw ?? null;
}
