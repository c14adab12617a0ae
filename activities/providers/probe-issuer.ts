import { None, allowInsecureRequests, discovery } from "openid-client";
import { z } from "zod";
import { HEALTH_CHECK_MS, type HealthError } from "../../contract/providers/vocabulary.ts";
import type { IssuerProbe } from "../../rules/providers/judge-provider-health.ts";

/** Probes the issuer that represents all providers. */
export type ProbeIssuer = () => Promise<IssuerProbe>;

const ANNOUNCES_NOTHING = { pkceS256: false, issuerParameter: false, backchannelLogout: false };
const USABLE_KEYS = ["RSA", "EC", "OKP"];
const keySetSchema = z.object({ keys: z.array(z.object({ kty: z.string() })) });

/** The address of the keys, and what the issuer announces. */
type Announced = Pick<IssuerProbe, "announces"> & { readonly keysUrl: string };

/** Probes the discovery document and the keys of an issuer, both within three seconds. */
export function issuerLooker(issuer: string): ProbeIssuer {
  return async () => {
    const startedAt = performance.now();
    const inTime = AbortSignal.timeout(HEALTH_CHECK_MS);
    const found = await announcements(issuer, inTime);
    const errorCode = found === null ? "DISCOVERY_FAILED" : await keysFault(found.keysUrl, inTime);
    const announces = found?.announces ?? ANNOUNCES_NOTHING;
    return { latencyMs: Math.round(performance.now() - startedAt), errorCode, announces };
  };
}

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

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("too late")), { once: true });
  });
  return Promise.race([work, late]);
}
