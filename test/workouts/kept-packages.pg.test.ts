import { expect, test } from "@jest/globals";
import { pruneRecords } from "../../activities/privacy/prune-records.ts";
import { tables } from "../../db/tables.ts";
import { retention } from "../../workers/retention.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);

const DAY_SECONDS = 86_400;
const prune = async () => await pruneRecords({ em, retention }, { records: "WORKOUT_PACKAGES" });

test("a package and its workout stay while a session or an open conflict names it (docs/rooms/workouts.md#packages)", async () => {
  const scope = await buildScope(em);
  const gone = { supersededAt: new Date() };
  const [trained, refused, forgotten] = [
    await putWorkout(em, scope, gone),
    await putWorkout(em, scope, { ...gone, stopUse: true }),
    await putWorkout(em, scope, gone),
  ];
  const { results } = await submit(deps, scope, [
    draftOf(trained).submit(),
    draftOf(refused).submit(),
  ]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED", "SNAPSHOT_SUPERSEDED"]);
  await moveClock(ownerUrl, 500 * DAY_SECONDS);
  await prune();
  expect((await keptOf(scope)).toSorted()).toEqual(
    [trained.packageId, refused.packageId].toSorted(),
  );
  expect(forgotten.snapshotChecksum).toBe(trained.snapshotChecksum);
  await tables(em.fork())
    .updateTable("workoutConflict")
    .set({ resolvedAt: new Date(), resolution: "EXPIRED", content: null })
    .where("relationshipId", "=", scope.relationshipId)
    .execute();
  await prune();
  expect(await keptOf(scope)).toEqual([trained.packageId]);
});

async function keptOf({ relationshipId }: BuiltScope) {
  return (
    await tables(em.fork())
      .selectFrom("workoutPackage")
      .select("id")
      .where("relationshipId", "=", relationshipId)
      .execute()
  ).map(({ id }) => id);
}
