import type { ClaimMapping } from "../../contract/providers/config-schema.ts";
import type { ClaimTarget, ClaimTransform } from "../../contract/providers/vocabulary.ts";
import { normalizePhone, provenEmail } from "../accounts/normalize-contact.ts";

/** Claims read by a provider's mappings. */
export interface ReadClaims {
  readonly claims: ProviderClaims;
  readonly problems: readonly ClaimProblem[];
}

/** Raw claims of a verified token, by name. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** The normalized facts that a provider vouches for; an unverified contact proves nothing. */
export interface ProviderClaims {
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phone: string | null;
  readonly phoneVerified: boolean;
  readonly displayName: string | null;
}

/** A required claim that is missing, unreadable or outside the configured values; never its value. */
export interface ClaimProblem {
  readonly claim: string;
  readonly fault: "MISSING" | "UNREADABLE" | "UNKNOWN";
}

const MAX_TEXT = 200;

/** Reads claims by configured mappings; unmapped claims are ignored (docs/rooms/providers.md#configuration). */
export function readClaims(mappings: readonly ClaimMapping[], claims: TokenClaims): ReadClaims {
  const read = new Map<ClaimTarget, string | boolean>();
  const problems: ClaimProblem[] = [];
  for (const { claim, target, required, transform } of mappings) {
    const given = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
    const value = given === undefined || given === null ? null : TRANSFORMS[transform](given);
    if (value !== null) read.set(target, value);
    else if (required) problems.push({ claim, fault: given ? "UNREADABLE" : "MISSING" });
  }
  const text = (target: ClaimTarget) => {
    const value = read.get(target);
    return typeof value === "string" ? value : null;
  };
  const [email, phone] = [text("EMAIL"), text("PHONE")];
  return {
    problems,
    claims: {
      email,
      emailVerified: email !== null && read.get("EMAIL_VERIFIED") === true,
      phone,
      phoneVerified: phone !== null && read.get("PHONE_VERIFIED") === true,
      displayName: text("DISPLAY_NAME"),
    },
  };
}

/** Null if the claim has another type than the transform expects. */
const TRANSFORMS: Record<ClaimTransform, (given: unknown) => string | boolean | null> = {
  TEXT: (given) => textOf(given)?.slice(0, MAX_TEXT) ?? null,
  EMAIL: (given) => provenEmail(textOf(given) ?? ""),
  PHONE: (given) => normalizePhone(textOf(given) ?? ""),
  BOOLEAN: (given) => (typeof given === "boolean" ? given : null),
  // Apple sends its booleans as text.
  BOOLEAN_TEXT: (given) => {
    if (typeof given === "boolean") return given;
    return given === "true" || given === "false" ? given === "true" : null;
  },
};

function textOf(given: unknown): string | null {
  return typeof given === "string" && given !== "" ? given : null;
}
