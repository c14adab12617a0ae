import type { RequestHandler, Response } from "express";
import type { ApiDeps } from "../../deps.ts";
import type { Endpoint } from "../../endpoint.ts";
import type { Leave } from "./buckets.ts";
import { openSenders } from "./senders.ts";

/** Lets a request through to its route, or throws. */
export type Gate = (endpoint: Endpoint, serve: RequestHandler) => RequestHandler;

/**
 * Opens the gate before all routes: what is turned away there has cost next to nothing, neither
 * authorisation nor a connection to the database.
 */
export function openGate(deps: ApiDeps): Gate {
  const senders = openSenders(deps);
  return (endpoint, serve) => async (req, res, next) => {
    const stay = beginStay(res);
    stay.until(await senders.count(endpoint, req));
    await serve(req, res, next);
  };
}

/** What a request holds while it is under way. */
interface Stay {
  /** Lets go of something when the answer is sent or the caller is gone; at once when that was before. */
  until(leave: Leave): void;
}

function beginStay(res: Response): Stay {
  const held: Leave[] = [];
  let isOver = false;
  res.once("close", () => {
    isOver = true;
    for (const leave of held) leave();
  });
  return {
    until: (leave) => {
      if (isOver) leave();
      else held.push(leave);
    },
  };
}
