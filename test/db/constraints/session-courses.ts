import fc from "fast-check";
import { TASK_STATUSES } from "../../../contract/agenda/vocabulary.ts";
import type { LoggedSet, WorkoutIntent } from "../../../contract/workouts/session-schema.ts";
import { decideSession } from "../../../rules/workouts/decide-session.ts";
import type { SessionView } from "../../../rules/workouts/session-outcome.ts";
import type { IssuedPackage, WorkoutSession } from "../../../rules/workouts/workout-session.ts";
import { aTaskState } from "../../factories/quick-log/task-state.ts";
import { LEG_DAY, squats } from "../../factories/workouts/workouts.ts";
import { instant, timezone } from "./open-drawing.ts";

const TASK = "0190a000-0000-7000-8000-00000000000a";
const SESSION = "0190a000-0000-7000-8000-00000000000b";

/** Any instant that a payload may contain. */
const reportedTime = fc
  .date({
    min: new Date("0001-01-01T00:00:00.000Z"),
    max: new Date("9999-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  })
  .map((at) => at.toISOString());

const sets: fc.Arbitrary<LoggedSet[]> = fc.constantFrom(
  [squats("one")],
  [squats("one", 60), squats("two", 0, { completed: false })],
  [squats("one", 100, { completed: false })],
);

const KINDS = [
  "workout.start-session",
  "workout.upsert-set",
  "workout.submit-session",
  "workout.correct-session",
  "workout.discard-session",
] as const;

/** A change of a session, or of the facts it is judged by. */
export const sessionStep = fc.record({
  kind: fc.constantFrom(...KINDS, "ABANDONED", "REVIEWED"),
  clientRevision: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(2_147_483_647)),
  startedAt: reportedTime,
  finishedAt: reportedTime,
  sets,
  lineageId: fc.constantFrom("one", "other"),
  receiptId: fc.uuid(),
  now: instant,
  recordedAgoMs: fc.option(fc.nat({ max: 400 * 86_400_000 })),
  // A device's clock may show any time.
  offsetMs: fc.integer({ min: -2_000 * 31_556_952_000, max: 8_000 * 31_556_952_000 }),
  timezone,
  expiresAt: instant,
  isCurrent: fc.boolean(),
  stopUse: fc.boolean(),
  isRenewed: fc.boolean(),
  taskStatus: fc.option(fc.constantFrom(...TASK_STATUSES)),
  dayClosedAt: fc.option(instant),
  otherStatus: fc.option(fc.constantFrom("IN_PROGRESS" as const, "DISCARDED" as const)),
  refusedFor: fc.option(fc.constantFrom("one", "other")),
});
export type SessionStep = typeof sessionStep extends fc.Arbitrary<infer Step> ? Step : never;

/** The session after each of these steps, from the first that creates it. */
export function sessionsAfter(steps: readonly SessionStep[]): readonly WorkoutSession[] {
  let session: WorkoutSession | undefined;
  return steps.flatMap((step) => {
    session = sessionAfter(session, step) ?? session;
    return session ?? [];
  });
}

function sessionAfter(session: WorkoutSession | undefined, step: SessionStep) {
  const { kind, now, recordedAgoMs, lineageId, receiptId, offsetMs } = step;
  // Written by the statements themselves (`abandonDrafts`, `reviewSession`).
  if (kind === "ABANDONED")
    return session?.status === "IN_PROGRESS" ? { ...session, status: kind } : undefined;
  if (kind === "REVIEWED")
    return session?.status === "SUBMITTED" ? { ...session, reviewedAt: now } : undefined;
  const moment = {
    lineageId,
    receiptId,
    now,
    recordedAt: recordedAgoMs === null ? null : new Date(now.getTime() - recordedAgoMs),
    offsetMs,
    timezone: step.timezone,
  };
  const outcome = decideSession(viewOf(session, step), intentOf(kind, step), {
    moment,
    newId: SESSION,
  });
  return outcome.kind === "DONE" ? outcome.session : undefined;
}

function viewOf(session: WorkoutSession | undefined, step: SessionStep): SessionView {
  const { taskStatus: status, dayClosedAt, otherStatus, refusedFor, isRenewed } = step;
  const task = status === null ? undefined : { ...aTaskState(), dayClosedAt };
  const view = { session, pack: packageOf(step), isRenewed, dayTasks: [], refusedFor };
  const others =
    session === undefined || otherStatus === null ? [] : [{ ...session, status: otherStatus }];
  if (task === undefined || status === null) return { ...view, others, task: undefined };
  return { ...view, others, task: { ...task, task: { ...task.task, status } } };
}

function packageOf({ isCurrent, stopUse, expiresAt }: SessionStep): IssuedPackage {
  return {
    id: SESSION,
    taskId: TASK,
    localDate: "2026-01-05",
    assignmentId: SESSION,
    programDay: 1,
    packageChecksum: "package",
    snapshotChecksum: "snapshot",
    isCurrent,
    expiresAt,
    supersededAt: null,
    stopUse,
    snapshot: LEG_DAY,
  };
}

function intentOf(kind: (typeof KINDS)[number], step: SessionStep): WorkoutIntent {
  const { clientRevision, startedAt, finishedAt, sets: logged } = step;
  const draft = {
    clientSessionId: SESSION,
    clientRevision,
    taskId: TASK,
    packageId: SESSION,
    packageChecksum: "package",
  };
  switch (kind) {
    case "workout.start-session":
      return { kind, payload: { ...draft, startedAt } };
    case "workout.upsert-set":
      return { kind, payload: { ...draft, confirmed: false, sets: logged } };
    case "workout.submit-session": {
      const frozen = { frozenRevision: clientRevision, startedAt, finishedAt, note: null };
      return {
        kind,
        payload: { ...draft, ...frozen, confirmed: false, exercises: [], sets: logged },
      };
    }
    case "workout.correct-session":
      return { kind, payload: { ...draft, confirmed: false, reason: null, sets: logged } };
    case "workout.discard-session":
      return { kind, payload: { ...draft, reason: null } };
  }
}
