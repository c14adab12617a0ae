import { z } from "zod";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { actOnTasks } from "../../activities/inbox/acts/act-on-tasks.ts";
import { pinning } from "../../activities/inbox/acts/pinning.ts";
import { assigning } from "../../activities/inbox/acts/assigning.ts";
import {
  dismissingAs,
  resolvingAs,
  reviewingAs,
} from "../../activities/inbox/acts/requested-acts.ts";
import { UNSNOOZING } from "../../activities/inbox/acts/snoozing.ts";
import { type BulkAct, bulkActedSchema, bulkActSchema } from "../../contract/inbox/bulk-schema.ts";
import { idSchema } from "../../contract/wire.ts";
import { listRelationshipsOfTasks } from "../../db/inbox/queries.ts";
import type { Tx } from "../../db/transact.ts";
import { act, type Endpoint, type Input } from "../endpoint.ts";
import { snoozingAs } from "./asked-acts.ts";
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
    const actor = { workspaceId, byUserId: granted.caller.userId, requestId, log };
    const results = await actOnTasks(tx, actor, body.taskIds, actOf(body, granted));
    return { workspaceId, results: [...results], counts: null };
  },
  reveal: async (answer, { database }) => ({
    ...answer,
    counts: await countsNow(database, answer.workspaceId),
  }),
});

/** The relationships of the tasks. */
async function aboutTasks(tx: Tx, workspaceId: string, taskIds: readonly string[]) {
  const relationships = await listRelationshipsOfTasks(tx, workspaceId, taskIds);
  return [...new Set(relationships.values())];
}

type Coach = Input<"workspace-coach", unknown, unknown, unknown>["granted"];

function actOf(body: BulkAct, coach: Coach): TaskAct {
  switch (body.action) {
    case "RESOLVE":
      return resolvingAs(body);
    case "REVIEW":
      return reviewingAs(body);
    case "DISMISS":
      return dismissingAs(body);
    case "SNOOZE":
      return snoozingAs(body, coach);
    case "UNSNOOZE":
      return UNSNOOZING;
    case "ASSIGN":
      return assigning(body.coachUserId);
    case "PIN":
    case "UNPIN":
      return pinning(body.action === "PIN");
  }
}
