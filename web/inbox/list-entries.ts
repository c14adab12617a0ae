import type { InboxTask } from "./inbox-query.ts";

/** How rows are arranged: in the server's order, or by client. */
export const GROUPINGS = ["score", "client"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/**
 * The lines of the list: tiers and tasks. URGENT tasks come first in every grouping. By client, the clients keep the
 * order of their most important task. Snoozed tasks have the last tier.
 */
export function listEntries(
  tasks: readonly InboxTask[],
  grouping: Grouping,
  asleep: readonly InboxTask[] = [],
): readonly ListEntry[] {
  const urgent = tasks.filter(isUrgent);
  const others = tasks.filter((task) => !isUrgent(task));
  return [
    ...tierOf("urgent", urgent),
    ...(grouping === "client" ? byClient(others) : tierOf("score", others)),
    ...tierOf("snoozed", asleep),
  ];
}

/**
 * The lines of the list without the rows that are leaving it, and the tasks among them. Snoozed rows are only an end: a
 * list that has nothing else is empty. A row that was snoozed a moment ago may be read in both lists; it stands in the
 * first one.
 */
export function arrangeRows({ shown, asleep, leaving, grouping }: ArrangedFrom): ArrangedRows {
  const isStaying = ({ taskId }: InboxTask) => !leaving.has(taskId);
  const staying = shown.filter(isStaying);
  const awake = new Set(shown.map(({ taskId }) => taskId));
  const below = asleep.filter((task) => isStaying(task) && !awake.has(task.taskId));
  const entries = listEntries(staying, grouping, staying.length === 0 ? [] : below);
  const tasks = entries.flatMap((entry) => (entry.kind === "TASK" ? [entry.task] : []));
  return { entries, tasks };
}

interface ArrangedFrom {
  /** The rows of the view. */
  readonly shown: readonly InboxTask[];
  /** Snoozed rows below them. */
  readonly asleep: readonly InboxTask[];
  /** Ids of rows that an act removes. */
  readonly leaving: ReadonlySet<string>;
  readonly grouping: Grouping;
}

interface ArrangedRows {
  readonly entries: readonly ListEntry[];
  readonly tasks: readonly InboxTask[];
}

/** A line of the list. */
export type ListEntry = TierEntry | TaskEntry;

/** The head of a tier. A client's tier has their name. */
export interface TierEntry {
  readonly kind: "TIER";
  readonly tier: "urgent" | "score" | "client" | "snoozed";
  readonly name: string | null;
  readonly count: number;
}

interface TaskEntry {
  readonly kind: "TASK";
  readonly task: InboxTask;
}

const isUrgent = ({ severity }: InboxTask) => severity === "URGENT";

function tierOf(
  tier: TierEntry["tier"],
  tasks: readonly InboxTask[],
  name: string | null = null,
): readonly ListEntry[] {
  if (tasks.length === 0) return [];
  return [
    { kind: "TIER", tier, name, count: tasks.length },
    ...tasks.map((task) => ({ kind: "TASK", task }) as const),
  ];
}

function byClient(tasks: readonly InboxTask[]): readonly ListEntry[] {
  const clients = Map.groupBy(tasks, ({ client }) => client.relationshipId);
  return [...clients.values()].flatMap((own) =>
    tierOf("client", own, own[0]?.client.displayName ?? null),
  );
}

/**
 * The task to go to from `current`, `step` rows on; the nearest end if there is none. Without a current task it is the
 * first one.
 */
export function neighbourOf(
  tasks: readonly InboxTask[],
  current: string | null,
  step: number,
): InboxTask | null {
  const at = tasks.findIndex(({ taskId }) => taskId === current);
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), tasks.length - 1);
  return tasks[next] ?? null;
}

/**
 * Where the cursor goes when `gone` leave the list: the next row that stays, else the last before; null if none. From an
 * open row it never goes to the snoozed ones below.
 */
export function afterLeaving(
  tasks: readonly InboxTask[],
  current: string | null,
  gone: ReadonlySet<string>,
): string | null {
  if (current === null || !gone.has(current)) return current;
  const at = tasks.findIndex(({ taskId }) => taskId === current);
  const isAsleep = tasks[at]?.status === "SNOOZED";
  const stays = ({ taskId, status }: InboxTask) =>
    !gone.has(taskId) && (isAsleep || status !== "SNOOZED");
  const next = tasks.slice(at + 1).find(stays) ?? tasks.slice(0, Math.max(at, 0)).findLast(stays);
  return next?.taskId ?? null;
}
