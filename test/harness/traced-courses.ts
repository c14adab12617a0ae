import { setTimeout as sleep } from "node:timers/promises";
import { deviceActor } from "../../activities/sync/settlement/device-actor.ts";
import type { DeviceAgenda } from "../../activities/sync/settlement/device-agenda.ts";
import { NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { Course } from "./history-courses.ts";

const name = "passes-on-the-traces-of-its-wakes";
const workflowId = deviceActorId(`recorded-${name}`);
const ids = {
  relationshipId: "019a0000-0000-7000-8000-000000000001",
  workspaceId: "019a0000-0000-7000-8000-000000000002",
};
const idle: DeviceAgenda = { ...NOTHING_WAITS, settledBatches: 1, status: "ACTIVE", ...ids };
const dueSoon: DeviceAgenda = {
  ...idle,
  open: true,
  dueAt: "2026-11-22T12:15:00.000Z",
  dueReason: "RETRY",
  dueInMs: 1_000,
  waiting: { RETRY: 1 },
  did: ["RETRIED 1"],
};
const traceOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;

/** Wakes of recorded requests: the first act fails, further ones are due soon, in a second run and after another wake. */
export const TRACED_COURSES: readonly Course[] = [
  {
    room: "sync",
    name,
    workflowId,
    answers: [
      "UNAVAILABLE",
      ...Array.from({ length: 4 }, () => deviceActor.report(dueSoon, workflowId)),
    ],
    lastAnswer: deviceActor.report(idle, workflowId),
    play: async (client) => {
      const wake = (digit: string) =>
        client.workflow.signalWithStart("deviceActor", {
          workflowId,
          taskQueue: name,
          args: [{ bounds: { lingerMs: 2_000, events: 20 } }],
          signal: "DeviceDueSooner",
          signalArgs: [name, 0, [traceOf(digit)]],
          workflowTaskTimeout: "5s",
          staticSummary: `Device ${name}`,
        });
      const { signaledRunId } = await wake("1");
      await sleep(SETTLED_MS);
      await wake("2");
      const newest = client.workflow.getHandle(workflowId);
      await newest.result();
      const { runId } = await newest.describe();
      return [...new Set([signaledRunId, runId])];
    },
  },
];

/** The first pause takes a second. */
const SETTLED_MS = 1_800;
