import type { HttpAnswer, HttpOutcome, HttpSilence } from "../ports/http.ts";
import { isJsonObject, type JsonObject, numberAt, objectsAt, parseJson, textAt } from "../json.ts";
import { PAUSE_MS } from "./pauses.ts";

/**
 * Classifies the outcome of an HTTP call by status, content type and body. Only a body in the server's own format
 * counts as an answer of the server (docs/rooms/wire.md#envelopes, #problems). Any other body comes from a proxy, a
 * portal or a broken connection, and tells nothing about operations. No outcome removes an operation.
 */
export function classifyAnswer(outcome: HttpOutcome): Answer {
  if (outcome.kind === "SILENCE") {
    return { kind: "TRANSPORT", cause: outcome.reason, pauseMs: null };
  }
  const body = readBody(outcome);
  switch (body.kind) {
    case "ANSWER":
      return { ...body, roundTripMs: outcome.roundTripMs };
    case "PROBLEM":
      return meaningOf(body.problem, outcome);
    case "FOREIGN":
      return outcome.status === 413
        ? { kind: "TOO_LARGE", fromProxy: true }
        : { kind: "TRANSPORT", cause: "FOREIGN", pauseMs: pauseOf(outcome, null) };
  }
}

/** The outcome of a call. */
export type Answer =
  /** A success in the server's own format; `data` is unchecked. `serverTime` counts milliseconds since 1970. */
  | {
      readonly kind: "ANSWER";
      readonly data: unknown;
      readonly serverTime: number;
      readonly roundTripMs: number;
    }
  /**
   * No answer of the server arrived, or the server failed. The call may have been carried out. FOREIGN: a proxy or
   * portal answered. FAULT: the server failed.
   */
  | {
      readonly kind: "TRANSPORT";
      readonly cause: HttpSilence["reason"] | "FOREIGN" | "FAULT";
      readonly pauseMs: number | null;
    }
  /** The server does not accept the token, or there is none. */
  | { readonly kind: "SIGN_IN" }
  /** The server's 404: the caller cannot reach the scope or the record. */
  | { readonly kind: "NOT_FOUND" }
  /** The device has to register again; it keeps its queue and all operation ids. */
  | { readonly kind: "REGISTER" }
  /** 413, from the server or from a proxy on this network. */
  | { readonly kind: "TOO_LARGE"; readonly fromProxy: boolean }
  /** The server could not read the request; ordinals of the operations that it named as malformed. */
  | {
      readonly kind: "MALFORMED";
      readonly operations: readonly number[];
      readonly pointers: readonly string[];
    }
  /** The account or workspace is closed for now. Purge orders are read with the device secret; nothing else is sent. */
  | { readonly kind: "ACCOUNT"; readonly code: string }
  /** The server asks the device to wait. */
  | { readonly kind: "PAUSE"; readonly code: string; readonly pauseMs: number | null }
  /** Any other refusal by the server, such as CURSOR_EXPIRED. */
  | { readonly kind: "REFUSED"; readonly code: string; readonly status: number };

/** Codes that mean more than their status. */
const MEANING_OF_CODE = new Map<string, "REGISTER" | "ACCOUNT" | "MALFORMED">([
  ["DEVICE_REVOKED", "REGISTER"],
  ["USER_SUSPENDED", "ACCOUNT"],
  ["USER_PENDING_DELETION", "ACCOUNT"],
  ["USER_DELETED", "ACCOUNT"],
  ["PROVIDER_NOT_ALLOWED", "ACCOUNT"],
  ["WORKSPACE_SUSPENDED", "ACCOUNT"],
  ["WORKSPACE_ARCHIVED", "ACCOUNT"],
  ["VALIDATION_FAILED", "MALFORMED"],
]);

/** All other problems of the server, including unknown codes. */
const MEANING_OF_STATUS = new Map<number, Answer["kind"]>([
  [401, "SIGN_IN"],
  [404, "NOT_FOUND"],
  [413, "TOO_LARGE"],
  [429, "PAUSE"],
  [503, "PAUSE"],
]);

