import {
  quickLogHistoryItemSchema,
  quickLogHistoryQuerySchema,
} from "../../contract/quick-log/history-schema.ts";
import {
  quickLogActionAnswerSchema,
  quickLogActionSchema,
  taskParamsSchema,
} from "../../contract/quick-log/schema.ts";
import { relationshipParamsSchema } from "../../contract/sync/schema.ts";
import { pageSchema } from "../../contract/wire.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { decodeCursor, encodeCursor } from "../encode-cursor.ts";
import { unmanaged, read, type Endpoint } from "../endpoint.ts";
import { parseForDevice } from "../sync/intake/parse-for-device.ts";
import { admitTaskOperation } from "./admit-task-operation.ts";
import { presentAction, presentHistoryItem } from "./present.ts";
import { queuedOperation } from "./queued-operation.ts";

/** Quick-log routes (docs/rooms/quick-log.md#routes). */
export const quickLogEndpoints: readonly Endpoint[] = [
  unmanaged({
    method: "POST",
    path: "/api/v1/client/quick-log/tasks/{taskId}/actions",
    name: "takeQuickLogAction",
    summary: "Perform one action on a daily task, online",
    traffic: "SYNC",
    source: "docs/rooms/quick-log.md#routes",
    access: "client",
    params: taskParamsSchema,
    unparsedBody: quickLogActionSchema,
    answer: quickLogActionAnswerSchema,
    refusals: ["DEVICE_REVOKED", "NOT_FOUND", "RATE_LIMITED", "UNAVAILABLE"],
    async handle(input) {
      const { taskId } = input.params;
      const context = { deps: input.deps, caller: input.granted.caller };
      const admitted = await admitTaskOperation(input, async () => {
        const action = await parseForDevice(quickLogActionSchema, input.body, context);
        const { deviceId, clientSentAt } = action;
        return { deviceId, clientSentAt, operation: () => queuedOperation(taskId, action) };
      });
      return presentAction(admitted);
    },
  }),
  read({
    method: "GET",
    path: "/api/v1/coach/relationships/{relationshipId}/quick-log",
    name: "listQuickLog",
    summary: "Read the client's log, newest day first",
    source: "docs/rooms/quick-log.md#routes",
    access: "relationship-coach",
    fromStandby: true,
    params: relationshipParamsSchema,
    query: quickLogHistoryQuerySchema,
    answer: pageSchema(quickLogHistoryItemSchema),
    refusals: ["NOT_FOUND", "CURSOR_INVALID"],
    async handle({ em, params, query, deps }) {
      const { from, to, taskKind = null, status = null, itemId = null, limit } = query;
      const filter = { from, to, taskKind, status, itemId };
      const scope = `quick-log:${params.relationshipId}:${JSON.stringify(filter)}`;
      const at = query.cursor && decodeCursor(deps.keys.cursor, scope, query.cursor);
      const found = await listQuickLogHistory(em, {
        ...filter,
        relationshipId: params.relationshipId,
        after: at
          ? { localDate: String(at["localDate"]), receiptId: String(at["receiptId"]) }
          : null,
        limit: limit + 1,
      });
      const items = found.slice(0, limit);
      const last = items.at(-1);
      const more = found.length > limit && last !== undefined;
      const { localDate, receiptId } = last ?? { localDate: "", receiptId: "" };
      return {
        items: items.map(presentHistoryItem),
        nextCursor: more ? encodeCursor(deps.keys.cursor, scope, { localDate, receiptId }) : null,
      };
    },
  }),
];
