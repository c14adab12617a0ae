import type { Request, Response } from "express";
import type { Leave } from "./buckets.ts";

/** What a request holds while it is under way. */
export interface Stay {
  /** Lets go of something when the answer is sent or the caller is gone; at once when that was before. */
  until(leave: Leave): void;
  /** Lets go of it earlier, too, when most of the time goes by with waiting for the caller's own bytes. */
  whileBusy(leave: Leave): void;
}

/** Whoever is so slow to send gives nothing to do meanwhile, and takes no place from those who do. */
const SLOW_MS = 1_000;

/** Begins the stay of a request: it ends with the connection's answer, whatever becomes of it. */
export function beginStay(req: Request, res: Response): Stay {
  const held: Leave[] = [];
  const places: Leave[] = [];
  let isOver = false;
  let isSlow = false;
  const letGo = (leaves: readonly Leave[]) => {
    for (const leave of leaves) leave();
  };
  const slow = setTimeout(() => {
    isSlow = !req.complete;
    if (isSlow) letGo(places);
  }, SLOW_MS).unref();
  res.once("close", () => {
    clearTimeout(slow);
    isOver = true;
    letGo(held);
  });
  const until = (leave: Leave) => {
    if (isOver) leave();
    else held.push(leave);
  };
  return {
    until,
    whileBusy: (leave) => {
      places.push(leave);
      if (isSlow) leave();
      else until(leave);
    },
  };
}
