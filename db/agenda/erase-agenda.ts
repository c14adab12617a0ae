import { eraseRows } from "../platform/statements/erase-rows.ts";
import { anyOf } from "../platform/statements/sql-parts.ts";
import { tables } from "../tables.ts";
import type { Tx } from "../platform/transactions/transact.ts";
import { eraseSnapshots } from "./snapshots/delete-snapshots.ts";

/**
 * Deletes a slice of the agenda of some relationships: pins, cards, counters, trends and withheld occurrences. Then
 * tasks with their items and histories, and snapshots that no other task uses. Calendars stay; they contain a zone and
 * a date.
 *
 * @returns whether there may be more.
 */
export async function eraseAgenda(tx: Tx, relationshipIds: readonly string[]): Promise<boolean> {
  const leaves = [
    "focus_pin",
    "agenda_card",
    "agenda_day",
    "progress_trend",
    "withheld_occurrence",
  ];
  if (await eraseRows(tx, leaves, relationshipIds)) return true;
  const found = await tables(tx)
    .selectFrom("agendaTask")
    .where("relationshipId", "=", anyOf(relationshipIds))
    .select(["id", "workspaceId", "snapshotKey"])
    .limit(TASKS)
    .execute();
  const taskIds = anyOf(found.map(({ id }) => id));
  await tables(tx).deleteFrom("agendaTaskEvent").where("taskId", "=", taskIds).execute();
  await tables(tx).deleteFrom("agendaTaskItem").where("taskId", "=", taskIds).execute();
  await tables(tx).deleteFrom("agendaTask").where("id", "=", taskIds).execute();
  await eraseSnapshots(tx, found);
  return found.length >= TASKS;
}

/** Tasks that one slice deletes, each with its items and its history. */
const TASKS = 100;
