import { type JSONWebKeySet, type JWTVerifyGetKey, createLocalJWKSet, errors } from "jose";
import { None, allowInsecureRequests, discovery } from "openid-client";
import type { Logger } from "pino";
import { z } from "zod";
import { Refusal } from "../../contract/refusal.ts";

/** The provider's signing keys: discovered, refreshed regularly, and kept while it is down. */
export interface ProviderKeys {
  /** Key of a token, for `jwtVerify`. @throws Refusal UNAVAILABLE if the provider's keys cannot be loaded. */
  readonly getKey: JWTVerifyGetKey;
  /** Counts the distinct consecutive key sets; null without one. */
  readonly keySet: () => number | null;
  /** Origin where browsers exchange the code of a sign-in; null until the provider has announced it. */
  readonly tokenOrigin: () => string | null;
  state(): ProviderKeysState;
  close(): void;
}

/** The provider's address, and the cache settings of its keys. */
export interface ProviderKeysOptions {
  readonly issuer: string;
  readonly log: Logger;
  /** Interval for refreshing the provider's keys; five minutes by default. */
  readonly refreshMs?: number;
  /** Within twice this time at most two requests are sent to the provider; half a minute by default. */
  readonly cooldownMs?: number;
  /** How long known keys are used while the provider is down; a day by default. */
  readonly staleMs?: number;
}

/** The state of the provider's keys. */
export interface ProviderKeysState {
  readonly state: "up" | "degraded" | "down";
  readonly reason: string | null;
}

const REQUEST_SECONDS = 3;
const RETRY_AFTER_SECONDS = 5;

const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).min(1) });

interface Known {
  readonly find: JWTVerifyGetKey;
  readonly at: number;
  readonly text: string;
  readonly keySet: number;
  readonly tokenOrigin: string | null;
}

/** The result of one refresh. */
interface Found {
  readonly keys: JSONWebKeySet;
  readonly tokenOrigin: string | null;
}

/**
 * Opens the keys. The first refresh starts at once without delaying the caller. After a failure the next one follows
 * soon, with or without a request (docs/rooms/wire.md#access-tokens).
 */
export function openProviderKeys(options: ProviderKeysOptions): ProviderKeys {
  const refresher = beginRefreshing(options);
  const getKey: JWTVerifyGetKey = async (header, token) => {
    if (refresher.keys() === null) await refresher.again();
    const keys = refresher.keys();
    if (keys === null) throw providerAway(refresher.failure());
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await refresher.again();
    // The key may be a new one that the failed refresh missed: the token's validity is unknown, so this is not a 401.
    if (refresher.failure() !== null) throw providerAway(refresher.failure());
    return (refresher.keys() ?? keys)(header, token);
  };
  return {
    getKey,
    keySet: refresher.keySet,
    tokenOrigin: refresher.tokenOrigin,
    state: () => stateOf(refresher.keys() !== null, refresher.failure()),
    close: refresher.close,
  };
}

/** Refreshes the provider's keys, one request at a time, and keeps the last good set. */
function beginRefreshing(options: ProviderKeysOptions) {
  const { refreshMs = 300_000, cooldownMs = 30_000, staleMs = 86_400_000 } = options;
  let known: Known | null = null;
  let failure: string | null = "not asked yet";
  /** Instants of the last two refreshes. */
  let refreshes: readonly number[] = [];
  let refreshing: Promise<void> | null = null;
  let next: NodeJS.Timeout | undefined;

  /** Milliseconds until another refresh no longer exceeds two in twice the cooldown. */
  const untilNextRefresh = () => {
    const [first, second] = refreshes;
    if (first === undefined || second === undefined) return 0;
    return Math.max(0, first + 2 * cooldownMs - performance.now());
  };

  const refresh = async () => {
    refreshes = [...refreshes.slice(-1), performance.now()];
    try {
      known = knownAfter(known, await askProvider(options.issuer));
      failure = null;
    } catch (error) {
      failure = reasonOf(error);
      options.log.warn({ reason: failure }, "provider keys not refreshed");
    }
    clearTimeout(next);
    next = setTimeout(() => void refreshOnce(), nextPause()).unref();
    refreshing = null;
  };
  const nextPause = () => {
    // Jitter: processes that started together must not poll together forever.
    if (failure === null) return refreshMs * (0.9 + Math.random() / 5);
    // Without any key no request is served, so it retries more often.
    return known === null ? cooldownMs / 15 : Math.max(cooldownMs, untilNextRefresh());
  };
  const refreshOnce = () => (refreshing ??= refresh());
  void refreshOnce();

  const serving = () => (known && performance.now() - known.at < staleMs ? known : null);
  return {
    keys: () => serving()?.find ?? null,
    keySet: () => serving()?.keySet ?? null,
    tokenOrigin: () => known?.tokenOrigin ?? null,
    failure: () => failure,
    again: async () => {
      if (refreshing !== null || untilNextRefresh() === 0) await refreshOnce();
    },
    close: () => clearTimeout(next),
  };
}

function knownAfter(before: Known | null, { keys, tokenOrigin }: Found): Known {
  const text = JSON.stringify(keys);
  const seen = before?.keySet ?? 0;
  const keySet = before?.text === text ? seen : seen + 1;
  return { find: createLocalJWKSet(keys), at: performance.now(), text, keySet, tokenOrigin };
}

function stateOf(serves: boolean, reason: string | null): ProviderKeysState {
  if (!serves) return { state: "down", reason };
  return { state: reason === null ? "up" : "degraded", reason };
}

function providerAway(reason: string | null): Refusal {
  const cause = new Error(`The provider's keys are unavailable: ${reason ?? "unknown"}`);
  return new Refusal("UNAVAILABLE", { retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
}

async function askProvider(issuer: string): Promise<Found> {
  const url = new URL(issuer);
  // Plain http is for loopback; the configuration refuses such an issuer in production.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to stand out.
  const execute = url.protocol === "http:" ? [allowInsecureRequests] : [];
  const config = await discovery(url, "sideline-api", undefined, None(), {
    execute,
    timeout: REQUEST_SECONDS,
  });
  const { jwks_uri: keysUrl, token_endpoint: tokenUrl } = config.serverMetadata();
  if (keysUrl === undefined) throw new Error("The provider's discovery document has no jwks_uri");
  const response = await fetch(keysUrl, {
    redirect: "error",
    signal: AbortSignal.timeout(REQUEST_SECONDS * 1000),
  });
  if (!response.ok)
    throw new Error(`The request for the provider's keys returned ${response.status}`);
  const keys = keySetSchema.parse(await response.json());
  return { keys, tokenOrigin: tokenUrl === undefined ? null : new URL(tokenUrl).origin };
}

/** The innermost error code: `ECONNREFUSED` says more than `fetch failed`. */
function reasonOf(error: unknown): string {
  let reason = Error.isError(error) ? error.message : "unknown";
  for (let cause = error; Error.isError(cause); cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") reason = cause.code;
  }
  return reason;
}