function meaningOf(problem: Problem, outcome: HttpAnswer): Answer {
  const { code, status } = problem;
  const meaning =
    problem.next === "REGISTER"
      ? "REGISTER"
      : (MEANING_OF_CODE.get(code) ?? MEANING_OF_STATUS.get(status));
  switch (meaning) {
    case "REGISTER":
    case "SIGN_IN":
    case "NOT_FOUND":
      return { kind: meaning };
    case "TOO_LARGE":
      return { kind: meaning, fromProxy: false };
    case "ACCOUNT":
      return { kind: meaning, code };
    case "PAUSE":
      return { kind: meaning, code, pauseMs: pauseOf(outcome, problem.retryAfterSeconds) };
    case "MALFORMED":
      return {
        kind: meaning,
        pointers: problem.pointers,
        operations: ordinalsIn(problem.pointers),
      };
    default:
      return status >= 500
        ? {
            kind: "TRANSPORT",
            cause: "FAULT",
            pauseMs: pauseOf(outcome, problem.retryAfterSeconds),
          }
        : { kind: "REFUSED", code, status };
  }
}

type Body =
  | { readonly kind: "ANSWER"; readonly data: unknown; readonly serverTime: number }
  | { readonly kind: "PROBLEM"; readonly problem: Problem }
  | { readonly kind: "FOREIGN" };

interface Problem {
  readonly code: string;
  readonly status: number;
  readonly next: string | null;
  readonly retryAfterSeconds: number | null;
  readonly pointers: readonly string[];
}

const FOREIGN = { kind: "FOREIGN" } as const;

/** Reads a body in the server's own format. */
function readBody({ status, headers, text }: HttpAnswer): Body {
  const contentType = mediaTypeOf(headers["content-type"]);
  if (contentType !== "application/json" && contentType !== "application/problem+json") {
    return FOREIGN;
  }
  const body = parseJson(text);
  if (!isJsonObject(body)) return FOREIGN;
  if (contentType === "application/json") return readSuccess(status, body);
  const problem = readProblem(status, body);
  return problem === null ? FOREIGN : { kind: "PROBLEM", problem };
}

function readSuccess(status: number, body: JsonObject): Body {
  const { data, meta } = body;
  if (status < 200 || status >= 300 || data === undefined || !isJsonObject(meta)) return FOREIGN;
  const serverTime = Date.parse(textAt(meta, "serverTime") ?? "");
  if (textAt(meta, "requestId") === null || Number.isNaN(serverTime)) return FOREIGN;
  return { kind: "ANSWER", data, serverTime };
}

/** The problem that the server sent; null if a gateway wrote it or changed its status. */
function readProblem(status: number, body: JsonObject): Problem | null {
  const code = textAt(body, "code");
  const isOurs =
    status >= 400 &&
    code !== null &&
    body["type"] === `urn:sideline:problem:${code}` &&
    body["status"] === status &&
    textAt(body, "requestId") !== null;
  if (!isOurs) return null;
  return {
    code,
    status,
    next: textAt(body, "next"),
    retryAfterSeconds: numberAt(body, "retryAfterSeconds"),
    pointers: objectsAt(body, "errors").flatMap((error) => textAt(error, "pointer") ?? []),
  };
}

/** `/operations/3/payload` names operation 3. */
function ordinalsIn(pointers: readonly string[]): readonly number[] {
  const named = pointers.flatMap((pointer) => {
    const ordinal = /^\/operations\/(\d{1,4})(?:\/|$)/.exec(pointer)?.[1];
    return ordinal === undefined ? [] : [Number(ordinal)];
  });
  return [...new Set(named)];
}

/** The pause in the body or in `Retry-After`. A date there is ignored: the device's clock may be off by a year. */
function pauseOf({ headers }: HttpAnswer, seconds: number | null): number | null {
  const header = headers["retry-after"]?.trim() ?? "";
  const named = seconds ?? (/^\d{1,9}$/.test(header) ? Number(header) : null);
  return named === null ? null : Math.min(PAUSE_MS.most, Math.max(0, named * 1000));
}

/** `Application/JSON; charset=utf-8` is application/json. */
function mediaTypeOf(contentType = ""): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}
