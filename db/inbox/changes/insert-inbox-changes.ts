import { INBOX_LIMITS } from "../../../contract/inbox/vocabulary.ts";
import type { QueryExecutor } from "../../platform/pipeline/pipeline.ts";
import { newId } from "../../platform/new-id.ts";
import { records } from "../../platform/statements/records.ts";

/**
 * Adds changed tasks to the changes that the consoles of their workspaces read (docs/rooms/inbox.md#changes). Too
 * many become a request to reload the list. The counter of each inbox is incremented at commit. One statement.
 *
 * @param isReload consoles must reload the list, however few tasks changed.
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
    const newsIds = tasks.filter(({ isNews = false }) => isNews).map(({ id }) => id);
    return { id: newId(), workspaceId, taskIds, newsIds, isReload: isMuch, changedAt: now };
  });
  const names = CHANGE.map(([name]) => name);
  const insertion = executor.tables
    .insertInto("coachTaskChange")
    .columns(names)
    .expression((query) =>
      query
        .selectFrom(records(rows, CHANGE).as("changed"))
        .select(names.map((name) => `changed.${name}` as const))
        // Several counters are always incremented in this order.
        .orderBy("changed.workspaceId"),
    );
  await executor.named("add-inbox-changes", insertion);
}

/** A task whose content changed, and the workspace of its inbox. */
export interface ChangedTask {
  readonly id: string;
  readonly workspaceId: string;
  /** Something new is known of it: nobody has read it any more (docs/rooms/inbox.md#unread). */
  readonly isNews?: boolean;
}

const CHANGE = [
  ["id", "uuid"],
  ["workspaceId", "uuid"],
  ["taskIds", "uuid[]"],
  ["newsIds", "uuid[]"],
  ["isReload", "boolean"],
  ["changedAt", "timestamptz"],
] as const;
