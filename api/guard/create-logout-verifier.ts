import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { LOGOUT_TOKEN_SECONDS } from "../../contract/accounts/session-vocabulary.ts";
import type { Surface } from "../../contract/accounts/vocabulary.ts";
import { CLOCK_TOLERANCE_SECONDS, SIGNING_ALGORITHMS } from "./open-access-tokens.ts";
import { malformed } from "../http/parse-or-refuse.ts";
import type { ProviderKeys } from "./provider-keys.ts";
import { isPlainToken } from "./tokens/is-plain-token.ts";

/** Makes the verifier of an issuer's logout tokens. */
export function createLogoutVerifier(rules: LogoutRules): LogoutVerifier {
  return async (token) => {
    if (!isPlainToken(token)) throw refusedToken();
    const claims = claimsSchema.safeParse(await verifiedPayload(token, rules));
    if (!claims.success) throw refusedToken();
    const { iss: issuer, jti, iat, sid = null, sub: subject = null } = claims.data;
    return { issuer, jti, issuedAt: new Date(iat * 1000), providerSessionId: sid, subject };
  };
}

/** The requirements for a logout token. */
export interface LogoutRules {
  readonly issuer: string;
  /** Our client ids at the provider; the token must be issued for one of them. */
  readonly clients: ReadonlyMap<string, Surface>;
  readonly keys: ProviderKeys;
}

/** The provider's notice: the end of one session, or of all sessions of a subject. */
export interface ProviderLogoutNotice {
  readonly issuer: string;
  readonly jti: string;
  readonly issuedAt: Date;
  /** Null if every session of the subject ended. */
  readonly providerSessionId: string | null;
  readonly subject: string | null;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6).
 *
 * @throws Refusal VALIDATION_FAILED; UNAVAILABLE while the provider's keys cannot be loaded.
 */
export type LogoutVerifier = (token: string) => Promise<ProviderLogoutNotice>;

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

const text = z.string().min(1).max(255);
const claimsSchema = z
  .object({
    iss: text,
    jti: text,
    iat: z.number(),
    sid: text.optional(),
    sub: text.optional(),
    events: z.looseObject({ [LOGOUT_EVENT]: z.looseObject({}) }),
    /** Present only in an ID token. */
    nonce: z.never().optional(),
  })
  .refine(({ sid, sub }) => sid !== undefined || sub !== undefined);

async function verifiedPayload(token: string, rules: LogoutRules): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(token, rules.keys.getKey, {
      issuer: rules.issuer,
      audience: [...rules.clients.keys()],
      typ: "logout+jwt",
      algorithms: [...SIGNING_ALGORITHMS],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: LOGOUT_TOKEN_SECONDS,
      requiredClaims: ["iat", "jti", "events"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw refusedToken();
    throw error;
  }
}

/** The reason is not disclosed. */
function refusedToken() {
  return malformed([
    {
      pointer: "/logout_token",
      code: "invalid_token",
      message: "Not a logout token for this service",
    },
  ]);
}
