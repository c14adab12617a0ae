import {
  type ChainedReceipt,
  receiptPageSchema,
} from "../../../../contract/sync/receipts/receipt-schema.ts";
import { verifyChain } from "../../../../contract/sync/receipts/verify-chain.ts";
import { sha256 } from "../../../../rules/sha256.ts";
import type { TestApi } from "../../../harness/api.ts";
import type { DurablePhone } from "../durable-phone.ts";
import { eventually } from "../../eventually.ts";

/** The receipts of a phone, oldest first, and their errors. */
export interface CheckedReceipts {
  readonly receipts: readonly ChainedReceipt[];
  readonly faults: readonly string[];
}

/** Reads every receipt of a phone and compares it with the phone's operations and answers. */
export async function checkReceipts(
  api: TestApi,
  { phone, made, received }: DurablePhone,
): Promise<CheckedReceipts> {
  const { chain, receipts: newestFirst } = await readReceipts(api, phone);
  const broken = await verifyChain(chain, newestFirst, sha256);
  const receipts = newestFirst.toReversed();
  const ids = receipts.map(({ clientOperationId }) => clientOperationId);
  const known = new Set(ids);
  const sent = new Set(made.map(({ clientOperationId }) => clientOperationId));
  const differing = receipts.flatMap(({ clientOperationId, status, receiptId }) => {
    const answered = received.get(clientOperationId);
    const isSame = answered?.verdict === status && answered.receiptId === receiptId;
    return isSame ? [] : [`${clientOperationId} is ${status}, and was told ${answered?.verdict}`];
  });
  const faults = [
    ...broken.map(({ kind, chainSeq }) => `the chain is ${kind} at ${chainSeq}`),
    ...(ids.length === known.size
      ? []
      : [`${ids.length - known.size} operations have two receipts`]),
    ...[...sent].filter((id) => !known.has(id)).map((id) => `${id} has no receipt`),
    ...[...known].filter((id) => !sent.has(id)).map((id) => `${id} was never sent`),
    ...differing,
  ];
  return { receipts, faults };
}

async function readReceipts(api: TestApi, { deviceId, token }: DurablePhone["phone"]) {
  const path = `/api/v1/client/devices/${deviceId}/receipts?limit=100`;
  const read = async (cursor: string) => {
    // A process that still recovers from the faults asks to come back later.
    const answer = await eventually(
      () => api.call("GET", `${path}${cursor}`, { token }),
      ({ status }) => status === 200,
    );
    return receiptPageSchema.parse(answer.data);
  };
  const { chain, ...first } = await read("");
  const receipts = [...first.items];
  for (let { nextCursor } = first; nextCursor !== null;) {
    const page = await read(`&cursor=${encodeURIComponent(nextCursor)}`);
    receipts.push(...page.items);
    ({ nextCursor } = page);
  }
  return { chain, receipts };
}
