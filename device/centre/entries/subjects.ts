import type { Core } from "../../core.ts";
import { isJsonObject, objectsAt, textAt } from "../../json.ts";
import { acceptedLabel } from "../../outbox/load-task.ts";
import type { Row } from "../../ports/sql.ts";
import { bytesIn, textIn } from "../../store/columns.ts";
import type { ScopeRow } from "../../store/load-scope.ts";
import type { EntrySubject } from "../types.ts";

/** The names of the tasks and items that entries are about, as far as the device has read them. */
export async function loadSubjects(
  { ports, rows }: Core,
  { scopeId, cacheKey }: ScopeRow,
  operations: readonly Row[],
): Promise<Subjects> {
  const ids = operations.map((row) => row["object_id"]).filter((id) => typeof id === "string");
  const found = await ports.sql.read({
    sql: `select id, body from snapshot where scope_id = ? and kind = 'task'
      and id in (select value from json_each(?))`,
    params: [scopeId, JSON.stringify([...new Set(ids)])],
  });
  const named = await Promise.all(
    found.map(async (row): Promise<readonly [string, unknown]> => {
      const id = textIn(row, "id");
      const opened = await rows.open(cacheKey, acceptedLabel(id), bytesIn(row, "body"));
      return [id, opened?.content];
    }),
  );
  const tasks = new Map(named);
  return {
    of(payload) {
      const task = tasks.get(textAt(payload, "taskId") ?? "");
      if (!isJsonObject(task)) return { taskTitle: null, itemLabel: null };
      const { snapshot } = task;
      const itemId = textAt(payload, "itemId");
      const item = objectsAt(task, "items").find((one) => textAt(one, "itemId") === itemId);
      return {
        taskTitle: isJsonObject(snapshot) ? textAt(snapshot, "title") : null,
        itemLabel: itemId === null || item === undefined ? null : textAt(item, "label"),
      };
    },
  };
}

/** Names by payload. */
export interface Subjects {
  of(payload: Readonly<Record<string, unknown>>): EntrySubject;
}
