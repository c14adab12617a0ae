/**
 * What a request asks of this process, which decides its share of it and whose count it is
 * (docs/rooms/wire.md#fair-use, docs/rooms/wire.md#overload):
 * - `SIGN_OUT`: ends sessions or devices; the last to be turned away.
 * - `READ`: shows something.
 * - `SYNC`: batches of relationship sync, and single actions, which are batches of one.
 * - `TRANSFER`: bytes of files, which take as long as the line is slow.
 * - `POLL`: waits at our end until there is something to tell.
 * - `MEDIA`: waits for somebody else's answer, and uses up what is paid for.
 * - `FILE`: many at once by a file: most of the time it waits for its turn.
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

/** The traffic of a route: what it declares, else by whether it only reads. */
export function trafficOf(route: {
  readonly kind: "read" | "act" | "unmanaged" | "stream";
  readonly traffic?: Traffic;
}): Traffic {
  return route.traffic ?? (route.kind === "read" ? "READ" : "OTHER");
}
