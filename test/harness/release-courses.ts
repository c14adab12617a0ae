import { setTimeout as sleep } from "node:timers/promises";
import { deviceActor } from "../../activities/sync/settlement/device-actor.ts";
import { NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import { deviceActorId } from "../../rules/sync/device-actor-id.ts";
import type { ReleaseCourse } from "./history-courses.ts";

const name = "moves-to-the-promoted-release";
const workflowId = deviceActorId(`recorded-${name}`);
const ids = {
  relationshipId: "019a0000-0000-7000-8000-000000000001",
  workspaceId: "019a0000-0000-7000-8000-000000000002",
};
const idle = { ...NOTHING_WAITS, settledBatches: 1, status: "ACTIVE", ...ids } as const;
const waiting = {
  ...idle,
  open: true,
  dueAt: "2026-11-22T12:15:00.000Z",
  dueReason: "PURGE",
  dueInMs: 86_000_000,
  waiting: { PURGE: 1 },
} as const;

/**
 * An actor that is pinned to a release waits, is woken after another one was promoted, and continues as new there. Its
 * second run ends on its own.
 */
export const RELEASE_COURSES: readonly ReleaseCourse[] = [
  {
    room: "sync",
    name,
    workflowId,
    releases: ["first", "second"],
    answers: [waiting, waiting].map((agenda) => deviceActor.report(agenda, workflowId)),
    lastAnswer: deviceActor.report(idle, workflowId),
    play: async (client, promote) => {
      const wake = () =>
        client.workflow.signalWithStart("deviceActor", {
          workflowId,
          taskQueue: name,
          args: [{ bounds: { lingerMs: 300, events: 700 } }],
          signal: "DeviceDueSooner",
          signalArgs: [name, 0],
          workflowTaskTimeout: "5s",
          staticSummary: `Device ${name}`,
        });
      await promote("first");
      const { signaledRunId } = await wake();
      await sleep(SETTLED_MS);
      await promote("second");
      await sleep(SETTLED_MS);
      await wake();
      const newest = client.workflow.getHandle(workflowId);
      await newest.result();
      const { runId } = await newest.describe();
      return [signaledRunId, runId];
    },
  },
];

/** Longer than an act and its workflow task take, and longer than queues need to learn of a promotion. */
const SETTLED_MS = 5_000;
