import type { SummaryDay, SummaryTask } from "../client-queries.ts";

/** The tasks of a day that may be pinned: the open ones while the day runs, the one that is pinned before the others. */
export function pinnable({ closedAt, focusPin, tasks }: PinnableDay): readonly SummaryTask[] {
  if (closedAt !== null) return [];
  const open = tasks.filter(({ status }) => OPEN.has(status));
  const isPinned = ({ taskId }: SummaryTask) => taskId === focusPin?.taskId;
  return [...open.filter(isPinned), ...open.filter((task) => !isPinned(task))];
}

type PinnableDay = Pick<SummaryDay, "closedAt" | "focusPin" | "tasks">;

const OPEN: ReadonlySet<string> = new Set(["PENDING", "IN_PROGRESS"]);
