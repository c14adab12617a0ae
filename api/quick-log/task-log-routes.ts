import { taskParamsSchema } from "../../contract/quick-log/schema.ts";
import { taskLogQuerySchema, taskLogSchema } from "../../contract/quick-log/task-log-schema.ts";
import { Refusal } from "../../contract/refusal.ts";
import { findTaskLog } from "../../db/agenda/task-log/queries.ts";
import { type Endpoint, read } from "../endpoint.ts";
import { textAnswer } from "../text-answer.ts";
import { presentTaskLog } from "./present-task-log.ts";

/** The task is read in the guard's pipeline, so that both share one round trip to the database. */
const readTaskLog = read({
  method: "GET",
  path: "/api/v1/client/quick-log/tasks/{taskId}",
  name: "readTaskLog",
  summary: "Read a daily task with its actions and latest operations",
  source: "docs/rooms/quick-log.md#routes",
  access: "client",
  params: taskParamsSchema,
  query: taskLogQuerySchema,
  answer: taskLogSchema,
  refusals: ["NOT_FOUND"],
  ask: async (executor, { identity, params: { taskId }, query: { taskRevision = null } }) =>
    await findTaskLog(executor, { ...identity, taskId, knownRevision: taskRevision }),
  async handle({ found, query }) {
    if (found === null) throw new Refusal("NOT_FOUND");
    return textAnswer(presentTaskLog(found, query));
  },
});

/** Routes by which clients read one task. */
export const taskLogEndpoints: readonly Endpoint[] = [readTaskLog];
