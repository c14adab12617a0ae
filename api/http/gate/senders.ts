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

/** What one sender may ask for, whatever the others do (docs/rooms/wire.md#fair-use). */
export interface Senders {
  /** Finds out who sends a request. @throws Refusal UNAVAILABLE while no token can be verified. */
  find(endpoint: Endpoint, req: SentRequest): Promise<RequestSender>;
  /** Counts a request as its sender's. @throws Refusal RATE_LIMITED. */
  count(sender: RequestSender, traffic: Traffic): Leave;
  /** Notes that a sender was told to come back later; answers for how many ms that is best held back. */
  holdBack(sender: RequestSender): number;
}

/** What of a request tells who sends it. */
type SentRequest = Pick<Request, "ip" | "headersDistinct">;

/** Who sends a request: one of some kind. */
export interface RequestSender {
  readonly kind: Sender;
  readonly key: string;
}

type SendersDeps = Pick<ApiDeps, "verifyToken" | "recallBearer" | "allowances">;

/** Opens the counts of all senders, in the memory of this process. */
export function openSenders(deps: SendersDeps): Senders {
  const buckets = openAll(deps.allowances);
  return {
    find: (endpoint, req) => senderOf(deps, endpoint, req),
    count({ kind, key }, traffic) {
      // A phone that sends one batch after the other drains what it has, however long that is.
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
 * Whose token it is. One that nobody remembers is verified, so that behind one address only those are
 * counted together who have no good one.
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
    // The token may be good: of a service, or of a provider that is unknown to us.
    const isRefused = error instanceof Refusal && PROBLEMS[error.code].status < 500;
    if (!isRefused) throw error;
    return recallBearer(authorization);
  }
}
