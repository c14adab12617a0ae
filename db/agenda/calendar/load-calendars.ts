import { runNamed } from "../../named-query.ts";
import { anyOf } from "../../sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../transact.ts";

/** A calendar as it is stored. */
export type StoredCalendar = Awaited<ReturnType<typeof lockCalendars>>[number];

/** Locks the calendars of some relationships, in their order (docs/rooms/storage.md#lock-order). */
export async function lockCalendars(tx: Tx, relationshipIds: readonly string[]) {
  const calendars = tables(tx)
    .selectFrom("relationshipCalendar")
    .select(["relationshipId", "localDate", "timezone", "nextDayAt", "tzVersion", "lookAt"])
    .where("relationshipId", "=", anyOf(relationshipIds))
    .orderBy("relationshipId")
    .forNoKeyUpdate();
  return await runNamed(tx, "lock-calendars", calendars);
}

/**
 * Locks those of the calendars that nobody else holds, for a look that comes again.
 *
 * @returns whose they are.
 */
export async function lockFreeCalendars(
  tx: Tx,
  relationshipIds: readonly string[],
): Promise<readonly string[]> {
  const free = tables(tx)
    .selectFrom("relationshipCalendar")
    .select("relationshipId")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .orderBy("relationshipId")
    .forNoKeyUpdate()
    .skipLocked();
  return (await free.execute()).map(({ relationshipId }) => relationshipId);
}

/** Whose calendars they are: zones, and whether they go on. */
export type CalendarOwner = Awaited<ReturnType<typeof listCalendarOwners>>[number];

/** Whose calendars they are. To be read after they are locked: who suspends somebody writes to them. */
export async function listCalendarOwners(tx: Tx, relationshipIds: readonly string[]) {
  const owners = tables(tx)
    .selectFrom("relationship")
    .innerJoin("coachWorkspace as workspace", "workspace.id", "relationship.workspaceId")
    .innerJoin("appUser as client", "client.id", "relationship.clientUserId")
    .select(["relationship.id", "relationship.timezone", "nextTimezone", "zoneChangesAt"])
    .select(["relationship.status", "workspace.status as workspaceStatus"])
    .select("client.status as clientStatus")
    .where("relationship.id", "=", anyOf(relationshipIds));
  return await runNamed(tx, "calendar-owners", owners);
}
