import type { Request, Response } from "express";
import { newId } from "../../db/new-id.ts";
import type { RequestFacts } from "../endpoint.ts";

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` where it is well formed, otherwise a new one; echoed at once. */
export function takeRequestId(req: Request, res: Response): void {
  const given = req.get("X-Request-Id") ?? "";
  res.setHeader("X-Request-Id", ACCEPTED_ID.test(given) ? given : newId());
}

/** The id that {@link takeRequestId} settled on. */
export function requestIdOf(res: Response): string {
  return String(res.getHeader("X-Request-Id") ?? "");
}

/** What an act may need to know of the request. */
export function requestFacts(req: Request, res: Response): RequestFacts {
  return {
    requestId: requestIdOf(res),
    address: req.ip ?? "",
    userAgent: (req.get("User-Agent") ?? "").slice(0, 512),
  };
}
