import type { Problem } from "../../api/problem.ts";

/**
 * How a person joins by an invitation, from the code with which the API refuses them as a coach; null if it lets them
 * in. A person whom it keeps out for another reason cannot join either: then that reason comes first.
 */
export function joinerOf(refusedWith: string | null): Joiner | null {
  if (refusedWith === "REGISTRATION_REQUIRED") return "STRANGER";
  return refusedWith === null || ACCOUNT_WITHOUT_PLACE.has(refusedWith) ? "ACCOUNT" : null;
}

/** Somebody with an account, or without one. */
export type Joiner = "ACCOUNT" | "STRANGER";

/** The account exists. Only a workspace is missing, which joining gives. */
const ACCOUNT_WITHOUT_PLACE: ReadonlySet<string> = new Set(["FORBIDDEN", "WORKSPACE_SUSPENDED"]);

/**
 * Why an invitation cannot be joined, for its own reason; null for any other failure. The reason behind a conflict
 * stands in its errors.
 */
export function joinRefusal({
  code,
  errors,
}: Pick<Problem, "code" | "errors">): JoinRefusal | null {
  const codes = [code, ...errors.map((error) => error.code)];
  return JOIN_REFUSALS.find((refusal) => codes.includes(refusal)) ?? null;
}

const JOIN_REFUSALS = [
  "INVITATION_CONTACT_MISMATCH",
  "VALIDATION_EXPIRED",
  "NOT_FOUND",
  "INVITATION_EXPIRED",
  "INVITATION_REVOKED",
  "INVITATION_CONSUMED",
  "WORKSPACE_SUSPENDED",
  "ALREADY_MEMBER",
  "NOT_A_COACH",
] as const;
export type JoinRefusal = (typeof JOIN_REFUSALS)[number];

/** Refusals after which another sign-in may go on with the same invitation. */
export const asksForOtherSignIn = (refusal: JoinRefusal): boolean =>
  refusal === "INVITATION_CONTACT_MISMATCH" || refusal === "INVITATION_CONSUMED";
