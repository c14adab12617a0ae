import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { workoutConflictActor as registered } from "../../activities/workouts/conflicts/workout-conflict-actor.ts";
import {
  type ConflictAgenda,
  NO_CONFLICT,
} from "../../activities/workouts/conflicts/conflict-agenda.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import { workoutConflictActor } from "../../contract/workouts/workout-conflict-actor.ts";
import type { Course } from "./history-courses.ts";

const relationshipId = "019a0000-0000-7000-8000-000000000001";
const DAY_MS = 86_400_000;
const AT = "2026-11-22T12:15:00.000Z";

function due(
  dueReason: DueReasonOf<typeof workoutConflictActor>,
  dueInMs: number,
  did: readonly string[] = [],
): ConflictAgenda {
  return {
    open: true,
    dueAt: AT,
    dueReason,
    dueInMs,
    waiting: { [dueReason]: 1 },
    did,
    conflict: {
      id: "019a0000-0000-7000-8000-000000000003",
      workspaceId: "019a0000-0000-7000-8000-000000000002",
      relationshipId,
      kind: "SNAPSHOT_SUPERSEDED",
      openedAt: "2026-11-21T12:15:00.000Z",
      expiresAt: "2026-12-21T12:15:00.000Z",
    },
  };
}

/** The wake-ups that the actor receives in sequence after its conflict was raised; a number is a pause in ms. */
function course(
  name: string,
  answers: readonly ConflictAgenda[],
  later: readonly (WakeReason | number)[],
): Course {
  const workflowId = workoutConflictActor.idOf({
    relationshipId,
    clientSessionId: `recorded-${name}`,
  });
  const wake = (client: Client, reason: WakeReason) =>
    client.workflow.signalWithStart("workoutConflictActor", {
      workflowId,
      taskQueue: name,
      args: [{ bounds: { lingerMs: 300, events: 700 } }],
      signal: reason,
      signalArgs: [name, 0],
      workflowTaskTimeout: "5s",
      staticSummary: `Workout conflict ${name}`,
    });
  return {
    room: "workouts",
    name,
    workflowId,
    answers: answers.map((agenda) => registered.report(agenda, workflowId)),
    lastAnswer: registered.report(NO_CONFLICT, workflowId),
    play: async (client) => {
      const { signaledRunId } = await wake(client, "WorkoutSyncConflictRaised");
      for (const step of later) {
        await sleep(typeof step === "number" ? step : 500);
        if (typeof step === "string") await wake(client, step);
      }
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

/** Every path through a conflict. */
export const CONFLICT_COURSES: readonly Course[] = [
  course(
    "raised-renewed-resolved",
    [due("CLIENT_REMINDER", DAY_MS), due("CLIENT_REMINDER", DAY_MS), NO_CONFLICT],
    ["WorkoutSyncConflictRenewed", "WorkoutSyncConflictResolved"],
  ),
  course(
    "reminded-told-expired",
    [
      due("CLIENT_REMINDER", 0),
      due("COACH_REMINDER", 0, ["CLIENT_REMINDED: SEND"]),
      due("EXPIRY", 0, ["COACH_TOLD: SEND"]),
      { ...NO_CONFLICT, did: ["EXPIRED"] },
    ],
    [],
  ),
  course(
    "zone-moved",
    [due("CLIENT_REMINDER", DAY_MS), due("CLIENT_REMINDER", DAY_MS), NO_CONFLICT],
    ["WorkoutSyncConflictMoved", "WorkoutSyncConflictResolved"],
  ),
];
