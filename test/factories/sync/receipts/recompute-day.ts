import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import type { MeasuredValue } from "../../../../contract/agenda/metric-schema.ts";
import type { Operation } from "../../../../contract/sync/schema.ts";
import { AgendaDay } from "../../../../db/agenda/agenda-day.ts";
import { AgendaTaskEvent } from "../../../../db/agenda/agenda-task-event.ts";
import { listDayTasks } from "../../../../db/agenda/queries.ts";
import { executorOf } from "../../../../db/platform/pipeline/pipeline.ts";
import { batchOf } from "../../../../db/platform/statements/receipt-range.ts";
import { firstRow } from "../../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../../rules/agenda/agenda-task.ts";
import { misnamedValues, type NewestValue } from "../../quick-log/newest-values.ts";
import type { Phone } from "../phone.ts";

/** The state of one task, as far as operations determine it. */
interface TaskOutcome {
  readonly revision: number;
  readonly status: string;
  /** Ticked items, ordered by id. */
  readonly ticked: readonly string[];
  readonly value: { readonly current: MeasuredValue; readonly entryCount: number } | null;
}

/**
 * The tasks of a day after the accepted operations, computed without the product's rules.
 *
 * Nothing on a closed day is open: a metric with a value is done, anything else missed.
 *
 * @param closing.accepted in the order in which they were accepted.
 * @param closing.closedBy number of changes that the close made to each task; null while the day is open.
 */
function outcomes(
  tasks: readonly DayTask[],
  {
    accepted,
    closedBy,
  }: { accepted: readonly Operation[]; closedBy: ReadonlyMap<string, number> | null },
): ReadonlyMap<string, TaskOutcome> {
  const undone = new Set(accepted.map(({ payload }) => payload["undoesClientOperationId"]));
  return new Map(
    tasks.map((task) => {
      const own = accepted.filter(({ payload }) => payload["taskId"] === task.id);
      const inForce = own.filter(
        ({ clientOperationId, operationType }) =>
          operationType !== "quick-log.undo" && !undone.has(clientOperationId),
      );
      const closes = closedBy?.get(task.id) ?? 0;
      const made = outcome(task, inForce);
      const status = closedBy === null ? made.status : statusOnceClosed(made);
      return [task.id, { revision: 1 + own.length + closes, ...made, status }];
    }),
  );
}

function outcome(task: DayTask, inForce: readonly Operation[]): Omit<TaskOutcome, "revision"> {
  const ticked = [...new Set(inForce.flatMap(({ payload }) => text(payload["itemId"])))].toSorted();
  const amounts = inForce.flatMap(({ payload }) => number(payload["value"]));
  const isSum = task.snapshot.metric?.mode === "ACCUMULATE";
  const current = isSum ? amounts.reduce((sum, amount) => sum + amount, 0) : (amounts.at(-1) ?? 0);
  const entryCount = isSum ? amounts.length : Math.min(amounts.length, 1);
  const value = amounts.length === 0 ? null : { current, entryCount };
  return { status: statusOf(task, { ticked, value, inForce }), ticked, value };
}

function statusOnceClosed({ status, value }: Omit<TaskOutcome, "revision">): string {
  if (status !== "PENDING" && status !== "IN_PROGRESS") return status;
  return value === null ? "MISSED" : "COMPLETED";
}

function statusOf(
  { items, snapshot }: DayTask,
  {
    ticked,
    value,
    inForce,
  }: { ticked: readonly string[]; value: unknown; inForce: readonly Operation[] },
): string {
  if (snapshot.metric !== null) return value === null ? "PENDING" : "IN_PROGRESS";
  if (items.length === 0) return inForce.length === 0 ? "PENDING" : "COMPLETED";
  if (ticked.length === items.length) return "COMPLETED";
  return ticked.length === 0 ? "PENDING" : "IN_PROGRESS";
}

const text = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
const number = (value: unknown): number[] => (typeof value === "number" ? [value] : []);

/**
 * Compares every task, value and counter of a day, open or closed, with the effect of the accepted operations.
 *
 * @returns the differences as sentences; empty if there are none.
 */
export async function recomputeDay(
  em: SqlEntityManager,
  { relationshipId, agenda: { localDate } }: Phone,
  accepted: readonly Operation[],
): Promise<readonly string[]> {
  const fork = em.fork();
  const tasks = await listDayTasks(executorOf(fork), relationshipId, [localDate]);
  const day = await fork.findOneOrFail(AgendaDay, { relationshipId, localDate });
  const closedBy = day.closedAt === null ? null : await countCloses(fork, tasks);
  const expected = outcomes(tasks, { accepted, closedBy });
  const differing = tasks.flatMap((task) => {
    const [found, wanted] = [JSON.stringify(foundOf(task)), JSON.stringify(expected.get(task.id))];
    return found === wanted ? [] : [`${task.snapshot.title}: ${found} in place of ${wanted}`];
  });
  const count = (wanted: string) =>
    [...expected.values()].filter(({ status }) => status === wanted).length;
  const counted = {
    tasks: [day.taskCount, tasks.length],
    completed: [day.completedCount, count("COMPLETED")],
    missed: [day.missedCount, count("MISSED")],
    late: [day.lateCount, day.closedAt === null ? 0 : await countLate(fork, day)],
    // No task is closed twice.
    closes: [Math.max(0, ...(closedBy?.values() ?? [])), closedBy === null ? 0 : 1],
  };
  const miscounted = Object.entries(counted).flatMap(([name, [found, wanted]]) =>
    found === wanted ? [] : [`${name}: ${found} in place of ${wanted}`],
  );
  const misnamed = await misnamedValues(fork, relationshipId);
  return [...differing, ...miscounted, ...misnamed.map(faultOf)];
}

const faultOf = ({ taskId, named: found, logged }: NewestValue) =>
  `newest value of ${taskId}: ${found} in place of ${logged}`;

async function countCloses(
  em: SqlEntityManager,
  tasks: readonly DayTask[],
): Promise<ReadonlyMap<string, number>> {
  const taskId = { $in: tasks.map(({ id }) => id) };
  const closes = await em.find(AgendaTaskEvent, { taskId, reason: "DAY_CLOSED" });
  const byTask = Map.groupBy(closes, (event) => event.taskId);
  return new Map(tasks.map(({ id }) => [id, byTask.get(id)?.length ?? 0]));
}

/** Counts operations in force whose batch came after the close, by time alone. */
async function countLate(
  em: SqlEntityManager,
  { relationshipId, localDate, closedAt }: AgendaDay,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from quick_log_operation late
    join sync_batch sent on sent.id = ${batchOf("late.receipt_id")}
    where late.relationship_id = ${relationshipId} and late.local_date = ${localDate}
      and late.status = 'ACCEPTED' and late.action_kind <> 'UNDO' and sent.admitted_at > ${closedAt}
      and not exists (select from quick_log_operation later
        where later.undoes_receipt_id = late.receipt_id and later.status = 'ACCEPTED')
  `.execute(em.getKysely());
  return firstRow(rows).count;
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
