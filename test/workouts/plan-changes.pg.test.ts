import { beforeEach, expect, test } from "@jest/globals";
import { scanDays } from "../../activities/agenda/closing/scan-days.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { type PlanContent, planContentSchema } from "../../contract/plans/content-schema.ts";
import { saveClientProfileSchema } from "../../contract/relationships/client-profile-schema.ts";
import { presentConflict } from "../../api/workouts/present-conflict.ts";
import { presentIssue } from "../../api/workouts/present-issue.ts";
import { PlanAssignment } from "../../db/plans/plan-assignment.ts";
import { tables } from "../../db/tables.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { listConflictsOf } from "../../db/workouts/conflicts/queries.ts";
import { listIssues } from "../../db/workouts/issues/queries.ts";
import { addDays, startOfLocalDay } from "../../rules/local-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { pino } from "pino";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { scanAllCalendars } from "../factories/agenda/scan-all-calendars.ts";
import { setClock } from "../factories/set-clock.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { admissionDeps, buildDevice, submit } from "../factories/sync/sync.ts";
import { preparedWorkouts } from "../factories/workouts/prepared-workouts.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { type BuiltWorkout, draftOf, squats } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const acts = planActs(em);
const log = pino({ level: "silent" });
const NOON = "2027-03-01T12:00:00.000Z";
beforeEach(() => setClock(ownerUrl, NOON));

const EVERY_ISSUE = { from: null, to: null, status: null, kind: null, after: null, limit: 1 };

