import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect } from "@jest/globals";
import type { WorkflowHandle } from "@temporalio/client";
import { actorWaker } from "../../../activities/outbox/wake-actor.ts";
import { newId } from "../../../db/platform/new-id.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { actors } from "../../../workers/actors.ts";
import { deploy, type DeployAct } from "../../../workers/deployment/deploy.ts";
import { readDeployment } from "../../../workers/deployment/read-deployment.ts";
import { openTemporalClient } from "../../../workers/outside/open-temporal-client.ts";
import { NOTHING_WAITS } from "../../../rules/outbox/actor-agenda.ts";
import { eventually } from "../../factories/eventually.ts";
import { createBells, hangBell, withLockedBells } from "../../factories/outbox/bells.ts";
import { settlementDeps } from "../../factories/sync/settlement.ts";
import { startRelay, startWorker } from "../../factories/workers/actors.ts";
import { pinnedBuildOf } from "../../factories/workers/pinned-build-of.ts";
import { plantedBundlePath } from "../../factories/workers/planted-bundle.ts";
import type { TestDatabase } from "../../harness/database.ts";
import { openNamespace } from "../../harness/namespace.ts";
import { probe } from "../../outbox/probe-actor/definition.ts";
import { probeActor } from "../../outbox/probe-actor/probe-actor.ts";

/** Deployments of workers whose probe actors ring bells, in a namespace of the calling file and on its database. */
export async function useDeployments(files: TestDatabase) {
  const database = openDatabase({ url: files.appUrl, poolSize: 8, applicationName: "test" });
  const { em } = database;
  const temporal = await openNamespace();
  const client = openTemporalClient(temporal);
  const stops: (() => Promise<void>)[] = [];
  beforeAll(() => createBells(files.ownerUrl));
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()));
  });
  afterAll(async () => {
    await client.connection.close();
    await database.close();
  });
  return { em, client, temporal, openDeployment };

  /** A deployment with its own queues, whose workers this file starts by build id. */
  async function openDeployment() {
    const deploymentName = `test-${newId()}`;
    const taskQueue = deploymentName;
    const place = { namespace: temporal.namespace, taskQueue, deploymentName };
    const wakeActor = actorWaker(client, taskQueue);
    const running = new Map<string, () => Promise<void>>();
    const secondBundle = await plantedBundlePath("second-build", SECOND_BUILD);
    const said = async (act: DeployAct) => {
      const lines: string[] = [];
      const say = (...more: readonly string[]) => void lines.push(...more);
      await deploy(client, { place, act, perSecond: 200, waitMs: 60_000, say });
      return lines;
    };
    const relayed = {
      ...temporal,
      settlement: settlementDeps(em),
      actors: [...actors, probeActor],
    };
    stops.push(startRelay({ ...relayed, sweep: NEVER }, wakeActor));
    const stage = {
      place,
      said,
      async start(buildId: "one" | "two") {
        const stop = await startWorker({
          ...temporal,
          taskQueue,
          settlement: settlementDeps(em),
          actors: [...actors, probeActor],
          servesSchedules: true,
          deployment: { deploymentName, buildId },
          ...(buildId === "two" && { bundlePath: secondBundle }),
        });
        running.set(buildId, stop);
        stops.push(() => stage.stop(buildId));
        await eventually(
          () => readDeployment(client, place),
          (found) =>
            found?.releases.some((one) => one.buildId === buildId && one.hasWorkers) === true,
        );
      },
      async stop(buildId: string) {
        const stop = running.get(buildId);
        running.delete(buildId);
        await stop?.();
      },
      order: (act: DeployAct, by = client) =>
        deploy(by, { place, act, perSecond: 200, waitMs: 60_000, say: () => {} }),
      /** Wakes a new actor that waits for a bell. */
      async wake(inSeconds: number) {
        const actor = await makeProbe(inSeconds);
        await stage.signal(actor);
        return actor;
      },
      /** Starts a new actor that is dormant for an hour, and wakes it at once. */
      async wakeDormant(inSeconds: number) {
        const actor = await makeProbe(inSeconds);
        expect(await wakeActor({ ...wakeOf(actor), waits: AN_HOUR })).toBeNull();
        await stage.signal(actor);
        return actor;
      },
      /** Wakes a new actor, and again while it settles: Temporal then claims that another release is current for it. */
      async wakeDuringSettlement(inSeconds: number) {
        const actor = await makeProbe(inSeconds);
        await withLockedBells(files.ownerUrl, async () => {
          await stage.signal(actor);
          await eventually(
            () => actor.handle.fetchHistory(),
            ({ events }) =>
              events?.some((event) => event.workflowTaskStartedEventAttributes) === true,
          );
          await stage.signal(actor);
        });
        return actor;
      },
      async signal(actor: ProbeHandle) {
        expect(await wakeActor(wakeOf(actor))).toBeNull();
      },
      untilOn: ({ handle }: ProbeHandle, buildId: string) =>
        eventually(
          () => pinnedBuildOf(handle),
          (found) => found === buildId,
        ),
    };
    return stage;
  }

  async function makeProbe(inSeconds: number): Promise<ProbeHandle> {
    const subject = { relationshipId: newId(), sessionId: newId() };
    await hangBell(em, subject.sessionId, inSeconds);
    const handle = client.workflow.getHandle(probe.idOf(subject));
    return { handle, sessionId: subject.sessionId };
  }
}

const wakeOf = ({ handle: { workflowId }, sessionId }: ProbeHandle) =>
  ({ workflowId, reason: "CoachLoggedIn", id: sessionId, version: 1 }) as const;

/** A sweep would hide that nothing else starts an actor. */
const NEVER = { everyMs: 3_600_000, lateBySeconds: 3_600, perSecond: 1 };

const AN_HOUR = {
  ...NOTHING_WAITS,
  open: true,
  dueInMs: 3_600_000,
  more: false,
  over: false,
  attributes: {},
  details: [],
};

/** Writes a memo before everything the product's actor does, so neither replays the other's histories. */
const SECOND_BUILD = `
  import { upsertMemo } from "@temporalio/workflow";
  import { actor } from ${JSON.stringify(fileURLToPath(new URL("../../../workflows/actor.ts", import.meta.url)))};
  export default async function second(input) { upsertMemo({ build: "two" }); await actor(input); }
`;

/** A probe actor and the session whose bells it rings. */
interface ProbeHandle {
  readonly handle: WorkflowHandle;
  readonly sessionId: string;
}
