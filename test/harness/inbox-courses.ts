import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { inboxTaskActor as registered } from "../../activities/inbox/actor/inbox-task-actor.ts";
import type { TaskAgenda } from "../../activities/inbox/actor/task-agenda.ts";
import { actorWaker } from "../../activities/outbox/wake-actor.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import { NOTHING_WAITS } from "../../rules/outbox/actor-agenda.ts";
import type { Course } from "./history-courses.ts";

const HOUR_MS = 3_600_000;
const AT = "2026-11-22T12:15:00.000Z";
type Shown = NonNullable<TaskAgenda["task"]>;

function shown(changes: Partial<Shown> = {}): Shown {
  return {
    workspaceId: "019a0000-0000-7000-8000-000000000002",
    relationshipId: "019a0000-0000-7000-8000-000000000001",
    taskType: "PROGRESS_ALERT",
    status: "OPEN",
    severity: "HIGH",
    snoozedUntil: null,
    dueAt: AT,
    ...changes,
  };
}

function due(
  dueReason: DueReasonOf<typeof inboxTaskActor>,
  dueInMs: number,
  task: Shown,
  did: readonly string[] = [],
): TaskAgenda {
  return { open: true, dueAt: AT, dueReason, dueInMs, waiting: { [dueReason]: 1 }, did, task };
}

const patient = { taskType: "PLAN_UPDATE", severity: "LOW", dueAt: null } as const;
const snoozed = shown({ ...patient, status: "SNOOZED", snoozedUntil: AT });
const closed: TaskAgenda = { ...NOTHING_WAITS, task: shown({ status: "RESOLVED" }) };

/** The wake-ups that the actor receives in sequence after its task was opened; a number is a pause in ms. */
function course(
  name: string,
  answers: readonly TaskAgenda[],
  later: readonly (WakeReason | number)[],
): Course {
  const workflowId = inboxTaskActor.idOf({ taskId: `recorded-${name}` });
  const wake = (client: Client, reason: WakeReason) =>
    client.workflow.signalWithStart("inboxTaskActor", {
      workflowId,
      taskQueue: name,
      args: [{ bounds: { lingerMs: 300, events: 700 } }],
      signal: reason,
      signalArgs: [name, 1],
      workflowTaskTimeout: "5s",
      staticSummary: `Inbox task ${name}`,
    });
  return {
    room: "inbox",
    name,
    workflowId,
    answers: answers.map((agenda) => registered.report(agenda, workflowId)),
    lastAnswer: registered.report(closed, workflowId),
    play: async (client) => {
      const { signaledRunId } = await wake(client, "CoachTaskCreated");
      for (const step of later) {
        await sleep(typeof step === "number" ? step : 500);
        if (typeof step === "string") await wake(client, step);
      }
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

/**
 * An actor that the relay starts dormant: its first workflow task comes at its deadline. It lingers as long as in
 * production.
 */
function dormantCourse(
  name: string,
  { waits, answers }: { readonly waits: TaskAgenda; readonly answers: readonly TaskAgenda[] },
  closing: WakeReason,
): Course {
  const workflowId = inboxTaskActor.idOf({ taskId: `recorded-${name}` });
  const reportOf = (agenda: TaskAgenda) => registered.report(agenda, workflowId);
  const actor = { workflowId, id: name, version: 1 };
  return {
    room: "inbox",
    name,
    workflowId,
    answers: answers.map(reportOf),
    lastAnswer: reportOf(closed),
    play: async (client) => {
      const wake = actorWaker(client, name);
      await wake({ ...actor, reason: "CoachTaskCreated", waits: reportOf(waits) });
      await sleep(3_000);
      await wake({ ...actor, reason: closing });
      await sleep(500);
      const handle = client.workflow.getHandle(workflowId);
      const { runId } = await handle.describe();
      await handle.terminate("recorded");
      return [runId];
    },
  };
}

/** Every path through the deadlines and events that a task waits for. */
export const INBOX_COURSES: readonly Course[] = [
  course(
    "snoozed-woken-resolved",
    [
      due("LOOK", 100 * HOUR_MS, shown(patient)),
      due("SNOOZE", 1_200, snoozed),
      due("LOOK", 100 * HOUR_MS, shown(patient), ["SNOOZE_ENDED"]),
    ],
    ["CoachTaskSnoozed", 3_000, "CoachTaskResolved"],
  ),
  course(
    "late-told-idle-resolved",
    [
      due("DUE", 0, shown()),
      due("IDLE", 1_200, shown({ status: "IN_PROGRESS" }), ["TOLD_LATE"]),
      due("LOOK", 100 * HOUR_MS, shown(), ["IDLE"]),
    ],
    [4_000, "CoachTaskDismissed"],
  ),
  course(
    "nudged-after-undo",
    [
      due("LOOK", 100 * HOUR_MS, shown(patient)),
      due("NUDGE", 1_200, shown({ ...patient, status: "RESOLVED" })),
      { ...closed, did: ["NUDGE_SEND", "ALLOWED"] },
    ],
    ["CoachTaskResolved", 3_000],
  ),
  dormantCourse(
    "begun-asleep-late-resolved",
    {
      waits: due("DUE", 1_200, shown()),
      answers: [due("LOOK", 100 * HOUR_MS, shown(), ["TOLD_LATE"])],
    },
    "CoachTaskResolved",
  ),
];
