import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { ExpressionBuilder } from "kysely";
import type { DeviceSurface } from "../../../../contract/accounts/vocabulary.ts";
import { RAW_PAYLOAD_DAYS } from "../../../../contract/sync/support/support-vocabulary.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { onceDaysAgo } from "../../../platform/clock-once.ts";
import { batchIdOf } from "../../../platform/new-id.ts";
import { operationKey } from "../../../platform/statements/operation-key.ts";
import { given, holds, instantText } from "../../../platform/statements/sql-parts.ts";
import { type Tables, tables } from "../../../tables.ts";
import { findStoredReceipt, isFull, listReceiptsOf } from "../../receipts/stored-receipts.ts";

/** Whether the envelope of a deferral is stored and young enough to be used. */
function envelopeKept({
  and,
  eb,
}: ExpressionBuilder<Tables & { readonly s: Tables["deferredOperation"] }, "s">) {
  return and([eb("s.envelope", "<>", ""), eb("s.createdAt", ">", onceDaysAgo(RAW_PAYLOAD_DAYS))]);
}

/** A quarantined operation as support sees it, without its payload; instants are RFC 3339. */
export interface QuarantinedOperation {
  /** Position in the list: the reference under which its first crash was logged. */
  readonly id: string;
  readonly receiptId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  readonly operationType: string;
  readonly operationVersion: number;
  readonly faultClass: string;
  readonly attempts: number;
  readonly firstCrashedAt: string;
  readonly quarantinedAt: string;
  readonly redrivable: boolean;
}

/** A page of the quarantine, oldest first; one row beyond the limit shows that there are more. */
export async function listQuarantine(
  em: SqlEntityManager,
  page: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly QuarantinedOperation[]> {
  const rows = await tables(em)
    .selectFrom("deferredOperation as s")
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom("receipt").where("opKey", "=", operationKey("s")).selectAll().limit(1).as("o"),
      (on) => on.onTrue(),
    )
    .where("s.state", "=", "QUARANTINED")
    .where("s.redrivenAs", "is", null)
    .where((eb) => given(page.afterId, (id) => eb("s.diagnosticsRef", ">", id)))
    .where(isFull("o.receipt_id"))
    .select(["s.diagnosticsRef as id", "o.receiptId", "s.deviceId", "s.lineageId"])
    .select(["s.relationshipId", "s.clientOperationId", "s.faultClass", "s.attempts"])
    .select((eb) => [
      instantText(eb.ref("s.createdAt")).as("firstCrashedAt"),
      holds(envelopeKept(eb)).as("redrivable"),
    ])
    .orderBy("s.diagnosticsRef")
    .limit(page.limit + 1)
    .execute();
  const receipts = await listReceiptsOf(em, [
    ...new Set(rows.map(({ receiptId }) => batchIdOf(receiptId))),
  ]);
  const byId = new Map(receipts.map((receipt) => [receipt.receiptId, receipt]));
  return rows.flatMap((row) => {
    const receipt = byId.get(row.receiptId);
    if (receipt === undefined) return [];
    const { type: operationType, version: operationVersion, decidedAt: quarantinedAt } = receipt;
    return [{ ...row, operationType, operationVersion, quarantinedAt }];
  });
}

/** A quarantined operation with everything needed to redrive it. */
export interface RedrivableOperation {
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly clientOperationId: string;
  /** The present device of its installation; if that is revoked, the device that sent it. */
  readonly deviceId: string;
  readonly appSurface: DeviceSurface;
  /** Whether its client may act: the account is neither suspended nor pending deletion. */
  readonly clientActive: boolean;
  /** The operation as it was admitted, JSON text; null once its retention is over. */
  readonly envelope: string | null;
  /** The id under which it was redriven, or null. */
  readonly redrivenAs: string | null;
}

/** The quarantined operation of this receipt, redriven or not. @throws Refusal NOT_FOUND. */
export async function getRedrivable(
  em: SqlEntityManager,
  receiptId: string,
): Promise<RedrivableOperation> {
  const receipt = await findStoredReceipt(em, receiptId);
  if (receipt === null) throw new Refusal("NOT_FOUND");
  return await tables(em)
    .selectFrom("deferredOperation as s")
    .innerJoin("deviceLineage as lineage", "lineage.id", "s.lineageId")
    .innerJoin("appUser as client", "client.id", "lineage.userId")
    .leftJoin("device as active", (on) =>
      on.onRef("active.lineageId", "=", "s.lineageId").on("active.status", "=", "ACTIVE"),
    )
    .where("s.lineageId", "=", receipt.lineageId)
    .where("s.relationshipId", "=", receipt.relationshipId)
    .where("s.clientOperationId", "=", receipt.clientOperationId)
    .where("s.state", "=", "QUARANTINED")
    .select(["s.lineageId", "s.relationshipId", "s.clientOperationId", "lineage.appSurface"])
    .select("s.redrivenAs")
    .select((eb) => [
      eb.fn.coalesce("active.id", "s.deviceId").as("deviceId"),
      holds(eb.and([eb("client.status", "=", "ACTIVE"), eb("client.deletedAt", "is", null)])).as(
        "clientActive",
      ),
      eb.case().when(envelopeKept(eb)).then(eb.ref("s.envelope")).end().as("envelope"),
    ])
    .executeTakeFirstOrThrow(() => new Refusal("NOT_FOUND"));
}
