import type { Client } from "pg";
import { SHOWN_SNAPSHOT } from "../days/shown-snapshot.ts";
import { quickLogText } from "../phones/operation-text.ts";
import { METRIC } from "../phones/phones.ts";

/** The tasks of a client's present day, and the operations that were sent for it. */
export interface DayTasks {
  readonly localDate: string;
  /** Tasks with one tap, then those with items. */
  readonly plain: readonly string[];
  readonly withItems: readonly string[];
  readonly metric: string;
  readonly sent: Set<number>;
}

/** Replaces the tasks of clients whose calendar has another day than the known one. */
export async function renewDayTasks(
  database: Client,
  known: Map<string, DayTasks>,
  relationshipIds: readonly string[],
): Promise<void> {
  const { rows: calendars } = await database.query<{ id: string; localDate: string }>(
    `select relationship_id as id, local_date::text as "localDate" from relationship_calendar
      where relationship_id = any($1)`,
    [relationshipIds],
  );
  const changed = calendars.filter(({ id, localDate }) => known.get(id)?.localDate !== localDate);
  if (changed.length === 0) return;
  const { rows } = await database.query<TaskRow>(
    `select task.relationship_id as "relationshipId", task.id,
        ${SHOWN_SNAPSHOT} #>> '{metric,mode}' is not null as "isMetric",
        exists (select from agenda_task_item item where item.task_id = task.id) as "hasItems"
       from agenda_task task join relationship_calendar calendar using (relationship_id, local_date)
      where task.relationship_id = any($1) and status = 'PENDING' order by task.id`,
    [changed.map(({ id }) => id)],
  );
  const tasksOf = Map.groupBy(rows, ({ relationshipId }) => relationshipId);
  for (const { id, localDate } of changed) {
    const tasks = tasksOf.get(id) ?? [];
    const idsOf = (isMeant: (task: TaskRow) => boolean) =>
      tasks.filter(isMeant).map((task) => task.id);
    const [metric = ""] = idsOf(({ isMetric }) => isMetric);
    known.set(id, {
      localDate,
      plain: idsOf(({ isMetric, hasItems }) => !isMetric && !hasItems),
      withItems: idsOf(({ hasItems }) => hasItems),
      metric,
      sent: new Set(),
    });
  }
}

interface TaskRow {
  readonly relationshipId: string;
  readonly id: string;
  readonly isMetric: boolean;
  readonly hasItems: boolean;
}

/**
 * The text of an operation without its id: each task is completed once, and all further operations are values of the
 * metric, whose newest counts.
 */
export function dayOperation(tasks: DayTasks, ordinal: number, at: string): string {
  const isRepeated = tasks.sent.has(ordinal);
  tasks.sent.add(ordinal);
  const { plain, withItems } = tasks;
  const done = isRepeated ? undefined : plain[ordinal];
  if (done !== undefined) return quickLogText("complete-task", { taskId: done }, { ordinal, at });
  const all = isRepeated ? undefined : withItems[ordinal - plain.length];
  if (all !== undefined)
    return quickLogText("complete-all", { taskId: all, confirmed: true }, { ordinal, at });
  const { metricKind, unit } = METRIC;
  const value = { metricKind, value: 1_000 + ordinal, unit };
  const payload = { taskId: tasks.metric, ...value, sourceType: "MANUAL", recordedAt: at };
  return quickLogText("record-value", payload, { ordinal, at });
}
