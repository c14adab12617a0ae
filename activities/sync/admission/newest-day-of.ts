import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { NewestDay } from "../../../rules/agenda/calendar/judge-unopened-day.ts";
import { localDateOf } from "../../../rules/local-day.ts";

/** The newest day of a scope: by its calendar, or by the clock if it has none. */
export function newestDayOf({
  openedDate,
  timezone,
  now,
}: Pick<AdmissionState, "openedDate" | "timezone" | "now">): NewestDay {
  return { newestDate: openedDate ?? localDateOf(now, timezone), timezone };
}
