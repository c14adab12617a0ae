import { readPayload } from "../../../activities/sync/support/read-payload.ts";
import {
  type ReadPage,
  type ReceiptReading,
  readReceipts,
  readRejected,
} from "../../../activities/sync/support/read-receipts.ts";
import { readSupportDevice } from "../../../activities/sync/support/read-support-device.ts";
import { readRequest } from "../../../activities/sync/support/read-request.ts";
import { deviceParamsSchema } from "../../../contract/sync/device-schema.ts";
import {
  rawPayloadSchema,
  receiptParamsSchema,
  rejectedOperationPageSchema,
  supportDeviceSchema,
  supportReceiptPageSchema,
} from "../../../contract/sync/support/support-schema.ts";
import {
  requestParamsSchema,
  supportRequestSchema,
} from "../../../contract/sync/support/request-schema.ts";
import { findTracedBatches } from "../../../db/sync/support/requests/queries.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { pageQuerySchema } from "../../../contract/wire.ts";
import { decodeCursor, encodeCursor } from "../../encode-cursor.ts";
import type { ApiDeps } from "../../api-deps.ts";
import { act, type Endpoint } from "../../endpoint.ts";
import { operatorOf } from "./operator-of.ts";
import { presentBatch } from "./present-batch.ts";
import { presentRejected } from "./present-rejected.ts";

const source = "docs/rooms/wire.md#support-access";
const devicePath = "/api/v1/support/devices/{deviceId}";

const device = act({
  method: "GET",
  path: devicePath,
  name: "readSupportDevice",
  summary: "A device, its running work and its last diagnostics report; needs a reason, audited",
  source,
  access: "support",
  permission: "devices.read",
  needsReason: true,
  params: deviceParamsSchema,
  answer: supportDeviceSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, params, ...input }) => {
    const seen = await readSupportDevice(tx, { ...params, operator: operatorOf(input) });
    const { deferredOperations, refused, purgeOrders } = seen;
    return {
      ...seen,
      deferredOperations: [...deferredOperations],
      refused: [...refused],
      purgeOrders: [...purgeOrders],
    };
  },
});

const receipts = act({
  method: "GET",
  path: `${devicePath}/receipts`,
  name: "listSupportReceipts",
  summary: "Receipts of a device, newest first, without their content; audited",
  source,
  access: "support",
  permission: "receipts.read",
  needsReason: true,
  params: deviceParamsSchema,
  query: pageQuerySchema,
  answer: supportReceiptPageSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, params: { deviceId }, query, ...input }) => {
    const list = { deps: input.deps, scope: `support-receipts:${deviceId}` };
    const access = { deviceId, operator: operatorOf(input) };
    const { rows, nextCursor } = await readChainPage(list, query, (page) =>
      readReceipts(tx, { ...access, ...page }),
    );
    const batches = await findTracedBatches(tx, [...new Set(rows.map(({ batchId }) => batchId))]);
    const { temporalUi } = input.deps;
    return {
      items: [...rows],
      nextCursor,
      batches: batches.map((batch) => presentBatch(batch, temporalUi)),
    };
  },
});

const rejected = act({
  method: "GET",
  path: `${devicePath}/rejected-operations`,
  name: "listRejectedOperations",
  summary: "Rejected and conflicting operations of a device, newest first, and why; audited",
  source,
  access: "support",
  permission: "rejected-operations.read",
  needsReason: true,
  params: deviceParamsSchema,
  query: pageQuerySchema,
  answer: rejectedOperationPageSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: async ({ tx, params: { deviceId }, query, ...input }) => {
    const list = { deps: input.deps, scope: `support-rejected:${deviceId}` };
    const access = { deviceId, operator: operatorOf(input) };
    const { rows, nextCursor } = await readChainPage(list, query, (page) =>
      readRejected(tx, { ...access, ...page }),
    );
    return { items: rows.map(presentRejected), nextCursor };
  },
});

const request = act({
  method: "GET",
  path: "/api/v1/support/requests/{requestId}",
  name: "readSupportRequest",
  summary:
    "Batches of a request, and who settled them; needs a reason, audited even if none is found",
  source,
  access: "support",
  permission: "receipts.read",
  needsReason: true,
  params: requestParamsSchema,
  answer: supportRequestSchema,
  idempotency: "none",
  handle: async ({ tx, params: { requestId }, ...input }) => {
    const operator = operatorOf(input);
    const { batches, waitingEvents } = await readRequest(tx, { requestId, operator });
    const { temporalUi } = input.deps;
    return {
      requestId,
      batches: batches.map((batch) => presentBatch(batch, temporalUi)),
      waitingEvents: [...waitingEvents],
    };
  },
});

const payload = act({
  method: "GET",
  path: "/api/v1/support/operations/{receiptId}/payload",
  name: "readOperationPayload",
  summary: "An operation as received, kept for 90 days; needs a reason, audited",
  source,
  access: "support",
  permission: "payloads.read",
  needsReason: true,
  params: receiptParamsSchema,
  answer: rawPayloadSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "none",
  handle: ({ tx, params, ...input }) => readPayload(tx, { ...params, operator: operatorOf(input) }),
});

/** Reads a page of a device's chain, newest first, and builds the next cursor. */
async function readChainPage<Row extends { readonly chainSeq: number }>(
  { deps, scope }: { readonly deps: ApiDeps; readonly scope: string },
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  find: (page: Pick<ReceiptReading, "before" | "limit">) => Promise<ReadPage<Row>>,
): Promise<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }> {
  const { rows, hasMore } = await find({ before: seqBefore({ deps, scope }, cursor), limit });
  const last = rows.at(-1);
  const more = hasMore && last !== undefined;
  const { cursor: key } = deps.keys;
  return { rows, nextCursor: more ? encodeCursor(key, scope, { seq: last.chainSeq }) : null };
}

function seqBefore(
  { deps, scope }: { readonly deps: ApiDeps; readonly scope: string },
  cursor: string | undefined,
): number | null {
  if (cursor === undefined) return null;
  const { seq } = decodeCursor(deps.keys.cursor, scope, cursor);
  if (typeof seq !== "number") throw new Refusal("CURSOR_INVALID");
  return seq;
}

/** Support routes for a device and its operations. */
export const supportSyncEndpoints: readonly Endpoint[] = [
  device,
  receipts,
  rejected,
  payload,
  request,
];
