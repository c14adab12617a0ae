import { randomUUID } from "node:crypto";
import type { TodayAnswer } from "../../../contract/agenda/today-schema.ts";
import { quickLogActionAnswerSchema } from "../../../contract/quick-log/schema.ts";
import { callApi } from "../call-api.ts";
import { type ClientOnPhone, clientTakesSecondPhone } from "./client-chapters.ts";
import { TITLES } from "./coach-chapters.ts";
import { expectEqual } from "../expect-equal.ts";
import { taskOf } from "./offline-chapter.ts";
import type { Stage } from "../stage.ts";

/** A second phone of the client has signal and completes the habit, so the first one's revision is stale. */
export async function secondPhoneActs(
  stage: Stage,
  client: ClientOnPhone,
  today: TodayAnswer,
): Promise<ClientOnPhone> {
  stage.page.chapter("Meanwhile the client's second phone has signal");
  const secondPhone = await clientTakesSecondPhone(stage, client);
  const { token, deviceId } = secondPhone;
  const { taskId, revision } = taskOf(today, TITLES.habit);
  const { data } = await callApi(
    stage,
    {
      method: "POST",
      path: `/api/v1/client/quick-log/tasks/${taskId}/actions`,
      token,
      body: {
        actionKind: "COMPLETE_TASK",
        scope: "TASK",
        expectedTaskRevision: revision,
        deviceId,
        clientOperationId: randomUUID(),
        clientRecordedAt: new Date().toISOString(),
      },
      answer: quickLogActionAnswerSchema,
    },
    ({ receipt, task }) =>
      `${receipt.status}: "${TITLES.habit}" is ${task?.status}, revision ${task?.revision}`,
  );
  expectEqual("the action on the second phone", data.receipt.status, "ACCEPTED");
  return secondPhone;
}
