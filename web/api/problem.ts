/**
 * A refusal of the API, or the reason why no answer came: `OFFLINE` without one, `UNAVAILABLE` for an answer that is
 * not the API's. Pages show the text of its code, and the request id.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly errors: readonly FieldProblem[];
  /** Seconds until a retry makes sense; null if the server names none. */
  readonly retryAfter: number | null;
  /** Further members of the problem (RFC 9457, 3.2). */
  readonly details: Readonly<Record<string, unknown>>;

  constructor({
    code,
    status,
    requestId,
    errors = [],
    retryAfter = null,
    details = {},
  }: ProblemParts) {
    super(code);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.details = details;
  }

  /** True if the same request may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Fields of a problem. */
interface ProblemParts {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly errors?: readonly FieldProblem[];
  readonly retryAfter?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A refused part of a body. */
export interface FieldProblem {
  /** JSON pointer into the body (RFC 6901). */
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** The problem of an answer that refuses; its body as it was parsed. */
export function problemOf(response: Response, body: unknown): Problem {
  const requestId = response.headers.get("X-Request-Id");
  const { status } = response;
  const wait = Number(response.headers.get("Retry-After"));
  const retryAfter = Number.isFinite(wait) && wait > 0 ? wait : null;
  if (wantsSignIn(response))
    return new Problem({
      code: "SIGN_IN_AGAIN",
      status,
      requestId,
      details: wantedSignIn(response),
    });
  if (!isRecord(body) || typeof body["code"] !== "string")
    return new Problem({ code: "UNAVAILABLE", status, requestId, retryAfter });
  const errors = Array.isArray(body["errors"]) ? body["errors"].flatMap(fieldOf) : [];
  return new Problem({ code: body["code"], status, requestId, errors, retryAfter, details: body });
}

/** True for a read that this person may not, or no longer, see: what an earlier read returned goes. */
export const isRefusedRead = (error: unknown): boolean =>
  error instanceof Problem && error.code !== "SIGN_IN_AGAIN" && REFUSED.has(error.status);

const REFUSED: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** The API asks for a fresh sign-in, or for a stronger one (RFC 9470). */
function wantsSignIn(response: Response): boolean {
  return (
    response.headers.get("WWW-Authenticate")?.includes("insufficient_user_authentication") ?? false
  );
}

/** The `acr_values` of a sign-in that must be stronger. */
function wantedSignIn(response: Response): { readonly acrValues?: string } {
  const challenge = response.headers.get("WWW-Authenticate") ?? "";
  const acrValues = /acr_values="([^"]+)"/.exec(challenge)?.[1];
  return acrValues === undefined ? {} : { acrValues };
}

function fieldOf(found: unknown): readonly FieldProblem[] {
  if (!isRecord(found)) return [];
  const { pointer, code, message } = found;
  if (typeof pointer !== "string" || typeof code !== "string") return [];
  return [{ pointer, code, message: typeof message === "string" ? message : "" }];
}

function isRecord(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}
