import type { InboxTask } from "./inbox-query.ts";

/** How rows are arranged: in the server's order, or by client. */
export const GROUPINGS = ["score", "client"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/**
 * The lines of the list: tiers and tasks. URGENT tasks come first in every grouping. By client, the clients keep the
 * order of their most important task.
 */
export function listEntries(tasks: readonly InboxTask[], grouping: Grouping): readonly ListEntry[] {
  const urgent = tasks.filter(isUrgent);
  const others = tasks.filter((task) => !isUrgent(task));
  return [
    ...tierOf("urgent", urgent),
    ...(grouping === "client" ? byClient(others) : tierOf("score", others)),
  ];
}

/** The lines of the list without the rows that are leaving it, and the tasks among them. */
export function arrangeRows(
  shown: readonly InboxTask[],
  leaving: ReadonlySet<string>,
  grouping: Grouping,
): ArrangedRows {
  const entries = listEntries(
    shown.filter(({ taskId }) => !leaving.has(taskId)),
    grouping,
  );
  const tasks = entries.flatMap((entry) => (entry.kind === "TASK" ? [entry.task] : []));
  return { entries, tasks };
}

interface ArrangedRows {
  readonly entries: readonly ListEntry[];
  readonly tasks: readonly InboxTask[];
}

/** A line of the list. */
export type ListEntry = TierEntry | TaskEntry;

/** The head of a tier. A client's tier has their name. */
interface TierEntry {
  readonly kind: "TIER";
  readonly tier: "urgent" | "score" | "client";
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

/** Where the cursor goes when `gone` leave the list: the next row that stays, else the last before; null if none. */
export function afterLeaving(
  tasks: readonly InboxTask[],
  current: string | null,
  gone: ReadonlySet<string>,
): string | null {
  if (current === null || !gone.has(current)) return current;
  const at = tasks.findIndex(({ taskId }) => taskId === current);
  const stays = ({ taskId }: InboxTask) => !gone.has(taskId);
  const next = tasks.slice(at + 1).find(stays) ?? tasks.slice(0, Math.max(at, 0)).findLast(stays);
  return next?.taskId ?? null;
}
