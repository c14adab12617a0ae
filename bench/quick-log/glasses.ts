import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { SHOWN_SNAPSHOT } from "../days/shown-snapshot.ts";
import { post } from "../load.ts";
import { ask } from "../phones/people.ts";
import { METRIC, type Phone } from "../phones/phones.ts";
import type { BenchStack } from "../stack/stack.ts";

const GLASSES = 40;
const AT_ONCE = 10;

const answerSchema = z.object({
  data: z.object({
    accepted: z.array(z.unknown()),
    rejected: z.array(z.object({ status: z.string() })),
  }),
});

/** Two phones of one client log forty glasses each on a task whose values add up; returns the number of conflicts. */
export async function logGlasses(
  stack: BenchStack,
  database: Client,
  phone: Phone,
): Promise<{ readonly accepted: number; readonly conflicts: number }> {
  const [taskId = ""] = phone.taskIds;
  await database.query(
    `update agenda_task task
        set snapshot = jsonb_set(${SHOWN_SNAPSHOT}, '{metric,mode}', '"ACCUMULATE"') where id = $1`,
    [taskId],
  );
  const second = await ask(
    `${stack.urls.api}/api/v1/client/devices`,
    {
      token: phone.accessToken,
      body: {
        appSurface: "CLIENT_MOBILE",
        installationId: randomUUID(),
        appVersion: "1.0.0",
        buildNumber: 1,
        platform: "ANDROID",
        osVersion: "16",
      },
    },
    z.object({ deviceId: z.string() }),
  );
  const verdicts = { accepted: 0, conflicts: 0 };
  for (let logged = 0; logged < GLASSES; logged += AT_ONCE)
    for (const { deviceId } of [phone, second]) {
      const operations = Array.from({ length: AT_ONCE }, (_, nth) => glass(taskId, logged + nth));
      const body = JSON.stringify({ deviceId, operations });
      const url = `${stack.urls.api}/api/v1/client/quick-log/sync`;
      const text = await post(url, body, phone.accessToken);
      const { accepted, rejected } = answerSchema.parse(JSON.parse(text)).data;
      verdicts.accepted += accepted.length;
      verdicts.conflicts += rejected.filter(({ status }) => status === "CONFLICT").length;
    }
  return verdicts;
}

/** A glass from a phone that knows only the first revision. */
function glass(taskId: string, nth: number) {
  const recordedAt = new Date(Date.now() - (GLASSES - nth) * 60_000).toISOString();
  const { metricKind, unit } = METRIC;
  return {
    taskId,
    clientOperationId: randomUUID(),
    actionKind: "RECORD_VALUE",
    scope: "TASK",
    payload: { metricKind, value: 300, unit, sourceType: "MANUAL", recordedAt },
    expectedTaskRevision: 1,
    clientRecordedAt: recordedAt,
  };
}
