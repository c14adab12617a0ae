import { taskParamsSchema } from "../../contract/quick-log/schema.ts";
import {
  completeAllItemsAnswerSchema,
  completeAllItemsSchema,
  recordTaskValueAnswerSchema,
  recordTaskValueSchema,
} from "../../contract/quick-log/task-acts-schema.ts";
import { BATCH_LIMITS } from "../../contract/sync/vocabulary.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";
import { parseForDevice } from "../sync/intake/parse-for-device.ts";
import { completeAllOperation, valueOperation } from "./value-operation.ts";
import { admitTaskOperation } from "./admit-task-operation.ts";
import { presentCompleteAll, presentValue } from "./present-value.ts";

const shared = {
  method: "POST",
  source: "docs/rooms/quick-log.md#routes",
  access: "client",
  traffic: "SYNC",
  params: taskParamsSchema,
  refusals: ["DEVICE_REVOKED", "NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
} as const;

/** A payload as large as in a batch, and the fields around it. */
const COMPLETE_ALL_BYTES = BATCH_LIMITS.payloadBytes + 16 * 1024;

/** Routes that log a single task: each is a batch of one, admitted as sync admits it. */
export const taskActEndpoints: readonly Endpoint[] = [
  unmanaged({
    ...shared,
    path: "/api/v1/client/quick-log/tasks/{taskId}/values",
    name: "recordTaskValue",
    summary: "Record a value of a task's metric",
    unparsedBody: recordTaskValueSchema,
    answer: recordTaskValueAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const context = { deps: input.deps, caller: input.granted.caller };
      const admitted = await admitTaskOperation(input, async () =>
        valueOperation(
          taskId,
          await parseForDevice(recordTaskValueSchema, input.body, context),
          input.body,
        ),
      );
      return presentValue(admitted);
    },
  }),
  unmanaged({
    ...shared,
    path: "/api/v1/client/quick-log/tasks/{taskId}/complete-all",
    name: "completeAllItems",
    summary: "Complete all items of a task that may be completed in bulk",
    bodyLimit: COMPLETE_ALL_BYTES,
    unparsedBody: completeAllItemsSchema,
    answer: completeAllItemsAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const context = { deps: input.deps, caller: input.granted.caller };
      const admitted = await admitTaskOperation(input, async () =>
        completeAllOperation(
          taskId,
          await parseForDevice(completeAllItemsSchema, input.body, context),
          input.body,
        ),
      );
      return presentCompleteAll(admitted);
    },
  }),
];
