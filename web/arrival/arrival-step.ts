import type { Problem } from "../api/problem.ts";

/**
 * The next step of a person whom the API refuses. It depends on the code of the refusal, and on whether the address
 * names the workspace.
 */
export function arrivalStep(
  { code, details }: Pick<Problem, "code" | "details">,
  { namesWorkspace = false } = {},
): ArrivalStep {
  switch (code) {
    case "REGISTRATION_REQUIRED":
      return { kind: "REGISTER" };
    case "USER_PENDING_DELETION":
      return { kind: "KEEP", deletionAt: textOf(details["deletionAt"]) };
    case "IDENTITY_NOT_LINKED":
      return { kind: "OTHER_WAY", aliases: textsOf(details["signInWith"]) };
    // An operator closed this way to sign in, or the server has no adapter for it.
    case "PROVIDER_NOT_ALLOWED":
    case "AUTH_PROVIDER_ADAPTER_MISSING":
      return { kind: "CLOSED_WAY" };
    case "CONTACT_NOT_VERIFIED":
    case "COACH_IDENTITY_NOT_VERIFIED":
      return { kind: "CONFIRM" };
    case "USER_SUSPENDED":
      return { kind: "USER_SUSPENDED" };
    case "WORKSPACE_SUSPENDED":
      return { kind: "WORKSPACE_SUSPENDED" };
    // The account exists, and no coach has it.
    case "APP_ROLE_MISMATCH":
      return { kind: "CLIENT_APP" };
    case "NOT_FOUND":
      return { kind: namesWorkspace ? "OTHER_WORKSPACE" : "NO_ACCESS" };
    case "FORBIDDEN":
    case "USER_DELETED":
      return { kind: "NO_ACCESS" };
    case "UNAUTHENTICATED":
    case "SIGN_IN_AGAIN":
      return { kind: "SIGN_IN_AGAIN" };
    default:
      return { kind: "UNAVAILABLE" };
  }
}

/** True if only a workspace is missing: staff of support work without one. */
export const leavesSupportOpen = ({ kind }: ArrivalStep): boolean => WITHOUT_WORKSPACE.has(kind);

const WITHOUT_WORKSPACE: ReadonlySet<ArrivalStep["kind"]> = new Set<ArrivalStep["kind"]>([
  "REGISTER",
  "OTHER_WAY",
  "CLIENT_APP",
  "NO_ACCESS",
  "WORKSPACE_SUSPENDED",
]);

/** The next step of a person who cannot enter. */
export type ArrivalStep =
  | { readonly kind: "KEEP"; readonly deletionAt: string | null }
  /** Aliases of the ways to sign in that the account has. */
  | { readonly kind: "OTHER_WAY"; readonly aliases: readonly string[] }
  | {
      readonly kind:
        | "REGISTER"
        | "CLOSED_WAY"
        | "CONFIRM"
        | "USER_SUSPENDED"
        | "WORKSPACE_SUSPENDED"
        | "CLIENT_APP"
        | "NO_ACCESS"
        | "OTHER_WORKSPACE"
        | "SIGN_IN_AGAIN"
        | "UNAVAILABLE";
    };

const textOf = (found: unknown): string | null => (typeof found === "string" ? found : null);

const textsOf = (found: unknown): readonly string[] =>
  Array.isArray(found) ? found.filter((item): item is string => typeof item === "string") : [];
