import { expect, test } from "@jest/globals";
import {
  buildTrainingPhone,
  trainWorkout,
  typedOf,
  typedSet,
} from "../../factories/device/training-phone.ts";
import { useApi } from "../../harness/use-api.ts";

const { api, issuer } = await useApi();

test("A workout recorded without a connection survives a kill, takes no set after its submit, is accepted once online, and completes its task", async () => {
  const training = await buildTrainingPhone(api, issuer);
  const { phone, taskId } = training;
  const before = await training.open();
  const offered = await before.workouts.list();
  phone.network.failBy(() => "UNREACHABLE");
  const draftId = await trainWorkout(before.workouts, taskId);
  const typed = await before.workouts.draft({ draftId });
  await phone.kill();

  const after = await training.open();
  const kept = await after.workouts.draft({ draftId });
  const submitted = await after.workouts.submit({ draftId });
  const queued = await after.workouts.draft({ draftId });
  const late = await after.workouts.recordSets({
    draftId,
    sets: [typedSet("squat-1", "squat")],
  });
  const untouched = await after.workouts.draft({ draftId });
  phone.network.failBy(() => null);
  await after.device.sync();
  const accepted = await after.workouts.draft({ draftId });
  const { workouts, drafts } = await after.workouts.list();
  await after.device.close();

  expect(offered.workouts.map(({ startRefusal }) => startRefusal)).toEqual([null, "DAY_NOT_OPEN"]);
  expect({ ...kept, savedAt: 0 }).toEqual({ ...typed, savedAt: 0 });
  expect(kept?.exercises).toMatchObject([
    { exerciseKey: "squat", note: "Deep", sets: [{ target: { repetitions: 5 } }, {}] },
    { exerciseKey: "pull", skip: { reason: "BUSY" } },
  ]);
  expect(typedOf(kept)).toEqual(["squat-1", "squat-2"]);
  expect(kept?.guide).toEqual({ position: "squat-2", comeBack: ["pull"] });
  expect(submitted).toMatchObject({ kind: "DONE", prediction: { kind: "LIKELY" } });
  expect(late).toEqual({ kind: "REFUSED", code: "DRAFT_SUBMITTED" });
  expect(untouched).toEqual(queued);
  expect([typed?.status, queued?.status, accepted?.status]).toEqual([
    "LOCAL_IN_PROGRESS",
    "QUEUED_FOR_SYNC",
    "ACCEPTED",
  ]);
  expect(workouts[0]?.task?.accepted.status).toBe("COMPLETED");
  expect(drafts).toMatchObject([{ draftId, status: "ACCEPTED", setsDone: 2 }]);
});

test("A rejected submit leaves the draft editable, and a corrected set replaces it", async () => {
  const training = await buildTrainingPhone(api, issuer);
  const { device, workouts } = await training.open();
  const draftId = await trainWorkout(workouts, training.taskId);
  const tooHeavy = {
    ...typedSet("squat-1", "squat"),
    values: { weight: { value: 5_000, unit: "lb" }, reps: 5, rpe: 8 },
  } as const;
  const entered = await workouts.recordSets({ draftId, sets: [tooHeavy] });
  const refused = await workouts.submit({ draftId });
  await device.sync();
  const rejected = await workouts.draft({ draftId });
  await workouts.recordSets({ draftId, sets: [typedSet("squat-1", "squat")] });
  await workouts.submit({ draftId });
  await device.sync();
  const accepted = await workouts.draft({ draftId });
  await workouts.correct({ draftId, sets: [{ setKey: "squat-2", removed: true }] });
  await device.sync();
  const corrected = await workouts.draft({ draftId });
  await device.close();

  const fault = { kind: "REFUSED", code: "VALUE_OUT_OF_RANGE" };
  expect([entered, refused]).toMatchObject([{ prediction: fault }, { prediction: fault }]);
  expect(rejected).toMatchObject({
    status: "LOCAL_IN_PROGRESS",
    refusal: { operationType: "workout.submit-session", code: "VALUE_OUT_OF_RANGE" },
    submitFault: { code: "VALUE_OUT_OF_RANGE", pointer: "/sets/0/values/weight/value" },
  });
  expect([accepted?.status, corrected?.status]).toEqual(["ACCEPTED", "ACCEPTED"]);
  expect(typedOf(corrected)).toEqual(["squat-1"]);
});

test("Of two phones that train the same workout one submit counts, and the other's draft stays as it was typed", async () => {
  const training = await buildTrainingPhone(api, issuer);
  const one = await training.open();
  const second = await training.buildSecond();
  const other = await second.open();
  second.phone.network.failBy(() => "UNREACHABLE");
  const late = await trainWorkout(other.workouts, training.taskId);
  await other.workouts.submit({ draftId: late });
  const first = await trainWorkout(one.workouts, training.taskId);
  await one.workouts.submit({ draftId: first });
  await one.device.sync();
  second.phone.network.failBy(() => null);
  await other.device.sync();
  const { conflicts } = await other.workouts.conflicts();
  const refused = await other.workouts.draft({ draftId: late });
  const edited = await other.workouts.recordSets({
    draftId: late,
    sets: [typedSet("squat-1", "squat")],
  });
  const [conflict] = conflicts;
  const resolved = await other.workouts.resolve({
    conflictId: conflict?.conflict.conflictId ?? "",
    choice: "DISCARD",
  });
  const discarded = await other.workouts.draft({ draftId: late });
  const state = await other.device.state();
  await Promise.all([one.device.close(), other.device.close()]);

  expect(conflicts).toMatchObject([
    { conflict: { kind: "SESSION_ALREADY_SUBMITTED" }, isOwnDraft: true },
  ]);
  expect(refused).toMatchObject({
    status: "CONFLICTED",
    refusal: { operationType: expect.any(String) },
  });
  expect(typedOf(refused)).toEqual(["squat-1", "squat-2"]);
  expect(edited).toEqual({ kind: "REFUSED", code: "DRAFT_CONFLICTED" });
  expect([resolved, discarded?.status]).toEqual([{ kind: "RESOLVED" }, "DISCARDED"]);
  expect(state.needsAttention).toBe(0);
});
