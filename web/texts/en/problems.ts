/** Texts of refusals by code; `problem.UNKNOWN` stands for a code that this version does not know. */
export const problems = {
  "problem.OFFLINE": "No answer. Check your connection, then try again.",
  "problem.UNAVAILABLE": "The server cannot answer at the moment. Try again.",
  "problem.UNAUTHENTICATED": "Your session has ended. Sign in again.",
  "problem.SIGN_IN_AGAIN": "This needs a fresh sign-in.",
  "problem.FORBIDDEN": "Your role does not allow this.",
  "problem.WORKSPACE_ARCHIVED": "The workspace is archived: it can only be read.",
  "problem.NOT_FOUND": "This does not exist, or it is not yours to see.",
  "problem.RATE_LIMITED": "Too many requests. Wait {seconds} s.",
  "problem.VALIDATION_FAILED": "Some fields were refused.",
  "problem.STATE_CONFLICT": "Somebody changed this meanwhile. Look at it again.",
  "problem.IDEMPOTENCY_KEY_REUSED": "This was already sent with other content. Reload the page.",
  "problem.INTERNAL": "A fault on our side. Try again.",
  "problem.UNKNOWN": "The server refused this ({code}).",
} as const;
