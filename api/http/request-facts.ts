import type { Request, Response } from "express";
import { newId } from "../../db/new-id.ts";
import type { RequestFacts } from "../endpoint.ts";

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` where it is well formed, otherwise a new one. */
export function requestIdFor(req: Request): string {
  const given = req.get("X-Request-Id") ?? "";
  return ACCEPTED_ID.test(given) ? given : newId();
}

/** When the heads of requests were here, by the process's own clock in ms. */
const arrivals = new WeakMap<Response, number>();

/** Notes when a request came, before anything waits; settles on its id, and echoes it at once. */
export function takeRequest(req: Request, res: Response): void {
  arrivals.set(res, performance.now());
  res.setHeader("X-Request-Id", requestIdFor(req));
}

/** The id that {@link takeRequest} settled on. */
export function requestIdOf(res: Response): string {
  return String(res.getHeader("X-Request-Id") ?? "");
}

/** A phone gives up after 30 s; what takes longer than this is answered to nobody. */
const AWAITED_MS = 20_000;

/** What an act may need to know of the request. */
export function requestFacts(req: Request, res: Response): RequestFacts {
  const arrivedMs = arrivals.get(res) ?? performance.now();
  return {
    arrivedMs,
    requestId: requestIdOf(res),
    address: req.ip ?? "",
    userAgent: (req.get("User-Agent") ?? "").slice(0, 512),
    isGone: () => res.destroyed,
    isAwaited: () => !res.destroyed && performance.now() - arrivedMs < AWAITED_MS,
  };
}
