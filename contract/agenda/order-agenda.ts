import { sorted } from "../sorted.ts";
import { OPEN_TASK_STATUSES, URGENT_WITHIN_MINUTES, type TaskStatus } from "./vocabulary.ts";

/**
 * Orders the agenda, identically on the server and on a phone (docs/rooms/agenda.md#order). The order is that of
 * {@link compareTasks}, except that an open task comes after the open tasks it depends on. A cycle is broken where it
 * is entered: that task comes after the others of the cycle. The order of the input does not matter.
 */
export function orderAgenda<Task extends OrderedTask>(
  tasks: readonly Task[],
  moment: AgendaMoment,
): Task[] {
  const ranked = tasks.map((task) => ({ task, rank: rankOf(task, moment) }));
  const ordered = sorted(ranked, (one, other) => compareRanks(one.rank, other.rank)).map(
    ({ task }) => task,
  );
  return ordered.some(dependsOnAnother) ? dependenciesFirst(ordered) : ordered;
}

/** The fields that determine a task's position in the agenda, named as in an answer; instants are RFC 3339. */
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
  /** Source key of the task that has to be done first. */
  readonly dependsOnSourceKey: string | null;
}

/** The instant at which the agenda is ordered, and the task that the coach pinned. */
export interface AgendaMoment {
  /** Milliseconds since the epoch. */
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
 * Compares two tasks without regard to dependencies. Open tasks come first, then urgent ones, then the pinned one.
 * Next come the earlier schedule (unscheduled last), the higher priority, the smaller sort key and the smaller id.
 * Negative if the first task comes first; 0 only for the same task.
 */
export function compareTasks(one: OrderedTask, other: OrderedTask, moment: AgendaMoment): number {
  return compareRanks(rankOf(one, moment), rankOf(other, moment));
}

/**
 * The next instant, in milliseconds since the epoch, at which the order changes although no task did; null if there
 * is none.
 */
export function reorderMsOf(tasks: readonly OrderedTask[], moment: AgendaMoment): number | null {
  const instants = tasks
    .map(urgentFrom)
    .filter((at) => at !== null)
    .filter((at) => at > moment.nowMs);
  if (instants.length === 0) return null;
  const present = idsOf(orderAgenda(tasks, moment));
  const changes = (nowMs: number) => idsOf(orderAgenda(tasks, { ...moment, nowMs })) !== present;
  return sorted(instants, (one, other) => one - other).find(changes) ?? null;
}

/** Sort key of a task, compared element by element; the smaller comes first. */
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

/** The instant from which an open task is urgent; null if it never is. */
function urgentFrom({ status, timeCritical, dueAt }: OrderedTask): number | null {
  if (!timeCritical || dueAt === null || !isOpen(status)) return null;
  return Date.parse(dueAt) - URGENT_WITHIN_MINUTES * MINUTE_MS;
}

function millisOf(instant: string | null): number {
  return instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant);
}

/** Compares texts by code unit. A locale could order them differently on a phone. */
function compareRanks(one: Rank, other: Rank): number {
  for (const [place, value] of one.entries()) {
    const against = other[place] ?? value;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}

const dependsOnAnother = ({ dependsOnSourceKey }: OrderedTask) => dependsOnSourceKey !== null;

function dependenciesFirst<Task extends OrderedTask>(ordered: readonly Task[]): Task[] {
  const open = new Map<string, Task[]>();
  for (const task of ordered) {
    if (!isOpen(task.status)) continue;
    const same = open.get(task.sourceKey);
    if (same === undefined) open.set(task.sourceKey, [task]);
    else same.push(task);
  }
  // A set keeps insertion order and holds each task once. A task that was already entered is not entered again, which
  // breaks cycles.
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
  for (const task of ordered) place(task);
  return [...placed];
}

const idsOf = (tasks: readonly OrderedTask[]) => tasks.map(({ taskId }) => taskId).join(" ");
