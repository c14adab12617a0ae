import { expect, test } from "@jest/globals";
import { Registry } from "prom-client";
import { explainUsage } from "../../activities/exercises/media/explain-usage.ts";
import { CatalogueRun } from "../../db/exercises/catalogue/catalogue-run.ts";
import { listLibraryHealth } from "../../db/exercises/library-health.ts";
import { MediaAccess } from "../../db/exercises/media/media-access.ts";
import { newId } from "../../db/platform/new-id.ts";
import { createLibraryMetrics } from "../../workers/relay/create-library-metrics.ts";
import { buildRelationship } from "../factories/accounts/identity.ts";
import { undecidedRun } from "../factories/api/matrix/taxonomy.ts";
import { buildMediaRoom } from "../factories/exercises/media-room.ts";
import { putExercises } from "../factories/exercises/put-exercises.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());

const MINUTE_MS = 60_000;

test("The health of catalogues and allowances is computed and shown by provider", async () => {
  expect(await listLibraryHealth(em.fork())).toEqual([]);
  await putExercises(em, [{ title: "Water Walk", status: "HELD" }, { title: "Squat" }]);
  const room = await buildMediaRoom(em, { limits: { exercises: 10, minutes: null }, count: 4 });
  const { providerKey } = room;
  const { workspaceId, coach } = await buildRelationship(em);
  const fork = em.fork();
  const old = new Date(Date.now() - 3 * 86_400_000);
  fork.create(CatalogueRun, { ...undecidedRun(newId()), startedAt: old, state: "DONE" });
  const { startedAt } = fork.create(CatalogueRun, undecidedRun(newId()));
  fork.create(CatalogueRun, {
    ...undecidedRun(newId()),
    startedAt: new Date(startedAt.getTime() + 1),
    state: "FAILED",
    failureCode: "ENDLESS",
  });
  // Runs that never finished; one started recently, another on an earlier day.
  for (const [place, agoMinutes] of [1, 20, 30, 2_000].entries())
    fork.create(MediaAccess, {
      id: newId(),
      providerKey,
      exerciseId: room.exerciseIds[place] ?? "",
      providerExerciseId: "x",
      actorUserId: coach.userId,
      workspaceId,
      surface: "WEB",
      countedAsNewUnique: true,
      minutes: 1,
      refetchOf: null,
      accessedAt: new Date(Date.now() - agoMinutes * MINUTE_MS),
    });
  await fork.flush();
  const lines = await shown();
  expect(lines).toEqual(
    expect.arrayContaining([
      'sideline_exercises_on_hold{provider="made-up"} 1',
      'sideline_exercises_vanished{provider="made-up"} 30',
      `sideline_media_sessions_unfinished{provider="${providerKey}"} 2`,
      `sideline_provider_account_read_age_seconds{provider="${providerKey}"} +Inf`,
      `sideline_media_quota_used_ratio{provider="${providerKey}",resource="minutes"} 0`,
      `sideline_catalogue_read_age_seconds{provider="${providerKey}"} +Inf`,
    ]),
  );
  const ratio = lines
    .find((line) => line.includes('resource="exercises"'))
    ?.split(" ")
    .at(-1);
  // We use nine of a plan of ten.
  expect(Number(ratio)).toBeCloseTo(4 / 9);
  const read = lines.find((line) =>
    line.startsWith('sideline_catalogue_read_age_seconds{provider="made'),
  );
  expect(Number(read?.split(" ").at(-1))).toBeLessThan(60);
});

async function shown(): Promise<readonly string[]> {
  const registry = new Registry();
  const providers = await listLibraryHealth(em.fork());
  createLibraryMetrics(registry)({ providers, usage: await explainUsage(em.fork()) });
  return (await registry.metrics()).split("\n");
}
