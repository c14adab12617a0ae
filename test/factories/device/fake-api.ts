import { randomUUID } from "node:crypto";
import { type ProblemCode, PROBLEMS, NEXT_STEP_OF } from "../../../contract/problems.ts";
import {
  type Operation,
  type OperationResult,
  type SyncRequest,
  syncRequestSchema,
} from "../../../contract/sync/schema.ts";
import type { HttpAnswer, HttpRequest } from "../../../device/ports/http.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import { refuse } from "../../../rules/sync/decision.ts";
import { acceptedResult, refusedResult } from "../../../rules/sync/operation-result.ts";

/**
 * A server in memory with the real wire format: the server's schema reads batches, and its rules build results. It
 * accepts everything unless a test decides otherwise, and replays its verdicts.
 */
export function makeFakeApi(): FakeApi {
  const receipts = new Map<string, OperationResult>();
  const devices: string[] = [];
  const batches: SyncRequest[] = [];
  const registrations = new Map<string, string>();
  let cursor = 0;
  const api: FakeApi = {
    receipts,
    batches,
    devices,
    effects: [],
    judge: () => "ACCEPTED",
    acceptedRevision: () => 2,
    refuseNext: [],
    purgeOrders: [],
    scopeState: "ACTIVE",
    reviseAnswer: (data) => data,
    async answer(request) {
      const refusal = api.refuseNext.shift();
      if (refusal !== undefined) return problem(refusal);
      if (request.headers["authorization"] === undefined)
        return problem({ code: "UNAUTHENTICATED" });
      if (request.path === "/api/v1/client/devices") return register(request);
      if (request.path.endsWith("/sync")) return sync(request);
      return problem({ code: "NOT_FOUND" });
    },
  };
  return api;

  function register(request: HttpRequest): HttpAnswer {
    const key = request.headers["idempotency-key"];
    if (key === undefined) return problem({ code: "VALIDATION_FAILED" });
    const known = registrations.get(key);
    const deviceId = known ?? randomUUID();
    if (known === undefined) {
      registrations.set(key, deviceId);
      devices.push(deviceId);
    }
    const data = { deviceId, deviceSecret: `secret-of-${deviceId}`, purgeOrders: api.purgeOrders };
    return success(data);
  }

  function sync(request: HttpRequest): HttpAnswer {
    const read = syncRequestSchema.safeParse(JSON.parse(request.body ?? ""));
    if (!read.success) {
      const pointers = read.error.issues.map((issue) => `/${issue.path.join("/")}`);
      return problem({ code: "VALIDATION_FAILED", pointers });
    }
    const batch = read.data;
    if (batch.deviceId !== devices.at(-1)) return problem({ code: "DEVICE_REVOKED" });
    batches.push(batch);
    const results = batch.operations.map(resultOf);
    cursor += 1;
    const data = {
      results,
      serverCursor: `cursor-${cursor}`,
      scopeState: api.scopeState,
      refetch: [],
    };
    return success(api.reviseAnswer(data));
  }

  function resultOf(operation: Operation): unknown {
    const known = receipts.get(operation.clientOperationId);
    if (known !== undefined)
      return known.status === "ACCEPTED" ? { ...known, status: "ALREADY_ACCEPTED" } : known;
    const judged = api.judge(operation);
    if (typeof judged === "object")
      return { clientOperationId: operation.clientOperationId, ...judged };
    const frame = {
      clientOperationId: operation.clientOperationId,
      receiptId: randomUUID(),
      diagnosticsRef: randomUUID(),
      locale: operation.metadata?.locale ?? null,
    };
    if (judged === "ACCEPTED") {
      api.effects.push(operation.clientOperationId);
      const result = acceptedResult(frame, {
        accepted: true,
        revision: api.acceptedRevision(),
        canonicalRecordId: randomUUID(),
        canonicalIds: [],
        refetch: [],
      });
      receipts.set(operation.clientOperationId, result);
      return result;
    }
    const result = refusedResult(frame, refuse(judged));
    if (result.status === "REJECTED" || result.status === "CONFLICT") {
      receipts.set(operation.clientOperationId, result);
      return result;
    }
    return { ...result, receiptId: null };
  }
}

/** A fake server that a test controls. */
export interface FakeApi {
  answer(request: HttpRequest): Promise<HttpAnswer>;
  /** Final results by operation. */
  readonly receipts: ReadonlyMap<string, OperationResult>;
  /** Batches that were read, in order. */
  readonly batches: readonly SyncRequest[];
  /** Devices, the newest last. */
  readonly devices: string[];
  /** Ids of operations in the order they took effect; a duplicate took effect twice. */
  readonly effects: string[];
  /** The verdict on an operation without a receipt, or a result that the real server never sends. */
  judge: (operation: Operation) => VerdictCode | "ACCEPTED" | object;
  /** The revision in the result of an operation that was just accepted. */
  acceptedRevision: () => number;
  /** Refusals of the next requests, one each. */
  readonly refuseNext: Problem[];
  purgeOrders: unknown[];
  scopeState: string;
  /** Changes the answer of a batch. */
  reviseAnswer: (data: Record<string, unknown>) => unknown;
}

/** A refusal of the server. */
export interface Problem {
  readonly code: ProblemCode;
  readonly pointers?: readonly string[];
  readonly retryAfterSeconds?: number;
}

/** A problem in the server's own form. */
export function problem({ code, pointers = [], retryAfterSeconds }: Problem): HttpAnswer {
  const { status } = PROBLEMS[code];
  const next = NEXT_STEP_OF[code];
  const body = {
    type: `urn:sideline:problem:${code}`,
    status,
    code,
    requestId: randomUUID(),
    ...(pointers.length > 0 && { errors: pointers.map((pointer) => ({ pointer })) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(next !== undefined && { next }),
  };
  return answerOf(status, "application/problem+json; charset=utf-8", body);
}

/** A success in the server's own form. */
export function success(data: unknown, serverTime = "2026-01-05T08:00:00.000Z"): HttpAnswer {
  const meta = { requestId: randomUUID(), serverTime };
  return answerOf(200, "application/json; charset=utf-8", { data, meta });
}

function answerOf(status: number, contentType: string, body: unknown): HttpAnswer {
  const text = JSON.stringify(body);
  return {
    kind: "ANSWER",
    status,
    headers: { "content-type": contentType },
    text,
    roundTripMs: 40,
  };
}
