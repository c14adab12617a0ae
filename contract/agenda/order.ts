import { OPEN_TASK_STATUSES, URGENT_WITHIN_MINUTES, type TaskStatus } from "./vocabulary.ts";

/** What the place of a task in the agenda follows from, by the names it has in an answer; instants RFC 3339. */
export interface OrderedTask {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly timeCritical: boolean;
  readonly startsAt: string | null;
  readonly dueAt: string | null;
  /** Coach priority; the higher comes first. */
  readonly priority: number;
  readonly sortKey: string;
  readonly sourceKey: string;
  /** Source key of what has to be done before it. */
  readonly dependsOnSourceKey: string | null;
}

/** When the agenda is looked at, and what the coach pinned. */
export interface AgendaMoment {
  /** Milliseconds of the epoch. */
  readonly nowMs: number;
  readonly pinnedTaskId: string | null;
}

const MINUTE_MS = 60_000;

/** Whether the client can still act on a task of this status. */
export function isOpen(status: TaskStatus): boolean {
  const open: readonly TaskStatus[] = OPEN_TASK_STATUSES;
  return open.includes(status);
}

/**
 * The agenda in the order it is offered, on the server and on a phone alike (docs/rules.md#agenda-order): as
 * {@link compareTasks} has it, but that what an open task depends on comes before it while that is open too. A circle
 * is cut where it would begin: that task comes behind the others of it. The order of the tasks that are given is of no
 * matter.
 */
export function orderAgenda<Task extends OrderedTask>(
  tasks: readonly Task[],
  moment: AgendaMoment,
): Task[] {
  const sorted = tasks
    .map((task) => ({ task, rank: rankOf(task, moment) }))
    .toSorted((one, other) => compareRanks(one.rank, other.rank))
    .map(({ task }) => task);
  return sorted.some(dependsOnAnother) ? dependenciesFirst(sorted) : sorted;
}

/**
 * The order of two tasks by themselves: what is open before what is not; of that what is urgent, then what is pinned;
 * then what is scheduled first, what is at no time last; then the higher priority, the smaller sort key, the id.
 * Negative when the first task comes first, 0 only for one task.
 */
export function compareTasks(one: OrderedTask, other: OrderedTask, moment: AgendaMoment): number {
  return compareRanks(rankOf(one, moment), rankOf(other, moment));
}

/**
 * The next instant, in milliseconds of the epoch, at which the agenda comes in another order although nothing in it
 * changed; null when there is none.
 */
export function reorderMsOf(tasks: readonly OrderedTask[], moment: AgendaMoment): number | null {
  const instants = tasks
    .map(urgentFrom)
    .filter((at) => at !== null)
    .filter((at) => at > moment.nowMs);
  if (instants.length === 0) return null;
  const present = idsOf(orderAgenda(tasks, moment));
  const changes = (nowMs: number) => idsOf(orderAgenda(tasks, { ...moment, nowMs })) !== present;
  return instants.toSorted((one, other) => one - other).find(changes) ?? null;
}

/** Numbers and texts by which a task comes before another, the smaller first. */
type Rank = readonly (number | string)[];

function rankOf(task: OrderedTask, { nowMs, pinnedTaskId }: AgendaMoment): Rank {
  const open = isOpen(task.status);
  const urgentMs = urgentFrom(task);
  return [
    open ? 0 : 1,
    urgentMs !== null && urgentMs <= nowMs ? 0 : 1,
    open && task.taskId === pinnedTaskId ? 0 : 1,
    millisOf(task.startsAt ?? task.dueAt),
    millisOf(task.dueAt),
    -task.priority,
    task.sortKey,
    task.taskId,
  ];
}

/** From when on it is urgent, until it is done; null of a task that never is. */
function urgentFrom({ status, timeCritical, dueAt }: OrderedTask): number | null {
  if (!timeCritical || dueAt === null || !isOpen(status)) return null;
  return Date.parse(dueAt) - URGENT_WITHIN_MINUTES * MINUTE_MS;
}

function millisOf(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant);
}

/** Texts by code unit: no locale, so that everybody agrees. */
function compareRanks(one: Rank, other: Rank): number {
  for (const [place, value] of one.entries()) {
    const against = other[place] ?? value;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

const dependsOnAnother = ({ dependsOnSourceKey }: OrderedTask) => dependsOnSourceKey !== null;

function dependenciesFirst<Task extends OrderedTask>(sorted: readonly Task[]): Task[] {
  const open = Map.groupBy(
    sorted.filter(({ status }) => isOpen(status)),
    ({ sourceKey }) => sourceKey,
  );
  // A set keeps its order, and each task once; who is on the way already is not gone to again.
  const placed = new Set<Task>();
  const begun = new Set<Task>();
  const place = (task: Task) => {
    if (begun.has(task)) return;
    begun.add(task);
    const { dependsOnSourceKey, status } = task;
    const needed =
      dependsOnSourceKey === null || !isOpen(status) ? [] : open.get(dependsOnSourceKey);
    for (const other of needed ?? []) place(other);
    placed.add(task);
  };
  for (const task of sorted) place(task);
  return [...placed];
}

const idsOf = (tasks: readonly OrderedTask[]) => tasks.map(({ taskId }) => taskId).join(" ");
