import type { Client } from "@temporalio/client";
import type { WorkerDeploymentVersion } from "@temporalio/common";
import { NativeConnection } from "@temporalio/worker";
import pino, { type Logger } from "pino";
import { Registry } from "prom-client";
import {
  createSettlingActs,
  type NoteDatabase,
} from "../../../activities/outbox/register-actor.ts";
import { actors as productActors, type ProductActor } from "../../../workers/actors.ts";
import { createAgendaActivities } from "../../../activities/agenda/index.ts";
import { createProviderActivities } from "../../../activities/providers/provider-activities.ts";
import type { MediaFiles } from "../../../activities/media/media-files.ts";
import type { ProbeProvider } from "../../../activities/providers/probe-provider.ts";
import type { PublishedEvent } from "../../../activities/outbox/deliver-to-feed.ts";
import { actorWaker } from "../../../activities/outbox/wake-actor.ts";
import type { ExerciseProvider } from "../../../activities/exercises/provider/exercise-provider.ts";
import type { ReadingDeps } from "../../../activities/exercises/media/reconcile-usage.ts";
import { createExerciseActivities } from "../../../activities/exercises/exercise-activities.ts";
import { createInboxActivities } from "../../../activities/inbox/index.ts";
import { createMediaActivities } from "../../../activities/media/index.ts";
import { createPrivacyActivities } from "../../../activities/privacy/index.ts";
import { createSyncActivities } from "../../../activities/sync/index.ts";
import type { SettlementDeps } from "../../../activities/sync/settlement/settlement-deps.ts";
import { newId } from "../../../db/platform/new-id.ts";
import type { LanePace } from "../../../rules/sync/judge-lane-wake.ts";
import { TEST_PROVIDERS } from "../../harness/test-providers.ts";
import { createDeliveries } from "../../../workers/relay/create-deliveries.ts";
import { createRelayMetrics } from "../../../workers/relay/relay-metrics.ts";
import { runRelay, type SweepTimes } from "../../../workers/relay/run-relay.ts";
import { openTemporalClient } from "../../../workers/outside/open-temporal-client.ts";
import type { TemporalOptions } from "../../../workers/outside/temporal-options.ts";
import { installRuntime } from "../../../workers/worker/install-runtime.ts";
import { createWorkerMetrics, type WorkerMetrics } from "../../../workers/worker/worker-metrics.ts";
import { type ActsUnderWay, followActs } from "../../../workers/worker/acts-under-way.ts";
import { openWorker, scheduledSlots } from "../../../workers/worker/open-worker.ts";
import { scheduledQueueOf } from "../../../workers/worker/scheduled-workflows.ts";
import type { ProductActivities } from "../../../workflows/product-activities.ts";
import { testMediaFiles } from "../media/test-media-files.ts";
import { testBundle } from "./test-bundle.ts";
import { retention } from "../../../workers/retention.ts";
import { hooks } from "../../../workers/hooks.ts";

const silent = pino({ level: "silent" });

// Runs before any other use of the SDK, so that it does not write into the test report.
installRuntime(silent);

/** Options of the actors of a test. */
export interface ActorsOptions extends TemporalOptions {
  readonly settlement: SettlementDeps;
  /** The media store; by default a folder of the test run. */
  readonly files?: MediaFiles;
  /** By default a separate queue, because files share the server. */
  readonly taskQueue?: string;
  readonly sweep?: SweepTimes;
  /** By default once a second; a test that waits for a settlement waits at this pace. */
  readonly lanePace?: LanePace;
  /** How often the relay looks for due rows without a hint; five times a second by default. */
  readonly scanEveryMs?: number;
  /** Registry of the relay's metrics; by default nothing reads it. */
  readonly registry?: Registry;
  /** Metrics of the worker; by default nothing reads them. */
  readonly metrics?: WorkerMetrics;
  /** By default the product's. */
  readonly actors?: readonly ProductActor[];
  /** Path of the workflow bundle; by default the product's. */
  readonly bundlePath?: string;
  /** Receives whether acts reached the database; ignored by default. */
  readonly noteDatabase?: NoteDatabase;
  /** Probes providers; by default there is none. */
  readonly probeProvider?: ProbeProvider;
  /** Provider whose exercises and account are read; by default none. */
  readonly exerciseProvider?: ExerciseProvider;
  /** Counts reads of the provider's account; not counted by default. */
  readonly countReading?: ReadingDeps["countReading"];
  /** Activities that replace the product's. */
  readonly planted?: Partial<ProductActivities>;
  /** Tracks the acts of actors in progress; not tracked by default. */
  readonly acts?: ActsUnderWay;
  /** Release of the worker; unversioned by default. */
  readonly deployment?: WorkerDeploymentVersion;
  /** Whether the worker also serves the queue of schedules, as a worker process does. */
  readonly servesSchedules?: boolean;
  /** Log of worker and relay; by default none. */
  readonly log?: Logger;
}

