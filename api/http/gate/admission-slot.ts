import type { Request, Response } from "express";
import type { Leave } from "./token-buckets.ts";

/** The slots of a request while it is running. */
export interface AdmissionSlot {
  /**
   * Registers a release for when the answer is sent or the caller disconnects; runs it at once if that has happened.
   */
  until(leave: Leave): void;
  /**
   * Takes a slot until the answer is sent, the caller disconnects, or `release` is called. @throws what `take` throws.
   */
  acquire(take: AcquirePlace): Promise<void>;
  /** Releases all slots. */
  release(): void;
  /** Reads the request's body; releases the slots meanwhile if the sender is slow. */
  receive<T>(read: () => Promise<T>): Promise<T>;
  /** Takes released slots again. @throws what their `take` throws. */
  resume(): Promise<void>;
}

/** Takes a slot, or waits for one; throws if there is none. */
type AcquirePlace = () => Leave | Promise<Leave>;

/** A sender this slow causes no work meanwhile, and must not occupy a slot. */
const SLOW_MS = 1_000;

/** Opens the admission slots of a request; they are released when its connection closes, on any outcome. */
export function openAdmissionSlot(req: Request, res: Response): AdmissionSlot {
  const pendingLeaves: Leave[] = [];
  const takes: AcquirePlace[] = [];
  const places: Leave[] = [];
  let isOver = false;
  let wasSlow = false;
  const release = (leaves: Leave[]) => {
    for (const leave of leaves.splice(0)) leave();
  };
  res.once("close", () => {
    isOver = true;
    release(places);
    release(pendingLeaves);
  });
  const occupy = async (take: AcquirePlace) => {
    places.push(await take());
    if (isOver) release(places);
  };
  return {
    until(leave) {
      pendingLeaves.push(leave);
      if (isOver) release(pendingLeaves);
    },
    async acquire(take) {
      takes.push(take);
      await occupy(take);
    },
    release: () => release(places),
    async receive(read) {
      // The body has arrived completely: there is nothing to wait for.
      if (req.complete) return await read();
      const slow = setTimeout(() => {
        wasSlow = !req.complete;
        if (wasSlow) release(places);
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
