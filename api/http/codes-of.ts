import { z } from "zod";
import type { ProblemCode } from "../../contract/problems.ts";
import type { Access } from "../guard/access.ts";
import type { Endpoint } from "../endpoint.ts";

/** Every code that a route can answer with: from its guard, parsing, limits and act. */
export function codesOf(endpoint: Endpoint): readonly ProblemCode[] {
  const codes: ProblemCode[] = [
    "VALIDATION_FAILED",
    ...ACCESS_CODES[endpoint.access],
    ...(endpoint.refusals ?? []),
    "RATE_LIMITED",
    "INTERNAL",
    "UNAVAILABLE",
  ];
  const takesBytes = endpoint.kind === "stream" && endpoint.bodyContentType !== undefined;
  if (takesBytes || bodySchemaOf(endpoint) !== undefined)
    codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (takesCursor(endpoint)) codes.push("CURSOR_INVALID");
  if (endpoint.needsReason === true) codes.push("REASON_REQUIRED");
  if (needsIdempotencyKey(endpoint)) codes.push("IDEMPOTENCY_KEY_REUSED", "ANSWER_ERASED");
  return [...new Set(codes)];
}

/** Codes of the guard, by access (api/guard/authorize.ts). */
const TOKEN_CODES: readonly ProblemCode[] = [
  "UNAUTHENTICATED",
  "USER_SUSPENDED",
  "USER_PENDING_DELETION",
  "USER_DELETED",
  "PROVIDER_NOT_ALLOWED",
  "CONTACT_NOT_VERIFIED",
  "AUTH_PROVIDER_ADAPTER_MISSING",
  "APP_ROLE_MISMATCH",
];
const USER_CODES: readonly ProblemCode[] = [...TOKEN_CODES, "REGISTRATION_REQUIRED"];
const COACH_CODES: readonly ProblemCode[] = [
  ...USER_CODES,
  "NOT_FOUND",
  "WORKSPACE_SUSPENDED",
  "WORKSPACE_ARCHIVED",
];

const ACCESS_CODES: Record<Access, readonly ProblemCode[]> = {
  anonymous: [],
  identity: TOKEN_CODES,
  user: USER_CODES,
  coach: [...USER_CODES, "FORBIDDEN"],
  client: USER_CODES,
  "workspace-coach": COACH_CODES,
  "workspace-owner": [...COACH_CODES, "FORBIDDEN"],
  "workspace-participant": COACH_CODES,
  "relationship-coach": COACH_CODES,
  "relationship-participant": [...USER_CODES, "NOT_FOUND"],
  "device-owner": USER_CODES,
  provider: [],
  service: [
    "UNAUTHENTICATED",
    "FORBIDDEN",
    "PROVIDER_NOT_ALLOWED",
    "AUTH_PROVIDER_ADAPTER_MISSING",
  ],
  admin: [...TOKEN_CODES, "FORBIDDEN"],
  support: [...TOKEN_CODES, "FORBIDDEN"],
};

function takesCursor({ query }: Endpoint): boolean {
  return query instanceof z.ZodObject && "cursor" in query.shape;
}

/** Schema of the body, whether the pipeline or the handler parses it. */
export function bodySchemaOf(endpoint: Endpoint) {
  return endpoint.body ?? (endpoint.kind === "unmanaged" ? endpoint.unparsedBody : undefined);
}

/** Whether a route requires an `Idempotency-Key`. */
export function needsIdempotencyKey(endpoint: Endpoint): boolean {
  return endpoint.kind === "act" && endpoint.idempotency === "key";
}

/** Whether a standby may answer it. */
export function isFromStandby(endpoint: Endpoint): boolean {
  return endpoint.kind === "read" && endpoint.fromStandby === true;
}

/** Whether its answers have a tag, so that a caller with a valid one gets 304. */
export function goesByTag(endpoint: Endpoint): boolean {
  return endpoint.kind === "read" && endpoint.tagged === true;
}
