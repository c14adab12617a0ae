/**
 * The traffic class of a request, which decides its concurrency limit and its quota (docs/rooms/wire.md#fair-use,
 * docs/rooms/wire.md#overload):
 * - `SIGN_OUT`: ends sessions or devices; refused last.
 * - `READ`: reads.
 * - `SYNC`: batches of relationship sync, and single actions, which are batches of one.
 * - `TRANSFER`: bytes of files, which take as long as the connection is slow.
 * - `POLL`: waits on our side until there is news.
 * - `MEDIA`: waits for another provider's answer, and uses a paid quota.
 * - `FILE`: many items in one file; it mostly waits in a queue.
 * - `OTHER`: everything else.
 */
export const TRAFFIC = [
  "SIGN_OUT",
  "READ",
  "SYNC",
  "TRANSFER",
  "POLL",
  "MEDIA",
  "FILE",
  "OTHER",
] as const;
export type Traffic = (typeof TRAFFIC)[number];

/** The traffic class of a route: declared, else by whether it is read-only. */
export function trafficOf(route: {
  readonly kind: "read" | "act" | "unmanaged" | "stream";
  readonly traffic?: Traffic;
}): Traffic {
  return route.traffic ?? (route.kind === "read" ? "READ" : "OTHER");
}
