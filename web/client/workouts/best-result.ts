import type { SessionDetail } from "../client-queries.ts";

/** The client's best in an exercise: the heaviest load, else the most repetitions; and whether this workout set it. */
export function bestResult(
  { result }: Pick<SessionDetail["exercises"][number], "result">,
  sessionId: string,
): BestResult | null {
  const records = result?.records ?? [];
  const best =
    records.find(({ measure }) => measure === "HEAVIEST") ??
    records.find(({ measure }) => measure === "MOST_REPETITIONS");
  if (best === undefined) return null;
  // A record stays with the workout that reached it first, so a later equal result is none.
  const isNew = records.some((record) => record.sessionId === sessionId);
  return { isLoad: best.measure === "HEAVIEST", value: best.value, isNew };
}

/** The record of an exercise. */
export interface BestResult {
  /** Whether the value is a load in grams; else it counts repetitions. */
  readonly isLoad: boolean;
  readonly value: number;
  /** Whether one of the records is of this workout. */
  readonly isNew: boolean;
}
