import { expect, test } from "@jest/globals";
import pino from "pino";
import type { DeployAct } from "../../../workers/deployment/deploy.ts";
import {
  type DeploymentPlace,
  readDeployment,
} from "../../../workers/deployment/read-deployment.ts";
import { setCurrent } from "../../../workers/deployment/set-target.ts";
import { watchReleases } from "../../../workers/deployment/watch-releases.ts";
import { eventually } from "../../factories/eventually.ts";
import { countRung, hangBell, latestRing } from "../../factories/outbox/bells.ts";
import { listTaskFailures } from "../../factories/workers/list-task-failures.ts";
import { pinnedBuildOf } from "../../factories/workers/pinned-build-of.ts";
import { campaignSize } from "../../harness/campaign.ts";
import { useOwnDatabase } from "../../harness/database.ts";
import { useDeployments } from "./deployment-stage.ts";

const { em, client, openDeployment } = await useDeployments(await useOwnDatabase());

test("a ramp moves the actors of its share only, and its end moves them back", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  const woken = await Promise.all(Array.from({ length: 12 }, () => stage.wake(3_600)));
  for (const actor of woken) await stage.untilOn(actor, "one");
  await stage.start("two");
  expect(await stage.order({ kind: "RAMP", buildId: "two", percentage: 50 })).toBe(true);
  const buildsOf = () => Promise.all(woken.map(({ handle }) => pinnedBuildOf(handle)));
  const builds = await eventually(buildsOf, (some) => some.includes("two"));
  expect(new Set(builds)).toEqual(new Set(["one", "two"]));
  expect(await stage.order({ kind: "ROLLBACK" })).toBe(true);
  expect(new Set(await buildsOf())).toEqual(new Set(["one"]));
}, 120_000);

test("actors that ring while releases change ring each bell once, no later than five seconds", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  await stage.start("two");
  const ringing = Array.from({ length: campaignSize("ROLLING_ACTORS", 32) }, async (_, index) => {
    const actor = await stage.wake(1 + (index % 8));
    await hangBell(em, actor.sessionId, 4 + (index % 16));
    await stage.signal(actor);
    return actor;
  });
  const acts: readonly DeployAct[] = [
    { kind: "RAMP", buildId: "two", percentage: 30 },
    { kind: "PROMOTE", buildId: "two" },
    { kind: "ROLLBACK" },
    { kind: "PROMOTE", buildId: "two" },
  ];
  for (const act of acts) await stage.order(act);
  const all = await Promise.all(ringing);
  for (const { sessionId } of all) {
    await eventually(
      () => countRung(em, sessionId),
      (count) => count === 2,
    );
  }
  expect(
    await latestRing(
      em,
      all.map(({ sessionId }) => sessionId),
    ),
  ).toBeLessThan(5);
  const failures = await Promise.all(
    all.map(({ handle }) => listTaskFailures(client, handle.workflowId)),
  );
  expect(failures.flat()).toEqual([]);
  expect(await stage.order({ kind: "PROMOTE", buildId: "two" })).toBe(true);
  expect(await stage.order({ kind: "DRAINED" })).toBe(true);
}, 180_000);

test("the runs of a release without a worker are shown and evacuated, and a wake starts them again", async () => {
  const stage = await openDeployment();
  await stage.start("one");
  await stage.order({ kind: "PROMOTE", buildId: "one" });
  const actor = await stage.wake(3_600);
  await stage.untilOn(actor, "one");
  await stage.start("two");
  await stage.stop("one");
  const { conflictToken = new Uint8Array() } = (await readDeployment(client, stage.place)) ?? {};
  await setCurrent(client, stage.place, { buildId: "two", conflictToken });
  await eventually(
    () => stage.said({ kind: "SHOW" }),
    (lines) => lines.some((line) => line.includes("nobody settles them")),
  );
  expect(await watchOnce(stage.place)).toEqual({ stranded: 1, unserved: 0 });
  expect(await stage.said({ kind: "EVACUATE" })).toEqual([
    "1 runs were terminated; the sweep starts their actors again when they are due.",
  ]);
  await stage.signal(actor);
  await stage.untilOn(actor, "two");
}, 180_000);

/** The numbers that a worker shows after its first look at the releases. */
async function watchOnce(place: DeploymentPlace) {
  const [stranded, unserved] = [
    Promise.withResolvers<number>(),
    Promise.withResolvers<number>(),
  ] as const;
  const stop = new AbortController();
  const metrics = {
    showStrandedRuns: stranded.resolve,
    showUnservedTargets: unserved.resolve,
  };
  const log = pino({ level: "silent" });
  const watching = watchReleases({ temporal: client, place, metrics, log }, stop.signal);
  const shown = { stranded: await stranded.promise, unserved: await unserved.promise };
  stop.abort();
  await watching;
  return shown;
}
