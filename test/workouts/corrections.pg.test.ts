import { describe, expect, test } from "@jest/globals";
import { tables } from "../../db/tables.ts";
import { buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { useAdmission } from "../factories/sync/use-admission.ts";
import { sessionOf } from "../factories/workouts/stored-sessions.ts";
import { conflictsOf } from "../factories/workouts/workout-conflicts.ts";

const { em, deps } = await useAdmission();

describe("a correction", () => {
  test("changes sets of a submitted session, of higher revisions only", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope));
    const correct = (value: number, clientRevision: number) =>
      draft.op("workout.correct-session", { sets: [squats("one", value)], clientRevision });
    const { results } = await submit(deps, scope, [
      draft.submit([squats("one"), squats("two")]),
      correct(105, 5),
      correct(107, 4),
      draft.op("workout.correct-session", {
        sets: [{ setKey: "two", removed: true }],
        clientRevision: 6,
      }),
    ]);
    expect(verdictsOf(results)).toEqual(["ACCEPTED", "ACCEPTED", "STALE_REVISION", "ACCEPTED"]);
    expect(await sessionOf(em, draft.clientSessionId)).toMatchObject({
      frozenRevision: 6,
      content: { sets: [{ setKey: "one", values: { weight: { value: 105 } } }] },
    });
    // The later corrections do not name the refused one.
    expect(await conflictsOf(em, draft.clientSessionId)).toMatchObject([
      { kind: "STALE_REVISION", resolution: null, content: { clientRevision: 4 } },
    ]);
  });

  test("is closed at the end of the local day of acceptance, by the server's clock", async () => {
    const scope = await buildScope(em);
    const draft = draftOf(await putWorkout(em, scope));
    await submit(deps, scope, [draft.submit()]);
    await tables(em.fork())
      .updateTable("workoutSession")
      .set({ correctableUntil: new Date() })
      .where("clientSessionId", "=", draft.clientSessionId)
      .execute();
    const { results } = await submit(deps, scope, [
      draft.op("workout.correct-session", { sets: [squats("one", 1)] }),
      draft.submit([squats("one", 1)]),
    ]);
    expect(verdictsOf(results)).toEqual(["CORRECTION_CLOSED", "CORRECTION_CLOSED"]);
  });

  test("of a session that was not submitted, or is in conflict, is refused", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope);
    const [winner, loser] = [draftOf(workout), draftOf(workout)];
    await submit(deps, scope, [loser.start(), winner.submit(), loser.submit()]);
    const { results } = await submit(deps, scope, [
      loser.op("workout.correct-session", { sets: [squats("one", 1)] }),
    ]);
    expect(verdictsOf(results)).toEqual(["SESSION_NOT_SUBMITTED"]);
  });
});
