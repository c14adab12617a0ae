import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import {
  scanCalendars,
  type PlaceText,
} from "../../../activities/agenda/calendar/scan-calendars.ts";

const log = pino({ level: "silent" });

/**
 * One complete sweep of the calendars that are due.
 * @returns how many days were opened, and how many relationships failed.
 */
export async function scanAllCalendars(em: SqlEntityManager) {
  const total = { openedCount: 0, failedCount: 0 };
  let after: PlaceText | null = null;
  do {
    const slice = await scanCalendars({ em, log }, { after });
    total.openedCount += slice.openedCount;
    total.failedCount += slice.failedCount;
    ({ after } = slice);
  } while (after !== null);
  return total;
}
