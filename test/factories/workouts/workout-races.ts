import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { moveRelationship } from "../../../activities/relationships/move-relationship.ts";
import { reviewSession } from "../../../activities/workouts/review-session.ts";
import type { Operation } from "../../../contract/sync/schema.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { tables } from "../../../db/tables.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { hooks } from "../../../workers/hooks.ts";
import { buildAgendaOwner } from "../agenda/agenda-owner.ts";
import { atOnce } from "../at-once.ts";
import { close, dayOf, endDay } from "../agenda/closing-day.ts";
import { codeOf } from "../code-of.ts";
import type { DayGround } from "../agenda/day-races.ts";
import { planActs, programContent } from "../plans/plan-acts.ts";
import {
  admissionDeps,
  buildDevice,
  buildScope,
  type BuiltScope,
  submit,
  type SubmittingPhone,
} from "../sync/sync.ts";
import { preparedWorkouts } from "./prepared-workouts.ts";
import { verdictsOf } from "../sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "./workouts.ts";

/** One round of a race; it fails if an invariant of every order is broken. */
type WorkoutRace = (ground: DayGround, round: number) => Promise<void>;

/** Races for the workouts of a client, by the two opponents. */
export const workoutRaces: Readonly<Record<string, WorkoutRace>> = {
  "a submit on each of both phones": bothSubmit,
  "a submit that is sent twice": sentTwice,
  "a submit and its draft given up": submitAndDiscard,
  "a submit and a review of its session": submitAndReview,
  "a submit and the close of its day": submitAndClose,
  "a submit and a pause of the program": submitAndPause,
  "a submit and another program in the place": submitAndSupersede,
  "a submit and the end of the relationship": submitAndEnd,
};

