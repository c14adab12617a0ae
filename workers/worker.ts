import { hostname } from "node:os";
import { Runtime } from "@temporalio/worker";
import { Registry } from "prom-client";
import { markErased } from "../activities/media/mark-erased.ts";
import { actorWaker } from "../activities/outbox/wake-actor.ts";
import { createSettlingActs } from "../activities/outbox/register-actor.ts";
import { openDatabase } from "../db/open-database.ts";
import { sendRelayHints } from "../db/outbox/send-relay-hints.ts";
import { answersAfresh } from "../db/platform/answers-afresh.ts";
import { actors } from "./actors.ts";
import { readOwnConfig } from "./config/read-own-config.ts";
import { featureSettlements } from "./feature-settlements.ts";
import { createLaneMemory } from "../activities/sync/settlement/lane-memory.ts";
import { startHealthServer } from "./start-health-server.ts";
import { openMediaFiles } from "./outside/open-media-files.ts";
import { hooks } from "./hooks.ts";
import { openLog } from "./open-log.ts";
import { logFaultyEnd } from "./start/log-faulty-end.ts";
import { measurePool } from "./measure-pool.ts";
import { operationFeatures } from "./operation-features.ts";
import { announceReady } from "./announce-ready.ts";
import { hasSettledSince } from "../db/sync/settlement/find-due-lanes.ts";
import { laneShares } from "../rules/sync/lane-share.ts";
import { refuseMovedClock } from "./refuse-moved-clock.ts";
import { refuseSharedSessions } from "./start/refuse-shared-sessions.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { beginTracing } from "./tracing/begin-tracing.ts";
import { DRAIN_MS } from "./stop-times.ts";
import { readBacklogMs } from "./outside/read-backlog-ms.ts";
import { openTemporalClient } from "./outside/open-temporal-client.ts";
import { isNamespaceForeign } from "./outside/temporal-options.ts";
import { followDatabaseReturn } from "./worker/follow-database-return.ts";
import { ensureBundle } from "./worker/ensure-bundle.ts";
import { followActs } from "./worker/acts-under-way.ts";
import { beginWorker } from "./worker/begin-worker.ts";
import { createLaneAlarm } from "./worker/lane-alarm.ts";
import { ACTOR_SLOTS, openWorker, scheduledSlots } from "./worker/open-worker.ts";
import { scheduledQueueOf } from "./worker/scheduled-workflows.ts";
import { createProductActivities } from "./create-product-activities.ts";
import { installRuntime } from "./worker/install-runtime.ts";
import { placeSdkMetrics } from "./worker/sdk-metrics.ts";
import { ensureTemporal } from "./worker/ensure-temporal.ts";
import { showLastSuccesses } from "./worker/show-last-successes.ts";
import { createWorkerMetrics } from "./worker/worker-metrics.ts";
import { waitForPollers } from "./worker/wait-for-pollers.ts";
import { temporalAnswersAfresh, watchLink } from "./worker/watch-link.ts";
import { watchReleases } from "./deployment/watch-releases.ts";
import { watchSettlement } from "./worker/watch-settlement.ts";
import { watchProgress } from "./watch/watch-progress.ts";

const config = readOwnConfig("worker", process.env);
const { namespace, taskQueue, deployment } = config.temporal;
const log = openLog("worker", config.log.level);
logFaultyEnd(log);
const endTracing = await beginTracing("worker", config, log);
const { stop } = stopOnSignals({ serveMs: 0, drainMs: DRAIN_MS.worker });
const sdkMetrics = config.healthPorts.worker === null ? null : await placeSdkMetrics();
installRuntime(log, sdkMetrics?.bindAddress);

