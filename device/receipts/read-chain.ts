import type { ChainedReceipt, ReceiptChain } from "../../contract/sync/receipts/receipt-schema.ts";
import { isJsonObject, numberAt, textAt } from "../json.ts";
import { queryOf } from "../read/query-of.ts";
import type { SliceContext } from "../read/slices/types.ts";

/**
 * The head of this device's chain and its receipts, newest first, down to a number.
 *
 * @returns null if the server does not answer, or if it pruned receipts between two pages.
 */
export async function readChain(
  { session, deviceId }: SliceContext,
  downTo: number,
): Promise<ReadChain | null> {
  const receipts: ChainedReceipt[] = [];
  let head: ReceiptChain | null = null;
  let cursor: string | null = null;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const query = queryOf({ limit: String(PER_PAGE), ...(cursor !== null && { cursor }) });
    const path = `/api/v1/client/devices/${deviceId}/receipts?${query}`;
    const answer = await session.call({ method: "GET", path });
    if (answer.kind !== "ANSWER" || !isJsonObject(answer.data)) return null;
    const { chain, items } = answer.data;
    if (!isChain(chain) || !Array.isArray(items) || !items.every(isChainedReceipt)) return null;
    head ??= chain;
    receipts.push(...items);
    cursor = textAt(answer.data, "nextCursor");
    const oldest = receipts.at(-1)?.chainSeq ?? 0;
    if (cursor === null || oldest <= downTo + 1) return { chain: head, receipts };
  }
  return head === null ? null : { chain: head, receipts };
}

/** The newest receipts of a device. */
export interface ReadChain {
  readonly chain: ReceiptChain;
  readonly receipts: readonly ChainedReceipt[];
}

const PER_PAGE = 100;

/** A device that was away for long checks its newest thousand receipts. */
const MOST_PAGES = 10;

function isChain(chain: unknown): chain is ReceiptChain {
  return (
    isJsonObject(chain) &&
    textAt(chain, "deviceId") !== null &&
    numberAt(chain, "seq") !== null &&
    textAt(chain, "hash") !== null &&
    (chain["pruned"] === null || isPruned(chain["pruned"]))
  );
}

function isPruned(pruned: unknown): boolean {
  return (
    isJsonObject(pruned) && numberAt(pruned, "seq") !== null && textAt(pruned, "hash") !== null
  );
}

function isChainedReceipt(receipt: unknown): receipt is ChainedReceipt {
  return (
    isJsonObject(receipt) &&
    RECEIPT_TEXTS.every((name) => textAt(receipt, name) !== null) &&
    RECEIPT_NUMBERS.every((name) => numberAt(receipt, name) !== null)
  );
}

const RECEIPT_TEXTS = [
  "receiptId",
  "clientOperationId",
  "deviceId",
  "operationType",
  "payloadChecksum",
  "createdAt",
  "previousHash",
  "hash",
] as const;
const RECEIPT_NUMBERS = ["operationVersion", "chainSeq"] as const;
