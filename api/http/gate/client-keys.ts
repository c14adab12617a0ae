import type { Request } from "express";
import { PROBLEMS } from "../../../contract/problems.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { ApiDeps } from "../../api-deps.ts";
import type { Endpoint } from "../../endpoint.ts";
import { type Bearer, bearerKey } from "../../guard/bearer.ts";
import { networkOf } from "../../guard/principal-of.ts";
import type { ClientQuotas, ClientKind } from "./client-quota.ts";
import { type TokenBuckets, type Leave, openTokenBuckets } from "./token-buckets.ts";
import { type Traffic, trafficOf } from "./traffic.ts";
import { GateRejection } from "./gate-rejection.ts";

/** The quotas of client keys, each independent of the others (docs/rooms/wire.md#fair-use). */
export interface ClientKeys {
  /**
   * Returns whose quota the request counts against: the token's person or service, otherwise the network address.
   *
   * @throws Refusal UNAVAILABLE while no token can be verified.
   */
  find(endpoint: Endpoint, req: SentRequest): Promise<ClientKey>;
  /** Counts a request under its client key. @throws Refusal RATE_LIMITED. */
  count(clientKey: ClientKey, traffic: Traffic): Leave;
  /** Records a refusal of a client key; returns how many milliseconds to delay its answer. */
  delayMs(clientKey: ClientKey): number;
}

/** The parts of a request that identify its client key. */
type SentRequest = Pick<Request, "ip" | "headersDistinct">;

/** The client key of a request, with its kind. */
export interface ClientKey {
  readonly kind: ClientKind;
  readonly key: string;
}

type ClientKeyDeps = Pick<ApiDeps, "verifyToken" | "recallBearer" | "quotas">;

/** Opens the counts of all client keys, in this process's memory. */
export function openClientKeys(deps: ClientKeyDeps): ClientKeys {
  const buckets = openAll(deps.quotas);
  return {
    find: (endpoint, req) => clientKeyOf(deps, endpoint, req),
    count({ kind, key }, traffic) {
      // A phone that sends one batch after the other may drain its whole queue, however long it is.
      const counted = buckets[kind].count(key, traffic === "SYNC");
      if (counted.kind === "counted") return counted.leave;
      throw new GateRejection(kind, counted.retryAfterSeconds);
    },
    delayMs: ({ kind, key }) => buckets[kind].delayMs(key),
  };
}

function openAll(quotas: ClientQuotas): Readonly<Record<ClientKind, TokenBuckets>> {
  return {
    person: openTokenBuckets(quotas.person),
    staff: openTokenBuckets(quotas.staff),
    service: openTokenBuckets(quotas.service),
    address: openTokenBuckets(quotas.address),
    provider: openTokenBuckets(quotas.provider),
    transfer: openTokenBuckets(quotas.transfer),
    media: openTokenBuckets(quotas.media),
    poll: openTokenBuckets(quotas.poll),
  };
}

async function clientKeyOf(
  deps: ClientKeyDeps,
  endpoint: Endpoint,
  req: SentRequest,
): Promise<ClientKey> {
  const { access } = endpoint;
  const network = () => networkOf(req.ip ?? "");
  if (access === "provider") return { kind: "provider", key: network() };
  const bearer = await findBearer(deps, req, { verifies: access !== "anonymous" });
  if (bearer === null) return { kind: "address", key: network() };
  return { kind: kindOf(bearer, trafficOf(endpoint)), key: bearer.key };
}

function kindOf({ kind }: Bearer, traffic: Traffic): ClientKind {
  if (traffic === "TRANSFER") return "transfer";
  if (traffic === "POLL") return "poll";
  if (traffic === "MEDIA") return "media";
  return kind;
}

/**
 * The bearer of a token. An uncached token is verified, so that only requests without a valid one count under their
 * address.
 */
async function findBearer(
  { recallBearer, verifyToken }: ClientKeyDeps,
  req: SentRequest,
  { verifies }: { readonly verifies: boolean },
): Promise<Bearer | null> {
  const { authorization } = req.headersDistinct;
  const remembered = recallBearer(authorization);
  if (remembered !== null || authorization === undefined || !verifies) return remembered;
  try {
    const identity = await verifyToken(authorization);
    return { key: bearerKey(identity), kind: identity.roles.length > 0 ? "staff" : "person" };
  } catch (error) {
    // The token may still be valid: that of a service, or of an unconfigured provider.
    const isRefused = error instanceof Refusal && PROBLEMS[error.code].status < 500;
    if (!isRefused) throw error;
    return recallBearer(authorization);
  }
}
