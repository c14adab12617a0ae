import type { components } from "../../api/routes.d.ts";
import { addDays } from "../local-dates.ts";

/**
 * The values of a chart, oldest first: one for each date up to the newest closed day, or one for each week. A date or
 * week on which nothing counts has no value: a gap, not a zero.
 */
export function adherencePoints(
  { last7, last28, days, weeks }: Adherence,
  span: AdherenceSpan,
): readonly AdherencePoint[] {
  if (span === "WEEKS_12")
    return weeks
      .map(({ from, adherencePercent }) => ({ from, percent: adherencePercent }))
      .toReversed();
  const dates = span === "DAYS_7" ? last7 : last28;
  if (dates === null) return [];
  const byDate = new Map(days.map((day) => [day.localDate, day]));
  const points: AdherencePoint[] = [];
  for (let from = dates.from; from <= dates.to; from = addDays(from, 1)) {
    const day = byDate.get(from);
    const isCounted = day !== undefined && day.closedAt !== null && !day.notOffered;
    points.push({ from, percent: isCounted ? day.adherencePercent : null });
  }
  return points;
}

/** Spans that a chart can show. */
export const ADHERENCE_SPANS = ["DAYS_7", "DAYS_28", "WEEKS_12"] as const;
export type AdherenceSpan = (typeof ADHERENCE_SPANS)[number];

/** How many weeks are asked for. */
export const ADHERENCE_WEEKS = 12;

export interface AdherencePoint {
  /** The date, or the Monday of the week. */
  readonly from: string;
  readonly percent: number | null;
}

type Adherence = Pick<
  components["schemas"]["RelationshipAdherence"],
  "last7" | "last28" | "days" | "weeks"
>;

/** Step from one labelled point of a chart to the next. At most four dates fit side by side on a phone. */
export const labelStep = (count: number): number => Math.max(1, Math.ceil(count / MOST_LABELS));

const MOST_LABELS = 4;
