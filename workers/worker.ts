import { hostname } from "node:os";
import { Runtime } from "@temporalio/worker";
import { Registry, collectDefaultMetrics } from "prom-client";
import { createAgendaActivities } from "../activities/agenda/index.ts";
import { createExerciseActivities } from "../activities/exercises/exercise-activities.ts";
import { createInboxActivities } from "../activities/inbox/index.ts";
import { createProviderActivities } from "../activities/providers/provider-activities.ts";
import { issuerLooker } from "../activities/providers/look-at-issuer.ts";
import { markErased } from "../activities/media/erasure-marks.ts";
import { createMediaActivities } from "../activities/media/index.ts";
import { createPrivacyActivities } from "../activities/privacy/index.ts";
import { createSyncActivities } from "../activities/sync/index.ts";
import { actorWaker } from "../activities/outbox/wake-actor.ts";
import { createSettlingActs } from "../activities/outbox/register-actor.ts";
import { openDatabase } from "../db/orm.ts";
import { answersAfresh } from "../db/platform/answers-afresh.ts";
import { actors } from "./actors.ts";
import { readProviderSources } from "./config/auth-providers.ts";
import { readConfig } from "./config/config.ts";
import { featureSettlements } from "./feature-settlements.ts";
import { startHealthServer } from "./health-server.ts";
import { openExerciseProvider } from "./outside/exercise-provider.ts";
import { measureUsageReadings } from "./outside/measure-provider-calls.ts";
import { openMediaFiles } from "./outside/media-files.ts";
import { hooks } from "./hooks.ts";
import { openLog } from "./open-log.ts";
import { measurePool } from "./measure-pool.ts";
import { operationFeatures } from "./operation-features.ts";
import { announceReady } from "./ready.ts";
import { retention } from "./retention.ts";
import { refuseMovedClock } from "./refuse-moved-clock.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { DRAIN_MS } from "./stop-times.ts";
import { openTemporalClient } from "./outside/temporal-client.ts";
import { followDatabaseReturn } from "./worker/database-return.ts";
import { ensureBundle } from "./worker/ensure-bundle.ts";
import { openWorker } from "./worker/open-worker.ts";
import { installRuntime } from "./worker/install-runtime.ts";
import { placeSdkMetrics } from "./worker/sdk-metrics.ts";
import { keepTemporal } from "./worker/keep-temporal.ts";
import { showLastSuccesses } from "./worker/last-successes.ts";
import { createWorkerMetrics } from "./worker/worker-metrics.ts";
import { waitForPollers } from "./worker/wait-for-pollers.ts";
import { connectWorker } from "./worker/connect-worker.ts";
import { temporalAnswersAfresh, watchLink } from "./worker/watched-link.ts";
import { readUnservedSeconds, watchSettlement } from "./worker/watched-settlement.ts";
import { watchProgress } from "./watch/watch-progress.ts";

const config = readConfig(process.env);
const { address, namespace, taskQueue } = config.temporal;
const log = openLog("worker", config.log.level);
const { stop } = stopOnSignals({ serveMs: 0, drainMs: DRAIN_MS.worker });
const sdkMetrics = config.healthPorts.worker === null ? null : await placeSdkMetrics();
installRuntime(log, sdkMetrics?.bindAddress);

const database = openDatabase({ ...config.database, applicationName: "sideline-worker" });
const { em } = database;
await refuseMovedClock(config.mode, em);
const registry = new Registry();
collectDefaultMetrics({ register: registry });
measurePool(registry, database);
const metrics = createWorkerMetrics(registry);
const identity = `${process.pid}@${hostname()}`;
const [bundlePath, connection] = await Promise.all([
  ensureBundle(config.dataDir),
  connectWorker(config.temporal, { log, stop }),
]);
if (connection === null) {
  // Told to stop before there was anything to drain.
  await database.close();
  log.info("stopped");
  process.exit(0);
}
const temporal = openTemporalClient(config.temporal);
const wakeActor = actorWaker(temporal, taskQueue);
const files = await openMediaFiles(em, config.media);
const settlement = watchSettlement(
  {
    em,
    lanes: config.lanes,
    answersAfresh: async () =>
      (await answersAfresh(config.database.url)) && (await temporalAnswersAfresh(address)),
    unservedSeconds: () => readUnservedSeconds(temporal, { namespace, taskQueue }),
  },
  stop,
);
const worker = await openWorker({
  connection,
  namespace,
  taskQueue,
  identity,
  bundlePath,
  activities: {
    ...createSyncActivities({ em, log }),
    ...createAgendaActivities({ em, log }),
    ...createExerciseActivities({
      em,
      log,
      provider: openExerciseProvider(config.exercises),
      countReading: measureUsageReadings(registry),
    }),
    ...createInboxActivities({ em, log }),
    ...createMediaActivities({ em, log, files }),
    ...createPrivacyActivities({ em, log, retention }),
    ...createProviderActivities({
      em,
      log,
      sources: readProviderSources(config.authProviders.directory, config.authProviders.upstreams),
      lookAtIssuer: issuerLooker(config.provider.issuer),
    }),
  },
  settlingActs: createSettlingActs(
    actors,
    {
      em,
      log,
      settlements: featureSettlements,
      features: operationFeatures,
      lanes: config.lanes,
      hooks,
      markErased: (userId) => markErased(files, userId),
      invitationKey: config.secrets.invitationKey,
      countBatches: (count, failureClass) => {
        metrics.countBatches(count, failureClass);
        if (failureClass === null) settlement.settled();
      },
    },
    followDatabaseReturn({ em, wakeActor, log }, stop),
  ),
  metrics,
});
stop.addEventListener("abort", () => worker.shutdown());

let polled = false;
const link = watchLink(connection, address, stop);
const watch = watchProgress({ watched: [link, settlement], log, stop });
const closeHealth = await startHealthServer({
  port: config.healthPorts.worker,
  isReady: () => polled && worker.getState() === "RUNNING" && watch.isGettingOn(),
  metrics: registry,
  ...(sdkMetrics !== null && { readFurther: sdkMetrics.read }),
});

// A failed worker rejects here, and the process ends: its supervisor starts it again.
const running = worker.run();
await Promise.race([running, becomeReady()]);
await running;
await closeHealth();
await temporal.connection.close();
await connection.close();
await database.close();
await Runtime.instance().shutdown();
log.info("stopped");

async function becomeReady(): Promise<void> {
  const kept = { temporal, namespace, taskQueue, em, wakeActor, metrics, log };
  await keepTemporal({ ...kept, returns: () => link.returns() }, stop);
  await waitForPollers(temporal, { namespace, taskQueue, identity }, stop);
  polled = !stop.aborted;
  if (polled) announceReady(log);
  await showLastSuccesses(temporal, { metrics, log }, stop);
}
