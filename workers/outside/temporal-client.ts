import { Client } from "@temporalio/client";
import { openTemporalLink } from "./temporal-link.ts";

/** How to reach Temporal. */
export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

/**
 * A client that makes each call once: callers have deadlines of their own and come back later. A server that is
 * away delays no start, and a link that dies is replaced (docs/rooms/storage.md#connections).
 */
export function openTemporalClient({ address, namespace }: TemporalOptions): Client {
  return new Client({ connection: openTemporalLink(address), namespace });
}
