import { describe, expect, test } from "@jest/globals";
import { buildDevice, buildScope, submit } from "../../factories/sync/sync.ts";
import { verdictsOf } from "../../factories/sync/verdicts.ts";
import {
  conflictsOf,
  refusedDraft,
  conflictEvents,
} from "../../factories/workouts/workout-conflicts.ts";
import { draftOf, putPackage, putWorkout, squats } from "../../factories/workouts/workouts.ts";
import { useAdmission } from "../../factories/sync/use-admission.ts";
import { conflictEventTypes } from "../../factories/workouts/workout-conflicts.ts";

const { em, deps } = await useAdmission();

describe("the end of a conflict (docs/rooms/workouts.md#conflicts)", () => {
  test("is RESUBMIT for an accepted submit that replaces the refused one, with one event of ids only", async () => {
    const { scope, draft, again, clientOperationId: resubmitOf } = await refused();
    const { results } = await submit(deps, scope, [again.submit(undefined, {}, { resubmitOf })]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { resolution: "RESUBMIT", content: null },
    ]);
    const events = await conflictEvents(em, draft.clientSessionId);
    expect(events.map(({ consumer, type }) => `${type} ${consumer}`)).toEqual([
      "WorkoutSyncConflictRaised event-feed",
      "WorkoutSyncConflictRaised workout-conflict-actor",
      "WorkoutSyncConflictResolved event-feed",
      "WorkoutSyncConflictResolved workout-conflict-actor",
    ]);
    expect(events.at(-1)?.refs).toEqual({
      workspaceId: scope.workspaceId,
      relationshipId: scope.relationshipId,
      clientSessionId: draft.clientSessionId,
      taskId: expect.any(String),
      kind: "SNAPSHOT_SUPERSEDED",
      resolution: "RESUBMIT",
    });
  });

  test("is RESUBMIT for a submit under a new session that replaces the refused one; in one batch none opens", async () => {
    const { scope, draft, offered, clientOperationId: resubmitOf } = await refused();
    const anew = draftOf(offered);
    const sent = anew.submit(undefined, {}, { resubmitOf });
    const { results } = await submit(deps, scope, [sent]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { resolution: "RESUBMIT", resolvedBy: sent.clientOperationId, content: null },
    ]);
    expect(await conflictEventTypes(em, draft.clientSessionId, "event-feed")).toEqual([
      "WorkoutSyncConflictRaised",
      "WorkoutSyncConflictResolved",
    ]);
    const other = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const [first, second] = [draftOf(other), draftOf(await putPackage(em, scope, other))];
    const once = first.submit();
    const twice = second.submit(undefined, {}, { resubmitOf: once.clientOperationId });
    const { results: together } = await submit(deps, scope, [once, twice]);
    expect(verdictsOf(together)).toEqual(["SNAPSHOT_SUPERSEDED", "ACCEPTED"]);
    expect(await conflictsOf(em, first.clientSessionId)).toEqual([]);
  });

  test.each([["apart"], ["in one batch"]])(
    "is reached by the last replacement if a replacement is refused too, sent %s",
    async (way) => {
      const { scope, draft, offered, again, clientOperationId: resubmitOf } = await refused();
      const odd = draftOf(offered).submit([], {}, { resubmitOf });
      const next = again.submit(undefined, {}, { resubmitOf: odd.clientOperationId });
      const batches = way === "apart" ? [[odd], [next]] : [[odd, next]];
      const results = [];
      for (const batch of batches) results.push(...(await submit(deps, scope, batch)).results);
      expect(verdictsOf(results)).toEqual(["PAYLOAD_INVALID", "ACCEPTED"]);
      expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
        { resolution: "RESUBMIT", resolvedBy: next.clientOperationId },
      ]);
    },
  );

  test("is reached by a start that replaces a refused start, but not if a submit was refused", async () => {
    const scope = await buildScope(em);
    const stopped = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
    const [one, two] = [draftOf(stopped), draftOf(stopped)];
    const sent = [one.start(), two.submit()];
    await submit(deps, scope, sent);
    const offered = await putPackage(em, scope, stopped);
    const results = [];
    for (const { clientOperationId: resubmitOf } of sent) {
      const start = draftOf(offered).op(
        "workout.start-session",
        { startedAt: new Date().toISOString() },
        { resubmitOf },
      );
      results.push(...(await submit(deps, scope, [start])).results);
    }
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED"]);
    expect(await conflictsOf(em, one.clientSessionId)).toMatchObject([{ resolution: "RESUBMIT" }]);
    expect(await conflictsOf(em, two.clientSessionId)).toMatchObject([{ resolution: null }]);
  });

  test("is not reached by a submit of another phone that names the refused one", async () => {
    const { scope, draft, offered, clientOperationId: resubmitOf } = await refused();
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const anew = draftOf(offered).submit(undefined, {}, { resubmitOf });
    const { results } = await submit(deps, other, [anew]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([{ resolution: null }]);
  });

  test("is not reached by an accepted submit that names nothing, or another operation", async () => {
    const { scope, draft, again, clientOperationId: resubmitOf } = await refused();
    const other = draftOf(await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true }));
    const otherRefused = other.submit();
    await submit(deps, scope, [otherRefused]);
    const { results } = await submit(deps, scope, [
      again.submit(undefined, {}, { resubmitOf: otherRefused.clientOperationId }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([{ resolution: null }]);
    await submit(deps, scope, [again.submit(undefined, {}, { resubmitOf })]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { resolution: "RESUBMIT" },
    ]);
  });

  test("is reached by an accepted submit, and a stale correction behind it in the same batch opens another conflict", async () => {
    const { scope, draft, again, clientOperationId: resubmitOf } = await refused();
    const stale = { sets: [squats("one", 1)], clientRevision: 1 };
    const { results } = await submit(deps, scope, [
      again.submit(undefined, {}, { resubmitOf }),
      again.op("workout.correct-session", stale),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "STALE_REVISION"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { kind: "SNAPSHOT_SUPERSEDED", resolution: "RESUBMIT" },
      { kind: "STALE_REVISION", resolution: null },
    ]);
  });

  test("is not reached by a later correction in the batch of the refused submit that does not name it", async () => {
    const codes: (readonly string[])[] = [];
    for (const batches of [1, 2]) {
      const scope = await buildScope(em);
      const draft = draftOf(await putWorkout(em, scope));
      await submit(deps, scope, [draft.submit([squats("one")], { frozenRevision: 5 })]);
      const stale = draft.submit([squats("two", 140)], { frozenRevision: 3 });
      const correction = { sets: [squats("one", 105)], clientRevision: 6 };
      const later = draft.op("workout.correct-session", correction);
      const sent = batches === 1 ? [[stale, later]] : [[stale], [later]];
      const results = [];
      for (const batch of sent) results.push(...(await submit(deps, scope, batch)).results);
      codes.push(verdictsOf(results));
      expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
        { kind: "STALE_REVISION", resolution: null, content: { sets: [{ setKey: "two" }] } },
      ]);
    }
    expect(codes).toEqual([
      ["STALE_REVISION", "ACCEPTED"],
      ["STALE_REVISION", "ACCEPTED"],
    ]);
  });

  test("is not needed if one batch refuses a draft and then replaces it by name or discards it", async () => {
    for (const way of ["replaced", "given up"]) {
      const scope = await buildScope(em);
      const stopped = await putWorkout(em, scope, { supersededAt: new Date(), stopUse: true });
      const draft = draftOf(stopped);
      const again = draftOf(await putPackage(em, scope, stopped), draft.clientSessionId);
      const refusedFirst = draft.submit();
      const { clientOperationId: resubmitOf } = refusedFirst;
      const second =
        way === "replaced"
          ? again.submit(undefined, {}, { resubmitOf })
          : draft.op("workout.discard-session", { reason: null });
      const { results } = await submit(deps, scope, [refusedFirst, second]);
      expect(verdictsOf(results)).toEqual(["SNAPSHOT_SUPERSEDED", "ACCEPTED"]);
      expect(await conflictsOf(em, draft.clientSessionId)).toEqual([]);
      expect(await conflictEvents(em, draft.clientSessionId)).toEqual([]);
    }
  });

  test("is DISCARD if the draft is discarded, and it opens no other", async () => {
    const { scope, draft } = await refused();
    const discard = draft.op("workout.discard-session", { reason: null });
    const { results } = await submit(deps, scope, [discard, draft.submit()]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "SESSION_DISCARDED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([{ resolution: "DISCARD" }]);
  });

  test("is a discard of the refused content of a counted session, which remains", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope));
    await submit(deps, scope, [draft.submit()]);
    const stale = { sets: [squats("one", 1)], clientRevision: 1 };
    const sent = await submit(deps, scope, [draft.op("workout.correct-session", stale)]);
    expect(verdictsOf(sent.results)).toEqual(["STALE_REVISION"]);
    const discard = () => draft.op("workout.discard-session", { reason: null });
    const { results } = await submit(deps, scope, [discard(), discard()]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACTION_NOT_OFFERED"]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { kind: "STALE_REVISION", resolution: "DISCARD" },
    ]);
  });

  test("of a session copied to another phone is a discard by that phone", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const draft = draftOf(workout);
    await submit(deps, scope, [draft.submit()]);
    const other = { ...scope, deviceId: await buildDevice(em, scope.clientUserId) };
    const copy = draftOf(workout, draft.clientSessionId);
    await submit(deps, other, [copy.submit([squats("one", 70)])]);
    const mine = await submit(deps, scope, [draft.op("workout.discard-session", { reason: null })]);
    const theirs = await submit(deps, other, [
      copy.op("workout.discard-session", { reason: null }),
    ]);
    expect(verdictsOf([...mine.results, ...theirs.results])).toEqual([
      "ACTION_NOT_OFFERED",
      "ACCEPTED",
    ]);
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([{ resolution: "DISCARD" }]);
  });
});

async function refused(sets?: Parameters<typeof refusedDraft>[2]) {
  return await refusedDraft({ em, deps }, await buildScope(em), sets);
}
