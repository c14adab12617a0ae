import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../pipeline.ts";
import { newId } from "../../new-id.ts";
import { records } from "../../records.ts";

/** A task that reads otherwise than before, and whose inbox has it. */
export interface ChangedTask {
  readonly id: string;
  readonly workspaceId: string;
}

/**
 * Tells the consoles of the workspaces which of their tasks changed, many of them only that the list is to be read
 * afresh (docs/rooms/inbox.md#changes). The counter of each inbox moves by one with the commit. One statement.
 *
 * @param isReload the list is to be read afresh however few they are.
 */
export async function insertInboxChanges(
  executor: QueryExecutor,
  changed: readonly ChangedTask[],
  { now, isReload = false }: { readonly now: Date; readonly isReload?: boolean },
): Promise<void> {
  if (changed.length === 0) return;
  const byWorkspace = Map.groupBy(changed, ({ workspaceId }) => workspaceId);
  const rows = [...byWorkspace].map(([workspaceId, tasks]) => {
    const ids = [...new Set(tasks.map(({ id }) => id))];
    const isMuch = isReload || ids.length > INBOX_LIMITS.changedTasks;
    const taskIds = isMuch ? [] : ids;
    return { id: newId(), workspaceId, taskIds, isReload: isMuch, changedAt: now };
  });
  const names = CHANGE.map(([name]) => name);
  const insertion = executor.tables
    .insertInto("coachTaskChange")
    .columns(names)
    .expression((query) =>
      query
        .selectFrom(records(rows, CHANGE).as("changed"))
        .select(names.map((name) => `changed.${name}` as const))
        // Whoever moves several counters moves them in this order.
        .orderBy("changed.workspaceId"),
    );
  await executor.named("add-inbox-changes", insertion);
}

const CHANGE = [
  ["id", "uuid"],
  ["workspaceId", "uuid"],
  ["taskIds", "uuid[]"],
  ["isReload", "boolean"],
  ["changedAt", "timestamptz"],
] as const;
