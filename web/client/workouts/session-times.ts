import type { Texts } from "../../texts/use-texts.ts";
import { dateAt } from "../local-dates.ts";

/**
 * The day of a workout, from when to when it lasted at the client's place, and for how many minutes. Without times it is
 * the day alone: a phone that was offline may not know them.
 */
export function sessionTimes(
  { localDate, startedAt, finishedAt }: TimedSession,
  { zone, place }: ZonedPlace,
  { t, formats }: Pick<Texts, "formats" | "t">,
): string {
  const date = formats.localDate(localDate);
  if (startedAt === null) return date;
  const clock = (instant: string) => {
    const at = new Date(instant);
    return dateAt(zone, at) === localDate ? formats.time(at, zone) : formats.moment(at, zone);
  };
  const from = clock(startedAt);
  if (finishedAt === null) return t("clientWorkouts.begun", { date, from, place });
  const minutes = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / MINUTE_MS);
  return t("clientWorkouts.lasted", { date, from, until: clock(finishedAt), place, minutes });
}

interface TimedSession {
  readonly localDate: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** The zone of the client, and the name of its place. */
interface ZonedPlace {
  readonly zone: string;
  readonly place: string;
}

const MINUTE_MS = 60_000;
