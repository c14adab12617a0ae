import type {
  DismissReason,
  ResolutionType,
  SnoozePreset,
} from "../../../contract/inbox/vocabulary.ts";
import { type Api, answer } from "../../api/api-client.ts";
import type { InboxTask } from "../inbox-query.ts";

/** A coach's acts on tasks of the inbox. The console always acts on a list, so one task is a list of one. */
export type InboxAct =
  | { readonly action: "REVIEW"; readonly note?: string }
  | { readonly action: "RESOLVE"; readonly resolutionType: ResolutionType; readonly note?: string }
  | { readonly action: "DISMISS"; readonly dismissReason: DismissReason; readonly note?: string }
  | { readonly action: "SNOOZE"; readonly snoozePreset: SnoozePreset }
  | { readonly action: "SNOOZE"; readonly snoozedUntil: string }
  | { readonly action: "UNSNOOZE" }
  | { readonly action: "ASSIGN"; readonly coachUserId: string | null }
  | { readonly action: "PIN" }
  | { readonly action: "UNPIN" }
  | { readonly action: "UNDO" };

/** Acts after which a task leaves the list of open tasks. */
export const LEAVING: ReadonlySet<InboxAct["action"]> = new Set([
  "REVIEW",
  "RESOLVE",
  "DISMISS",
  "SNOOZE",
]);

/** Acts that carry the revision that the coach saw. */
const GUARDED: ReadonlySet<InboxAct["action"]> = new Set(["REVIEW", "RESOLVE", "DISMISS"]);

/**
 * Does an act. Each task has its own outcome, and support finds them by `requestId`. The key is the same on every try,
 * so a repeat changes nothing more.
 *
 * @throws Problem if the whole request was refused, or got no answer.
 */
export async function actOnTasks(api: Api, { workspaceId, tasks, act, key }: ActRequest) {
  const expectedRevisions = Object.fromEntries(
    tasks.map(({ taskId, revision }) => [taskId, revision]),
  );
  return await answer(
    api
      .POST("/api/v1/workspaces/{workspaceId}/coach-tasks/bulk", {
        params: { path: { workspaceId }, header: { "Idempotency-Key": key } },
        body: {
          ...act,
          taskIds: tasks.map(({ taskId }) => taskId),
          ...(GUARDED.has(act.action) && { expectedRevisions }),
        },
      })
      .then(({ data, error, response }) => ({
        response,
        error,
        data: data && { data: { ...data.data, requestId: data.meta.requestId } },
      })),
  );
}

/** An act that is under way. */
export interface ActRequest {
  readonly workspaceId: string;
  readonly tasks: readonly InboxTask[];
  readonly act: InboxAct;
  /** Its `Idempotency-Key`. */
  readonly key: string;
}

/** Begins a task. @throws Problem if it was refused, or got no answer. */
export async function startTask(api: Api, { workspaceId, task }: Begun): Promise<void> {
  await answer(
    api.POST("/api/v1/workspaces/{workspaceId}/coach-tasks/{taskId}/start", {
      params: {
        path: { workspaceId, taskId: task.taskId },
        header: { "Idempotency-Key": crypto.randomUUID() },
      },
      body: { platform: "WEB" },
    }),
  );
}

interface Begun {
  readonly workspaceId: string;
  readonly task: InboxTask;
}

/** Marks the inbox as read up to an instant that the list showed: what came later stays new. @throws Problem */
export async function markInboxRead(
  api: Api,
  { workspaceId, readThrough }: { readonly workspaceId: string; readonly readThrough: string },
): Promise<void> {
  await answer(
    api.PUT("/api/v1/workspaces/{workspaceId}/coach-tasks/read-mark", {
      params: { path: { workspaceId } },
      body: { readThrough },
    }),
  );
}

/** The act that takes an act back: its opposite, else the undo of a decision; null if there is none. */
export function undoOf({ action }: InboxAct, isUndoable: boolean): InboxAct | null {
  switch (action) {
    case "SNOOZE":
      return { action: "UNSNOOZE" };
    case "PIN":
      return { action: "UNPIN" };
    case "UNPIN":
      return { action: "PIN" };
    case "RESOLVE":
    case "DISMISS":
      return isUndoable ? { action: "UNDO" } : null;
    case "REVIEW":
    case "UNSNOOZE":
    case "ASSIGN":
    case "UNDO":
      return null;
  }
}

/** How a task can be done by `E`: by the review of its source, else by a resolution; null if by neither. */
export function finishOf({ actions }: Pick<InboxTask, "actions">): "REVIEW" | "RESOLVE" | null {
  if (actions.includes("REVIEW")) return "REVIEW";
  return actions.includes("RESOLVE") ? "RESOLVE" : null;
}

/** True if an act is offered for each of the tasks. */
export const isOfferedForAll = (tasks: readonly InboxTask[], action: string): boolean =>
  tasks.length > 0 && tasks.every(({ actions }) => actions.includes(action));
