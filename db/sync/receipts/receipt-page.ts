import { expressionBuilder, type RawBuilder, sql } from "kysely";
import {
  answeredBatch,
  batchOfKept,
  MOST_OF_BATCH,
  keptReceipt,
  storedReceipts,
  type AnsweredBatch,
  type FoundReceipts,
  type KeptReceipt,
  type StoredReceipt,
} from "./stored-receipts.ts";

/** Selects receipts of a device: numbers below `before`, null for the newest. */
export interface ReceiptPage {
  readonly deviceId: string;
  readonly before: number | null;
  readonly limit: number;
  /** Only rejected and conflicted ones. */
  readonly refused?: boolean;
}

const { cast, eb, lit, val } = expressionBuilder();

const hasRefused = eb(
  eb(sql.ref<number>("of_device.rejected_count"), "+", sql.ref<number>("of_device.conflict_count")),
  ">",
  lit(0),
);
const isRefused = eb(sql.ref<string>("status"), "<>", sql.lit("ACCEPTED"));

/**
 * SQL of the unpruned batches of a device that contain a page of receipts, as JSON. It selects no more than the page
 * needs, and only batches with refusals if it lists these. The first batch may contain receipts of the previous page.
 */
export function batchesOf(page: ReceiptPage): RawBuilder<readonly AnsweredBatch[]> {
  const { deviceId, before, limit, refused = false } = page;
  const top = cast<number>(val(before ?? 2 ** 53 - 1), "bigint");
  const shown = refused
    ? sql`one.rejected_count + one.conflict_count`
    : sql`least(one.chain_last, ${top} - 1) - one.chain_first + 1`;
  return sql<readonly AnsweredBatch[]>`(
    select coalesce(json_agg(${answeredBatch}), '[]')
    from (
      select one.*, sum(${shown}) over (order by one.chain_first desc
        rows between unbounded preceding and 1 preceding) as newer
      from (
        select of_device.* from sync_batch of_device join device holder on holder.id = of_device.device_id
        where of_device.device_id = ${deviceId} and of_device.chain_first < ${top}
          and of_device.chain_first > holder.pruned_seq
          and ${refused ? hasRefused : lit(true)}
        order by of_device.chain_first desc limit ${limit + 1}
      ) one
    ) batch
    join sync_answers answers on answers.batch_id = batch.id
    where coalesce(batch.newer, 0) < ${refused ? limit + MOST_OF_BATCH : limit}::int)`;
}

/** SQL of a page of a device's kept receipts, as JSON. */
export function keptOf(page: ReceiptPage): RawBuilder<readonly KeptReceipt[]> {
  const { deviceId, before, limit, refused = false } = page;
  return sql<readonly KeptReceipt[]>`(
    select coalesce(json_agg(${keptReceipt}), '[]')
    from (
      select * from receipt_kept
      where device_id = ${deviceId} and (${before}::bigint is null or chain_seq < ${before}::bigint)
        and ${refused ? isRefused : lit(true)}
      order by chain_seq desc limit ${limit}
    ) kept
    cross join lateral ${batchOfKept})`;
}

/** Builds the page from the rows found. */
export function pageOf(found: FoundReceipts, page: ReceiptPage): readonly StoredReceipt[] {
  const { before, limit, refused = false } = page;
  return storedReceipts(found)
    .filter(({ chainSeq }) => before === null || chainSeq < before)
    .filter(({ status }) => !refused || status !== "ACCEPTED")
    .slice(0, limit);
}