/** The verdict on an operation, or the refusal of its batch. */
async function send(
  em: SqlEntityManager,
  phone: SubmittingPhone,
  operation: Operation,
): Promise<string> {
  try {
    const { results } = await submit(admissionDeps(em), phone, [operation]);
    return verdictsOf(results)[0] ?? "";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const statusOf = async ({ quiet }: DayGround, id: string) =>
  (
    await tables(quiet.fork())
      .selectFrom("agendaTask")
      .select("status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).status;

async function submittedOf({ quiet }: DayGround, { relationshipId }: SubmittingPhone) {
  return await tables(quiet.fork())
    .selectFrom("workoutSession")
    .select(["taskId", "creditedTaskId", "performedFrom", "content"])
    .where("relationshipId", "=", relationshipId)
    .where("status", "=", "SUBMITTED")
    .execute();
}

async function openConflictsOf({ quiet }: DayGround, { relationshipId }: SubmittingPhone) {
  const rows = await tables(quiet.fork())
    .selectFrom("workoutConflict")
    .select("kind")
    .where("relationshipId", "=", relationshipId)
    .where("resolvedAt", "is", null)
    .execute();
  return rows.map(({ kind }) => kind);
}

async function withWorkout({ quiet }: DayGround) {
  const scope = await buildScope(quiet);
  return { scope, workout: await putWorkout(quiet, scope) };
}

/** One session counts, with exactly its phone's content; the other one is in conflict, and kept. */
async function bothSubmit(ground: DayGround, round: number): Promise<void> {
  const { scope, workout } = await withWorkout(ground);
  const deviceId = await buildDevice(ground.quiet, scope.clientUserId);
  const other: BuiltScope = { ...scope, deviceId };
  const verdicts = await atOnce(
    round,
    () => send(ground.em, scope, draftOf(workout).submit([squats("one", 50)])),
    () => send(ground.em, other, draftOf(workout).submit([squats("one", 51)])),
  );
  expect(verdicts.toSorted()).toEqual(["ACCEPTED", "SESSION_ALREADY_SUBMITTED"]);
  const weight = verdicts[0] === "ACCEPTED" ? 50 : 51;
  expect(await submittedOf(ground, scope)).toMatchObject([
    {
      creditedTaskId: workout.taskId,
      content: { sets: [{ values: { weight: { value: weight } } }] },
    },
  ]);
  expect(await openConflictsOf(ground, scope)).toEqual(["SESSION_ALREADY_SUBMITTED"]);
}

/** The answer was lost, and the phone sent again soon. */
async function sentTwice(ground: DayGround, round: number): Promise<void> {
  const { scope, workout } = await withWorkout(ground);
  const operation = draftOf(workout).submit();
  const sending = () => send(ground.em, scope, operation);
  const verdicts = await atOnce(round, sending, sending);
  expect(verdicts.toSorted()).toEqual(["ACCEPTED", "ALREADY_ACCEPTED"]);
  expect(await submittedOf(ground, scope)).toHaveLength(1);
}

/** Submitted or discarded, never both. */
async function submitAndDiscard(ground: DayGround, round: number): Promise<void> {
  const { scope, workout } = await withWorkout(ground);
  const draft = draftOf(workout);
  await send(ground.quiet, scope, draft.start());
  const [submitted, given] = await atOnce(
    round,
    () => send(ground.em, scope, draft.submit()),
    () => send(ground.em, scope, draft.op("workout.discard-session", { reason: null })),
  );
  const isDone = submitted === "ACCEPTED";
  expect([submitted, given]).toEqual(
    isDone ? ["ACCEPTED", "ACTION_NOT_OFFERED"] : ["SESSION_DISCARDED", "ACCEPTED"],
  );
  expect(await statusOf(ground, workout.taskId)).toBe(isDone ? "COMPLETED" : "PENDING");
  expect(await submittedOf(ground, scope)).toHaveLength(isDone ? 1 : 0);
}

/** Only a submitted session is reviewed, and a reviewed one stays reviewed. */
async function submitAndReview(ground: DayGround, round: number): Promise<void> {
  const { scope, workout } = await withWorkout(ground);
  const draft = draftOf(workout);
  await send(ground.quiet, scope, draft.start());
  const { id: sessionId } = await tables(ground.quiet.fork())
    .selectFrom("workoutSession")
    .select("id")
    .where("clientSessionId", "=", draft.clientSessionId)
    .executeTakeFirstOrThrow();
  const { relationshipId, workspaceId, coachUserId: byUserId } = scope;
  const review = { relationshipId, workspaceId, sessionId, byUserId, requestId: "race" };
  const [submitted, reviewed] = await atOnce(
    round,
    () => send(ground.em, scope, draft.submit()),
    () => codeOf(transact(ground.em, (tx) => reviewSession(tx, review))),
  );
  expect(submitted).toBe("ACCEPTED");
  expect([null, "STATE_CONFLICT"]).toContain(reviewed);
  const session = await tables(ground.quiet.fork())
    .selectFrom("workoutSession")
    .select(["status", "acceptedAt", "reviewedAt", "changedAfterReviewAt"])
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  expect(session).toMatchObject({ status: "SUBMITTED", changedAfterReviewAt: null });
  expect(session.reviewedAt !== null).toBe(reviewed === null);
  if (session.reviewedAt !== null && session.acceptedAt !== null)
    expect(session.reviewedAt >= session.acceptedAt).toBe(true);
}

/** It is done, whichever comes first, because it began before the close. */
async function submitAndClose(ground: DayGround, round: number): Promise<void> {
  const { scope, workout } = await withWorkout(ground);
  await endDay(ground.quiet, dayOf(scope));
  const [verdict] = await atOnce(
    round,
    () => send(ground.em, scope, draftOf(workout).submit()),
    () => close(ground.em, [dayOf(scope)]),
  );
  expect(verdict).toBe("ACCEPTED");
  expect(await statusOf(ground, workout.taskId)).toBe("COMPLETED");
  expect(await submittedOf(ground, scope)).toMatchObject([{ creditedTaskId: workout.taskId }]);
}

/** A client in training, with the workout of the present day on the phone. */
async function inTraining({ quiet }: DayGround) {
  const acts = planActs(quiet);
  const owner = await buildAgendaOwner(quiet);
  const deviceId = await buildDevice(quiet, owner.clientUserId);
  const { assignmentId } = await acts.give(owner, programContent(1));
  const [workout] = await preparedWorkouts(quiet, owner.relationshipId);
  if (workout === undefined) throw new Error("There is no workout to train");
  return { owner, phone: { ...owner, deviceId }, assignmentId, workout, acts };
}

/** Counted, or canceled and in conflict. */
async function submitAndPause(ground: DayGround, round: number): Promise<void> {
  const { owner, phone, assignmentId, workout } = await inTraining(ground);
  const [verdict] = await atOnce(
    round,
    () => send(ground.em, phone, draftOf(workout).submit()),
    () => planActs(ground.em).pause(owner, assignmentId),
  );
  const isCounted = verdict === "ACCEPTED";
  expect(verdict).toBe(isCounted ? "ACCEPTED" : "TASK_CANCELED");
  expect(await statusOf(ground, workout.taskId)).toBe(isCounted ? "COMPLETED" : "CANCELED");
  expect(await submittedOf(ground, phone)).toHaveLength(isCounted ? 1 : 0);
  expect(await openConflictsOf(ground, phone)).toEqual(isCounted ? [] : ["TASK_CANCELED"]);
}

/** Counted once: for its own task, or for the replacement of that task, labelled so before any repacking. */
async function submitAndSupersede(ground: DayGround, round: number): Promise<void> {
  const { owner, phone, assignmentId, workout, acts } = await inTraining(ground);
  const planId = await acts.make(owner, programContent(1, "Shorter"));
  const [verdict] = await atOnce(
    round,
    () => send(ground.em, phone, draftOf(workout).submit()),
    () => planActs(ground.em).supersede(owner, assignmentId, planId),
  );
  expect(verdict).toBe("ACCEPTED");
  const [session, ...others] = await submittedOf(ground, phone);
  expect(others).toEqual([]);
  const isOwn = session?.creditedTaskId === workout.taskId;
  expect(session?.performedFrom).toBe(isOwn ? "CURRENT" : "SUPERSEDED_SNAPSHOT");
  expect(await statusOf(ground, session?.creditedTaskId ?? "")).toBe("COMPLETED");
  expect(await statusOf(ground, workout.taskId)).toBe(isOwn ? "COMPLETED" : "SUPERSEDED");
}

/** Counted before the end, or not at all. */
async function submitAndEnd(ground: DayGround, round: number): Promise<void> {
  const { scope, workout } = await withWorkout(ground);
  const { relationshipId, workspaceId, coachUserId: byUserId } = scope;
  const end = { act: "END", reason: null, requestId: null } as const;
  const [verdict] = await atOnce(
    round,
    () => send(ground.em, scope, draftOf(workout).submit()),
    () =>
      transact(ground.em, (tx) =>
        moveRelationship(
          tx,
          { ...end, relationshipId, workspaceId, byUserId },
          hooks.relationships,
        ),
      ),
  );
  const isCounted = verdict === "ACCEPTED";
  expect(verdict).toBe(isCounted ? "ACCEPTED" : "NOT_FOUND");
  expect(await submittedOf(ground, scope)).toHaveLength(isCounted ? 1 : 0);
  expect(await openConflictsOf(ground, scope)).toEqual([]);
}
