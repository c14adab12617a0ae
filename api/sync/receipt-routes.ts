import { Refusal } from "../../contract/refusal.ts";
import { deviceParamsSchema } from "../../contract/sync/device-schema.ts";
import {
  receiptPageSchema,
  type ReceiptChain,
} from "../../contract/sync/receipts/receipt-schema.ts";
import { pageQuerySchema } from "../../contract/wire.ts";
import { findReceiptPage } from "../../db/sync/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import { read, type Endpoint } from "../endpoint.ts";
import { getOwnDevice } from "./require-own-device.ts";
import { presentChainedReceipt } from "./present.ts";

/** The receipts of a device as a chain that its owner can verify (docs/rooms/sync.md#receipts). */
export const receiptEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: "/api/v1/client/devices/{deviceId}/receipts",
    name: "listReceipts",
    summary: "List the receipts of one of your devices, newest first; also of a revoked one",
    source: "docs/rooms/sync.md#receipts, docs/rooms/sync.md#retention",
    access: "device-owner",
    params: deviceParamsSchema,
    query: pageQuerySchema,
    answer: receiptPageSchema,
    refusals: ["NOT_FOUND", "CURSOR_INVALID", "CURSOR_EXPIRED"],
    async handle({ em, params, query, granted, deps }) {
      const { deviceId } = await getOwnDevice(em, granted.caller, params.deviceId);
      const scope = `receipts:${deviceId}`;
      const position = query.cursor && decodeCursor(deps.keys.cursor, scope, query.cursor);
      const before = position ? Number(position["before"]) : null;
      const page = await findReceiptPage(em, { deviceId, before, limit: query.limit + 1 });
      const pruned = prunedState(page.chain);
      // Receipts pruned in between would look removed, so the chain is read again from its head.
      if (position && position["pruned"] !== pruned) throw new Refusal("CURSOR_EXPIRED");
      const shown = page.receipts.slice(0, query.limit);
      const last = shown.at(-1);
      const more = page.receipts.length > query.limit && last !== undefined;
      const next = more ? { before: last.chainSeq, pruned } : null;
      return {
        items: shown.map(presentChainedReceipt),
        nextCursor: next && encodeCursor(deps.keys.cursor, scope, next),
        chain: page.chain,
      };
    },
  }),
];

/** Equal while nothing was pruned. */
function prunedState({ pruned }: ReceiptChain): string {
  return pruned === null ? "" : `${pruned.seq} ${pruned.keptDigest}`;
}
