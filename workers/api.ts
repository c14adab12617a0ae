import type { Server } from "node:http";
import { endpoints } from "../api/endpoints.ts";
import { openServer } from "../api/http/open-server.ts";
import { createAdmissionsUnderWay } from "../activities/sync/admission/in-process/admissions-under-way.ts";
import { answersAfresh } from "../db/platform/answers-afresh.ts";
import { readRealClock } from "../db/platform/read-real-clock.ts";
import { readProviderSources } from "./config/read-provider-files.ts";
import { readOwnConfig } from "./config/read-own-config.ts";
import { startHealthServer } from "./start-health-server.ts";
import { openApi } from "./open-api.ts";
import { openLog } from "./open-log.ts";
import { logFaultyEnd } from "./start/log-faulty-end.ts";
import { announceReady } from "./announce-ready.ts";
import { refuseMovedClock } from "./refuse-moved-clock.ts";
import { refuseSharedSessions } from "./start/refuse-shared-sessions.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { beginTracing } from "./tracing/begin-tracing.ts";
import { DRAIN_MS } from "./stop-times.ts";
import { openExerciseProvider } from "./outside/open-exercise-provider.ts";
import { readIssuerClock } from "./outside/read-issuer-clock.ts";
import { temporalCheck } from "./outside/temporal-check.ts";
import { openTemporalClient } from "./outside/open-temporal-client.ts";
import { admissionsCheck, watchedAdmissions } from "./watch/watched-admissions.ts";
import { createClockWatch } from "./watch/clock-watch.ts";
import { sendRelayHints } from "../db/outbox/send-relay-hints.ts";
import { reportReady } from "./watch/report-ready.ts";
import { watchProgress } from "./watch/watch-progress.ts";

const config = readOwnConfig("api", process.env);
const log = openLog("api", config.log.level);
logFaultyEnd(log);
const endTracing = await beginTracing("api", config, log);
const { stopServeMs: serveMs } = config.api;
const { announced, stop } = stopOnSignals({ serveMs, drainMs: DRAIN_MS.api });
const temporal = openTemporalClient(config.temporal);
const { invitationKey, cursorKey, hashKey } = config.secrets;
const exerciseProvider = openExerciseProvider(config.exercises);
const admissions = createAdmissionsUnderWay();
const { uiUrl } = config.temporal;
const clock = createClockWatch({ log });
const api = await openApi(
  {
    database: config.database,
    provider: config.provider,
    authProviders: {
      sources: readProviderSources(config.authProviders.directory, config.authProviders.upstreams),
      testSubjects: config.authProviders.testSubjects,
    },
    media: config.media,
    mediaLimits: config.mediaLimits,
    exerciseProviders: exerciseProvider === null ? [] : [exerciseProvider],
    ...(config.exercises !== null && { mediaSharePercent: config.exercises.sharePercent }),
    quotas: config.quotas,
    concurrencyLimits: config.concurrencyLimits,
    keys: { invitation: invitationKey, cursor: cursorKey, hash: hashKey },
    legalVersions: config.legalVersions,
    featureFlags: config.featureFlags,
    publicUrl: config.api.publicUrl,
    links: config.links,
    phoneDirectory: config.phoneDirectory,
    consoleDirectory: config.consoleDirectory,
    temporalUi: uiUrl === null ? null : { url: uiUrl, namespace: config.temporal.namespace },
    trustedProxyHops: config.api.trustProxyHops,
    log,
    settlementWaitMs: config.settlementWaitMs,
    admissionsUnderWay: admissions,
    checks: [temporalCheck(temporal), admissionsCheck(admissions), clock.check],
    stop: announced,
    drain: stop,
  },
  endpoints,
);
sendRelayHints(api.deps.database.em);
await refuseMovedClock(config.mode, api.deps.database.em);
await refuseSharedSessions("DATABASE_URL", config.database.url);
if (config.database.readUrl !== null)
  await refuseSharedSessions("DATABASE_READ_URL", config.database.readUrl);

const server = openServer(api.app);
const isReady = async () => server.listening && (await api.deps.readiness()).status === "ready";
const closeHealth = await startHealthServer({
  port: config.healthPorts.api,
  isReady,
  readiness: api.deps.readiness,
  buildId: config.buildId,
  metrics: api.deps.metrics,
});
await listen(server);
const watched = [watchedAdmissions(admissions, () => answersAfresh(config.database.url))];
watchProgress({ watched, log, stop });
const clocks = {
  own: () => Date.now(),
  database: () => readRealClock(api.deps.database.em),
  issuer: () => readIssuerClock(config.provider.issuer),
};
void clock.follow(clocks, api.deps.metrics, stop);
reportReady(api.deps.database.em, isReady, announced);
announceReady(log, { url: config.api.publicUrl });

await stopped(stop);
await drain(server);
await closeHealth();
await api.close();
await temporal.connection.close();
await endTracing();
log.info("stopped");

function listen(listening: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    listening.once("error", reject);
    listening.listen(config.api.port, config.api.host, resolve);
  });
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Accepts no new connections and waits for running requests; the remaining ones are cut off. */
async function drain(draining: Server): Promise<void> {
  const limit = setTimeout(() => draining.closeAllConnections(), DRAIN_MS.api);
  await new Promise((resolve) => draining.close(resolve));
  clearTimeout(limit);
}
