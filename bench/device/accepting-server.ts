import type { HttpAnswer, HttpRequest } from "../../device/ports/http.ts";

/** A server that answers the sign-in and accepts every operation once. */
export function acceptingServer(): AcceptingServer {
  const receipts = new Map<string, object>();
  let bytes = 0;
  return {
    receipts,
    bytes: () => bytes,
    answer(request) {
      const answered = answerOf(dataOf(request, receipts));
      bytes += (request.body ?? "").length + answered.text.length;
      return answered;
    },
  };
}

/** A server in memory. */
export interface AcceptingServer {
  /** The result of each operation that arrived. */
  readonly receipts: ReadonlyMap<string, object>;
  /** Bytes of all bodies that arrived, and of the answers to them. */
  bytes(): number;
  answer(request: HttpRequest): HttpAnswer;
}

function dataOf({ path, body = "{}" }: HttpRequest, receipts: Map<string, object>): object {
  if (path.endsWith("/client-me")) return PERSON;
  if (path.endsWith("/devices")) return DEVICE;
  if (path.endsWith("/logout")) return { purgeOrders: [ORDER] };
  if (!path.endsWith("/sync")) return {};
  const results = operationsIn(body).map((id) => resultOf(id, receipts));
  return { results, serverCursor: `cursor-${receipts.size}`, scopeState: "ACTIVE", refetch: [] };
}

function operationsIn(body: string): readonly string[] {
  return [...body.matchAll(/"clientOperationId":"([^"]+)"/g)].map(([, id = ""]) => id);
}

function resultOf(clientOperationId: string, receipts: Map<string, object>): object {
  const known = receipts.get(clientOperationId);
  if (known !== undefined) return { ...known, status: "ALREADY_ACCEPTED" };
  const receiptId = `receipt-${clientOperationId}`;
  const result = {
    clientOperationId,
    receiptId,
    acceptedRevision: 2,
    canonicalIds: [],
    refetch: [],
  };
  receipts.set(clientOperationId, result);
  return { ...result, status: "ACCEPTED" };
}

const PERSON = {
  user: { userId: "018f0000-0000-7000-8000-000000000001" },
  relationship: {
    relationshipId: "018f0000-0000-7000-8000-000000000002",
    workspaceId: "018f0000-0000-7000-8000-000000000003",
  },
};
const DEVICE = {
  deviceId: "018f0000-0000-7000-8000-000000000004",
  deviceSecret: "secret",
  purgeOrders: [],
};
const ORDER = {
  orderId: "018f0000-0000-7000-8000-000000000005",
  deviceId: DEVICE.deviceId,
  scope: { kind: "ALL", workspaceId: null, relationshipId: null },
  trigger: "LOGOUT",
  queue: "DELETE",
  handedOverTo: null,
  sealedUntil: null,
  orderedAt: "2026-01-05T08:00:00.000Z",
};
const META = { requestId: "request", serverTime: "2026-01-05T08:00:00.000Z" };

function answerOf(data: object): HttpAnswer {
  return {
    kind: "ANSWER",
    status: 200,
    headers: { "content-type": "application/json" },
    text: JSON.stringify({ data, meta: META }),
    roundTripMs: 1,
  };
}
