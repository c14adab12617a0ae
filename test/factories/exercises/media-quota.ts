import type { MediaQuota } from "../../../rules/exercises/media/judge-media-quota.ts";

/** A media allowance of 20 exercises and 200 minutes of which nothing is used. */
export function quotaOf(change: Partial<MediaQuota> = {}): MediaQuota {
  return {
    configured: { exercises: 20, minutes: 200 },
    reported: { exercises: null, minutes: null },
    drift: { exercises: 0, minutes: 0 },
    closedBy: null,
    awaitsUsage: false,
    sharePercent: 90,
    ...change,
  };
}
