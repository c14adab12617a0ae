import * as z from "zod";
import {
  todaySyncAnswerSchema,
  todaySyncRequestSchema,
} from "../../../contract/quick-log/today-schema.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { idSchema } from "../../../contract/wire.ts";
import { listNoticeRowsOfTasks } from "../../../db/agenda/notices/queries.ts";
import { listDaysOfTasks } from "../../../db/agenda/queries.ts";
import { findOwnScope } from "../../../db/quick-log/queries.ts";
import { unmanaged, type Endpoint } from "../../endpoint.ts";
import { batchRequest } from "../../sync/admission-request.ts";
import { admitCounted } from "../../sync/admit-counted.ts";
import {
  CLIENT_SYNC,
  CLIENT_SYNC_REFUSALS,
  openClientBatch,
} from "../../sync/intake/client-sync.ts";
import { presentTodaySync } from "./present-today-sync.ts";

/** If an operation of any type names a task, the answer includes the task. */
const namesTaskSchema = z.looseObject({ taskId: idSchema });

/**
 * The write half of sync for an app that shows a client's day. Admission is the same; the answer is grouped by the
 * device's reaction, with the present tasks and days (docs/rooms/quick-log.md#todays-names).
 */
const todaySync = unmanaged({
  ...CLIENT_SYNC,
  path: "/api/v1/client/today/sync",
  name: "syncToday",
  summary: "Submit queued operations on the day's tasks",
  source: "docs/rooms/quick-log.md#todays-names",
  unparsedBody: todaySyncRequestSchema,
  answer: todaySyncAnswerSchema,
  refusals: CLIENT_SYNC_REFUSALS,
  async handle({ body, rawBody, toleratedFaults, granted, request, deps }) {
    const { caller } = granted;
    const sent = { body, granted, deps };
    const { scope, batch: batchBody } = await openClientBatch(
      todaySyncRequestSchema,
      sent,
      findOwnScope,
    );
    const { relationshipId } = scope;
    const taskIds = namedTasks(batchBody.operations);
    const admission = batchRequest(
      { body, rawBody, toleratedFaults, caller, request },
      { relationshipId, actor: "CLIENT", batchBody },
      async (executor) => {
        const days = [relationshipId, taskIds] as const;
        const [tasks, notices] = await Promise.all([
          listDaysOfTasks(executor, ...days),
          listNoticeRowsOfTasks(executor, ...days),
        ]);
        return { tasks, notices };
      },
    );
    const admitted = await admitCounted(deps, admission);
    return await presentTodaySync(taskIds, scope, admitted);
  },
});

function namedTasks(operations: readonly Operation[]): readonly string[] {
  const named = operations.flatMap(({ payload }) => {
    const parsed = namesTaskSchema.safeParse(payload);
    return parsed.success ? [parsed.data.taskId] : [];
  });
  return [...new Set(named)];
}

/** The sync route of a client's day. */
export const todaySyncEndpoints: readonly Endpoint[] = [todaySync];
