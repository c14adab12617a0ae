/** Texts of refusals by code; `problem.UNKNOWN` stands for a code that this version does not know. */
export const problems = {
  "problem.OFFLINE": "No answer. Check your connection; nothing was changed.",
  "problem.UNAVAILABLE": "The server did not answer as expected. Nothing was changed.",
  "problem.UNAUTHENTICATED": "Your session has ended. Sign in again.",
  "problem.SIGN_IN_AGAIN": "This needs a fresh sign-in.",
  "problem.FORBIDDEN": "Your role does not allow this.",
  "problem.NOT_FOUND": "This does not exist, or it is not yours to see.",
  "problem.RATE_LIMITED": "Too many requests. Wait {seconds} s.",
  "problem.VALIDATION_FAILED": "Some fields were refused.",
  "problem.UNKNOWN": "The server refused this ({code}).",
} as const;
