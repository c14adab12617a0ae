import { REQUEST_ID } from "../../contract/request-id.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "../../db/platform/new-id.ts";
import type { RequestFacts } from "../endpoint.ts";

/** The request facts that an act may need. */
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

/** The caller's `X-Request-Id` if it is well formed, otherwise a new one. */
export function requestIdFor({ headers }: IncomingMessage): string {
  const given = String(headers["x-request-id"] ?? "");
  return REQUEST_ID.test(given) ? given : newId();
}

/** Arrival times of request heads, by the process's own clock in ms. */
const arrivals = new WeakMap<ServerResponse, number>();

/** A monotonic clock in milliseconds. */
type Clock = () => number;
const processClock: Clock = () => performance.now();

/** Records a request's arrival before any waiting, chooses its id, and echoes it at once. */
export function takeRequest(req: IncomingMessage, res: ServerResponse, now = processClock): void {
  arrivals.set(res, now());
  res.setHeader("X-Request-Id", requestIdFor(req));
}

/** The id chosen by {@link takeRequest}. */
export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader("X-Request-Id") ?? "");
}

/** A phone gives up after 30 s; a request that takes longer than this has lost its caller. */
const AWAITED_MS = 20_000;

/** A request with its client address. */
type Sent = IncomingMessage & { readonly ip?: string | undefined };
