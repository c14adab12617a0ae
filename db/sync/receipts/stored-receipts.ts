import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { BATCH_LIMITS } from "../../../contract/sync/vocabulary.ts";
import { batchIdOf, receiptIdAt } from "../../platform/new-id.ts";
import { batchOf } from "../../platform/statements/receipt-range.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import { wireInstant } from "../../platform/transactions/transact.ts";
import { lineHash, parseLine, unpackAnswers, type AnswerLine } from "./answers.ts";
import { runNamed } from "../../platform/pipeline/run-named.ts";

/** The found receipts, newest of each device's chain first. */
export function storedReceipts({ batches, kept }: FoundReceipts): readonly StoredReceipt[] {
  return [...batches.flatMap(receiptsOf), ...kept.map(keptOf)].toSorted(
    (one, other) => other.chainSeq - one.chainSeq,
  );
}

/** A full receipt, with its position on the device's chain. */
export interface StoredReceipt extends AnswerLine {
  readonly receiptId: string;
  readonly batchId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly relationshipId: string;
  /** RFC 3339, milliseconds. */
  readonly decidedAt: string;
  readonly chainSeq: number;
  readonly previousHash: string;
  readonly hash: string;
}

/** Most operations with a verdict in a batch: those sent, and as many that they replace. */
export const MOST_OF_BATCH = 2 * BATCH_LIMITS.operations;

interface BatchOf {
  readonly batchId: string;
  readonly deviceId: string;
  readonly lineageId: string;
  readonly relationshipId: string;
  readonly decidedAt: string;
}

/** A batch with its answers, from `answeredBatch`. */
export interface AnsweredBatch extends BatchOf {
  readonly chainFirst: number;
  /** Packed, base64. */
  readonly answers: string;
}

/** A receipt kept in full, from `keptReceipt`. */
export interface KeptReceipt extends BatchOf {
  readonly receiptId: string;
  readonly chainSeq: number;
  readonly previousHash: string;
  readonly hash: string;
  /** JSON text. */
  readonly line: string;
}

const ofBatch = sql`'batchId', batch.id, 'deviceId', batch.device_id, 'lineageId', batch.lineage_id,
  'relationshipId', batch.relationship_id, 'decidedAt', ${wireInstant("batch.admitted_at")}`;

/** SQL of the row `batch` of sync_batch with the `lines` of its `answers`, as JSON. */
export const answeredBatch = sql<AnsweredBatch>`json_build_object(${ofBatch},
  'chainFirst', batch.chain_first, 'answers', encode(answers.lines, 'base64'))`;

/** SQL of the row `kept` of receipt_kept with its `batch`, as JSON. */
export const keptReceipt = sql<KeptReceipt>`json_build_object(${ofBatch},
  'receiptId', kept.receipt_id, 'chainSeq', kept.chain_seq, 'previousHash', kept.previous_hash,
  'hash', kept.hash, 'line', kept.line)`;

/** SQL of the row of sync_batch of the row `kept`: a look-up, whose cost does not grow with the table. */
export const batchOfKept = sql`(
  select * from sync_batch where id = ${batchOf("kept.receipt_id")} limit 1) batch`;

/** The receipts of a batch in chain order, each with its computed hash. */
export function receiptsOf(answered: AnsweredBatch): readonly StoredReceipt[] {
  const { answers, chainFirst, ...batch } = answered;
  const { previousHash: first, lines } = unpackAnswers(Buffer.from(answers, "base64"));
  let previousHash = first;
  return lines.map((line, index) => {
    const receiptId = receiptIdAt(batch.batchId, line.ordinal);
    const place = { receiptId, previousHash, decidedAt: batch.decidedAt };
    const hash = lineHash(line, place);
    previousHash = hash;
    return { ...line, ...batch, ...place, chainSeq: chainFirst + index, hash };
  });
}

/** A kept receipt. */
function keptOf({ line, ...place }: KeptReceipt): StoredReceipt {
  return { ...parseLine(line), ...place };
}

/** The receipts that a statement found. */
export interface FoundReceipts {
  readonly batches: readonly AnsweredBatch[];
  readonly kept: readonly KeptReceipt[];
}

/** SQL of whether a receipt is still stored in full. @param receiptId name of a column. */
export function isFull(receiptId: string) {
  return sql<boolean>`(
    exists (select from sync_answers where batch_id = ${batchOf(receiptId)})
    or exists (select from receipt_kept kept where kept.receipt_id = ${sql.raw(receiptId)}))`;
}

/** Lists the given batches that have refusals. */
export async function listRefusing(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly string[]> {
  const refusing = await tables(em)
    .selectFrom("syncBatch")
    .select("id")
    .where("id", "=", anyOf(batchIds))
    .where(({ eb }) => eb(eb("rejectedCount", "+", eb.ref("conflictCount")), ">", 0))
    .execute();
  return refusing.map(({ id }) => id);
}

/** The full receipts of some batches, in the order of each batch. */
export async function listReceiptsOf(
  em: SqlEntityManager,
  batchIds: readonly string[],
): Promise<readonly StoredReceipt[]> {
  const statement = sql<FoundReceipts>`
    with asked as materialized (
      select batch.* from unnest(${batchIds}::uuid[]) as named (id)
      cross join lateral (select * from sync_batch where id = named.id limit 1) batch
    )
    select (
      select coalesce(json_agg(${answeredBatch}), '[]')
      from asked batch
      cross join lateral answers_of(batch.id) as answers (lines)
      where answers.lines is not null
    ) as batches, (
      select coalesce(json_agg(${keptReceipt}), '[]')
      from asked batch
      cross join lateral (
        select * from receipt_kept
        where device_id = batch.device_id and chain_seq between batch.chain_first and batch.chain_last
        limit ${sql.lit(MOST_OF_BATCH)}
      ) kept
    ) as kept
  `;
  const rows = await runNamed(em, "receipts-of-batches", statement);
  return rows.flatMap(storedReceipts).toSorted(byId);
}

/** The receipt with this id while it is stored in full, or null. */
export async function findStoredReceipt(
  em: SqlEntityManager,
  receiptId: string,
): Promise<StoredReceipt | null> {
  const receipts = await listReceiptsOf(em, [batchIdOf(receiptId)]);
  return receipts.find((receipt) => receipt.receiptId === receiptId) ?? null;
}

const byId = (one: StoredReceipt, other: StoredReceipt) =>
  one.receiptId < other.receiptId ? -1 : 1;
