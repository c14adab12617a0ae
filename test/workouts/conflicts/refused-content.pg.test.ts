import { describe, expect, test } from "@jest/globals";
import { readmitDeferral } from "../../../activities/sync/retry/readmit-deferral.ts";
import { tables } from "../../../db/tables.ts";
import { transact } from "../../../db/platform/transactions/transact.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import { moveClock } from "../../factories/db/move-clock.ts";
import { storedRequests } from "../../factories/sync/receipts/stored-receipts.ts";
import { admissionDeps, buildDevice, buildScope, submit } from "../../factories/sync/sync.ts";
import { withDayCopy } from "../../factories/sync/features/with-copy.ts";
import { conflictsOf, refusedDraft } from "../../factories/workouts/workout-conflicts.ts";
import { draftOf, putWorkout, squats } from "../../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useAdmission } from "../../factories/sync/use-admission.ts";
import { conflictEventTypes } from "../../factories/workouts/workout-conflicts.ts";

const { em, deps, ownerUrl } = await useAdmission(await useOwnDatabase());

describe("the answer to a refused draft", () => {
  test("names another device only if the counted session is of another one", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    await submit(deps, scope, [draftOf(workout).submit()]);
    const mine = await submit(deps, scope, [draftOf(workout).submit()]);
    const theirs = await submit(deps, other, [draftOf(workout).submit()]);
    expect([...mine.results, ...theirs.results]).toMatchObject([
      {
        conflictCode: "SESSION_ALREADY_SUBMITTED",
        messageKey: "sync.session-already-submitted",
        message: "This workout was already finished.",
      },
      {
        conflictCode: "SESSION_ALREADY_SUBMITTED",
        messageKey: "sync.session-already-submitted-elsewhere",
        message: "This workout was already finished on another device.",
      },
    ]);
  });

  test("says who withdrew its workout", async () => {
    const scope = await buildScope(em);
    const canceled = await putWorkout(em, scope, {
      task: { status: "CANCELED", changed_by_kind: "COACH" },
    });
    const { results } = await submit(deps, scope, [draftOf(canceled).submit()]);
    expect(results).toMatchObject([
      {
        conflictCode: "TASK_CANCELED",
        allowedResolutions: ["REFRESH", "DISCARD"],
        conflict: { changedBy: "COACH", changedAt: expect.any(String) },
      },
    ]);
  });
});

describe("a further receipt", () => {
  test("extends the retention of the draft and wakes the conflict's actor alone", async () => {
    const { scope, draft, clientOperationId: resubmitOf } = await refused();
    const [first] = await conflictsOf(em, draft.clientSessionId);
    await submit(deps, scope, [draft.submit([squats("two", 77)], {}, { resubmitOf })]);
    const [renewed, ...others] = await conflictsOf(em, draft.clientSessionId);
    expect(others).toEqual([]);
    expect(renewed).toMatchObject({ id: first?.id, remindFrom: first?.remindFrom });
    expect(renewed?.expiresAt.getTime()).toBeGreaterThan(first?.expiresAt.getTime() ?? Infinity);
    expect(JSON.stringify(renewed?.content)).toContain("77");
    expect(await conflictEventTypes(em, draft.clientSessionId, "event-feed")).toEqual([
      "WorkoutSyncConflictRaised",
    ]);
    expect(await conflictEventTypes(em, draft.clientSessionId, "workout-conflict-actor")).toEqual([
      "WorkoutSyncConflictRaised",
      "WorkoutSyncConflictRenewed",
    ]);
  });
});

describe("refused content", () => {
  test("is stored in its conflict only: the stored request omits it", async () => {
    const marker = "zzmarkerzz";
    const scope = await buildScope(em);
    const stopped = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const draft = draftOf(stopped);
    const noted = draft.submit([squats("one")], { note: marker });
    const sets = draft.sets([squats("told")]);
    await submit(deps, scope, [sets, noted]);
    expect(JSON.stringify(await conflictsOf(em, draft.clientSessionId))).toContain(marker);
    const [kept] = await storedRequests(em, scope);
    expect(kept).not.toContain(marker);
    expect(JSON.parse(kept ?? "")).toMatchObject({
      operations: [
        { clientOperationId: sets.clientOperationId, payload: { sets: [{ setKey: "told" }] } },
        { clientOperationId: noted.clientOperationId, payload: null, withheld: "/payload" },
      ],
    });
    await submit(deps, scope, [draft.op("workout.discard-session", { reason: null })]);
    expect(JSON.stringify(await conflictsOf(em, draft.clientSessionId))).not.toContain(marker);
  });

  test("is not stored either if it is sent again with new operations", async () => {
    const marker = "zzmarkerzz";
    const scope = await buildScope(em);
    const stopped = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const draft = draftOf(stopped);
    const noted = draft.submit([squats("one")], { note: marker });
    await submit(deps, scope, [noted, noted]);
    await submit(deps, scope, [noted, draft.sets([squats("told")])]);
    const kept = await storedRequests(em, scope);
    expect(kept).toHaveLength(2);
    expect(kept.join()).not.toContain(marker);
    expect(kept[1]).toContain("told");
  });

  test("that crashed on arrival and was refused later is removed from the request and its envelope", async () => {
    const marker = "zzmarkerzz";
    const scope = await buildScope(em);
    const stopped = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const draft = draftOf(stopped);
    const noted = draft.submit([squats("one")], { note: marker });
    const crashing = withDayCopy((copy) => ({
      ...copy,
      decide: () => {
        throw new TypeError("A bug");
      },
    }));
    await submit(admissionDeps(em, crashing), scope, [noted]);
    expect((await storedRequests(em, scope)).join()).toContain(marker);
    await moveClock(ownerUrl, 61);
    const { lineageId } = await tables(em.fork())
      .selectFrom("deferredOperation")
      .select("lineageId")
      .where("clientOperationId", "=", noted.clientOperationId)
      .executeTakeFirstOrThrow();
    const { relationshipId } = scope;
    const { clientOperationId } = noted;
    const key = { lineageId, relationshipId, clientOperationId };
    const decided = await transact(em, (tx) =>
      readmitDeferral(tx, { ...key, features: operationFeatures }),
    );
    expect(decided).toBe("DECIDED");
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([{ resolution: null }]);
    expect((await storedRequests(em, scope)).join()).not.toContain(marker);
    const deferred = await tables(em.fork())
      .selectFrom("deferredOperation")
      .select("envelope")
      .where("clientOperationId", "=", clientOperationId)
      .execute();
    expect(deferred).toEqual([{ envelope: "" }]);
  });
});

async function refused(sets?: Parameters<typeof refusedDraft>[2]) {
  return await refusedDraft({ em, deps }, await buildScope(em), sets);
}
