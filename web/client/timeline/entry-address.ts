import { routeAddress } from "../route-address.ts";
import type { TimelineEntry } from "./timeline-query.ts";

/** Where the console shows more of an entry; null if it has nothing more. */
export function entryAddress({ code, route }: TimelineEntry): string | null {
  if (route === null || code === "PLAN_ASSIGNED" || code === "PLAN_REVISED") return null;
  return routeAddress(route);
}
