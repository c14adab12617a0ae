import type { SupportPermission } from "./accounts/support-vocabulary.ts";
import type { ProblemCode } from "./problems.ts";

/** One malformed place of a request (VALIDATION_FAILED): RFC 6901 pointer, code and sentence. */
export interface FieldError {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Details that a refusal may add to its code. */
export interface RefusalDetails {
  /** Malformed places for VALIDATION_FAILED; the expected value or the obstacle for other codes. */
  readonly errors?: readonly FieldError[];
  /** The conflicting record, if the caller may see it. */
  readonly conflictingId?: string;
  /** The resolutions that a conflict still allows. */
  readonly allowedResolutions?: readonly string[];
  /** Aliases of the sign-ins of the account that holds the caller's verified contact, for IDENTITY_NOT_LINKED. */
  readonly signInWith?: readonly string[];
  /** The permission that a support person lacks, for FORBIDDEN; named to support alone. */
  readonly permission?: SupportPermission;
  /** When the account is deleted for good, for USER_PENDING_DELETION. */
  readonly deletionAt?: Date;
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /**
   * Written to the auth audit after the refused transaction was rolled back: a refusal changes nothing, but the
   * attempt is recorded (docs/rooms/wire.md#failed-attempts). With `onceWithinSeconds`, equal entries of one user are
   * written once in that time, so that nobody can fill the audit.
   */
  readonly audit?: {
    readonly eventType: string;
    readonly metadata: Record<string, string>;
    readonly onceWithinSeconds?: number;
  };
  /**
   * Defect of the credentials of a 401, for `WWW-Authenticate` (RFC 6750, RFC 9470). With `acr` the person has to
   * sign in again at that level, named as the provider names it.
   */
  readonly challenge?:
    | "invalid_token"
    | "insufficient_user_authentication"
    | { readonly acr: string };
  /** The fault behind it, for the log only. */
  readonly cause?: unknown;
}

/**
 * Thrown when the service refuses a request; it rolls back the transaction it is thrown in. `api/http/problem.ts`
 * renders it as an RFC 9457 problem. It crosses Temporal as a non-retryable failure whose type is the code.
 */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ProblemCode;
  readonly details: RefusalDetails;

  /** A conflict with the present state names that state (`stateConflict`). */
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
