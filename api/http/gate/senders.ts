import type { Request } from "express";
import { PROBLEMS } from "../../../contract/problem.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Endpoint } from "../../endpoint.ts";
import { type Bearer, bearerKey } from "../../guard/bearer.ts";
import { networkOf } from "../../guard/principal-of.ts";
import type { Allowances, Sender } from "./allowance.ts";
import { type Buckets, type Leave, openBuckets } from "./buckets.ts";
import { type Traffic, trafficOf } from "./traffic.ts";
import { TurnedAway } from "./turned-away.ts";

/** The quotas of client keys, each independent of the others (docs/rooms/wire.md#fair-use). */
export interface Senders {
  /** Finds the client key of a request. @throws Refusal UNAVAILABLE while no token can be verified. */
  find(endpoint: Endpoint, req: SentRequest): Promise<RequestSender>;
  /** Counts a request under its client key. @throws Refusal RATE_LIMITED. */
  count(sender: RequestSender, traffic: Traffic): Leave;
  /** Records a refusal of a client key; returns how many milliseconds to delay its answer. */
  holdBack(sender: RequestSender): number;
}

/** The parts of a request that identify its client key. */
type SentRequest = Pick<Request, "ip" | "headersDistinct">;

/** The client key of a request, with its kind. */
export interface RequestSender {
  readonly kind: Sender;
  readonly key: string;
}

type SendersDeps = Pick<ApiDeps, "verifyToken" | "recallBearer" | "allowances">;

/** Opens the counts of all client keys, in this process's memory. */
export function openSenders(deps: SendersDeps): Senders {
  const buckets = openAll(deps.allowances);
  return {
    find: (endpoint, req) => senderOf(deps, endpoint, req),
    count({ kind, key }, traffic) {
      // A phone that sends one batch after the other may drain its whole queue, however long it is.
      const counted = buckets[kind].count(key, traffic === "SYNC");
      if (counted.kind === "counted") return counted.leave;
      throw new TurnedAway(kind, counted.retryAfterSeconds);
    },
    holdBack: ({ kind, key }) => buckets[kind].holdBack(key),
  };
}

function openAll(allowances: Allowances): Readonly<Record<Sender, Buckets>> {
  return {
    person: openBuckets(allowances.person),
    staff: openBuckets(allowances.staff),
    service: openBuckets(allowances.service),
    address: openBuckets(allowances.address),
    provider: openBuckets(allowances.provider),
    transfer: openBuckets(allowances.transfer),
    media: openBuckets(allowances.media),
    poll: openBuckets(allowances.poll),
  };
}

async function senderOf(
  deps: SendersDeps,
  endpoint: Endpoint,
  req: SentRequest,
): Promise<RequestSender> {
  const { access } = endpoint;
  const network = () => networkOf(req.ip ?? "");
  if (access === "provider") return { kind: "provider", key: network() };
  const bearer = await findBearer(deps, req, { verifies: access !== "anonymous" });
  if (bearer === null) return { kind: "address", key: network() };
  return { kind: kindOf(bearer, trafficOf(endpoint)), key: bearer.key };
}

function kindOf({ kind }: Bearer, traffic: Traffic): Sender {
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
  { recallBearer, verifyToken }: SendersDeps,
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
