import type { RunningCalendar } from "../../../rules/agenda/calendar/calendar.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Inserts the calendar of a new relationship. */
export async function beginCalendar(
  tx: Tx,
  relationshipId: string,
  calendar: RunningCalendar & { readonly tzVersion: string },
): Promise<void> {
  await tables(tx)
    .insertInto("relationshipCalendar")
    .values({ relationshipId, ...calendar, lookAt: calendar.nextDayAt })
    .execute();
}
