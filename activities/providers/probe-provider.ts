import { None, allowInsecureRequests, discovery } from "openid-client";
import { z } from "zod";
import type { ProviderConfig } from "../../contract/providers/config-schema.ts";
import {
  HEALTH_CHECK_MS,
  type HealthError,
  LOCAL_PROVIDER_KEY,
} from "../../contract/providers/vocabulary.ts";
import type { ProviderProbe } from "../../rules/providers/judge-provider-health.ts";

/** Probes one provider: the issuer that connects it, and whether a sign-in with it starts. */
export type ProbeProvider = (provider: ProbedProvider) => Promise<ProviderProbe>;

type ProbedProvider = Pick<ProviderConfig, "providerKey" | "keycloakAlias">;

/** The issuer, and the app of ours for which the probe asks it to start a sign-in. */
export interface ProbedSignIn {
  readonly issuer: string;
  /** Client id of our pages; null if none of our apps is on the web: then no sign-in is started. */
  readonly clientId: string | null;
  /** Where a browser returns; registered with the client. */
  readonly redirectUri: string;
}

/** Probes discovery document, keys and the start of a sign-in, all within three seconds. */
export function openProviderProbe(signIn: ProbedSignIn): ProbeProvider {
  return async (provider) => {
    const startedAt = performance.now();
    const inTime = AbortSignal.timeout(HEALTH_CHECK_MS);
    const found = await announcements(signIn.issuer, inTime);
    const errorCode =
      found === null
        ? "DISCOVERY_FAILED"
        : ((await keysFault(found.keysUrl, inTime)) ??
          (await signInFault(found.signInUrl, { ...signIn, provider, inTime })));
    const announces = found?.announces ?? ANNOUNCES_NOTHING;
    return { latencyMs: Math.round(performance.now() - startedAt), errorCode, announces };
  };
}

const ANNOUNCES_NOTHING = { pkceS256: false, issuerParameter: false, backchannelLogout: false };
const USABLE_KEYS = ["RSA", "EC", "OKP"];
const keySetSchema = z.object({ keys: z.array(z.object({ kty: z.string() })) });

/** The addresses of keys and sign-ins, and what the issuer announces. */
type Announced = Pick<ProviderProbe, "announces"> & {
  readonly keysUrl: string;
  readonly signInUrl: string | undefined;
};

/** Null if there is no discovery document of exactly this issuer. */
async function announcements(issuer: string, signal: AbortSignal): Promise<Announced | null> {
  try {
    const url = new URL(issuer);
    // Plain http is only for loopback; the configuration refuses such an issuer in production.
    // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out.
    const execute = url.protocol === "http:" ? [allowInsecureRequests] : [];
    const config = await within(
      signal,
      discovery(url, "sideline-health", undefined, None(), {
        execute,
        timeout: HEALTH_CHECK_MS / 1000,
      }),
    );
    const metadata = config.serverMetadata();
    if (metadata.jwks_uri === undefined) return null;
    return {
      keysUrl: metadata.jwks_uri,
      signInUrl: metadata.authorization_endpoint,
      announces: {
        pkceS256: metadata.supportsPKCE(),
        issuerParameter: metadata.authorization_response_iss_parameter_supported === true,
        backchannelLogout: metadata["backchannel_logout_supported"] === true,
      },
    };
  } catch {
    return null;
  }
}

async function keysFault(keysUrl: string, signal: AbortSignal): Promise<HealthError | null> {
  try {
    const response = await fetch(keysUrl, { redirect: "error", signal });
    const parsed = keySetSchema.safeParse(response.ok ? await response.json() : null);
    if (!parsed.success) return "KEYS_FAILED";
    const usable = parsed.data.keys.some(({ kty }) => USABLE_KEYS.includes(kty));
    return usable ? null : "NO_USABLE_KEY";
  } catch {
    return "KEYS_FAILED";
  }
}

/**
 * Starts a sign-in as a browser would and follows no redirect, so nobody is signed in. The issuer redirects to an
 * external provider that it knows and that is switched on there; otherwise it shows its own form or an error.
 */
async function signInFault(
  signInUrl: string | undefined,
  { clientId, redirectUri, provider, inTime }: ProbedSignIn & Probing,
): Promise<HealthError | null> {
  if (clientId === null || signInUrl === undefined) return null;
  const isLocal = provider.providerKey === LOCAL_PROVIDER_KEY;
  const url = new URL(signInUrl);
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid",
    state: "health",
    code_challenge: UNUSED_CHALLENGE,
    code_challenge_method: "S256",
    ...(!isLocal && { kc_idp_hint: provider.keycloakAlias }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  try {
    const answer = await fetch(url, { redirect: "manual", signal: inTime });
    const { status, headers } = answer;
    // An unread body would keep the connection busy.
    await answer.body?.cancel();
    const isRefused = headers.get("Location")?.startsWith(redirectUri) === true;
    const starts = (status >= 300 && status < 400 && !isRefused) || (isLocal && status === 200);
    return starts ? null : "LOGIN_NOT_OFFERED";
  } catch {
    return "LOGIN_NOT_OFFERED";
  }
}

interface Probing {
  readonly provider: ProbedProvider;
  readonly inTime: AbortSignal;
}

/** A challenge of valid length; no code is ever exchanged for it. */
const UNUSED_CHALLENGE = "A".repeat(43);

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
  return Promise.race([work, late]);
}
