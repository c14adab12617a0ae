import type { SqlEntityManager } from "@mikro-orm/postgresql";
import type { Operation } from "../../contract/sync/schema.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { lineOf } from "../../db/flight.ts";
import type { DayTask } from "../../rules/agenda/agenda-task.ts";
import type { Phone } from "./phone.ts";

/** What one task is, as far as operations make it. */
interface TaskOutcome {
  readonly revision: number;
  readonly status: string;
  /** Items that are ticked, in the order of their ids. */
  readonly ticked: readonly string[];
  readonly value: { readonly current: number; readonly entryCount: number } | null;
}

/**
 * What accepted operations make of the tasks of a day, told without a rule of the product.
 *
 * @param accepted in the order in which they were accepted.
 */
function outcomes(
  tasks: readonly DayTask[],
  accepted: readonly Operation[],
): ReadonlyMap<string, TaskOutcome> {
  const undone = new Set(accepted.map(({ payload }) => payload["undoesClientOperationId"]));
  return new Map(
    tasks.map((task) => {
      const own = accepted.filter(({ payload }) => payload["taskId"] === task.id);
      const standing = own.filter(
        ({ clientOperationId, operationType }) =>
          operationType !== "quick-log.undo" && !undone.has(clientOperationId),
      );
      return [task.id, { revision: 1 + own.length, ...outcome(task, standing) }];
    }),
  );
}

function outcome(task: DayTask, standing: readonly Operation[]): Omit<TaskOutcome, "revision"> {
  const ticked = [
    ...new Set(standing.flatMap(({ payload }) => text(payload["itemId"]))),
  ].toSorted();
  const amounts = standing.flatMap(({ payload }) => number(payload["value"]));
  const isSum = task.snapshot.metric?.mode === "ACCUMULATE";
  const current = isSum ? amounts.reduce((sum, amount) => sum + amount, 0) : (amounts.at(-1) ?? 0);
  const entryCount = isSum ? amounts.length : Math.min(amounts.length, 1);
  const value = amounts.length === 0 ? null : { current, entryCount };
  return { status: statusOf(task, { ticked, value, standing }), ticked, value };
}

function statusOf(
  { items, snapshot }: DayTask,
  {
    ticked,
    value,
    standing,
  }: { ticked: readonly string[]; value: unknown; standing: readonly Operation[] },
): string {
  if (snapshot.metric !== null) return value === null ? "PENDING" : "IN_PROGRESS";
  if (items.length === 0) return standing.length === 0 ? "PENDING" : "COMPLETED";
  if (ticked.length === items.length) return "COMPLETED";
  return ticked.length === 0 ? "PENDING" : "IN_PROGRESS";
}

const text = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
const number = (value: unknown): number[] => (typeof value === "number" ? [value] : []);

/**
 * Compares every task, value and counter of a day with what the accepted operations make of it.
 *
 * @returns what differs, as sentences; none when all agrees.
 */
export async function recomputeDay(
  em: SqlEntityManager,
  { relationshipId, agenda: { localDate } }: Phone,
  accepted: readonly Operation[],
): Promise<readonly string[]> {
  const fork = em.fork();
  const tasks = await listDayTasks(lineOf(fork), relationshipId, [localDate]);
  const expected = outcomes(tasks, accepted);
  const differing = tasks.flatMap((task) => {
    const [found, wanted] = [JSON.stringify(foundOf(task)), JSON.stringify(expected.get(task.id))];
    return found === wanted ? [] : [`${task.snapshot.title}: ${found} in place of ${wanted}`];
  });
  const done = [...expected.values()].filter(({ status }) => status === "COMPLETED").length;
  const { taskCount, completedCount } = await fork.findOneOrFail(AgendaDay, {
    relationshipId,
    localDate,
  });
  const isCounted = taskCount === tasks.length && completedCount === done;
  return isCounted
    ? differing
    : [...differing, `${completedCount} of ${taskCount} tasks are counted, not ${done}`];
}

function foundOf(task: DayTask): TaskOutcome {
  const { value } = task.completionSummary;
  const ticked = task.items.filter(({ status }) => status === "COMPLETED").map(({ id }) => id);
  return {
    revision: task.revision,
    status: task.status,
    ticked: ticked.toSorted(),
    value: value === null ? null : { current: value.current, entryCount: value.entryCount },
  };
}
