import { describe, expect, test } from "@jest/globals";
import type { LoggedSet, SetValues } from "../../contract/workouts/session-schema.ts";
import { newId } from "../../db/platform/new-id.ts";
import { admissionDeps, buildDevice, buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const scope = await buildScope(em);
const workout = await putWorkout(em, scope);

const done = { completed: true, source: "EXPLICIT_TAP" } as const;

describe("another phone of the same client", () => {
  test("registered again continues with its own drafts; another installation has none of them", async () => {
    const own = await buildScope(em);
    const put = await putWorkout(em, own);
    const installationId = newId();
    const first = await buildDevice(em, own.clientUserId, installationId);
    const draft = draftOf(put);
    await submit(deps, { ...own, deviceId: first }, [draft.start(), draft.sets([squats("one")])]);
    const anew = await buildDevice(em, own.clientUserId, installationId);
    const other = draftOf(put, draft.clientSessionId);
    const foreign = [
      other.sets([squats("two")]),
      other.op("workout.discard-session", { reason: null }),
      other.submit(),
    ];
    const refused = await submit(deps, own, foreign);
    expect(new Set(verdictsOf(refused.results))).toEqual(new Set(["SESSION_FOREIGN"]));
    const { results } = await submit(deps, { ...own, deviceId: anew }, [draft.submit()]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
  });
});

describe("bad input of sessions is refused, and the draft stays unchanged:", () => {
  test("a package that was never issued, or to another client, or with another checksum", async () => {
    const theirs = await putWorkout(em, await buildScope(em));
    const others = [
      { ...workout, packageId: newId() },
      theirs,
      { ...workout, packageChecksum: theirs.packageChecksum },
      { ...workout, taskId: theirs.taskId },
    ];
    const { results } = await submit(
      deps,
      scope,
      others.map((other) => draftOf(other).submit()),
    );
    expect(new Set(verdictsOf(results))).toEqual(new Set(["PACKAGE_UNKNOWN"]));
  });

  test.each<[string, LoggedSet, string, string]>([
    ["a set of another exercise", setOf("curl", { reps: 5 }), "EXERCISE_UNKNOWN", "/exerciseKey"],
    ["another modality", setOf("plank", { reps: 5 }), "MODALITY_MISMATCH", "/values/reps"],
    ["1,001 kg", lifted(1_001), "VALUE_OUT_OF_RANGE", "/values/weight/value"],
    ["an exertion of 10.5", lifted(100, { rpe: 10.5 }), "VALUE_OUT_OF_RANGE", "/values/rpe"],
    ["an exertion in thirds", lifted(100, { rpe: 7.3 }), "VALUE_TOO_PRECISE", "/values/rpe"],
    [
      "no exertion where it is required",
      setOf("squat", { weight: { value: 1, unit: "kg" }, reps: 1 }),
      "INPUT_REQUIRED",
      "/values/rpe",
    ],
    ["half a repetition", setOf("pull", { reps: 0.5 }), "VALUE_TOO_PRECISE", "/values/reps"],
    [
      "an unconfirmed complete-all",
      { ...lifted(100), source: "BULK_ACTION" },
      "CONFIRMATION_REQUIRED",
      "/source",
    ],
  ])("%s", async (_name, set, code, pointer) => {
    expect(await refusalOf([set])).toEqual([code, `/sets/0${pointer}`]);
  });

  test("a duplicate key, of sets and of exercises", async () => {
    expect(await refusalOf([lifted(1), lifted(2)])).toEqual(["PAYLOAD_INVALID", "/sets"]);
    const exercises = [{ exerciseKey: "squat" }, { exerciseKey: "squat" }];
    expect(await refusalOf([lifted(1)], { exercises })).toEqual(["PAYLOAD_INVALID", "/exercises"]);
  });

  test("an alternative without approval", async () => {
    const exercises = [{ exerciseKey: "squat", alternativeKey: "curl" }];
    expect(await refusalOf([lifted(1)], { exercises })).toEqual([
      "ALTERNATIVE_NOT_APPROVED",
      "/exercises/0/alternativeKey",
    ]);
  });

  test("a skip that is not allowed, or without its reason", async () => {
    const skip = async (exerciseKey: string, reason: string | null) =>
      await refusalOf([lifted(1)], { exercises: [{ exerciseKey, skip: { reason } }] });
    expect(await skip("plank", "BUSY")).toEqual(["SKIP_NOT_ALLOWED", "/exercises/0/skip"]);
    expect(await skip("pull", null)).toEqual(["INPUT_REQUIRED", "/exercises/0/skip"]);
  });

  test("a submit without sets, and one without a completed set", async () => {
    expect(await refusalOf([])).toEqual(["PAYLOAD_INVALID", "/sets"]);
    const planned = { ...squats("one"), completed: false, values: {} };
    expect(await refusalOf([planned])).toEqual(["INPUT_REQUIRED", "/sets"]);
  });

  test("501 sets fail the batch", async () => {
    const sets = Array.from({ length: 501 }, (_, at) => squats(`set-${at}`));
    await expect(submit(deps, scope, [draftOf(workout).submit(sets)])).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  test("a client revision that goes back by one: a draft ignores it, a submit is stale", async () => {
    const own = await buildScope(em);
    const draft = draftOf(await putWorkout(em, own));
    const { results } = await submit(deps, own, [
      draft.sets([squats("one", 50)], { clientRevision: 2 }),
      draft.sets([squats("one", 60)], { clientRevision: 1 }),
      draft.submit([squats("one", 50)], { clientRevision: 3, frozenRevision: 3 }),
      draft.submit([squats("one", 60)], { clientRevision: 2, frozenRevision: 2 }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "ACCEPTED", "STALE_REVISION"]);
    expect(results[3]).toMatchObject({ latestRevision: 3, status: "CONFLICT" });
  });

  test("a start from a package that is no longer offered, while a training from it is still accepted", async () => {
    const own = await buildScope(em);
    const draft = draftOf(await putWorkout(em, own, { expiresAt: new Date(Date.now() - 1_000) }));
    const { results } = await submit(deps, own, [draft.start(), draft.submit()]);
    expect(verdictsOf(results)).toEqual(["PACKAGE_EXPIRED", "ACCEPTED"]);
  });
});

test("a note that no database can store is refused by name, and affects nothing else", async () => {
  const own = await buildScope(em);
  const draft = draftOf(await putWorkout(em, own));
  const noteOf = (note: string) =>
    draft.op("workout.upsert-exercise", { exerciseKey: "squat", note, order: null });
  const { results } = await submit(deps, own, [noteOf("a\u0000b"), draft.sets([squats("one")])]);
  expect(verdictsOf(results)).toEqual(["PAYLOAD_INVALID", "ACCEPTED"]);
});

test("the largest session that can be submitted stays below the limit of a payload", () => {
  const long = (length: number) => "\u20AC".repeat(length);
  const sets = Array.from({ length: 500 }, (_, at) => ({
    setKey: `${at}`.padStart(64, "s"),
    exerciseKey: "e".repeat(64),
    values: { weight: { value: 999.999, unit: "kg" as const }, reps: 1_000, rpe: 9.5, rir: 10 },
    ...done,
  }));
  const exercises = Array.from({ length: 40 }, (_, at) => ({
    exerciseKey: `${at}`.padStart(64, "e"),
    order: at,
    note: long(500),
    skip: { reason: "ALREADY_DONE_OUTSIDE_APP", note: long(200) },
    alternativeKey: "a".repeat(64),
  }));
  const { payload } = draftOf(workout).submit(sets, { exercises, note: long(2_000) });
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(256 * 1024);
});

function setOf(exerciseKey: string, values: SetValues): LoggedSet {
  return {
    setKey: "one",
    exerciseKey,
    values,
    ...done,
  };
}

function lifted(value: number, more: SetValues = {}) {
  return setOf("squat", { weight: { value, unit: "kg" }, reps: 5, rpe: 8, ...more });
}

async function refusalOf(sets: readonly LoggedSet[], more: Readonly<Record<string, unknown>> = {}) {
  const { results } = await submit(deps, scope, [draftOf(workout).submit(sets, more)]);
  const [result] = results;
  return [...verdictsOf(results), result?.pointer ?? null];
}
