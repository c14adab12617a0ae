import { Refusal } from "../../../contract/refusal.ts";
import {
  listRefusedReceipts,
  listSupportReceipts,
  type RefusedReceipt,
  type SupportReceipt,
} from "../../../db/sync/support/receipts/queries.ts";
import { lockLineageOf } from "../../../db/sync/devices/insert-device.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { auditAccess, type Operator } from "./audit-access.ts";

/**
 * Shows receipts to an operator, newest first; the audit cites each of them.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readReceipts(
  tx: Tx,
  reading: ReceiptReading,
): Promise<ReadPage<SupportReceipt>> {
  return readPage(tx, reading, { kind: "RECEIPTS", list: listSupportReceipts });
}

/** A page of receipts of a device; `before` is the last number of the previous page. */
export interface ReceiptReading {
  readonly deviceId: string;
  readonly before: number | null;
  readonly limit: number;
  readonly operator: Operator;
}

/** A page, and whether there is more. */
export interface ReadPage<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

/**
 * Shows rejected and conflicting operations to an operator.
 *
 * @throws Refusal NOT_FOUND.
 */
export async function readRejected(
  tx: Tx,
  reading: ReceiptReading,
): Promise<ReadPage<RefusedReceipt>> {
  return readPage(tx, reading, { kind: "REJECTED_OPERATIONS", list: listRefusedReceipts });
}

/** Reads under the lineage's lock, so that receipts about to be cited are not being pruned. */
async function readPage<Row extends { readonly receiptId: string }>(
  tx: Tx,
  { deviceId, before, limit, operator }: ReceiptReading,
  {
    kind,
    list,
  }: {
    readonly kind: "RECEIPTS" | "REJECTED_OPERATIONS";
    readonly list: (
      tx: Tx,
      page: { deviceId: string; before: number | null; limit: number },
    ) => Promise<readonly Row[]>;
  },
): Promise<ReadPage<Row>> {
  if ((await lockLineageOf(tx, deviceId)) === null) throw new Refusal("NOT_FOUND");
  const found = await list(tx, { deviceId, before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const receiptIds = rows.map(({ receiptId }) => receiptId);
  await auditAccess(tx, { kind, deviceId, receiptIds }, operator);
  return { rows, hasMore: found.length > limit };
}
