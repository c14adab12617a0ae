import type { Response } from "express";
import {
  type NextStep,
  NEXT_STEP_OF,
  type ProblemCode,
  PROBLEMS,
  messageKeyOf,
} from "../../contract/problems.ts";
import { type NextRoute, PROOF_MINUTES } from "../../contract/accounts/vocabulary.ts";
import type { SupportPermission } from "../../contract/accounts/support-vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import { RESOURCE_METADATA_PATH } from "../../contract/page-paths.ts";
import { isDatabaseTrouble } from "../../db/platform/transactions/transact.ts";
import { withoutSignedUrls } from "../../rules/without-signed-urls.ts";

/** Body of every answer that is not a success (RFC 9457; docs/rooms/wire.md#problems). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly messageKey: string;
  readonly requestId: string;
  readonly errors?: readonly { pointer: string; code: string; message: string }[];
  readonly conflictingId?: string;
  readonly allowedResolutions?: readonly string[];
  readonly permission?: SupportPermission;
  readonly retryAfterSeconds?: number;
  readonly deletionAt?: string;
  readonly nextRoute?: NextRoute;
  readonly signInWith?: readonly string[];
  readonly next?: NextStep;
}

/** 429 and 503 always carry a retry time. */
const DEFAULT_RETRY_SECONDS = 5;

/** The refusal for an error; an error that is not a refusal is our own or the database's fault. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isUndecodablePath(error)) {
    const message = "The percent-encoding of the path is invalid";
    return new Refusal("VALIDATION_FAILED", {
      errors: [{ pointer: "/path", code: "invalid_encoding", message }],
    });
  }
  return new Refusal(isDatabaseTrouble(error) ? "UNAVAILABLE" : "INTERNAL", { cause: error });
}

/** Sends the problem; neither the cause nor a signed URL leaves the process. */
export function sendProblem(
  res: Response,
  refusal: Refusal,
  { requestId, publicUrl }: { readonly requestId: string; readonly publicUrl: string },
): void {
  const problem = problemOf(refusal, requestId);
  if (problem.retryAfterSeconds !== undefined) {
    res.setHeader("Retry-After", String(problem.retryAfterSeconds));
  }
  if (problem.status === 401) {
    const metadata = `resource_metadata="${publicUrl}${RESOURCE_METADATA_PATH}"`;
    res.setHeader("WWW-Authenticate", `Bearer ${[...challengeOf(refusal), metadata].join(", ")}`);
  }
  // An answer to HEAD has no body that could carry the code.
  if (res.req.method === "HEAD") res.setHeader("X-Problem-Code", problem.code);
  res.status(problem.status).setHeader("Content-Type", "application/problem+json; charset=utf-8");
  res.end(withoutSignedUrls(JSON.stringify(problem)));
}

const CHALLENGES = {
  invalid_token: ['error="invalid_token"'],
  insufficient_user_authentication: [
    'error="insufficient_user_authentication"',
    `max_age="${PROOF_MINUTES * 60}"`,
  ],
} as const;

/** Parts of the challenge (RFC 6750, RFC 9470). A caller without credentials gets no error description. */
function challengeOf({ details: { challenge } }: Refusal): readonly string[] {
  if (challenge === undefined) return [];
  return typeof challenge === "string"
    ? CHALLENGES[challenge]
    : ['error="insufficient_user_authentication"', `acr_values="${challenge.acr}"`];
}

/** The body of a refusal's answer. */
export function problemOf(refusal: Refusal, requestId: string): Problem {
  const { code, details } = refusal;
  const { status, detail } = PROBLEMS[code];
  const needsRetryAfter = status === 429 || status === 503;
  const retryAfterSeconds =
    details.retryAfterSeconds ?? (needsRetryAfter ? DEFAULT_RETRY_SECONDS : undefined);
  const next = NEXT_STEP_OF[code];
  return {
    type: `urn:sideline:problem:${code}`,
    title: titleOf(code),
    status,
    detail,
    code,
    messageKey: messageKeyOf(code),
    requestId,
    ...(details.errors !== undefined && { errors: details.errors }),
    ...(details.conflictingId !== undefined && { conflictingId: details.conflictingId }),
    ...(details.allowedResolutions !== undefined && {
      allowedResolutions: details.allowedResolutions,
    }),
    ...(details.permission !== undefined && { permission: details.permission }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds: Math.ceil(retryAfterSeconds) }),
    ...(details.signInWith !== undefined && otherWay(details.signInWith)),
    ...(details.deletionAt !== undefined && { deletionAt: details.deletionAt.toISOString() }),
    ...(next !== undefined && { next }),
  };
}

/** The next step for a person whose account has another sign-in. */
function otherWay(signInWith: readonly string[]) {
  return { nextRoute: "SIGN_IN_OTHER_WAY", signInWith } as const;
}

/** `DEVICE_REVOKED` -> `Device revoked`. */
function titleOf(code: ProblemCode): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ");
}

/** Express fails like this on a path such as `/%E0%A4%A`. */
function isUndecodablePath(error: unknown): boolean {
  return error instanceof URIError;
}
