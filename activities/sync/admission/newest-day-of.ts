import type { AdmissionState } from "../../../db/sync/admission/load-admission.ts";
import type { NewestDay } from "../../../rules/agenda/calendar/unopened-day.ts";
import { localDateOf } from "../../../rules/local-day.ts";

/** The newest day of a scope: what its calendar says, and where it has none what the clock does. */
export function newestDayOf({
  openedDate,
  timezone,
  now,
}: Pick<AdmissionState, "openedDate" | "timezone" | "now">): NewestDay {
  return { newestDate: openedDate ?? localDateOf(now, timezone), timezone };
}
