import type { Surface } from "../../../types.ts";
import type { Channel, Message } from "./messages.ts";

/** The channel of a surface between the tabs and workers of one site. */
export function browserChannel(surface: Surface): Channel {
  const channel = new BroadcastChannel(nameOf(surface));
  return {
    post: (message) => channel.postMessage(message),
    listen(listener) {
      channel.addEventListener("message", ({ data: message }) => listener(message));
    },
    close: () => channel.close(),
  };
}

/**
 * Waits until this worker owns the surface, and keeps the lock while the work runs. A browser frees it with the worker.
 */
export async function whileOwner(surface: Surface, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(nameOf(surface), work);
}

/** Two surfaces on one site share nothing. */
const nameOf = (surface: Surface) => `sideline/${surface}`;

declare const BroadcastChannel: new (name: string) => {
  addEventListener(event: "message", listener: (event: { readonly data: Message }) => void): void;
  postMessage(message: Message): void;
  close(): void;
};

declare const navigator: {
  readonly locks: { request(name: string, work: () => Promise<void>): Promise<void> };
};
