import type { z } from "zod";
import { INBOX_PAYLOADS } from "../../../contract/inbox/operation-schema.ts";
import type { OperationType } from "../../sync/operation-feature.ts";
import { payloadVersion } from "../../payload-version.ts";
import {
  requestedDismissal,
  requestedResolution,
  requestedReview,
} from "../acts/requested-acts.ts";
import { pinTask } from "../acts/pin-task.ts";
import { snoozeTask, UNSNOOZE_TASK } from "../acts/snooze-task.ts";
import { START_TASK } from "../acts/start-task.ts";
import type { TaskAct } from "../acts/task-act.ts";
import { UNDO_CLOSE } from "../acts/undo-close.ts";

/** A coach's act on a task, decided as online. */
export interface InboxIntent {
  readonly taskId: string;
  readonly taskAct: TaskAct;
}

interface OfTask {
  readonly taskId: string;
}

/** Version 1 of an operation type by which a coach acts on a task. */
function taskOperation<Schema extends z.ZodType<OfTask>>(
  schema: Schema,
  { requiresRevision }: { readonly requiresRevision: boolean },
  actOf: (payload: z.output<Schema>) => TaskAct,
): OperationType<InboxIntent> {
  const intend = (payload: z.output<Schema>): InboxIntent => ({
    taskId: payload.taskId,
    taskAct: actOf(payload),
  });
  return {
    principals: ["COACH"],
    requiresRevision,
    versions: new Map([[1, payloadVersion(schema, intend)]]),
  };
}

/** Acts that close or snooze a task must name the revision that the coach saw; others may. */
const SEEN = { requiresRevision: true } as const;
const UNSEEN = { requiresRevision: false } as const;
const { touch, resolve, review, dismiss, snooze } = INBOX_PAYLOADS;

/** The operation types of a coach's app on tasks (docs/rooms/inbox.md#operations). */
export const inboxTypes: ReadonlyMap<string, OperationType<InboxIntent>> = new Map([
  ["inbox.start", taskOperation(touch, UNSEEN, () => START_TASK)],
  ["inbox.resolve", taskOperation(resolve, SEEN, requestedResolution)],
  ["inbox.review", taskOperation(review, SEEN, requestedReview)],
  ["inbox.dismiss", taskOperation(dismiss, SEEN, requestedDismissal)],
  [
    "inbox.snooze",
    taskOperation(snooze, SEEN, ({ snoozePreset: preset, reason = null }) =>
      snoozeTask({ until: { preset }, reason }),
    ),
  ],
  ["inbox.unsnooze", taskOperation(touch, UNSEEN, () => UNSNOOZE_TASK)],
  ["inbox.undo", taskOperation(touch, UNSEEN, () => UNDO_CLOSE)],
  ["inbox.pin", taskOperation(touch, UNSEEN, () => pinTask(true))],
  ["inbox.unpin", taskOperation(touch, UNSEEN, () => pinTask(false))],
]);
