import { Client, Connection } from "@temporalio/client";

/** How to reach Temporal. */
export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

/** A client that makes each call once: callers have deadlines of their own and come back later. */
export function openTemporalClient({ address, namespace }: TemporalOptions): Client {
  // Lazy, so that a Temporal that is away delays no start; without interceptors, so without retries.
  const connection = Connection.lazy({ address, interceptors: [], connectTimeout: 2_000 });
  return new Client({ connection, namespace });
}
