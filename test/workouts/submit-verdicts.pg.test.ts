import { describe, expect, test } from "@jest/globals";
import { tables } from "../../db/tables.ts";
import { buildDevice, buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putPackage, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { sessionOf, taskOf } from "../factories/workouts/stored-sessions.ts";
import { conflictsOf } from "../factories/workouts/workout-conflicts.ts";

const { em, deps } = await useAdmission();

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe("the verdict on a submit", () => {
  test("counts the first accepted one of a task; the second is in conflict, kept as sent", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const [one, two] = [draftOf(workout), draftOf(workout)];
    await submit(deps, scope, [one.submit()]);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const { results } = await submit(deps, other, [two.start(), two.submit([squats("one", 120)])]);
    expect(verdictsOf(results)).toEqual(["SESSION_ALREADY_SUBMITTED", "SESSION_ALREADY_SUBMITTED"]);
    expect(results[1]).toMatchObject({ status: "CONFLICT", category: "SUPERSEDED_ASSIGNMENT" });
    expect(await conflictsOf(em, two.clientSessionId)).toMatchObject([
      {
        kind: "SESSION_ALREADY_SUBMITTED",
        resolution: null,
        latestReceiptId: results[1]?.receiptId,
        content: { sets: [{ values: { weight: { value: 120 } } }] },
      },
    ]);
    await submit(deps, other, [two.op("workout.discard-session", { reason: null })]);
    expect(await conflictsOf(em, two.clientSessionId)).toMatchObject([
      { resolution: "DISCARD", content: null },
    ]);
  });

  test("of the same session on another phone accepts an equal one, and refuses a different one as already submitted", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    await submit(deps, scope, [draft.submit()]);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const copy = draftOf(workout, draft.clientSessionId);
    const { results } = await submit(deps, other, [
      copy.submit(),
      copy.submit([squats("one", 70)]),
      copy.sets([squats("two")]),
    ]);
    expect(verdictsOf(results)).toEqual([
      "ACCEPTED",
      "SESSION_ALREADY_SUBMITTED",
      "SESSION_FOREIGN",
    ]);
  });

  test("is a conflict for a canceled task", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope, { task: { status: "CANCELED" } }));
    const { results } = await submit(deps, scope, [draft.submit()]);
    expect(verdictsOf(results)).toEqual(["TASK_CANCELED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([{ kind: "TASK_CANCELED" }]);
  });

  test("completes the replacement of a task that was replaced or never created, and sets the label", async () => {
    const scope = await buildScope(em);
    const present = await putWorkout(em, scope);
    const replaced = await putWorkout(em, scope, {
      task: { status: "SUPERSEDED" },
      supersededAt: new Date(),
    });
    const unmade = await putWorkout(em, scope, { task: null });
    const [one, two] = [draftOf(replaced), draftOf(unmade)];
    const { results } = await submit(deps, scope, [one.submit(), two.submit()]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskOf(em, present)).toMatchObject({ status: "COMPLETED" });
    expect(await sessionOf(em, one.clientSessionId)).toMatchObject({
      creditedTaskId: present.taskId,
      performedFrom: "SUPERSEDED_SNAPSHOT",
    });
    expect(await sessionOf(em, two.clientSessionId)).toMatchObject({ creditedTaskId: null });
  });

  test("is a conflict for a package that the coach stopped, and accepts one that was only replaced", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const draft = draftOf(workout);
    const stopped = draft.submit();
    const { results } = await submit(deps, scope, [draft.sets([squats("one")]), stopped]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "SNAPSHOT_SUPERSEDED"]);
    expect(results[1]?.allowedResolutions).toEqual(["REFRESH", "RESUBMIT", "DISCARD"]);
    const fresh = await putPackage(em, scope, workout);
    const again = draftOf(fresh, draft.clientSessionId);
    const resubmitOf = stopped.clientOperationId;
    const sent = await submit(deps, scope, [again.submit(undefined, {}, { resubmitOf })]);
    expect(verdictsOf(sent.results)).toEqual(["ACCEPTED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { resolution: "RESUBMIT" },
    ]);
  });

  test("on a day that closed meanwhile is accepted if it began before; otherwise it is trained and missed", async () => {
    const scope = await buildScope(em);
    const { localDate } = scope.agenda;
    const missed = { task: { status: "MISSED" } };
    const [early, late] = [
      await putWorkout(em, scope, missed),
      await putWorkout(em, scope, missed),
    ];
    await closeDay(scope.relationshipId, localDate, hoursAgo(1));
    const [one, two] = [draftOf(early), draftOf(late)];
    const { results } = await submit(deps, scope, [
      one.submit(undefined, { startedAt: hoursAgo(2).toISOString() }),
      two.submit(undefined, { startedAt: hoursAgo(0.5).toISOString() }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await taskOf(em, early)).toMatchObject({ status: "COMPLETED", lateEvidence: true });
    expect(await taskOf(em, late)).toMatchObject({ status: "MISSED" });
    expect(await sessionOf(em, two.clientSessionId)).toMatchObject({
      performedFrom: "EXPIRED_SNAPSHOT",
      creditedTaskId: null,
    });
  });
});

async function closeDay(relationshipId: string, localDate: string, closedAt: Date) {
  await tables(em.fork())
    .updateTable("agendaDay")
    .set({ closedAt })
    .where("relationshipId", "=", relationshipId)
    .where("localDate", "=", localDate)
    .execute();
}
