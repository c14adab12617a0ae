import { runNamed } from "../../platform/pipeline/run-named.ts";
import { anyOf } from "../../platform/statements/sql-parts.ts";
import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Locks the calendars of some relationships, ordered by id (docs/rooms/storage.md#lock-order). */
export async function lockCalendars(tx: Tx, relationshipIds: readonly string[]) {
  const calendars = tables(tx)
    .selectFrom("relationshipCalendar")
    .select(["relationshipId", "localDate", "timezone", "nextDayAt", "tzVersion", "lookAt"])
    .where("relationshipId", "=", anyOf(relationshipIds))
    .orderBy("relationshipId")
    .forNoKeyUpdate();
  return await runNamed(tx, "lock-calendars", calendars);
}

/** A calendar as stored. */
export type StoredCalendar = Awaited<ReturnType<typeof lockCalendars>>[number];

/**
 * Locks those of the calendars that are free, for a scan that runs again.
 *
 * @returns their relationships.
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

/** The time zones of a relationship, and the statuses that decide whether its calendar runs. */
export type CalendarOwner = Awaited<ReturnType<typeof listCalendarOwners>>[number];

/** The owners of calendars. Read them after locking the calendars: a suspension writes to these. */
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
