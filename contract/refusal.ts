import type { ProblemCode } from "./problem.ts";

/** One malformed place of a request: RFC 6901 pointer, code and sentence (VALIDATION_FAILED). */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** What a refusal may add to its code. */
export interface RefusalDetails {
  /** Malformed places, for VALIDATION_FAILED; what was expected or stands in the way, for other codes. */
  readonly errors?: readonly FieldError[];
  /** The record that stands in the way, for whoever may see it. */
  readonly conflictingId?: string;
  /** What may be chosen in place of what was, of a conflict. */
  readonly allowedResolutions?: readonly string[];
  /** Aliases of the sign-ins of the account that holds the caller's verified contact, for IDENTITY_NOT_LINKED. */
  readonly signInWith?: readonly string[];
  /** When the account is gone for good, for USER_PENDING_DELETION. */
  readonly deletionAt?: Date;
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /**
   * Written to the auth audit after the refused transaction was rolled back: a refusal changes nothing,
   * but the attempt is remembered (docs/rules.md#wire-failed-attempts). With `onceWithinSeconds` the same
   * of one user is one line in that time, so that nobody can fill the audit.
   */
  readonly audit?: {
    readonly eventType: string;
    readonly metadata: Record<string, string>;
    readonly onceWithinSeconds?: number;
  };
  /**
   * What is wrong with the credentials of a 401, for `WWW-Authenticate` (RFC 6750, RFC 9470); with `acr`
   * the person has to sign in again in a way that the provider calls so.
   */
  readonly challenge?:
    | "invalid_token"
    | "insufficient_user_authentication"
    | { readonly acr: string };
  /** The fault behind it, for the log only. */
  readonly cause?: unknown;
}

/**
 * The service says no. Rendered once by `api/http/problem.ts` as RFC 9457 problem; crosses Temporal as a
 * non-retryable failure whose type is the code. Whatever transaction it is thrown in is rolled back.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ProblemCode;
  readonly details: RefusalDetails;

  /** A conflict with the present state says which (`stateConflict`). */
  constructor(
    ...[code, details = {}]:
      | [code: ProblemCode, details: RefusalDetails & Required<Pick<RefusalDetails, "errors">>]
      | [code: Exclude<ProblemCode, "STATE_CONFLICT">, details?: RefusalDetails]
  ) {
    super(code, { cause: details.cause });
    this.code = code;
    this.details = details;
  }
}
