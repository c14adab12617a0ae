import { localDateOf } from "../../../rules/local-day.ts";
import type { StartRefusal } from "../outcome-types.ts";
import type { StoredPackage } from "../packages/verify-package.ts";

/**
 * Whether the policy of a package allows a start (docs/rooms/workouts.md#packages). If the server has just confirmed
 * the package, its own clock judges the time instead of the device's, which may be wrong.
 */
export function judgeStart(
  { cachePolicy, localDate, timezone }: StartedPackage,
  { now, isConfirmed, today }: StartMoment,
): StartRefusal | null {
  const present = today ?? localDateOf(new Date(now), timezone);
  if (localDate > present) return "DAY_NOT_OPEN";
  if (isConfirmed) return null;
  if (now >= Date.parse(cachePolicy.expiresAt)) return "PACKAGE_EXPIRED";
  if (cachePolicy.requiresRefreshBeforeStart) return "REFRESH_REQUIRED";
  return cachePolicy.canStartOffline ? null : "CONNECTION_REQUIRED";
}

type StartedPackage = Pick<StoredPackage, "cachePolicy" | "localDate" | "timezone">;

/** When a start is judged. */
export interface StartMoment {
  /** By the server's clock, as far as the device knows it; milliseconds since 1970. */
  readonly now: number;
  /** Whether the package was compared with the server's for this start. */
  readonly isConfirmed: boolean;
  /** The relationship's present day, if the server has just told it. */
  readonly today: string | null;
}
