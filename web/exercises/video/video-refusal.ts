import { Problem } from "../../api/problem.ts";
import type { MediaSession } from "./media-session.ts";

/** Why there is no video now, and when there may be one; null where nobody knows. */
export interface VideoRefusal {
  readonly code: RefusalCode;
  readonly retryAt: Date | null;
  /** The API's answer, for a reason without a sentence of its own. */
  readonly error: unknown;
}

/** Each has a sentence that says what to do. */
export const REFUSAL_CODES = [
  "NO_VIDEO",
  "OWN_LIMIT",
  "PROVIDER_LIMIT",
  "PROVIDER_UNAVAILABLE",
  "RATE_LIMITED",
  "MEDIA_SESSION_UNDER_WAY",
  "MEDIA_REFETCH_SPENT",
  "UNPLAYABLE",
  "OTHER",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/**
 * The refusal in an answer without a video. An unknown status of a newer server counts as no answer of the provider.
 */
export function refusalOfSession({ status, origin, retryAt }: MediaSession): VideoRefusal {
  const when = retryAt === null ? null : new Date(retryAt);
  return { code: codeOf(status, origin), retryAt: when, error: null };
}

/** The refusal of a call that failed. */
export function refusalOfError(error: unknown, now: Date): VideoRefusal {
  if (!(error instanceof Problem)) return { code: "OTHER", retryAt: null, error };
  const own = REFUSAL_CODES.find((code) => code === error.code);
  const wait = error.retryAfter;
  return {
    code: own ?? "OTHER",
    retryAt: wait === null ? null : new Date(now.getTime() + wait * 1000),
    error,
  };
}

/** The browser plays none of the addresses. */
export const UNPLAYABLE: VideoRefusal = { code: "UNPLAYABLE", retryAt: null, error: null };

/** Whether pressing play again may help. */
export const mayHelp = ({ code }: VideoRefusal): boolean => code !== "NO_VIDEO";

function codeOf(status: string, origin: string | null): RefusalCode {
  switch (status) {
    case "NO_VIDEO":
      return "NO_VIDEO";
    case "MEDIA_LIMIT_REACHED":
      return origin === "PROVIDER_CAP" ? "PROVIDER_LIMIT" : "OWN_LIMIT";
    default:
      return "PROVIDER_UNAVAILABLE";
  }
}
