import { type JSONWebKeySet, type JWTVerifyGetKey, createLocalJWKSet, errors } from "jose";
import { None, allowInsecureRequests, discovery } from "openid-client";
import type { Logger } from "pino";
import { z } from "zod";
import { Refusal } from "../contract/refusal.ts";

/** Where the provider is and how its keys are kept. */
export interface ProviderKeysOptions {
  readonly issuer: string;
  readonly log: Logger;
  /** Time between two looks at the provider's keys; five minutes unless told. */
  readonly refreshMs?: number;
  /** Time in which an unknown key asks the provider at most once; ten seconds unless told. */
  readonly cooldownMs?: number;
  /** How long known keys serve while the provider is away; a day unless told. */
  readonly staleMs?: number;
}

/** How things stand with the provider's keys. */
export interface ProviderKeysState {
  readonly state: "up" | "degraded" | "down";
  readonly reason: string | null;
}

/** The provider's signing keys: found by discovery, looked at again and again, kept while it is away. */
export interface ProviderKeys {
  /** Key of a token, for `jwtVerify`. @throws Refusal UNAVAILABLE when nobody can tell. */
  readonly getKey: JWTVerifyGetKey;
  state(): ProviderKeysState;
  close(): void;
}

const REQUEST_SECONDS = 3;
const RETRY_AFTER_SECONDS = 5;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

interface Known {
  readonly find: JWTVerifyGetKey;
  readonly at: number;
}

/** Opens the keys. The first look begins at once and delays nothing (security.md, A2). */
export function openProviderKeys(options: ProviderKeysOptions): ProviderKeys {
  const { refreshMs = 300_000, cooldownMs = 10_000, staleMs = 86_400_000 } = options;
  let known: Known | null = null;
  let failure: string | null = "not asked yet";
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const ask = async () => {
    askedAt = performance.now();
    try {
      const find = createLocalJWKSet(await fetchKeys(options.issuer));
      known = { find, at: performance.now() };
      failure = null;
    } catch (error) {
      failure = reasonOf(error);
      options.log.warn({ reason: failure }, "provider keys not refreshed");
    }
  };
  const refresh = async () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    await asking;
  };
  const refreshUnlessJustDone = async () => {
    if (asking !== null || performance.now() - askedAt >= cooldownMs) await refresh();
  };
  const usable = () => (known && performance.now() - known.at < staleMs ? known : null);

  const getKey: JWTVerifyGetKey = async (header, token) => {
    if (usable() === null) await refreshUnlessJustDone();
    const keys = usable();
    if (keys === null) throw providerAway(failure);
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await refreshUnlessJustDone();
    // The key may be one that we could not learn of: then nobody can tell, and that is no 401.
    if (failure !== null) throw providerAway(failure);
    return (usable() ?? keys).find(header, token);
  };

  void refresh();
  const timer = setInterval(() => void refresh(), refreshMs * (0.9 + Math.random() / 5)).unref();
  return {
    getKey,
    state: () => ({
      state: stateOf(usable() !== null, failure),
      reason: failure,
    }),
    close: () => clearInterval(timer),
  };
}

function stateOf(serves: boolean, failure: string | null): ProviderKeysState["state"] {
  if (!serves) return "down";
  return failure === null ? "up" : "degraded";
}

function providerAway(reason: string | null): Refusal {
  const cause = new Error(`The provider's keys are not to be had: ${reason ?? "unknown"}`);
  return new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

async function fetchKeys(issuer: string): Promise<JSONWebKeySet> {
  const url = new URL(issuer);
  // Plain http is for loopback; the configuration refuses such an issuer in production.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out.
  const execute = url.protocol === "http:" ? [allowInsecureRequests] : [];
  const config = await discovery(url, "sideline-api", undefined, None(), {
    execute,
    timeout: REQUEST_SECONDS,
  });
  const { jwks_uri: keysUrl } = config.serverMetadata();
  if (keysUrl === undefined) throw new Error("The provider names no keys");
  const response = await fetch(keysUrl, {
    redirect: "error",
    signal: AbortSignal.timeout(REQUEST_SECONDS * 1000),
  });
  if (!response.ok) throw new Error(`The provider's keys answered ${response.status}`);
  return keySetSchema.parse(await response.json());
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return error instanceof Error ? error.message : "unknown";
}