/** A worker and a relay in this process. */
export interface RunningActors {
  readonly client: Client;
  readonly taskQueue: string;
  readonly published: PublishedEvent[];
  /** Stops both, as the processes do on SIGTERM. */
  stop(): Promise<void>;
}

/** Connections of a worker process, from which the slots of scheduled work are computed. */
const POOL_SIZE = 10;

/** Starts a worker that runs the product's workflows. Returns a function to stop it. */
export async function startWorker({
  address,
  namespace,
  settlement,
  taskQueue,
  files,
  actors = productActors,
  metrics = createWorkerMetrics(new Registry()),
  noteDatabase,
  bundlePath,
  probeProvider = () => Promise.reject(new Error("This test has no issuer")),
  exerciseProvider,
  countReading = () => {},
  planted = {},
  acts,
  deployment,
  servesSchedules = false,
  log = silent,
}: ActorsOptions & { readonly taskQueue: string }): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address });
  const { em } = settlement;
  const shared = {
    connection,
    namespace,
    bundlePath: bundlePath ?? (await testBundle()),
    activities: {
      ...createSyncActivities({ em, log }),
      ...createAgendaActivities({ em, log, rebuilds: hooks.rebuilds }),
      ...createExerciseActivities({
        em,
        log,
        provider: exerciseProvider ?? null,
        countReading,
      }),
      ...createInboxActivities({ em, log }),
      ...createMediaActivities({ em, log, files: files ?? testMediaFiles(em) }),
      ...createPrivacyActivities({ em, log, retention }),
      ...createProviderActivities({
        em,
        log,
        probeProvider,
        sources: TEST_PROVIDERS.sources,
      }),
      ...planted,
    },
    settlingActs: createSettlingActs(actors, settlement, noteDatabase),
    metrics,
    ...(deployment !== undefined && { deployment }),
  };
  const workers = [
    await openWorker({ ...shared, taskQueue, acts: acts ?? followActs({ metrics, log }) }),
  ];
  if (servesSchedules) {
    const slots = scheduledSlots(POOL_SIZE);
    const followed = { slots, acts: followActs({ metrics, log }) };
    workers.push(
      await openWorker({ ...shared, ...followed, taskQueue: scheduledQueueOf(taskQueue) }),
    );
  }
  const running = Promise.all(workers.map((worker) => worker.run()));
  return async () => {
    for (const worker of workers) worker.shutdown();
    await running;
    await connection.close();
  };
}

/** Starts a relay with everything but e-mail. Returns a function to stop it. */
export function startRelay(
  {
    settlement: { em, lanes, settlements },
    sweep,
    lanePace,
    scanEveryMs = 200,
    actors = productActors,
    registry = new Registry(),
    log = silent,
  }: ActorsOptions,
  wakeActor: ReturnType<typeof actorWaker>,
  published: PublishedEvent[] = [],
): () => Promise<void> {
  const stop = new AbortController();
  const mailer = { send: async () => {} };
  const deliveries = createDeliveries({
    em,
    wakeActor,
    feed: { publish: async (events) => void published.push(...events) },
    notifying: { mailer, push: { FCM: null, APNS: null }, log },
    hooks,
    mailing: {
      em,
      mailer,
      invitationKey: new Uint8Array(32),
      publicUrl: "http://127.0.0.1",
    },
  });
  const metrics = createRelayMetrics(registry);
  const running = runRelay(
    {
      em,
      lanes,
      settlements,
      deliveries,
      wakeActor,
      metrics,
      log,
      actors,
      scanEveryMs,
      restless: true,
      ...(sweep !== undefined && { sweep }),
      ...(lanePace !== undefined && { lanePace }),
    },
    stop.signal,
  );
  return async () => {
    stop.abort();
    await running;
  };
}

/** Starts a worker and a relay. */
export async function startActors(options: ActorsOptions): Promise<RunningActors> {
  const taskQueue = options.taskQueue ?? `test-${newId()}`;
  const client = openTemporalClient(options);
  const published: PublishedEvent[] = [];
  const stopWorker = await startWorker({ ...options, taskQueue });
  const stopRelay = startRelay(options, actorWaker(client, taskQueue), published);
  return {
    client,
    taskQueue,
    published,
    async stop() {
      await stopRelay();
      await stopWorker();
      await client.connection.close();
    },
  };
}
