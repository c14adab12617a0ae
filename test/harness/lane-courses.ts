import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { laneActor } from "../../activities/sync/settlement/lane-actor.ts";
import type { LaneAgenda } from "../../activities/sync/settlement/settle-lane.ts";
import { settlementLane } from "../../contract/sync/device-actor.ts";
import { agendaUntil, NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import type { Course } from "./history-courses.ts";

const BATCHES = [
  "019a0000-0000-7000-8000-000000000011",
  "019a0000-0000-7000-8000-000000000012",
  "019a0000-0000-7000-8000-000000000013",
];

const none: LaneAgenda = { ...NOTHING_WAITS, count: 0, lagMs: 0, dayCount: 0, nextDayAt: null };
const settled = (count: number): LaneAgenda => ({
  ...none,
  did: [`settled ${count}: ${BATCHES.slice(0, count).join(" ")}`],
});
const more: LaneAgenda = { ...settled(3), more: true, count: 40, lagMs: 700 };
const over: LaneAgenda = { ...none, over: true };
const NOW = new Date("2026-11-22T12:15:00.000Z");

/** One batch could not be settled and is retried. */
const triesAgain: LaneAgenda = {
  ...none,
  ...agendaUntil({ at: new Date(NOW.getTime() + 1_200), reason: "SETTLEMENT" }, NOW),
  did: [`settled 2: ${BATCHES.slice(0, 2).join(" ")}`, "failed 1"],
  count: 1,
};

/** Days wait to become final, the next in so many milliseconds. */
function waitsForDays(inMs: number, did: readonly string[]): LaneAgenda {
  const at = new Date(NOW.getTime() + inMs);
  return {
    ...none,
    ...agendaUntil({ at, reason: "UNDO_WINDOW" }, NOW),
    waiting: { SETTLEMENT: 0, UNDO_WINDOW: 2 },
    did,
    dayCount: 2,
    nextDayAt: at.toISOString(),
  };
}

/** A course in which a lane is woken this many times, half a second apart, and ends on its own. */
function course(
  lane: number,
  name: string,
  { answers, wakes = 1 }: { readonly answers: readonly (LaneAgenda | string)[]; wakes?: number },
): Course {
  const workflowId = settlementLane.idOf({ lane: String(lane) });
  const wake = (client: Client) =>
    client.workflow.signalWithStart("settlementActor", {
      workflowId,
      taskQueue: name,
      args: [{ bounds: { lingerMs: 800, events: 700 } }],
      signal: "SyncBatchAdmitted",
      signalArgs: [String(lane), 0],
      workflowTaskTimeout: "5s",
      staticSummary: `Settlement ${lane}`,
    });
  return {
    room: "sync",
    name,
    workflowId,
    answers: answers.map((answer) =>
      typeof answer === "string" ? answer : laneActor.report(answer, workflowId),
    ),
    lastAnswer: laneActor.report(none, workflowId),
    play: async (client) => {
      const { signaledRunId } = await wake(client);
      for (let woken = 1; woken < wakes; woken += 1) {
        await sleep(500);
        await wake(client);
      }
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

export const LANE_COURSES: readonly Course[] = [
  course(0, "lane-settles-and-lingers", { answers: [settled(3), settled(1)], wakes: 3 }),
  course(1, "lane-fails-and-pauses", {
    answers: [...Array.from({ length: 5 }, () => "SQLSTATE_57P01"), settled(2)],
  }),
  course(2, "lane-goes-on-with-more", { answers: [more, more, more, settled(2)], wakes: 2 }),
  course(3, "lane-tries-a-batch-again", { answers: [triesAgain, settled(1)] }),
  course(4, "lane-is-over", { answers: [over] }),
  course(5, "lane-makes-days-final", {
    answers: [
      waitsForDays(2_400, settled(2).did),
      waitsForDays(2_400, settled(1).did),
      waitsForDays(1_200, ["days final 1"]),
      { ...none, did: ["days final 1"] },
    ],
    wakes: 2,
  }),
];
