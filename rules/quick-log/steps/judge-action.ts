import type { TaskAction } from "../../../contract/agenda/schema.ts";
import { QUICK_LOG_ACTIONS } from "../../../contract/agenda/task-actions.ts";
import type { QuickLogIntent } from "../../../contract/quick-log/payload-schema.ts";
import type { VerdictCode } from "../../../contract/sync/vocabulary.ts";
import type { WantedAction } from "../../agenda/actions/offered-action.ts";
import type { WorkingTask } from "../../agenda/agenda-task.ts";
import type { QuickLogAction } from "../types.ts";

/** Why a task refuses an action that it offers, because of its time or its values; or null. */
export function judgeAction(
  task: Pick<WorkingTask, "startsAt" | "dueAt">,
  offered: TaskAction,
  { attachments, recordedAt, now }: QuickLogAction,
): VerdictCode | null {
  if (offered.withinDueWindow === true && !isWithin(task, recordedAt ?? now))
    return "DUE_WINDOW_CLOSED";
  const { purpose, least = 0, most = 0 } = offered.attachments ?? {};
  if (attachments.length > most || attachments.some((one) => one.purpose !== purpose))
    return "ATTACHMENT_NOT_ALLOWED";
  return attachments.length < least ? "INPUT_REQUIRED" : null;
}

/** The action that an intent requests; a skip targets the task unless it names an item. */
export function wantedAction({ actionKind: kind, payload }: QuickLogIntent): WantedAction {
  const ofItem = kind === "SKIP" && "itemId" in payload && payload.itemId !== undefined;
  return { kind, scope: ofItem ? "ITEM" : QUICK_LOG_ACTIONS[kind].scope };
}

function isWithin({ startsAt, dueAt }: Pick<WorkingTask, "startsAt" | "dueAt">, at: Date): boolean {
  return (startsAt === null || startsAt <= at) && (dueAt === null || at <= dueAt);
}
