import { isJsonObject, numberAt, textAt } from "../../json.ts";
import type { DailySummaryDay } from "../../wire/inbox-types.ts";

/** The day in the answer of a client's summary; null if the client has no such day, or the format is another. */
export function summaryDayIn(data: unknown, localDate: string): DailySummaryDay | null {
  const days: unknown = isJsonObject(data) ? data["days"] : null;
  if (!Array.isArray(days)) return null;
  return days.filter(isSummaryDay).find((day) => day.localDate === localDate) ?? null;
}

/** Answers may grow: only the fields that the library stores and a review names are checked. */
function isSummaryDay(data: unknown): data is DailySummaryDay {
  return (
    isJsonObject(data) &&
    textAt(data, "localDate") !== null &&
    numberAt(data, "agendaVersion") !== null &&
    Array.isArray(data["tasks"])
  );
}
