import type { SummaryTask } from "./client-queries.ts";

/** The tag of a task: its state, how far it is, or for how long it has been due. */
export function taskTag(task: TaggedTask, now: Date): TaskTag {
  const { status, dueAt, completionSummary } = task;
  const { itemCount, completedItemCount: done } = completionSummary;
  const isOpen = OPEN.has(status);
  const lateMs = dueAt === null ? 0 : now.getTime() - Date.parse(dueAt);
  const items = itemCount > 1 && done > 0 && PARTLY.has(status) ? { done, items: itemCount } : null;
  if (isOpen && lateMs > 0) return { kind: "OVERDUE", tone: "warn", lateMs, items };
  if (isOpen && items !== null) return { kind: "PART", tone: "done", items };
  const tone = TONES[status] ?? "";
  return { kind: "STATE", tone, status, reason: skipReason(task), items };
}

/** The reason of a skipped task by its code; null if it is not skipped, or without one. */
export function skipReason({ status, completionEvents }: TaggedTask): string | null {
  if (status !== "SKIPPED") return null;
  return completionEvents.findLast(({ to }) => to === "SKIPPED")?.skipReason ?? null;
}

/** When a task got its present state; null for one that is open, or that the client never touched. */
export function settledAt({ status, completedAt, completionEvents }: SettledTask): string | null {
  if (completedAt !== null) return completedAt;
  if (status !== "SKIPPED") return null;
  return completionEvents.findLast(({ to }) => to === status)?.at ?? null;
}

/** A tag: its words by kind, and its colour, which a word always accompanies. */
export type TaskTag =
  | {
      readonly kind: "OVERDUE";
      readonly tone: "warn";
      readonly lateMs: number;
      readonly items: DoneItems | null;
    }
  | { readonly kind: "PART"; readonly tone: "done"; readonly items: DoneItems }
  | {
      readonly kind: "STATE";
      readonly tone: string;
      readonly status: string;
      readonly reason: string | null;
      readonly items: DoneItems | null;
    };

/** How many parts of a task are done. */
interface DoneItems {
  readonly done: number;
  readonly items: number;
}

type TaggedTask = Pick<SummaryTask, "completionEvents" | "completionSummary" | "dueAt" | "status">;
type SettledTask = Pick<SummaryTask, "completedAt" | "completionEvents" | "status">;

const OPEN: ReadonlySet<string> = new Set(["PENDING", "IN_PROGRESS"]);
/** States in which a part may be done. */
const PARTLY: ReadonlySet<string> = new Set(["PENDING", "IN_PROGRESS", "MISSED"]);
const TONES: Readonly<Record<string, string>> = { COMPLETED: "done", MISSED: "urgent" };
