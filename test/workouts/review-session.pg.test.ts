import { expect, test } from "@jest/globals";
import { reviewSession } from "../../activities/workouts/review-session.ts";
import { newId } from "../../db/platform/new-id.ts";
import { tables } from "../../db/tables.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts/workouts.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const ROUNDS = campaignSize("RACE_ROUNDS", 6);
const { em } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

test("a correction that races with a review comes before it, or the session says that it was changed afterwards", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { scope, draft, sessionId } = await trained();
    const correction = draft.op("workout.correct-session", { sets: [squats("one", 40)] });
    const correct = async () => verdictsOf((await submit(deps, scope, [correction])).results);
    const acts = [correct(), review(scope, sessionId).then(() => ["ACCEPTED"])];
    const verdicts = await Promise.all(round % 2 === 0 ? acts : acts.toReversed());
    expect(verdicts).toEqual([["ACCEPTED"], ["ACCEPTED"]]);
    const { reviewedAt, changedAfterReviewAt, frozenRevision } = await stored(sessionId);
    expect([reviewedAt, frozenRevision]).toEqual([expect.any(Date), 2]);
    if (changedAfterReviewAt !== null && reviewedAt !== null)
      expect(changedAfterReviewAt >= reviewedAt).toBe(true);
  }
});

test("many concurrent reviews have one instant and one event", async () => {
  const { scope, sessionId } = await trained();
  const reviews = await Promise.all(Array.from({ length: 6 }, () => review(scope, sessionId)));
  expect(new Set(reviews.map(({ reviewedAt }) => reviewedAt)).size).toBe(1);
  expect(await eventsOf(sessionId)).toHaveLength(1);
});

async function trained() {
  const scope = await buildScope(em);
  const draft = draftOf(await putWorkout(em, scope));
  const { results } = await submit(deps, scope, [draft.submit()]);
  return { scope, draft, sessionId: results[0]?.canonicalIds[0]?.canonicalId ?? "" };
}

function review({ workspaceId, relationshipId }: BuiltScope, sessionId: string) {
  return transact(em, (tx) =>
    reviewSession(tx, {
      workspaceId,
      relationshipId,
      sessionId,
      byUserId: newId(),
      requestId: "test",
    }),
  );
}

async function stored(sessionId: string) {
  return await tables(em.fork())
    .selectFrom("workoutSession")
    .select(["reviewedAt", "changedAfterReviewAt", "frozenRevision"])
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
}

async function eventsOf(sessionId: string) {
  return await tables(em.fork())
    .selectFrom("outbox")
    .select("type")
    .where("subjectId", "=", sessionId)
    .where("type", "=", "WorkoutReviewed")
    .where("consumer", "=", "event-feed")
    .execute();
}
