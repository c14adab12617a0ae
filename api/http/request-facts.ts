import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "../../db/new-id.ts";
import type { RequestFacts } from "../endpoint.ts";

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` where it is well formed, otherwise a new one. */
export function requestIdFor({ headers }: IncomingMessage): string {
  const given = String(headers["x-request-id"] ?? "");
  return ACCEPTED_ID.test(given) ? given : newId();
}

/** When the heads of requests were here, by the process's own clock in ms. */
const arrivals = new WeakMap<ServerResponse, number>();

/** A clock in milliseconds that never goes back. */
type Clock = () => number;
const processClock: Clock = () => performance.now();

/** Notes when a request came, before anything waits; settles on its id, and echoes it at once. */
export function takeRequest(req: IncomingMessage, res: ServerResponse, now = processClock): void {
  arrivals.set(res, now());
  res.setHeader("X-Request-Id", requestIdFor(req));
}

/** The id that {@link takeRequest} settled on. */
export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader("X-Request-Id") ?? "");
}

/** A phone gives up after 30 s; what takes longer than this is answered to nobody. */
const AWAITED_MS = 20_000;

/** A request as it came, and from which address. */
type Sent = IncomingMessage & { readonly ip?: string | undefined };

/** What an act may need to know of the request. */
export function requestFacts(req: Sent, res: ServerResponse, now = processClock): RequestFacts {
  const arrivedMs = arrivals.get(res) ?? now();
  return {
    arrivedMs,
    requestId: requestIdOf(res),
    address: req.ip ?? "",
    userAgent: (req.headers["user-agent"] ?? "").slice(0, 512),
    isGone: () => res.destroyed,
    isAwaited: () => !res.destroyed && now() - arrivedMs < AWAITED_MS,
  };
}
