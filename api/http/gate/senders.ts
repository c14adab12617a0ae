import type { Request } from "express";
import { PROBLEMS } from "../../../contract/problem.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { ApiDeps } from "../../deps.ts";
import type { Endpoint } from "../../endpoint.ts";
import { type Bearer, bearerKey } from "../../guard/bearer.ts";
import { networkOf } from "../../guard/principal-of.ts";
import type { Allowances, Sender } from "./allowance.ts";
import { type Buckets, type Leave, openBuckets } from "./buckets.ts";
import { trafficOf } from "./traffic.ts";
import { TurnedAway } from "./turned-away.ts";

/** What one sender may ask for, whatever the others do (docs/rules.md#wire-fair-use). */
export interface Senders {
  /**
   * Counts a request as its sender's.
   *
   * @throws Refusal RATE_LIMITED.
   */
  count(endpoint: Endpoint, req: Request): Promise<Leave>;
}

type SendersDeps = Pick<ApiDeps, "verifyToken" | "recallBearer" | "allowances">;

/** Opens the counts of all senders, in the memory of this process. */
export function openSenders(deps: SendersDeps): Senders {
  const buckets = openAll(deps.allowances);
  return {
    async count(endpoint, req) {
      const [sender, key] = await senderOf(deps, endpoint, req);
      // A phone that sends one batch after the other drains what it has, however long that is.
      const counted = buckets[sender].count(key, trafficOf(endpoint) === "SYNC");
      if (counted.kind === "refused") throw new TurnedAway(sender, counted.retryAfterSeconds);
      return counted.leave;
    },
  };
}

function openAll(allowances: Allowances): Readonly<Record<Sender, Buckets>> {
  return {
    person: openBuckets(allowances.person),
    staff: openBuckets(allowances.staff),
    address: openBuckets(allowances.address),
    provider: openBuckets(allowances.provider),
    transfer: openBuckets(allowances.transfer),
    poll: openBuckets(allowances.poll),
  };
}

async function senderOf(
  deps: SendersDeps,
  endpoint: Endpoint,
  req: Request,
): Promise<readonly [Sender, string]> {
  const { access } = endpoint;
  if (access === "provider") return ["provider", networkOf(req.ip ?? "")];
  const bearer = await findBearer(deps, req, { verifies: access !== "anonymous" });
  if (bearer === null) return ["address", networkOf(req.ip ?? "")];
  const traffic = trafficOf(endpoint);
  if (traffic === "TRANSFER") return ["transfer", bearer.key];
  if (traffic === "POLL") return ["poll", bearer.key];
  return [bearer.isStaff ? "staff" : "person", bearer.key];
}

/**
 * Whose token it is. One that nobody remembers is verified, so that behind one address only those are
 * counted together who have no good one.
 */
async function findBearer(
  { recallBearer, verifyToken }: SendersDeps,
  req: Request,
  { verifies }: { readonly verifies: boolean },
): Promise<Bearer | null> {
  const { authorization } = req.headersDistinct;
  const remembered = recallBearer(authorization);
  if (remembered !== null || authorization === undefined || !verifies) return remembered;
  try {
    const identity = await verifyToken(authorization);
    return { key: bearerKey(identity), isStaff: identity.roles.length > 0 };
  } catch (error) {
    // The token may be good and its provider unknown to us.
    const isRefused = error instanceof Refusal && PROBLEMS[error.code].status < 500;
    if (!isRefused) throw error;
    return recallBearer(authorization);
  }
}
