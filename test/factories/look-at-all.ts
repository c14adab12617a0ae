import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { scanCalendars, type PlaceText } from "../../activities/agenda/calendar/scan-calendars.ts";

const log = pino({ level: "silent" });

/**
 * One complete sweep of the calendars that are due.
 * @returns how many days were opened, and how many relationships failed.
 */
export async function lookAtAll(em: SqlEntityManager) {
  const looked = { openedCount: 0, failedCount: 0 };
  let after: PlaceText | null = null;
  do {
    const slice = await scanCalendars({ em, log }, { after });
    looked.openedCount += slice.openedCount;
    looked.failedCount += slice.failedCount;
    ({ after } = slice);
  } while (after !== null);
  return looked;
}
