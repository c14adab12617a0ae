import { z } from "zod";
import { UNDO_CLOSE } from "../../activities/inbox/acts/undo-close.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { actOnTasks } from "../../activities/inbox/acts/act-on-tasks.ts";
import { foreseeNudges } from "../../activities/inbox/nudge.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { assignTask } from "../../activities/inbox/acts/assign-task.ts";
import {
  requestedDismissal,
  requestedResolution,
  requestedReview,
} from "../../activities/inbox/acts/requested-acts.ts";
import { UNSNOOZE_TASK } from "../../activities/inbox/acts/snooze-task.ts";
import { type BulkAct, bulkActedSchema, bulkActSchema } from "../../contract/inbox/bulk-schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { listRelationshipsOfTasks } from "../../db/inbox/queries.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { act, type Endpoint, type Input } from "../endpoint.ts";
import { requestedSnooze } from "./requested-snooze.ts";
import { countsNow } from "./present-acted.ts";

/** The same action on many tasks. */
export const bulk: Endpoint = act({
  method: "POST",
  path: "/api/v1/workspaces/{workspaceId}/coach-tasks/bulk",
  name: "actOnCoachTasks",
  summary: "Perform one action on up to 100 tasks, with a result for each",
  source: "docs/rooms/inbox.md#bulk",
  access: "workspace-coach",
  params: z.strictObject({ workspaceId: idSchema }),
  body: bulkActSchema,
  answer: bulkActedSchema,
  refusals: ["NOT_FOUND"],
  idempotency: "key",
  about: ({ tx, params, body }) => aboutTasks(tx, params.workspaceId, body.taskIds),
  handle: async ({ tx, body, granted, request: { requestId }, deps: { log } }) => {
    const { workspaceId } = granted.workspace;
    const expectedRevisions = "expectedRevisions" in body ? body.expectedRevisions : undefined;
    const byUserId = granted.caller.userId;
    const actor = { workspaceId, byUserId, expectedRevisions, requestId, log };
    const outcomes = await actOnTasks(tx, actor, body.taskIds, actOf(body, granted));
    const nudges = await foreseeNudges(
      tx,
      outcomes.flatMap(({ task }) => task ?? []),
    );
    const results = outcomes.map(({ taskId, outcome, code, reason, undoUntil }) => ({
      taskId,
      outcome,
      code,
      reason,
      undoUntil: undoUntil?.toISOString() ?? null,
      nudge: nudges.get(taskId) ?? null,
    }));
    return { workspaceId, results, counts: null };
  },
  reveal: async (answer, { database }) => ({
    ...answer,
    results: answer.results.map((result) => ({ ...UNEXPLAINED, ...result })),
    counts: await countsNow(database, answer.workspaceId),
  }),
});

/** A stored answer of an older version explains nothing. */
const UNEXPLAINED = { reason: null, undoUntil: null, nudge: null };

/** The relationships of the tasks. */
async function aboutTasks(tx: Tx, workspaceId: string, taskIds: readonly string[]) {
  const relationships = await listRelationshipsOfTasks(tx, workspaceId, taskIds);
  return [...new Set(relationships.values())];
}

type Coach = Input<"workspace-coach", unknown, unknown, unknown>["granted"];

function actOf(body: BulkAct, coach: Coach): TaskAct {
  switch (body.action) {
    case "RESOLVE":
      return requestedResolution(body);
    case "REVIEW":
      return requestedReview(body);
    case "DISMISS":
      return requestedDismissal(body);
    case "SNOOZE":
      return requestedSnooze(body, coach);
    case "UNSNOOZE":
      return UNSNOOZE_TASK;
    case "ASSIGN":
      return assignTask(body.coachUserId);
    case "PIN":
    case "UNPIN":
      return pinTask(body.action === "PIN");
    case "UNDO":
      return UNDO_CLOSE;
  }
}
