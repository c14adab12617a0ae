import {
  TREND_PAUSE_DAYS,
  type AdherenceBucket,
} from "../../contract/agenda/adherence/vocabulary.ts";
import type { AdherenceLimits } from "../../contract/workspaces/vocabulary.ts";
import { addDays } from "../local-day.ts";
import { percentOf, type DayAdherence } from "./summarise-day.ts";

/** The adherence of some dates. */
export interface AdherenceTrend {
  readonly from: string;
  readonly to: string;
  readonly countedCount: number;
  readonly doneCount: number;
  readonly adherencePercent: number | null;
  readonly bucket: AdherenceBucket;
}

/** The sums of one day, and whether the day is judged. */
export interface SummedDay extends DayAdherence {
  readonly localDate: string;
  readonly notOffered: boolean;
  readonly isClosed: boolean;
}

/** How many dates, up to the newest closed day. */
export interface TrendSpan {
  readonly through: string;
  readonly dates: number;
}

/**
 * The adherence of a range of dates up to the newest closed day (docs/rooms/agenda.md#adherence). Days that were not
 * offered or are not closed yet are not judged.
 */
export function adherenceTrend(
  days: readonly SummedDay[],
  { through, dates }: TrendSpan,
  limits: AdherenceLimits,
): AdherenceTrend {
  const from = addDays(through, 1 - dates);
  const sums = sumAdherence(
    days.filter(
      ({ localDate, notOffered, isClosed }) =>
        isClosed && !notOffered && localDate >= from && localDate <= through,
    ),
  );
  return {
    from,
    to: through,
    countedCount: sums.countedCount,
    doneCount: sums.doneCount,
    adherencePercent: percentOf(sums),
    bucket: bucketOf(sums, limits),
  };
}

/** Judged by the exact share, not by its rounded percentage. */
export function bucketOf(
  { score, countedCount }: Pick<DayAdherence, "score" | "countedCount">,
  { onTrackPercent, attentionPercent, fewestCounted }: AdherenceLimits,
): AdherenceBucket {
  if (countedCount < fewestCounted) return "TOO_FEW";
  const reaches = (percent: number) => Math.round(1000 * score) >= 10 * percent * countedCount;
  if (reaches(onTrackPercent)) return "ON_TRACK";
  return reaches(attentionPercent) ? "ATTENTION" : "OFF_TRACK";
}

/** The trend that a relationship keeps from one day's close to the next. */
export interface KeptTrend {
  /** Since when the client is off track; null if on track. */
  readonly fellAt: Date | null;
  /** When the coach was last notified of a fall. */
  readonly toldAt: Date | null;
}

const PAUSE_MS = TREND_PAUSE_DAYS * 86_400_000;

/**
 * Whether to notify the coach that a client is off track: once for each fall, at most once in seven days. A fall
 * within those days is reported at the first close after them, if it still lasts (docs/rooms/agenda.md#adherence).
 */
export function judgeTrend(
  { fellAt, toldAt }: KeptTrend,
  bucket: AdherenceBucket,
  now: Date,
): KeptTrend & { readonly notifies: boolean } {
  if (bucket !== "OFF_TRACK") return { fellAt: null, toldAt, notifies: false };
  const since = fellAt ?? now;
  if (toldAt === null) return { fellAt: since, toldAt: now, notifies: true };
  const isNotified = fellAt !== null && toldAt >= fellAt;
  const notifies = !isNotified && now.getTime() - toldAt.getTime() >= PAUSE_MS;
  return { fellAt: since, toldAt: notifies ? now : toldAt, notifies };
}

/** The sums of several days. */
export function sumAdherence(days: readonly DayAdherence[]): DayAdherence {
  const sum = (part: (day: DayAdherence) => number) =>
    days.reduce((total, day) => total + part(day), 0);
  return {
    countedCount: sum(({ countedCount }) => countedCount),
    doneCount: sum(({ doneCount }) => doneCount),
    score: sum(({ score }) => Math.round(1000 * score)) / 1000,
  };
}
