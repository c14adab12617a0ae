import type { Texts } from "../texts/use-texts.ts";
import type { InboxTask } from "./inbox-query.ts";

/** When a task is due, in the reader's time; null if it has no such time. The sentence of a snoozed one says its end. */
export function dueText({ t, formats }: Texts, task: InboxTask, now: Date): DueText | null {
  if (task.dueAt === null || task.status === "SNOOZED") return null;
  const due = new Date(task.dueAt);
  const late = now.getTime() - due.getTime();
  if (late > 0) return { text: t("inbox.overdueBy", { span: formats.span(late) }), isLate: true };
  return { text: t("inbox.due", { time: nearText(due) }), isLate: false };

  /** Within a day the time is enough. */
  function nearText(at: Date): string {
    const isNear = Math.abs(at.getTime() - now.getTime()) < DAY_MS;
    return isNear ? formats.time(at) : formats.day(at);
  }
}

interface DueText {
  readonly text: string;
  readonly isLate: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
