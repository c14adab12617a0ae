import { z } from "zod";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import type { TaskActing } from "../../activities/inbox/acts/lock-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import {
  requestedDismissal,
  requestedResolution,
  requestedReview,
} from "../../activities/inbox/acts/requested-acts.ts";
import { UNSNOOZE_TASK } from "../../activities/inbox/acts/snooze-task.ts";
import { START_TASK } from "../../activities/inbox/acts/start-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import type { ActedOn } from "../../activities/inbox/acts/loaded-task.ts";
import { foreseeNudges } from "../../activities/inbox/nudge.ts";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import {
  actedTaskSchema,
  assignTaskSchema,
  dismissTaskSchema,
  resolveTaskSchema,
  reviewSourceSchema,
  snoozeTaskSchema,
  startTaskSchema,
  touchTaskSchema,
} from "../../contract/inbox/act-schema.ts";
import type { ProblemCode } from "../../contract/problems.ts";
import { idSchema } from "../../contract/wire.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { act, type Endpoint, type Input } from "../endpoint.ts";
import { bulk } from "./bulk.ts";
import { requestedSnooze } from "./requested-snooze.ts";
import { presentActed, withCounts } from "./present-acted.ts";

const params = z.strictObject({ workspaceId: idSchema, taskId: idSchema });

type Acted<Body> = Input<"workspace-coach", z.output<typeof params>, unknown, Body>;

/** The differences between the routes of inbox actions. */
interface TaskRoute<Body> {
  readonly method: "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  readonly refusals?: readonly ProblemCode[];
  readonly isStart?: boolean;
  readonly run: (tx: Tx, acting: TaskActing, request: Acted<Body>) => Promise<ActedOn>;
}

function taskAct<Body extends { readonly expectedRevision?: number | undefined } | undefined>(
  route: TaskRoute<Body>,
): Endpoint {
  const { run, isStart = false, path, refusals = [], ...named } = route;
  return act({
    ...named,
    path: `/api/v1/workspaces/{workspaceId}/coach-tasks/{taskId}/${path}`,
    source: "docs/rooms/inbox.md#acts",
    access: "workspace-coach",
    params,
    answer: actedTaskSchema,
    refusals: ["NOT_FOUND", "STATE_CONFLICT", "RELATIONSHIP_INACTIVE", ...refusals],
    idempotency: "key",
    about: ({ answer: { task } }) => [task.relationshipId],
    handle: async ({ tx, ...request }) => {
      const { workspaceId, role } = request.granted.workspace;
      const acting = {
        workspaceId,
        taskId: request.params.taskId,
        byUserId: request.granted.caller.userId,
        expectedRevision: request.body?.expectedRevision ?? null,
        requestId: request.request.requestId,
      };
      const acted = await run(tx, acting, request);
      const nudge = (await foreseeNudges(tx, [acted.task])).get(acted.task.id) ?? null;
      const reader = { userId: acting.byUserId, permissions: MEMBER_PERMISSIONS[role] };
      return presentActed(acted, reader, { isStart, nudge });
    },
    reveal: withCounts,
  });
}

/** Applies a request's action to the task. */
const by =
  <Body>(actOf: (request: Acted<Body>) => TaskAct) =>
  (tx: Tx, acting: TaskActing, request: Acted<Body>) =>
    actOnTask(tx, acting, actOf(request));

const start = taskAct({
  method: "POST",
  path: "start",
  name: "startCoachTask",
  summary: "Start a task by opening its source",
  body: startTaskSchema,
  isStart: true,
  run: by(() => START_TASK),
});

const resolve = taskAct({
  method: "POST",
  path: "resolve",
  name: "resolveCoachTask",
  summary: "Resolve a task, and how",
  body: resolveTaskSchema,
  refusals: ["RESOLUTION_NOT_ALLOWED", "NOTE_REQUIRED"],
  run: by(({ body }) => requestedResolution(body)),
});

const review = taskAct({
  method: "POST",
  path: "review",
  name: "reviewCoachTaskSource",
  summary:
    "Review the source of a task: a profile, a submitted form, skips, a workout, a fall off track",
  body: reviewSourceSchema,
  refusals: ["RESOLUTION_NOT_ALLOWED", "FORBIDDEN"],
  run: by(({ body }) => requestedReview(body)),
});

const dismiss = taskAct({
  method: "POST",
  path: "dismiss",
  name: "dismissCoachTask",
  summary: "Dismiss a task, for good or until it happens again",
  body: dismissTaskSchema,
  refusals: ["RESOLUTION_NOT_ALLOWED", "NOTE_REQUIRED"],
  run: by(({ body }) => requestedDismissal(body)),
});

const snooze = taskAct({
  method: "POST",
  path: "snooze",
  name: "snoozeCoachTask",
  summary: "Snooze a task until a preset; on the web, until any instant within 90 days",
  body: snoozeTaskSchema,
  refusals: ["SNOOZE_NOT_ALLOWED"],
  run: by(({ body, granted }) => requestedSnooze(body, granted)),
});

const unsnooze = taskAct({
  method: "POST",
  path: "unsnooze",
  name: "unsnoozeCoachTask",
  summary: "End the snooze of a task early",
  body: touchTaskSchema,
  run: by(() => UNSNOOZE_TASK),
});

const assign = taskAct({
  method: "POST",
  path: "assign",
  name: "assignCoachTask",
  summary: "Assign a task to a member of the workspace, or to nobody",
  body: assignTaskSchema,
  run: by(({ body: { coachUserId } }) => assignTask(coachUserId)),
});

const undo = taskAct({
  method: "POST",
  path: "undo",
  name: "undoCoachTaskDecision",
  summary: "Undo your own decision within ten minutes",
  body: touchTaskSchema,
  run: by(() => UNDO_CLOSE),
});

const pin = taskAct({
  method: "PUT",
  path: "pin",
  name: "pinCoachTask",
  summary: "Pin a task; URGENT tasks stay above it",
  run: by(() => pinTask(true)),
});

const unpin = taskAct({
  method: "DELETE",
  path: "pin",
  name: "unpinCoachTask",
  summary: "Unpin a task",
  run: by(() => pinTask(false)),
});

/** Coaches' actions on inbox tasks. */
export const inboxActEndpoints: readonly Endpoint[] = [
  start,
  resolve,
  review,
  dismiss,
  snooze,
  unsnooze,
  assign,
  undo,
  pin,
  unpin,
  bulk,
];
