import { localStateOf } from "../../../contract/sync/local-state.ts";
import {
  CATEGORIES,
  type Category,
  RESOLUTIONS,
  RESULT_STATUSES,
  SCOPE_STATES,
  type ScopeState,
  VERDICT_CODES,
} from "../../../contract/sync/vocabulary.ts";
import { isJsonObject, type JsonObject, numberAt, objectsAt, textAt, textsAt } from "../../json.ts";
import type { WaitReason } from "../../outbox/types.ts";

/**
 * Reads the answer to a batch. Unknown fields are ignored; an operation with an unknown status or code stays queued.
 */
export function readResults(data: unknown): ReadResults {
  const answer = isJsonObject(data) ? data : {};
  const results = new Map<string, ReadResult>();
  const doubled = new Set<string>();
  for (const object of objectsAt(answer, "results")) {
    const id = textAt(object, "clientOperationId");
    if (id === null) continue;
    if (results.has(id)) doubled.add(id);
    results.set(id, readResult(object));
  }
  // Two results for one operation are ambiguous: neither counts.
  for (const id of doubled) results.delete(id);
  const state = textAt(answer, "scopeState");
  return {
    results,
    scopeState: SCOPE_STATES.find((known) => known === state) ?? null,
    serverCursor: textAt(answer, "serverCursor"),
    hints: readHints(objectsAt(answer, "refetch")),
  };
}

/** The answer to a batch. */
export interface ReadResults {
  readonly results: ReadonlyMap<string, ReadResult>;
  /** Null if this version does not know the state. */
  readonly scopeState: ScopeState | null;
  readonly serverCursor: string | null;
  /** Hints for the whole batch: others changed the scope since the cursor that was sent. */
  readonly hints: readonly Hint[];
}

/** One result: a verdict with its receipt, or the reason why the operation still waits. */
export type ReadResult = FinalResult | WaitResult;

/** A verdict. */
export interface FinalResult {
  readonly kind: "FINAL";
  readonly localStatus: "ACCEPTED" | "REJECTED" | "CONFLICTED";
  /** As on the wire: ACCEPTED, ALREADY_ACCEPTED, REJECTED or CONFLICT. */
  readonly serverStatus: string;
  readonly receiptId: string;
  readonly acceptedRevision: number | null;
  readonly rejectionCode: string | null;
  readonly conflictCode: string | null;
  readonly canonicalIds: readonly CanonicalId[];
  readonly hints: readonly Hint[];
  /** The result as it arrived. */
  readonly body: JsonObject;
}

/** No verdict yet. */
export interface WaitResult {
  readonly kind: "WAIT";
  readonly reason: WaitReason;
  /** Milliseconds until the retry: as long as the server asks, otherwise a default. */
  readonly pauseMs: number;
  readonly hints: readonly Hint[];
  readonly body: JsonObject;
}

/** A resource to fetch again, and its path. */
export interface Hint {
  readonly entityType: string;
  readonly entityId: string;
  readonly path: string;
  readonly reason: string;
}

/** The server's id of a record to which this device gave a local id. */
interface CanonicalId {
  readonly entityType: string;
  readonly localId: string;
  readonly canonicalId: string;
}

/** One result, or a receipt, which contains its result. */
export function readResult(body: JsonObject): ReadResult {
  const status = RESULT_STATUSES.find((known) => known === body["status"]);
  const hints = readHints(objectsAt(body, "refetch"));
  if (status === undefined) {
    return { kind: "WAIT", reason: "RETRY_AT", pauseMs: pauseOf(body), hints, body };
  }
  const resolutions = textsAt(body, "allowedResolutions");
  const { localStatus } = localStateOf({
    status,
    allowedResolutions: RESOLUTIONS.filter((known) => resolutions.includes(known)),
  });
  const receiptId = textAt(body, "receiptId");
  const isFinal = localStatus !== "QUEUED" && localStatus !== "SYNCING";
  // A verdict without a receipt cannot be cited or replayed; the operation is sent again to get one.
  if (!isFinal || receiptId === null) {
    return { kind: "WAIT", reason: reasonOf(status, body), pauseMs: pauseOf(body), hints, body };
  }
  return {
    kind: "FINAL",
    localStatus,
    serverStatus: status,
    receiptId,
    acceptedRevision: numberAt(body, "acceptedRevision"),
    rejectionCode: textAt(body, "rejectionCode"),
    conflictCode: textAt(body, "conflictCode"),
    canonicalIds: canonicalIdsIn(body),
    hints,
    body,
  };
}

/** Reasons by code, and by category for a code that this version does not know. */
const REASON_OF_CODE = new Map<string, WaitReason>([
  ["DEPENDENCY_PENDING", "DEPENDENCY"],
  ["MEDIA_PENDING", "MEDIA"],
  ["UPLOAD_EXPIRED", "MEDIA"],
  ["OPERATION_UNKNOWN", "VERSION"],
  ["OPERATION_VERSION_UNSUPPORTED", "VERSION"],
]);
const REASON_OF_CATEGORY = new Map<Category, WaitReason>([["UPLOAD_EXPIRED", "MEDIA"]]);

function reasonOf(status: string, body: JsonObject): WaitReason {
  if (status === "SCOPE_LOCKED") return "SCOPE_LOCKED";
  const code = textAt(body, "rejectionCode") ?? textAt(body, "conflictCode");
  if (code !== null && code in VERDICT_CODES) return REASON_OF_CODE.get(code) ?? "RETRY_AT";
  const category = CATEGORIES.find((known) => known === body["category"]);
  return (category === undefined ? null : REASON_OF_CATEGORY.get(category)) ?? "RETRY_AT";
}

function pauseOf(body: JsonObject): number {
  const named = numberAt(body, "retryAfterSeconds");
  const { retryAfterSeconds } = localStateOf({
    status: "REFETCH_REQUIRED",
    ...(named !== null && named >= 0 && { retryAfterSeconds: named }),
  });
  return (retryAfterSeconds ?? 0) * 1000;
}

/** The hints in a JSON list; a hint without a path is ignored. */
export function readHints(list: readonly unknown[]): readonly Hint[] {
  return list.filter(isJsonObject).flatMap((hint) => {
    const path = textAt(hint, "path");
    if (path === null) return [];
    return {
      entityType: textAt(hint, "entityType") ?? "",
      entityId: textAt(hint, "entityId") ?? "",
      path,
      reason: textAt(hint, "reason") ?? "",
    };
  });
}

function canonicalIdsIn(body: JsonObject): readonly CanonicalId[] {
  return objectsAt(body, "canonicalIds").flatMap((entry) => {
    const entityType = textAt(entry, "entityType");
    const localId = textAt(entry, "localId");
    const canonicalId = textAt(entry, "canonicalId");
    if (entityType === null || localId === null || canonicalId === null) return [];
    return { entityType, localId, canonicalId };
  });
}
