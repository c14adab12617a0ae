import type * as z from "zod";
import {
  type ExplainedUsage,
  explainUsage,
} from "../../activities/exercises/media/explain-usage.ts";
import { providerUsageSchema } from "../../contract/exercises/usage-schema.ts";
import { type Endpoint, read } from "../endpoint.ts";

/** The state of the media quotas, for administrators (docs/rooms/exercises.md#usage). */
export const providerUsageEndpoints: readonly Endpoint[] = [
  read({
    method: "GET",
    path: "/api/v1/admin/exercise-library/provider-usage",
    name: "showProviderUsage",
    summary: "Use of each provider's media, and when more becomes available",
    source: "docs/rooms/exercises.md#usage",
    access: "admin",
    answer: providerUsageSchema,
    handle: async ({ em }) => ({
      items: (await explainUsage(em)).map(present),
      nextCursor: null,
    }),
  }),
];

type Item = z.output<typeof providerUsageSchema>["items"][number];

function present({ row, counted, own, ...freeAt }: ExplainedUsage): Item {
  const uniqueDrift = row.uniqueDrift ?? 0;
  return {
    providerKey: row.providerKey,
    planKey: row.planKey,
    uniques: {
      used: counted.exercises,
      reserved: counted.unfinished.exercises,
      drift: uniqueDrift,
      planLimit: row.mediaUniqueLimit,
      ownLimit: own.exercises,
      nextFreeAt: textOf(freeAt.placeFreeAt),
    },
    minutes: {
      used: counted.minutes,
      reserved: counted.unfinished.minutes,
      drift: row.minutesDrift ?? 0,
      planLimit: row.videoMinutesLimit,
      ownLimit: own.minutes,
      nextFreeAt: textOf(freeAt.minutesFreeAt),
    },
    snapshot: snapshotOf(row),
    driftPercent: percentOf(uniqueDrift, row.mediaUniqueLimit),
    lastSyncAt: textOf(row.lastUsageSyncAt),
    closedBy: row.closedBy,
    awaitsUsage: row.awaitsUsageSince !== null,
    warnedAt: textOf(row.warnedAt),
  };
}

function snapshotOf(row: ExplainedUsage["row"]): Item["snapshot"] {
  const { capturedAt, toldPlanKey, uniqueUsed, minutesUsed, uniqueLimit, minutesLimit } = row;
  if (capturedAt === null || toldPlanKey === null || uniqueUsed === null || minutesUsed === null)
    return null;
  return {
    capturedAt: capturedAt.toISOString(),
    planKey: toldPlanKey,
    uniquesUsed: uniqueUsed,
    uniquesLimit: uniqueLimit,
    minutesUsed: Number(minutesUsed),
    minutesLimit,
  };
}

const textOf = (instant: Date | null) => instant?.toISOString() ?? null;

const percentOf = (amount: number, limit: number | null) =>
  limit === null || limit === 0 ? null : Math.round((amount * 1_000) / limit) / 10;
