import { isJsonObject, objectsAt, parseJson, textAt } from "../../json.ts";
import { type Answer, classifyAnswer } from "../../lanes/classify-answer.ts";
import type { HttpOutcome } from "../../ports/http.ts";
import { bytesIn } from "../../store/columns.ts";
import { mediaLabel, type MediaRow } from "../media-row.ts";
import type { FileRejection, FileWait } from "../types.ts";
import { type KnownUpload, readUpload } from "./read-upload.ts";
import { sendRaw } from "./send-raw.ts";
import type { Sender } from "./sender.ts";

/** The effect of one call on a file: its new place at the server, a wait, or the server's refusal. */
export type FileStep =
  | { readonly kind: "ANNOUNCED"; readonly uploadId: string; readonly sentBytes: number }
  | { readonly kind: "RECEIVED"; readonly uploadId: string }
  /** The upload is over, and the same record needs a new one. */
  | { readonly kind: "OVER" }
  | { readonly kind: "REJECTED"; readonly code: FileRejection }
  | { readonly kind: "WAITS"; readonly reason: FileWait; readonly pauseMs: number | null };

/** Announces a file. The same content is always the same media record, so that a repeated announcement is harmless. */
export async function announce(
  { core, session, scope }: Sender,
  { mediaId, purpose, type, sizeBytes, row }: MediaRow,
): Promise<FileStep> {
  const opened = await core.rows.open(scope.queueKey, mediaLabel(mediaId), bytesIn(row, "body"));
  if (opened === null) return { kind: "REJECTED", code: "UNREADABLE" };
  const { contentHash } = opened.content;
  const body = {
    relationshipId: scope.scopeId,
    contentHash,
    sizeBytes,
    contentType: type,
    purpose,
  };
  const request = {
    method: "POST",
    path: "/api/v1/client/uploads",
    body: JSON.stringify(body),
  } as const;
  const answer = await session.call(request);
  if (answer.kind === "REFUSED" && answer.code === "STATE_CONFLICT")
    return await stepAfterConflict({ core, session }, request);
  return answer.kind === "NOT_FOUND" ? NO_ACCESS : stepAfter(answer);
}

/** Reads how far an announced file is. */
export async function inspect({ session }: Sender, uploadId: string): Promise<FileStep> {
  const answer = await session.call({ method: "GET", path: `/api/v1/client/uploads/${uploadId}` });
  // A server that was restored from a backup does not know the upload.
  return answer.kind === "NOT_FOUND" ? { kind: "OVER" } : stepAfter(answer);
}

/** The wait after a transfer that broke. Its answer has a body only for a PATCH. */
export function waitAfter(outcome: HttpOutcome | null): FileStep {
  if (outcome === null) return { kind: "REJECTED", code: "UNREADABLE" };
  const step = stepAfter(classifyAnswer(outcome));
  // The next try begins with a read of the state of the upload.
  return step.kind === "WAITS" ? step : RETRY;
}

const NO_ACCESS: FileStep = { kind: "WAITS", reason: "NO_ACCESS", pauseMs: null };
const LOCKED: FileStep = { kind: "WAITS", reason: "SCOPE_LOCKED", pauseMs: null };
const RETRY: FileStep = { kind: "WAITS", reason: "RETRY_AT", pauseMs: null };

function stepAfter(answer: Answer): FileStep {
  switch (answer.kind) {
    case "ANSWER":
      return stepOf(isJsonObject(answer.data) ? readUpload(answer.data) : null);
    case "TRANSPORT": {
      const reason = answer.cause === "FAULT" ? "RETRY_AT" : "OFFLINE";
      return { kind: "WAITS", reason, pauseMs: answer.pauseMs };
    }
    case "PAUSE":
      return { kind: "WAITS", reason: "RETRY_AT", pauseMs: answer.pauseMs };
    case "SIGN_IN":
      return { kind: "WAITS", reason: "SIGN_IN", pauseMs: null };
    case "MALFORMED":
      return { kind: "REJECTED", code: "MALFORMED" };
    case "REFUSED":
      return answer.code === "RELATIONSHIP_INACTIVE" ? LOCKED : RETRY;
    case "ACCOUNT":
      return NO_ACCESS;
    case "NOT_FOUND":
    case "REGISTER":
    case "TOO_LARGE":
      return RETRY;
  }
}

/** An unknown status comes from a newer server: the file stays, and its status is read again later. */
function stepOf(upload: KnownUpload | null): FileStep {
  if (upload === null) return RETRY;
  const { uploadId, status } = upload;
  switch (status) {
    case "READY":
      return { kind: "RECEIVED", uploadId };
    case "PENDING":
      return { kind: "ANNOUNCED", uploadId, sentBytes: upload.receivedBytes };
    case "EXPIRED":
    case "TERMINATED":
      return { kind: "OVER" };
    case "REJECTED":
      return { kind: "REJECTED", code: upload.rejectionCode ?? "OTHER" };
  }
}

/** Asks once more, for the narrower code of the problem, which the session does not keep. */
async function stepAfterConflict(
  sender: Pick<Sender, "core" | "session">,
  { body, ...request }: { readonly method: "POST"; readonly path: string; readonly body: string },
): Promise<FileStep> {
  const headers = { accept: "application/json", "content-type": "application/json" };
  const outcome = await sendRaw(sender, { ...request, body, headers, silenceMs: SILENCE_MS });
  const problem = outcome.kind === "ANSWER" ? parseJson(outcome.text) : null;
  const errors = isJsonObject(problem) ? objectsAt(problem, "errors") : [];
  const codes = errors.map((error) => textAt(error, "code"));
  if (codes.includes("STORAGE_FULL")) return { kind: "WAITS", reason: "STORAGE", pauseMs: null };
  return codes.includes("ANNOUNCED_OTHERWISE")
    ? { kind: "REJECTED", code: "ANNOUNCED_OTHERWISE" }
    : RETRY;
}

const SILENCE_MS = 8_000;
