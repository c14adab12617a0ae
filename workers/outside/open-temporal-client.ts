import { Client } from "@temporalio/client";
import { openTemporalLink } from "./open-temporal-link.ts";
import type { TemporalOptions } from "./temporal-options.ts";

/**
 * A client that makes each call once: callers have their own deadlines and retry later. An unavailable server does
 * not delay the start, and a dead link is replaced (docs/rooms/storage.md#connections).
 */
export function openTemporalClient(options: TemporalOptions): Client {
  return new Client({ connection: openTemporalLink(options), namespace: options.namespace });
}
