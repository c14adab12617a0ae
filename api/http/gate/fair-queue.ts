import type { Leave } from "./token-buckets.ts";

/** Limits the concurrent requests of one client key; its further ones queue. */
export interface FairQueue {
  /** Resolves when the request may run. */
  wait(clientKey: string): Promise<Leave>;
}

interface WaitingClient {
  served: number;
  readonly waiting: (() => void)[];
}

/**
 * Concurrent files per process, independent of its connections: the same processor serves all other requests.
 * Others queue (docs/rooms/invitations.md#csv).
 */
export const FILES_AT_WORK = 2;

/**
 * Minimum duration of a file's slice, in milliseconds. A file alone takes three seconds, eleven at once half a
 * minute, and other requests are not delayed.
 */
export const FILE_SLOT_MS = 500;

/** Opens the queues of all client keys: one with many requests does not delay the others. */
export function openFairQueue(most: number): FairQueue {
  const clients = new Map<string, WaitingClient>();

  const leave = (clientKey: string, client: WaitingClient) => {
    const next = client.waiting.shift();
    if (next === undefined) client.served -= 1;
    else next();
    if (client.served === 0) clients.delete(clientKey);
  };

  return {
    async wait(clientKey) {
      const client = clients.get(clientKey) ?? { served: 0, waiting: [] };
      clients.set(clientKey, client);
      if (client.served < most) client.served += 1;
      // A leaving request hands its slot to the next, so the number served stays.
      else await new Promise<void>((resolve) => client.waiting.push(resolve));
      let isServed = true;
      return () => {
        if (isServed) leave(clientKey, client);
        isServed = false;
      };
    },
  };
}
