import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import { RAW_PAYLOAD_DAYS } from "../../../../contract/sync/support/support-vocabulary.ts";
import type { DeferralState, FinalStatus } from "../../../../contract/sync/vocabulary.ts";
import { onceDaysAgo } from "../../../platform/clock-once.ts";
import { unpackText } from "../../pack-text.ts";
import { records } from "../../../platform/statements/records.ts";
import { holds, instantText, jsonObject } from "../../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../../tables.ts";
import { batchesOf, keptOf, pageOf, type ReceiptPage } from "../../receipts/receipt-page.ts";
import { findStoredReceipt, type StoredReceipt } from "../../receipts/stored-receipts.ts";

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

/** A receipt of an operation that was not accepted, with facts for the diagnosis. */
export interface RefusedReceipt extends SupportReceipt {
  /** The result as stored, JSON text. */
  readonly answer: string;
  /** The fault of a quarantined operation. */
  readonly fault: {
    readonly faultClass: string;
    readonly attempts: number;
    readonly diagnosticsRef: string;
    readonly redrivenAs: string | null;
  } | null;
  /** Whether its raw payload can still be read. */
  readonly payloadKept: boolean;
}

/** Raw requests received after this instant may still be read. */
const payloadsSince = onceDaysAgo(RAW_PAYLOAD_DAYS);

/** A page of a device's receipts, newest first. */
export async function listSupportReceipts(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly SupportReceipt[]> {
  return (await readPage(em, page)).map(supportReceipt);
}

async function readPage(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly StoredReceipt[]> {
  const found = await tables(em)
    .selectNoFrom([batchesOf(page).as("batches"), keptOf(page).as("kept")])
    .executeTakeFirstOrThrow();
  return pageOf(found, page);
}

function supportReceipt(receipt: StoredReceipt): SupportReceipt {
  const { receiptId, relationshipId, batchId, clientOperationId } = receipt;
  const { expectedRevision, status, code, clientRecordedAt, decidedAt, chainSeq, hash } = receipt;
  return {
    receiptId,
    relationshipId,
    batchId,
    clientOperationId,
    operationType: receipt.type,
    operationVersion: receipt.version,
    expectedRevision,
    status,
    code,
    acceptedRevision: receipt.revision,
    canonicalRecordId: receipt.canonicalId,
    clientRecordedAt,
    decidedAt,
    chainSeq,
    hash,
  };
}

/** A page of a device's rejected and conflicted receipts, newest first. */
export async function listRefusedReceipts(
  em: SqlEntityManager,
  page: ReceiptPage,
): Promise<readonly RefusedReceipt[]> {
  const refused = await readPage(em, { ...page, refused: true });
  const rows = await tables(em)
    .selectFrom(operationsOf(refused).as("o"))
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
    .select(["o.receiptId", "deferral.fault"])
    .select(({ exists, fn, selectFrom }) =>
      holds(
        exists(
          selectFrom("syncRequest as request")
            .where("request.batchId", "=", fn.coalesce("former.batchId", "o.batchId"))
            .where("request.receivedAt", ">", payloadsSince)
            .select("request.batchId"),
        ),
      ).as("payloadKept"),
    )
    .execute();
  const found = new Map(rows.map(({ receiptId, ...more }) => [receiptId, more]));
  return refused.map((receipt) => ({
    ...supportReceipt(receipt),
    answer: receipt.answer,
    fault: found.get(receipt.receiptId)?.fault ?? null,
    payloadKept: found.get(receipt.receiptId)?.payloadKept ?? false,
  }));
}

/** The operation of a receipt, as a row. */
type OperationRow = Pick<
  StoredReceipt,
  "receiptId" | "batchId" | "lineageId" | "relationshipId" | "clientOperationId"
>;

function operationsOf(receipts: readonly OperationRow[]) {
  return records(receipts, [
    ["receiptId", "uuid"],
    ["batchId", "uuid"],
    ["lineageId", "uuid"],
    ["relationshipId", "uuid"],
    ["clientOperationId", "text"],
  ]);
}

/**
 * The deferred operation of a receipt, in a given state. SUPERSEDED means that another operation was accepted in its
 * place: its request is then the one from which it was deferred.
 */
function deferralOf(
  { selectFrom }: ExpressionBuilder<Tables & { readonly o: OperationRow }, "o">,
  state: DeferralState,
) {
  return selectFrom("deferredOperation as s")
    .whereRef("s.lineageId", "=", "o.lineageId")
    .whereRef("s.relationshipId", "=", "o.relationshipId")
    .whereRef("s.clientOperationId", "=", "o.clientOperationId")
    .where("s.state", "=", state)
    .limit(1);
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

/** The raw request of an operation, and its position in the batch. */
export interface RawOperation {
  readonly receiptId: string;
  readonly deviceId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  readonly ordinal: number;
  /** The request as stored, JSON text. */
  readonly body: string;
  readonly receivedAt: string;
}

/** The raw request of a receipt; null for an unknown receipt, and once the payload's retention is over. */
export async function findRawOperation(
  em: SqlEntityManager,
  receiptId: string,
): Promise<RawOperation | null> {
  const receipt = await findStoredReceipt(em, receiptId);
  if (receipt === null) return null;
  const { batchId, deviceId, lineageId, relationshipId, clientOperationId } = receipt;
  const raw = await tables(em)
    .selectFrom("syncBatch as batch")
    .leftJoin("deferredOperation as former", (on) =>
      on
        .on("former.lineageId", "=", lineageId)
        .on("former.relationshipId", "=", relationshipId)
        .on("former.clientOperationId", "=", clientOperationId)
        .on("former.state", "=", "SUPERSEDED"),
    )
    .innerJoin("syncRequest as request", (on) =>
      on.on((eb) => eb("request.batchId", "=", eb.fn.coalesce("former.batchId", "batch.id"))),
    )
    .where("batch.id", "=", batchId)
    .where("request.receivedAt", ">", payloadsSince)
    .select(["request.body", "former.ordinal"])
    .select(({ ref }) => instantText(ref("request.receivedAt")).as("receivedAt"))
    .executeTakeFirst();
  if (raw === undefined) return null;
  return {
    receiptId,
    deviceId,
    relationshipId,
    clientOperationId,
    ordinal: raw.ordinal ?? receipt.ordinal,
    body: unpackText(raw.body),
    receivedAt: raw.receivedAt,
  };
}
