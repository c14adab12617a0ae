import { join } from "node:path";
import { Registry } from "prom-client";
import { createMailboxMailer } from "../activities/accounts/mail/create-mailbox-mailer.ts";
import { createSmtpMailer } from "../activities/accounts/mail/create-smtp-mailer.ts";
import { actorWaker } from "../activities/outbox/wake-actor.ts";
import { openDatabase } from "../db/open-database.ts";
import { answersAfresh } from "../db/platform/answers-afresh.ts";
import { readOwnConfig } from "./config/read-own-config.ts";
import { MAILBOX_FOLDER } from "./outside/mailbox-folder.ts";
import { createPushSenders } from "./outside/create-push-senders.ts";
import { startHealthServer } from "./start-health-server.ts";
import { measurePool } from "./measure-pool.ts";
import { openLog } from "./open-log.ts";
import { logFaultyEnd } from "./start/log-faulty-end.ts";
import { announceReady } from "./announce-ready.ts";
import { refuseMovedClock } from "./refuse-moved-clock.ts";
import { refuseSharedSessions } from "./start/refuse-shared-sessions.ts";
import { createDeliveries, logFeed } from "./relay/create-deliveries.ts";
import { createRelayMetrics } from "./relay/relay-metrics.ts";
import { listenForHints } from "./relay/listen-for-hints.ts";
import { runRelay } from "./relay/run-relay.ts";
import { createCycleProgress, watchedPasses } from "./relay/cycle-progress.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { beginTracing } from "./tracing/begin-tracing.ts";
import { DRAIN_MS } from "./stop-times.ts";
import { openTemporalClient } from "./outside/open-temporal-client.ts";
import { featureSettlements } from "./feature-settlements.ts";
import { hooks } from "./hooks.ts";
import { watchProgress } from "./watch/watch-progress.ts";

const config = readOwnConfig("relay", process.env);
const log = openLog("relay", config.log.level);
logFaultyEnd(log);
const endTracing = await beginTracing("relay", config, log);
const { stop } = stopOnSignals({ serveMs: 0, drainMs: DRAIN_MS.relay });
const database = openDatabase({
  ...config.database,
  applicationName: "sideline-relay",
  // Its statements are prepared, and find a few rows of tables that grow from nothing.
  discouragesScans: true,
});
const temporal = openTemporalClient(config.temporal);
const wakeActor = actorWaker(temporal, config.temporal.taskQueue);
const registry = new Registry();
measurePool(registry, database);
const metrics = createRelayMetrics(registry);

const { em } = database;
await refuseMovedClock(config.mode, em);
await refuseSharedSessions("DATABASE_URL", config.database.url);
const mailer =
  config.mail === null
    ? createMailboxMailer(join(config.dataDir, MAILBOX_FOLDER), log)
    : createSmtpMailer({ ...config.mail, log });
const push = createPushSenders(config, log);
const deliveries = createDeliveries({
  em,
  wakeActor,
  feed: logFeed(log, metrics.countEvent),
  mailing: {
    em,
    mailer,
    invitationKey: config.secrets.invitationKey,
    publicUrl: config.api.publicUrl,
  },
  notifying: { mailer, push, log },
  hooks,
});
const progress = createCycleProgress();
const passes = watchedPasses(progress, () => answersAfresh(config.database.url));
const watch = watchProgress({ watched: [passes], log, stop });
const closeHealth = await startHealthServer({
  port: config.healthPorts.relay,
  isReady: () => !stop.aborted && watch.isGettingOn(),
  metrics: registry,
  buildId: config.buildId,
});

const hints = listenForHints(database, config.database.url, stop);
const relaying = {
  em,
  deliveries,
  wakeActor,
  lanes: config.lanes,
  settlements: featureSettlements,
  restoreTestFile: config.restoreTestFile,
  metrics,
  log,
  progress,
  hints,
};
const running = runRelay(relaying, stop);
announceReady(log);
await running;
await hints.ended;
await closeHealth();
for (const sender of Object.values(push)) sender?.close();
await temporal.connection.close();
await database.close();
await endTracing();
log.info("stopped");
