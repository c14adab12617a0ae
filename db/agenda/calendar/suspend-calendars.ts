import { RUNNING_RELATIONSHIP_STATUSES } from "../../../contract/relationships/vocabulary.ts";
import { daysBefore } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/**
 * Suspends calendars: no day begins or closes until they resume. They are locked ordered by id, without their scopes.
 * Code that brings calendars up to date therefore locks them too, and then reads whether they run. One statement.
 */
export async function suspendCalendars(tx: Tx, whose: CalendarsOf): Promise<void> {
  await lockedCalendars(tx, whose)
    .with("still", (part) =>
      part
        .updateTable("relationshipCalendar as calendar")
        .from("locked")
        .set({ nextDayAt: null, lookAt: null })
        .whereRef("calendar.relationshipId", "=", "locked.relationshipId"),
    )
    .with("frozen", (part) =>
      part
        .updateTable("agendaDay as day")
        .from("locked")
        .set({ closesAt: null, lookAt: null })
        .whereRef("day.relationshipId", "=", "locked.relationshipId")
        .where(({ eb, ref }) =>
          eb("day.localDate", ">=", daysBefore(ref("locked.localDate"), OPEN_DAYS_BEHIND)),
        )
        .where("day.closedAt", "is", null),
    )
    .selectFrom("locked")
    .select("locked.relationshipId")
    .execute();
}

/** Selects calendars: of one relationship, or of all open ones of a workspace or a client. */
export type CalendarsOf =
  | { readonly relationshipId: string }
  | { readonly workspaceId: string }
  | { readonly clientUserId: string };

/** How many days before the newest one may still be open: a day closes at most this long after its end. */
const OPEN_DAYS_BEHIND = 7;

/** Ends the calendar of a relationship: no further day begins, and open ones close now. One statement. */
export async function endCalendar(tx: Tx, relationshipId: string, now: Date): Promise<void> {
  await lockedCalendars(tx, { relationshipId })
    .with("over", (part) =>
      part
        .updateTable("relationshipCalendar as calendar")
        .from("locked")
        .set({ nextDayAt: null, lookAt: null })
        .whereRef("calendar.relationshipId", "=", "locked.relationshipId"),
    )
    .with("closing", (part) =>
      part
        .updateTable("agendaDay as day")
        .from("locked")
        .set(({ fn, val, cast }) => ({
          endsAt: fn.coalesce("day.endsAt", cast<Date>(val(now), "timestamptz")),
          closesAt: now,
          lookAt: now,
        }))
        .whereRef("day.relationshipId", "=", "locked.relationshipId")
        .where("day.closedAt", "is", null),
    )
    .selectFrom("locked")
    .select("locked.relationshipId")
    .execute();
}

/** Schedules suspended calendars for a scan, which resumes those that may run. One statement. */
export async function scheduleSuspendedCalendars(
  tx: Tx,
  whose: CalendarsOf,
  now: Date,
): Promise<void> {
  await lockedCalendars(tx, whose)
    .with("due", (part) =>
      part
        .updateTable("relationshipCalendar as calendar")
        .from("locked")
        .set({ lookAt: now })
        .whereRef("calendar.relationshipId", "=", "locked.relationshipId")
        .where("calendar.nextDayAt", "is", null),
    )
    .selectFrom("locked")
    .select("locked.relationshipId")
    .execute();
}

/**
 * Locks the selected calendars. Those of a workspace or a client omit paused and ended relationships: a pause
 * outlasts a suspension.
 */
function lockedCalendars(tx: Tx, whose: CalendarsOf) {
  return tables(tx).with("locked", (part) => {
    const calendars = part
      .selectFrom("relationshipCalendar as calendar")
      .innerJoin("relationship", "relationship.id", "calendar.relationshipId")
      .select(["calendar.relationshipId", "calendar.localDate"])
      .orderBy("calendar.relationshipId")
      .forNoKeyUpdate("calendar");
    if ("relationshipId" in whose) {
      return calendars.where("relationship.id", "=", whose.relationshipId);
    }
    const open = calendars.where("relationship.status", "in", RUNNING_RELATIONSHIP_STATUSES);
    return "workspaceId" in whose
      ? open.where("relationship.workspaceId", "=", whose.workspaceId)
      : open.where("relationship.clientUserId", "=", whose.clientUserId);
  });
}