test("a session that was begun before its program was paused is still completed", async () => {
  const { owner, phone, assignmentId, today } = await training();
  const draft = draftOf(today);
  await submit(deps, phone, [draft.start()]);
  await acts.pause(owner, assignmentId);
  expect(await preparedWorkouts(em, owner.relationshipId)).toEqual([today]);
  const { results } = await submit(deps, phone, [await submitOf(draft)]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  expect(await taskOf(today)).toMatchObject({ status: "COMPLETED" });
  expect(await sessionOf(draft.clientSessionId)).toMatchObject({
    creditedTaskId: today.taskId,
    performedFrom: "CURRENT",
  });
});

test("a program that is paused before the first operation of a session gives a conflict, which ends once it resumes", async () => {
  const { owner, phone, assignmentId, today } = await training();
  const draft = draftOf(today);
  await acts.pause(owner, assignmentId);
  const stopped = await submitOf(draft);
  const refused = await submit(deps, phone, [draft.start(), stopped]);
  expect(verdictsOf(refused.results)).toEqual(["TASK_CANCELED", "TASK_CANCELED"]);
  expect(await conflictsOf(draft.clientSessionId)).toEqual([
    { kind: "TASK_CANCELED", resolution: null },
  ]);
  await acts.resume(owner, assignmentId);
  await preparedWorkouts(em, owner.relationshipId);
  const again = await submitOf(draft, undefined, { resubmitOf: stopped.clientOperationId });
  const { results } = await submit(deps, phone, [again]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  expect(await taskOf(today)).toMatchObject({ status: "COMPLETED" });
  expect(await conflictsOf(draft.clientSessionId)).toMatchObject([{ resolution: "RESUBMIT" }]);
});

test("a draft whose plan was stopped moves to the replacement workout, with task and day, and frees its own (docs/rooms/workouts.md#drafts)", async () => {
  const { owner, phone, assignmentId, today } = await training();
  const draft = draftOf(today);
  await submit(deps, phone, [draft.sets([squats("one", 80)])]);
  const planId = await acts.make(owner, programContent(2, "Shorter"));
  await acts.supersede(owner, assignmentId, planId, true);
  const stopped = await submitOf(draft);
  const refused = await submit(deps, phone, [stopped]);
  expect(verdictsOf(refused.results)).toEqual(["SNAPSHOT_SUPERSEDED"]);
  const [fresh] = await preparedWorkouts(em, owner.relationshipId);
  if (fresh === undefined) throw new Error("No other workout is planned");
  expect(fresh.taskId).not.toBe(today.taskId);
  const again = draftOf(fresh, draft.clientSessionId);
  const resubmitOf = stopped.clientOperationId;
  const { results } = await submit(deps, phone, [await submitOf(again, undefined, { resubmitOf })]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  expect(await sessionOf(draft.clientSessionId)).toMatchObject({
    taskId: fresh.taskId,
    creditedTaskId: fresh.taskId,
    assignmentId: fresh.assignmentId,
    performedFrom: "CURRENT",
  });
  expect(await conflictsOf(draft.clientSessionId)).toMatchObject([{ resolution: "RESUBMIT" }]);
});

test.each([["unknown to the server"], ["begun"]])(
  "client and coach are shown the replacement of a program that is stopped during training, %s",
  async (state) => {
    const { owner, phone, assignmentId, today } = await training();
    const draft = draftOf(today);
    if (state === "begun") await submit(deps, phone, [draft.start()]);
    await acts.supersede(owner, assignmentId, await acts.make(owner, otherLegs()), true);
    const stopped = await submitOf(draft);
    const [refused] = (await submit(deps, phone, [stopped])).results;
    const offered = await preparedWorkouts(em, owner.relationshipId);
    expect(offered.map(({ taskId }) => taskId)).not.toContain(today.taskId);
    const [fresh] = offered;
    if (fresh === undefined) throw new Error("No other workout is planned");
    const { revision } = await tables(em.fork())
      .selectFrom("agendaTask")
      .select("revision")
      .where("id", "=", fresh.taskId)
      .executeTakeFirstOrThrow();
    expect(refused).toMatchObject({
      conflictCode: "SNAPSHOT_SUPERSEDED",
      latestRevision: revision,
      conflict: {
        changedBy: "COACH",
        supersededBy: { taskId: fresh.taskId, itemId: null, revision },
      },
    });
    const { relationshipId } = owner;
    const findConflict = async () => {
      const [conflict] = await listConflictsOf(em.fork(), {
        relationshipId,
        deviceId: phone.deviceId,
        clientOperationIds: [stopped.clientOperationId],
      });
      const [issue] = await listIssues(em.fork(), { ...EVERY_ISSUE, relationshipId });
      return { view: conflict && presentConflict(conflict), issue: issue && presentIssue(issue) };
    };
    const open = await findConflict();
    expect(open.view).toMatchObject({
      serverReference: { packageId: fresh.packageId, taskId: fresh.taskId, revision },
      explanation: {
        comparedWith: "OFFERED_WORKOUT",
        exercises: [],
        targets: [{ exerciseKey: "squat", parts: ["sets"] }],
      },
    });
    expect(open.issue).toMatchObject({
      status: "OPEN",
      replacement: { taskId: fresh.taskId, packageId: fresh.packageId, revision },
      explanation: {
        presentSnapshot: fresh.snapshotChecksum,
        changes: [{ exerciseKey: "squat", change: "CHANGED" }],
      },
    });
    const anew = draftOf(fresh);
    const resubmitOf = stopped.clientOperationId;
    const { results } = await submit(deps, phone, [
      await submitOf(anew, undefined, { resubmitOf }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await sessionOf(anew.clientSessionId)).toMatchObject({ creditedTaskId: fresh.taskId });
    const closed = await findConflict();
    expect(closed.view).toMatchObject({ status: "RESOLVED", resolution: "RESUBMIT" });
    expect(closed.issue).toMatchObject({ status: "RESOLVED", messagingHint: null });
  },
);

test("a new revision of the task is labelled before any packing, unless the task was started or is unchanged", async () => {
  const trainedAfter = async (content: PlanContent, isBegun = false) => {
    const { owner, phone, assignmentId, today } = await training();
    const { planId } = await em.fork().findOneOrFail(PlanAssignment, { id: assignmentId });
    const draft = draftOf(today);
    if (isBegun) await submit(deps, phone, [draft.start()]);
    await acts.publish(owner, planId, content);
    await acts.spread();
    const { results } = await submit(deps, phone, [await submitOf(draft)]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    return (await sessionOf(draft.clientSessionId))?.performedFrom;
  };
  const harder = otherLegs();
  expect(await trainedAfter(harder)).toBe("SUPERSEDED_SNAPSHOT");
  expect(await trainedAfter(harder, true)).toBe("CURRENT");
  expect(await trainedAfter(programContent(4, "Renamed"))).toBe("CURRENT");
});

test("a workout trained days before its day waits for that day, and counts for it then (docs/rooms/workouts.md#start)", async () => {
  const legs = programContent(2);
  const weekly = planContentSchema.parse({
    ...legs,
    weeks: [{ days: [dailyLegs(1), dailyLegs(6)] }],
  });
  const { phone, owner, next } = await training(weekly);
  expect(next.localDate).toBe("2027-03-06");
  const operations = [draftOf(next).start(), await submitOf(draftOf(next))];
  const early = await submit(deps, phone, operations);
  expect(verdictsOf(early.results)).toEqual(["DAY_NOT_OPEN", "DAY_NOT_OPEN"]);
  expect(early.results[0]?.retryAfterSeconds).toBeGreaterThan(4 * 86_400);
  await setClock(ownerUrl, `${next.localDate}T12:00:00.000Z`);
  await scanAllCalendars(em);
  await preparedWorkouts(em, owner.relationshipId);
  const { results } = await submit(deps, phone, operations);
  expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
  expect(await taskOf(next)).toMatchObject({ status: "COMPLETED" });
});

test("a submitted session names no other workout: a second training has its own id", async () => {
  const { phone, owner, today, next } = await training();
  const draft = draftOf(today);
  await submit(deps, phone, [await submitOf(draft)]);
  await setClock(ownerUrl, `${next.localDate}T12:00:00.000Z`);
  await scanAllCalendars(em);
  await preparedWorkouts(em, owner.relationshipId);
  const misnamed = draftOf(next, draft.clientSessionId);
  const { results } = await submit(deps, phone, [
    await submitOf(misnamed),
    await submitOf(draftOf(next)),
  ]);
  expect(verdictsOf(results)).toEqual(["PACKAGE_UNKNOWN", "ACCEPTED"]);
  expect(results[0]).toMatchObject({ pointer: "/taskId" });
  expect(await taskOf(next)).toMatchObject({ status: "COMPLETED" });
});

const move = async (clientUserId: string, timezone: string) => {
  const content = { displayName: "Ana", timezone, locale: "en" };
  const saving = { userId: clientUserId, profile: saveClientProfileSchema.parse(content) };
  await transact(em, (tx) =>
    saveClientProfile(tx, { ...saving, requestId: null }, hooks.relationships),
  );
};

test("a session across a zone change belongs to the day on which it began, and is corrected until the day of its acceptance ends", async () => {
  const { owner, phone, today } = await training();
  const draft = draftOf(today);
  await submit(deps, phone, [draft.start()]);
  await move(owner.clientUserId, "Asia/Tokyo");
  await setClock(ownerUrl, `${addDays(today.localDate, 1)}T12:00:00.000Z`);
  await scanAllCalendars(em);
  const { results } = await submit(deps, phone, [await submitOf(draft)]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  expect(await taskOf(today)).toMatchObject({ status: "COMPLETED" });
  expect(await sessionOf(draft.clientSessionId)).toMatchObject({
    localDate: today.localDate,
    creditedTaskId: today.taskId,
    correctableUntil: startOfLocalDay(addDays(today.localDate, 2), "Asia/Tokyo"),
  });
});

test("training for a day that was skipped is kept without a task, and its package is no longer offered", async () => {
  const week = { days: [1, 2, 3, 4, 5, 6, 7].map((dayNumber) => dailyLegs(dayNumber)) };
  const daily = planContentSchema.parse({ ...programContent(1), weeks: [week, week] });
  await setClock(ownerUrl, "2027-03-01T20:00:00.000Z");
  const { owner, phone, next } = await training(daily, "Pacific/Honolulu");
  expect(next.localDate).toBe("2027-03-02");
  await move(owner.clientUserId, "Pacific/Kiritimati");
  await setClock(ownerUrl, "2027-03-02T12:00:00.000Z");
  await scanAllCalendars(em);
  await scanDays({ em, log }, { after: null });
  const offered = await preparedWorkouts(em, owner.relationshipId);
  const dates = ["2027-03-01", "2027-03-03", "2027-03-04"];
  expect(offered.map(({ localDate }) => localDate)).toEqual(dates);
  expect(await taskOf(next)).toBeUndefined();
  const draft = draftOf(next);
  const { results } = await submit(deps, phone, [await submitOf(draft)]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  expect(await sessionOf(draft.clientSessionId)).toMatchObject({
    status: "SUBMITTED",
    creditedTaskId: null,
    localDate: "2027-03-02",
  });
});

function dailyLegs(dayNumber: number, repetitions = 5) {
  const exercise = { exerciseKey: "squat", name: "Squat", sets: [{ repetitions }] };
  return { dayNumber, title: "Legs", exercises: [exercise] };
}

/** A client in training, with the workouts of today and the next date on the phone. */
async function training(content = programContent(), timezone = "UTC") {
  const owner = await buildAgendaOwner(em, { timezone });
  const deviceId = await buildDevice(em, owner.clientUserId);
  const { assignmentId } = await acts.give(owner, content);
  const [today, next] = await preparedWorkouts(em, owner.relationshipId);
  if (today === undefined || next === undefined) throw new Error("There is no workout to train");
  return { owner, phone: { ...owner, deviceId }, assignmentId, today, next };
}

/** Times by the product's clock, as a phone sends them. */
async function times() {
  const now = await clockNow(em.fork());
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();
  return { startedAt: at(50), finishedAt: at(5), recordedAt: at(1) };
}

async function submitOf(
  draft: ReturnType<typeof draftOf>,
  sets = [squats("one")],
  sent: { readonly resubmitOf?: string } = {},
) {
  const { recordedAt, ...reported } = await times();
  const operation = draft.submit(sets, reported, sent);
  return { ...operation, clientRecordedAt: recordedAt };
}

async function taskOf({ taskId }: Pick<BuiltWorkout, "taskId">) {
  return await tables(em.fork())
    .selectFrom("agendaTask")
    .select("status")
    .where("id", "=", taskId)
    .executeTakeFirst();
}

async function sessionOf(clientSessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutSession")
    .selectAll()
    .where("clientSessionId", "=", clientSessionId)
    .executeTakeFirst();
}

/** The same leg workout with other sets. */
function otherLegs() {
  const week = { days: [dailyLegs(1, 8), dailyLegs(3), dailyLegs(5)] };
  return planContentSchema.parse({ ...programContent(), weeks: [week, week, week, week] });
}

async function conflictsOf(clientSessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutConflict")
    .select(["kind", "resolution"])
    .where("clientSessionId", "=", clientSessionId)
    .execute();
}
