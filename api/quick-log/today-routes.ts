import { taskParamsSchema } from "../../contract/quick-log/schema.ts";
import {
  completeTaskAnswerSchema,
  completeTaskSchema,
  skipTaskAnswerSchema,
  skipTaskSchema,
  startTaskAnswerSchema,
  startTaskSchema,
} from "../../contract/quick-log/today-schema.ts";
import { listSkipsAround } from "../../db/quick-log/skips/queries.ts";
import { SKIP_WINDOW_DAYS } from "../../rules/quick-log/route-skips.ts";
import { unmanaged, type Endpoint } from "../endpoint.ts";
import { parseForDevice } from "../sync/intake/parse-for-device.ts";
import { admitTaskOperation } from "./admit-task-operation.ts";
import { presentAction } from "./present.ts";
import { presentSkip, presentStart } from "./present-start.ts";
import { completeOperation, skipOperation, startOperation } from "./start-operation.ts";

const shared = {
  method: "POST",
  source: "docs/rooms/quick-log.md#todays-names",
  access: "client",
  traffic: "SYNC",
  params: taskParamsSchema,
  refusals: ["DEVICE_REVOKED", "NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
} as const;

/** Online acts on a task of today's view: each is a batch of one, admitted as sync admits it. */
export const todayEndpoints: readonly Endpoint[] = [
  unmanaged({
    ...shared,
    path: "/api/v1/client/today/tasks/{taskId}/start",
    name: "startTask",
    summary: "Start a task that has its own screen",
    unparsedBody: startTaskSchema,
    answer: startTaskAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const context = { deps: input.deps, caller: input.granted.caller };
      const admitted = await admitTaskOperation(input, async () =>
        startOperation(taskId, await parseForDevice(startTaskSchema, input.body, context)),
      );
      return presentStart(admitted);
    },
  }),
  unmanaged({
    ...shared,
    path: "/api/v1/client/today/tasks/{taskId}/complete",
    name: "completeTask",
    summary: "Complete a task by a tap",
    unparsedBody: completeTaskSchema,
    answer: completeTaskAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const context = { deps: input.deps, caller: input.granted.caller };
      const admitted = await admitTaskOperation(input, async () =>
        completeOperation(
          taskId,
          await parseForDevice(completeTaskSchema, input.body, context),
          input.body,
        ),
      );
      return presentAction(admitted);
    },
  }),
  unmanaged({
    ...shared,
    path: "/api/v1/client/today/tasks/{taskId}/skip",
    name: "skipTask",
    summary: "Skip a task, for a reason",
    unparsedBody: skipTaskSchema,
    answer: skipTaskAnswerSchema,
    async handle(input) {
      const { taskId } = input.params;
      const { em } = input.deps.database;
      const context = { deps: input.deps, caller: input.granted.caller };
      const admitted = await admitTaskOperation(input, async () =>
        skipOperation(
          taskId,
          await parseForDevice(skipTaskSchema, input.body, context),
          input.body,
        ),
      );
      const windowDays = SKIP_WINDOW_DAYS - 1;
      const skips = await listSkipsAround(em.fork(), { ...admitted.day, windowDays });
      return presentSkip(admitted, skips);
    },
  }),
];
