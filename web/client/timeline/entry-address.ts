import { routeAddress } from "../route-address.ts";
import type { TimelineEntry } from "./timeline-query.ts";

/** Where the console shows more of an entry; null if it has nothing more. */
export function entryAddress(entry: TimelineEntry): string | null {
  if (entry.route === null) return null;
  const isOfPlan = entry.code === "PLAN_ASSIGNED" || entry.code === "PLAN_REVISED";
  return isOfPlan ? `/plans/${entry.facts.planId}` : routeAddress(entry.route);
}
