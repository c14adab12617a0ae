import { type JWTPayload, errors, jwtVerify } from "jose";
import { z } from "zod";
import { type Surface, TOKEN_ROLES } from "../../contract/accounts/vocabulary.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { KnownProvider } from "../../rules/providers/known-provider.ts";
import { readSignIn } from "../../rules/providers/read-sign-in.ts";
import { bearerToken, invalidToken, tokenIn } from "./tokens/bearer-token.ts";
import { bearerOf, type RecallBearer, rolesOf } from "./bearer.ts";
import type { ProviderIdentity } from "./caller.ts";
import type { ProviderKeys } from "./provider-keys.ts";
import { rememberTokens } from "./tokens/remember-tokens.ts";
import { oncePerPayload } from "./tokens/once-per-payload.ts";
import { type Machine, machineOf } from "./tokens/machine.ts";
import { isPlainToken } from "./tokens/is-plain-token.ts";

/** Opens the verifier of an issuer's access tokens, with its cache. */
export function openAccessTokens(rules: TokenRules): AccessTokens {
  const memory = rememberTokens((token) => verifiedPayload(token, rules), {
    keySet: rules.keys.keySet,
    isCurrent: ({ exp = 0 }) => exp + CLOCK_TOLERANCE_SECONDS > Date.now() / 1000,
  });
  const verifiedIn = async (authorization: readonly string[] | undefined) => {
    const payload = await memory.verify(bearerToken(authorization));
    refuseUnbounded(payload);
    return payload;
  };
  const claimsOf = oncePerPayload((payload) => claimsSchema.safeParse(payload));
  const bearer = oncePerPayload((payload) => bearerOf(payload, rules.machines));
  const identify = openIdentities(rules);
  const verify: TokenVerifier = async (authorization) => {
    const payload = await verifiedIn(authorization);
    const claims = claimsOf(payload);
    if (!claims.success) throw invalidToken(claims.error);
    return identify(claims.data, payload);
  };
  return {
    verify,
    verifyMachine: async (authorization) => {
      const machine = machineOf(await verifiedIn(authorization), rules.machines);
      if (machine !== null) return machine;
      await verify(authorization);
      throw new Refusal("FORBIDDEN");
    },
    recall: (authorization) => {
      const token = tokenIn(authorization);
      const payload = token === null ? null : memory.recall(token);
      return payload === null ? null : bearer(payload);
    },
  };
}

/** The requirements for a token. */
export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  /** Our apps' client ids at the provider, each with its surface. */
  readonly clients: ReadonlyMap<string, Surface>;
  /** Client ids at the provider of our services; none is an app. */
  readonly machines: ReadonlySet<string>;
  readonly keys: ProviderKeys;
  /** The configured provider of the alias in a token, or the local one. */
  readonly findProvider: (alias: string | undefined) => Promise<KnownProvider | null>;
  /** Subjects who may use providers that are closed to everybody else. */
  readonly testSubjects: ReadonlySet<string>;
}

/**
 * Verifies the `Authorization` headers of a request (docs/rooms/wire.md#access-tokens).
 *
 * @throws Refusal UNAUTHENTICATED. UNAVAILABLE while the provider's keys cannot be loaded. PROVIDER_NOT_ALLOWED for a
 *   provider that is not configured. AUTH_PROVIDER_ADAPTER_MISSING for a provider without an adapter for its claims.
 */
export type TokenVerifier = (
  authorization: readonly string[] | undefined,
) => Promise<ProviderIdentity>;

/**
 * Verifies the `Authorization` headers of a service (docs/rooms/wire.md#service-tokens).
 *
 * @throws Refusal FORBIDDEN for a valid token that is not a service's; otherwise what {@link TokenVerifier} throws.
 */
export type MachineVerifier = (authorization: readonly string[] | undefined) => Promise<Machine>;

/** A valid token that names a provider that is not configured. */
export class UnknownProvider extends Refusal {
  readonly signIn: {
    readonly alias: string;
    readonly issuer: string;
    readonly tenant: string;
    readonly subject: string;
  };

  constructor(signIn: UnknownProvider["signIn"]) {
    super("PROVIDER_NOT_ALLOWED");
    this.signIn = signIn;
  }
}

/** Asymmetric algorithms only: a public key must never be used as a shared secret. */
export const SIGNING_ALGORITHMS = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];
/** Tolerated difference between the provider's clock and ours. */
export const CLOCK_TOLERANCE_SECONDS = 15;

/** Longer-lived tokens are not ours: a withdrawn right would take effect only when they expire. */
const MAX_TOKEN_SECONDS = 3_600;