const database = openDatabase({ ...config.database, applicationName: "sideline-worker" });
const { em } = database;
sendRelayHints(em);
await refuseMovedClock(config.mode, em);
await refuseSharedSessions("DATABASE_URL", config.database.url);
const registry = new Registry();
measurePool(registry, database);
const metrics = createWorkerMetrics(registry);
const identity = `${process.pid}@${hostname()}`;
const bundlePath = await ensureBundle(config.dataDir);
const temporal = openTemporalClient(config.temporal);
const wakeActor = actorWaker(temporal, taskQueue);
const backlogMs = () => readBacklogMs(temporal, { namespace, taskQueue });
const files = await openMediaFiles(em, config.media);
const acts = followActs({ metrics, log });
metrics.showActs(() => acts.byName());
const shared = {
  namespace,
  identity,
  bundlePath,
  deployment,
  metrics,
  activities: createProductActivities({ em, log, files, registry, config }),
  settlingActs: createSettlingActs(
    actors,
    {
      em,
      log,
      settlements: featureSettlements,
      features: operationFeatures,
      lanes: config.lanes,
      memory: createLaneMemory(),
      hooks,
      markErased: (userId) => markErased(files, userId),
      invitationKey: config.secrets.invitationKey,
      countBatches: (count, failureClass) => {
        metrics.countBatches(count, failureClass);
        if (failureClass === null) settlement.settled();
      },
    },
    (answered) => noteDatabase(answered),
  ),
};
const begun = await beginWorker(config.temporal, {
  make: async (connection) => {
    const own = { ...shared, connection };
    const scheduled = {
      taskQueue: scheduledQueueOf(taskQueue),
      slots: scheduledSlots(config.database.poolSize),
      acts: followActs({ metrics, log }),
    };
    // Two queues, each with its own slots.
    return [
      await openWorker({ ...own, taskQueue, acts }),
      await openWorker({ ...own, ...scheduled }),
    ] as const;
  },
  log,
  stop,
});
if (begun === null) {
  // Got the stop signal before there was anything to drain.
  await temporal.connection.close();
  await database.close();
  log.info("stopped");
  process.exit(0);
}
const { connection, made: workers } = begun;
const noteDatabase = followDatabaseReturn({ em, wakeActor, log }, stop);
const settlement = watchSettlement(
  {
    em,
    lanes: config.lanes,
    answersAfresh: async () =>
      (await answersAfresh(config.database.url)) && (await temporalAnswersAfresh(config.temporal)),
    backlogMs,
    hasFreeSlots: () => acts.count() < ACTOR_SLOTS.workflowTasks,
    alarm: createLaneAlarm({
      acts,
      metrics,
      log,
      hasSettledSince: async (lane, since) => {
        const share = laneShares(config.lanes)[lane];
        return share !== undefined && (await hasSettledSince(em.fork(), share, since));
      },
    }),
  },
  stop,
);
stop.addEventListener("abort", () => {
  for (const worker of workers) worker.shutdown();
});

let polled = false;
const link = watchLink(connection, config.temporal, stop);
const watch = watchProgress({ watched: [link, settlement], log, stop });
const closeHealth = await startHealthServer({
  port: config.healthPorts.worker,
  isReady: () =>
    polled && workers.every((worker) => worker.getState() === "RUNNING") && watch.isGettingOn(),
  metrics: registry,
  buildId: config.buildId,
  ...(sdkMetrics !== null && { readFurther: sdkMetrics.read }),
});

// A failed worker rejects here and the process ends: its supervisor restarts it.
const running = Promise.all(workers.map((worker) => worker.run()));
await Promise.race([running, becomeReady()]);
await running;
await closeHealth();
await temporal.connection.close();
await connection.close();
await database.close();
await Runtime.instance().shutdown();
await endTracing();
log.info("stopped");

async function becomeReady(): Promise<void> {
  const isForeign = isNamespaceForeign(config.temporal);
  const ensuring = { temporal, namespace, isForeign, taskQueue, em, wakeActor, metrics, log };
  const lanes = { lanes: config.lanes, settlements: featureSettlements };
  await ensureTemporal({ ...ensuring, ...lanes, returns: () => link.returns() }, stop);
  for (const queue of [taskQueue, scheduledQueueOf(taskQueue)])
    await waitForPollers(temporal, { namespace, taskQueue: queue, identity }, stop);
  if (deployment !== null) {
    const place = { namespace, taskQueue, deploymentName: deployment.deploymentName };
    void watchReleases({ temporal, place, metrics, log, returns: () => link.returns() }, stop);
  }
  polled = !stop.aborted;
  if (polled) announceReady(log);
  await showLastSuccesses(temporal, { metrics, log }, stop);
}
