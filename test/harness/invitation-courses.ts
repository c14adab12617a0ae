import { setTimeout as sleep } from "node:timers/promises";
import { invitationImportActor as importRegistered } from "../../activities/invitations/csv/invitation-import-actor.ts";
import { invitationActor as registered } from "../../activities/invitations/invitation-actor.ts";
import { invitationImportActor as importDefinition } from "../../contract/invitations/invitation-import-actor.ts";
import { invitationActor } from "../../contract/invitations/invitation-actor.ts";
import type { DueReasonOf } from "../../contract/outbox/define-actor.ts";
import type { WakeReason } from "../../contract/outbox/vocabulary.ts";
import { NOTHING_WAITS, type ActorAgenda } from "../../rules/outbox/actor-agenda.ts";
import type { Course } from "./history-courses.ts";

type DueReason = DueReasonOf<typeof invitationActor>;
type Agenda = ActorAgenda<DueReason>;
interface Waiting {
  readonly dueReason: DueReason;
}

const until = (
  dueInMs: number,
  { dueReason = "REMINDER", did = [] }: Partial<Pick<Agenda, "did"> & Waiting> = {},
): Agenda => ({
  open: true,
  dueAt: "2026-11-22T12:15:00.000Z",
  dueReason,
  dueInMs,
  waiting: { [dueReason]: 1 },
  did,
});

/** An invitation that waits for its next deadline, is woken for other events, and ends. */
function invitationCourse(
  name: string,
  answers: readonly Agenda[],
  reasons: readonly [WakeReason, ...WakeReason[]],
): Course {
  const workflowId = invitationActor.idOf({ invitationId: `recorded-${name}` });
  const reports = answers.map((agenda) => registered.report(agenda, workflowId));
  return {
    room: "invitations",
    name,
    workflowId,
    answers: reports,
    lastAnswer: registered.report(NOTHING_WAITS, workflowId),
    play: async (client) => {
      const runs: string[] = [];
      for (const signal of reasons) {
        const { signaledRunId } = await client.workflow.signalWithStart("invitationActor", {
          workflowId,
          taskQueue: name,
          args: [{ bounds: { lingerMs: 300, events: 700 } }],
          signal,
          signalArgs: [name, 0],
          workflowTaskTimeout: "5s",
          staticSummary: `Invitation ${name}`,
        });
        runs.push(signaledRunId);
        await sleep(500);
      }
      await client.workflow.getHandle(workflowId).result();
      return [...new Set(runs)];
    },
  };
}

/** A file whose request stopped halfway: its actor waits, decides two slices, and ends. */
function importCourse(name: string): Course {
  const workflowId = importDefinition.idOf({ importId: `recorded-${name}` });
  const due = { open: true, dueAt: "2026-11-22T12:00:15.000Z", dueReason: "SLICE" } as const;
  const rests = { ...due, dueInMs: 1_200, waiting: { SLICE: 1 } } as const;
  const answers: readonly ActorAgenda<"SLICE">[] = [
    { ...rests, did: [] },
    { ...rests, did: ["JUDGED 20"] },
    { ...NOTHING_WAITS, did: ["JUDGED 7"], over: true },
  ];
  return {
    room: "invitations",
    name,
    workflowId,
    answers: answers.map((agenda) => importRegistered.report(agenda, workflowId)),
    lastAnswer: importRegistered.report(NOTHING_WAITS, workflowId),
    play: async (client) => {
      const { signaledRunId } = await client.workflow.signalWithStart("invitationImportActor", {
        workflowId,
        taskQueue: name,
        args: [{ bounds: { lingerMs: 300, events: 700 } }],
        signal: "ClientInvitationImportBegun",
        signalArgs: [name, 0],
        workflowTaskTimeout: "5s",
        staticSummary: `Invitation import ${name}`,
      });
      await client.workflow.getHandle(workflowId).result();
      return [signaledRunId];
    },
  };
}

/** The courses of an invitation's actor, and of a file's. */
export const INVITATION_COURSES: readonly Course[] = [
  importCourse("rests-between-slices"),
  invitationCourse(
    "reminded-before-its-end",
    [until(1_200), { ...NOTHING_WAITS, did: ["REMINDED"] }],
    ["ClientInvited"],
  ),
  invitationCourse(
    "accepted-before-its-reminder",
    [until(86_000_000), NOTHING_WAITS],
    ["ClientInvited", "ClientInvitationConsumed"],
  ),
  invitationCourse(
    "sent-on-its-day",
    [
      until(1_200, { dueReason: "SEND" }),
      until(1_200, { dueReason: "SEND", did: ["POSTPONED"] }),
      until(1_200, { did: ["SENT"] }),
      { ...NOTHING_WAITS, did: ["REMINDED"] },
    ],
    ["ClientInvitationScheduled"],
  ),
];