/** The last instant that a `Date` can represent. */
const MAX_EPOCH_SECONDS = 8.64e12;

const text = z.string().min(1).max(255);
/** Some providers send booleans as text; the provider's configuration decides whether that counts. */
const flag = z.union([z.boolean(), z.enum(["true", "false"])]);
const claimsSchema = z.object({
  sub: text,
  sid: text,
  jti: text,
  iat: z.number(),
  auth_time: z.number().int().min(0).max(MAX_EPOCH_SECONDS).optional(),
  /** A value of another type is ignored: it is only required of operators. */
  acr: z.string().optional().catch(undefined),
  azp: text.optional(),
  client_id: text.optional(),
  tenant: text.optional(),
  identity_provider: text.optional(),
  email: z.string().optional(),
  email_verified: flag.optional(),
  phone_number: z.string().optional(),
  phone_number_verified: flag.optional(),
  name: z.string().optional(),
  roles: z.array(z.string()).optional(),
  realm_access: z.object({ roles: z.array(z.string()).optional() }).optional(),
  /** Bound to a sender's key, which `Bearer` does not prove. */
  cnf: z.never().optional(),
  /** Present only in a logout token. */
  events: z.never().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/** The access tokens of an issuer. */
export interface AccessTokens {
  readonly verify: TokenVerifier;
  readonly verifyMachine: MachineVerifier;
  readonly recall: RecallBearer;
}

/** @throws Refusal UNAUTHENTICATED for a token that is not valid yet, or whose lifetime is too long. */
function refuseUnbounded({ iat = Number.NaN, exp = Number.NaN }: JWTPayload): void {
  const hasBegun = iat <= Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS;
  const isShort = exp - iat <= MAX_TOKEN_SECONDS;
  if (!hasBegun || !isShort) throw invalidToken();
}

async function verifiedPayload(token: string, rules: TokenRules): Promise<JWTPayload> {
  if (!isPlainToken(token)) throw invalidToken();
  try {
    const { payload } = await jwtVerify(token, rules.keys.getKey, {
      issuer: rules.issuer,
      audience: rules.audience,
      typ: "at+jwt",
      algorithms: SIGNING_ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ["sub", "iat", "exp", "jti"],
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) {
      throw invalidToken(error);
    }
    throw error;
  }
}

/** Reads the identity in a token; for a cached token, once per state of its provider. */
function openIdentities(rules: TokenRules) {
  const verified = new WeakMap<
    JWTPayload,
    { provider: KnownProvider; identity: ProviderIdentity }
  >();
  return async (claims: Claims, payload: JWTPayload): Promise<ProviderIdentity> => {
    const app = clientOf(claims, rules.clients);
    const provider = await rules.findProvider(claims.identity_provider);
    if (provider === null) throw unknownProvider(claims, rules);
    const known = verified.get(payload);
    if (known !== undefined && known.provider === provider) return known.identity;
    const identity = identityOf({ claims, payload, app, provider }, rules);
    verified.set(payload, { provider, identity });
    return identity;
  };
}

interface SignedIn {
  readonly claims: Claims;
  readonly payload: JWTPayload;
  readonly app: ReturnType<typeof clientOf>;
  readonly provider: KnownProvider;
}

function identityOf(
  { claims, payload, app: { clientId, surface }, provider }: SignedIn,
  rules: TokenRules,
): ProviderIdentity {
  const { adapter } = provider;
  if (adapter === null) throw new Refusal("AUTH_PROVIDER_ADAPTER_MISSING");
  const isTestSubject = rules.testSubjects.has(claims.sub);
  const signIn = { claims: payload, surface, isTestSubject };
  return {
    ...readSignIn({ ...provider, adapter }, signIn),
    issuer: rules.issuer,
    tenant: claims.tenant ?? "",
    subject: claims.sub,
    providerSessionId: claims.sid,
    clientId,
    surface,
    roles: TOKEN_ROLES.filter((role) => rolesOf(claims).includes(role)),
    acr: claims.acr ?? null,
    issuedAt: new Date(claims.iat * 1000),
    authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
  };
}

function unknownProvider(claims: Claims, { issuer }: TokenRules): UnknownProvider {
  const { identity_provider: alias = "", sub: subject, tenant = "" } = claims;
  return new UnknownProvider({ alias, issuer, tenant, subject });
}

/** `azp` and `client_id` name the app; if both are present they must agree. */
function clientOf(claims: Claims, clients: TokenRules["clients"]) {
  const clientId = claims.client_id ?? claims.azp ?? "";
  const surface = clients.get(clientId);
  const agree = claims.azp === undefined || claims.azp === clientId;
  if (surface === undefined || !agree) throw invalidToken();
  return { clientId, surface };
}
