import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Phone } from "../phones/phones.ts";

/** A phone's operations as actions, in order. */
export function actionsOf({ operations }: Phone): readonly ActionText[] {
  return operations.map((rest) => {
    const { payload, expectedRevision, ...envelope } = queuedSchema.parse(JSON.parse(`{${rest}`));
    const { taskId, ...own } = payload;
    const meant = { actionKind: "RECORD_VALUE", scope: "TASK" };
    const action = { ...meant, ...envelope, payload: own, expectedTaskRevision: expectedRevision };
    return { taskId, text: JSON.stringify(action).slice(1) };
  });
}

const queuedSchema = z.object({
  expectedRevision: z.int(),
  clientRecordedAt: z.string(),
  payload: z.looseObject({ taskId: z.string() }),
  metadata: z.unknown(),
});

/** A queued value as a single action: its task, and the rest as text without the id. */
interface ActionText {
  readonly taskId: string;
  readonly text: string;
}

/** The body of a new quick-log batch. */
export function batchBody({ deviceId }: Phone, actions: readonly ActionText[]): string {
  const batchId = randomUUID().slice(0, 34);
  const named = actions.map(({ taskId, text }, ordinal) => {
    const id = `${batchId}${String(ordinal).padStart(2, "0")}`;
    return `{"taskId":"${taskId}","clientOperationId":"${id}",${text}`;
  });
  return `{"deviceId":"${deviceId}","operations":[${named.join(",")}]}`;
}

/** The body of a new single action, for the route of its task. */
export function actionBody({ deviceId }: Phone, { text }: ActionText): string {
  return `{"deviceId":"${deviceId}","clientOperationId":"${randomUUID()}",${text}`;
}
