import type { TodayAnswer } from "../../contract/agenda/today-schema.ts";
import type { Core } from "../core.ts";
import { bytesIn, numberIn, textIn } from "../store/columns.ts";
import type { ScopeRow } from "../store/load-scope.ts";
import type { Label } from "../store/sealed-rows.ts";

/** The day that was read last; null if none was read or its key is gone. */
export async function loadDay({ ports, rows }: Core, scope: ScopeRow): Promise<ReadDay | null> {
  const [row] = await ports.sql.read({
    sql: `select * from snapshot where scope_id = ? and kind = 'day' order by id desc limit 1`,
    params: [scope.scopeId],
  });
  if (row === undefined) return null;
  const opened = await rows.open(scope.cacheKey, dayLabel(textIn(row, "id")), bytesIn(row, "body"));
  return opened === null ? null : { ...opened, readAt: numberIn(row, "read_at") };
}

/** A stored day, and when it was read (milliseconds since 1970). */
export interface ReadDay {
  readonly content: StoredDay;
  readonly readAt: number;
}

/** A day as it is stored: the answer without its tasks. */
export type StoredDay = Omit<TodayAnswer, "tasks">;

/** Label of a sealed day. */
export const dayLabel = (localDate: string): Label<StoredDay> => `snapshot/day/${localDate}`;
