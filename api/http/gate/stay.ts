import type { Request, Response } from "express";
import type { Leave } from "./buckets.ts";

/** Takes a place, or waits for one; throws where there is none. */
type Take = () => Leave | Promise<Leave>;

/** What a request holds while it is under way. */
export interface Stay {
  /** Lets go of something when the answer is sent or the caller is gone; at once when that was before. */
  until(leave: Leave): void;
  /** Takes a place until then, or until it is given up. @throws what `take` throws. */
  hold(take: Take): Promise<void>;
  /** Gives all places up. */
  giveUp(): void;
  /** Reads what the caller sends; the places of one who takes long over it are given up meanwhile. */
  receive<T>(read: () => Promise<T>): Promise<T>;
  /** Takes the places again that were given up meanwhile. @throws what taking them throws. */
  resume(): Promise<void>;
}

/** Whoever is so slow to send gives nothing to do meanwhile, and takes no place from those who do. */
const SLOW_MS = 1_000;

/** Begins the stay of a request: it ends with the connection's answer, whatever becomes of it. */
export function beginStay(req: Request, res: Response): Stay {
  const held: Leave[] = [];
  const takes: Take[] = [];
  const places: Leave[] = [];
  let isOver = false;
  let wasSlow = false;
  const letGo = (leaves: Leave[]) => {
    for (const leave of leaves.splice(0)) leave();
  };
  res.once("close", () => {
    isOver = true;
    letGo(places);
    letGo(held);
  });
  const occupy = async (take: Take) => {
    places.push(await take());
    if (isOver) letGo(places);
  };
  return {
    until(leave) {
      held.push(leave);
      if (isOver) letGo(held);
    },
    async hold(take) {
      takes.push(take);
      await occupy(take);
    },
    giveUp: () => letGo(places),
    async receive(read) {
      // All of it is here: nobody is waited for.
      if (req.complete) return await read();
      const slow = setTimeout(() => {
        wasSlow = !req.complete;
        if (wasSlow) letGo(places);
      }, SLOW_MS).unref();
      try {
        return await read();
      } finally {
        clearTimeout(slow);
      }
    },
    async resume() {
      if (!wasSlow) return;
      for (const take of takes) await occupy(take);
    },
  };
}
