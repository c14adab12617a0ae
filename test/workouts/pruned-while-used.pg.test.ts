import { describe, expect, test } from "@jest/globals";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { prunePackages } from "../../db/workouts/prune-packages.ts";
import { WorkoutPackage } from "../../db/workouts/workout-package.ts";
import { WorkoutSession } from "../../db/workouts/workout-session.ts";
import { WorkoutSnapshot } from "../../db/workouts/workout-snapshot.ts";
import { buildAgendaOwner } from "../factories/agenda/agenda-owner.ts";
import { eventually } from "../factories/eventually.ts";
import { meet, waitsForLock } from "../factories/db/meet.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { admissionDeps, buildScope, submit } from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { draftOf, putWorkout } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const deps = admissionDeps(em);
const gatekeeper = await useClient(superuserUrl);

const LONG_AGO = new Date("2024-01-01T00:00:00Z");
const prune = (tx: Tx) => prunePackages(tx, 1_000);
const longAgo = { supersededAt: LONG_AGO, expiresAt: LONG_AGO } as const;

describe("a package whose retention is over (docs/rooms/workouts.md#packages)", () => {
  test("is refused to a phone whose submit races with the pruning", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope, longAgo);
    const [pruned, { results }] = await meet(em, prune, () =>
      submit(deps, scope, [draftOf(workout).submit()]),
    );
    expect(pruned).toBe(1);
    expect(verdictsOf(results)).toEqual(["PACKAGE_UNKNOWN"]);
  });

  test("stays once a submission has read it", async () => {
    const scope = await buildScope(em);
    const workout = await putWorkout(em, scope, longAgo);
    const { results } = await prunedBefore("workout_session", () =>
      submit(deps, scope, [draftOf(workout).submit()]),
    );
    expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
    expect(await em.fork().count(WorkoutPackage, { id: workout.packageId })).toBe(1);
  });
});

describe("a workout that no package names any more", () => {
  test("is written again by a packing that races with the pruning", async () => {
    const pack = await packedLongAgo();
    await meet(em, prune, pack);
    await expectPacked();
  });

  test("stays once a packing is about to use it", async () => {
    const pack = await packedLongAgo();
    await prunedBefore("workout_package", pack);
    await expectPacked();
  });
});

/**
 * Packs a client's workouts, and deletes the packages, so that only old workouts are left. Returns a function that
 * packs them again.
 */
async function packedLongAgo(): Promise<() => Promise<unknown>> {
  await em.fork().nativeDelete(WorkoutSession, {});
  await em.fork().nativeDelete(WorkoutPackage, {});
  await em.fork().nativeDelete(WorkoutSnapshot, {});
  const owner = await buildAgendaOwner(em);
  await planActs(em).give(owner, programContent());
  const pack = () => prepareFor(em, [owner.relationshipId], null);
  await pack();
  await em.fork().nativeDelete(WorkoutPackage, {});
  await em.fork().nativeUpdate(WorkoutSnapshot, {}, { createdAt: LONG_AGO });
  return pack;
}

async function expectPacked(): Promise<void> {
  expect(await em.fork().count(WorkoutPackage, {})).toBe(2);
  expect(await em.fork().count(WorkoutSnapshot, {})).toBe(2);
}

/** Stops an act right before it inserts into a table, and lets retention prune meanwhile. */
async function prunedBefore<T>(table: string, act: () => Promise<T>): Promise<T> {
  await gatekeeper.query(`
    create or replace function wait_at_gate() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(37); return null; end $$;
    create trigger gate before insert on ${table} for each statement execute function wait_at_gate()`);
  await gatekeeper.query("select pg_advisory_lock(37)");
  const acting = Promise.allSettled([act()]);
  await eventually(() => waitsForLock(em), Boolean);
  await transact(em, prune);
  await gatekeeper.query("select pg_advisory_unlock(37)");
  const [result] = await acting;
  await gatekeeper.query(`drop trigger gate on ${table}`);
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
