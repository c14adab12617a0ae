import type { Express } from "express";
import type { Logger } from "pino";
import { Registry } from "prom-client";
import { openProviderProbe } from "../activities/providers/probe-provider.ts";
import type { ProviderSources } from "../activities/providers/provider-sources.ts";
import { composeAdmission } from "../activities/sync/admission/compose-admission.ts";
import { createAdmissionQueue } from "../activities/sync/admission/in-process/admission-queue.ts";
import {
  type AdmissionsUnderWay,
  createAdmissionsUnderWay,
} from "../activities/sync/admission/in-process/admissions-under-way.ts";
import { createRecentBatches } from "../activities/sync/admission/in-process/recent-batches.ts";
import type { MediaProvider } from "../activities/exercises/media/media-desk.ts";
import { clientExercises } from "../activities/workouts/client-exercises.ts";
import { workoutScope } from "../activities/workouts/workout-scope.ts";
import { createApp } from "../api/create-app.ts";
import { CALLBACK_PATH } from "../contract/page-paths.ts";
import { openTusServer } from "../api/media/tus-server.ts";
import { openAccessTokens } from "../api/guard/open-access-tokens.ts";
import type { ApiDeps, Keys, TemporalUi } from "../api/api-deps.ts";
import type { Endpoint } from "../api/endpoint.ts";
import { databaseCheck, migrationsCheck, providerCheck } from "../api/dependency-checks.ts";
import { openBodyBudget } from "../api/http/body/body-budget.ts";
import { type DependencyCheck, openReadiness } from "../api/http/open-readiness.ts";
import { CLIENT_QUOTAS, type ClientQuotas } from "../api/http/gate/client-quota.ts";
import { type LoadSensor, openLoadSensor } from "../api/http/gate/load-sensor.ts";
import {
  type ConcurrencyLimits,
  concurrencyLimitsOf,
} from "../api/http/gate/concurrency-limits.ts";
import { FILES_AT_WORK, openFairQueue } from "../api/http/gate/fair-queue.ts";
import {
  openStandbyReads,
  STANDBY_LIMITS,
  type StandbyOptions,
  type StandbyReads,
} from "../api/http/standby/standby-reads.ts";
import { TIMEOUTS, type Timeouts } from "../api/http/timeouts.ts";
import { openRefusedBytes } from "../api/sync/refused-bytes.ts";
import { openProviderDirectory } from "../api/guard/provider-directory.ts";
import { openProviderKeys } from "../api/guard/provider-keys.ts";
import { createLogoutVerifier } from "../api/guard/create-logout-verifier.ts";
import type { LegalVersions } from "../contract/accounts/terms-schema.ts";
import { SECOND_FACTOR_ACR, type Surface } from "../contract/accounts/vocabulary.ts";
import { MEDIA_QUOTA } from "../contract/exercises/media-vocabulary.ts";
import { CSV_ANSWER_SECONDS } from "../contract/invitations/vocabulary.ts";
import { MEDIA_LIMITS, type MediaLimits } from "../contract/media/vocabulary.ts";
import { openUploadLocks } from "../db/media/upload-locks.ts";
import { type DatabaseOptions, openDatabase } from "../db/open-database.ts";
import type { MediaPlace } from "./config/fields/media-fields.ts";
import { openMediaFiles } from "./outside/open-media-files.ts";
import { hooks } from "./hooks.ts";
import { measureProviderCalls } from "./outside/measure-provider-calls.ts";
import { measurePool } from "./measure-pool.ts";
import { openConsoles } from "../api/inbox/console/open-consoles.ts";
import { operationFeatures } from "./operation-features.ts";
import type { OutsideLinks } from "../api/pages/outside-links.ts";

/** Constructs all parts of the API. Its dependencies need not be up yet. */
export async function openApi(
  options: ApiOptions,
  endpoints: readonly Endpoint[],
): Promise<OpenedApi> {
  const { log, provider, keys, publicUrl, trustedProxyHops, stop } = options;
  const database = openDatabase({ ...options.database, ...ASKING });
  const providerKeys = openProviderKeys({ issuer: provider.issuer, log });
  const { poolSize } = options.database;
  const { sources, testSubjects, ...times } = options.authProviders;
  const providers = openProviderDirectory({ em: database.em, sources, log, ...times });
  const files = await openMediaFiles(database.em, options.media);
  const locks = openUploadLocks(options.database);
  (options.drain ?? stop).addEventListener("abort", () => locks.endAll(), { once: true });
  const metrics = new Registry();
  measurePool(metrics, database);
  const standby = openStandby(options, { primary: database, metrics });
  const load = options.load ?? openLoadSensor(() => database.poolState());
  const tokens = openAccessTokens({
    ...provider,
    keys: providerKeys,
    findProvider: (alias) => providers.find(alias),
    testSubjects,
  });
  const isStopping = () => stop.aborted;
  const isDraining = () => (options.drain ?? stop).aborted;
  const deps: ApiDeps = {
    database,
    standby,
    features: operationFeatures,
    admit: composeAdmission({
      em: database.em,
      features: operationFeatures,
      queue: createAdmissionQueue({ connections: poolSize }),
      recent: createRecentBatches(),
      underWay: options.admissionsUnderWay ?? createAdmissionsUnderWay(),
      log,
      settlementWaitMs: options.settlementWaitMs ?? 0,
    }),
    hooks,
    scopeFeature: workoutScope,
    exercises: {
      desk: {
        em: database.em,
        log,
        providers: options.exerciseProviders ?? [],
        sharePercent: options.mediaSharePercent ?? MEDIA_QUOTA.mostSharePercent,
        countOutcome: measureProviderCalls(metrics),
      },
      clientExercises,
    },
    timeouts: options.timeouts ?? TIMEOUTS,
    quotas: options.quotas ?? CLIENT_QUOTAS,
    concurrencyLimits: { ...concurrencyLimitsOf(poolSize), ...options.concurrencyLimits },
    // One kind of work never occupies half of the connections.
    fileQueue: openFairQueue(FILES_AT_WORK),
    fileAnswerMs: options.fileAnswerMs ?? CSV_ANSWER_SECONDS * 1_000,
    turns: Math.max(2, Math.floor(poolSize * 0.4)),
    load,
    consoles: openConsoles(database.em),
    bodies: openBodyBudget(),
    refusedBytes: openRefusedBytes({
      em: database.em,
      log,
      ...(options.refusedBytesADay === undefined ? {} : { most: options.refusedBytesADay }),
    }),
    media: {
      files,
      tus: openTusServer({ files, locks }),
      limits: options.mediaLimits ?? MEDIA_LIMITS,
    },
    keys,
    legalVersions: options.legalVersions,
    featureFlags: options.featureFlags,
    log,
    publicUrl,
    links: options.links,
    phoneDirectory: options.phoneDirectory ?? null,
    consoleDirectory: options.consoleDirectory ?? null,
    tokenOrigin: providerKeys.tokenOrigin,
    trustedProxyHops,
    metrics,
    verifyToken: tokens.verify,
    verifyMachine: tokens.verifyMachine,
    recallBearer: tokens.recall,
    verifyLogout: createLogoutVerifier({ ...provider, keys: providerKeys }),
    temporalUi: options.temporalUi ?? null,
    operatorAcr: provider.operatorAcr ?? SECOND_FACTOR_ACR,
    providers,
    providerSources: sources,
    probeProvider: openProviderProbe({
      issuer: provider.issuer,
      clientId: options.links.webClientId,
      redirectUri: `${publicUrl}${CALLBACK_PATH}`,
    }),
    readiness: openReadiness(
      [
        databaseCheck(database),
        migrationsCheck(database),
        providerCheck(providerKeys),
        ...options.checks,
      ],
      isStopping,
    ),
    isStopping,
    isDraining,
  };
  return {
    app: createApp(deps, endpoints),
    deps,
    close: async () => {
      load.close();
      providerKeys.close();
      providers.close();
      await locks.close();
      await standby?.close();
      await database.close();
    },
  };
}

/** The parts of the API, once the environment has been read. */
export interface ApiOptions {
  readonly database: Pick<DatabaseOptions, "url" | "poolSize" | "limits"> & {
    /** Address of a standby for reads of coaches; none by default. */
    readonly readUrl?: string | null;
  };
  readonly provider: {
    readonly issuer: string;
    readonly audience: string;
    readonly clients: ReadonlyMap<string, Surface>;
    readonly machines: ReadonlySet<string>;
    /** Required `acr` in an operator's token; defaults to the realm's. */
    readonly operatorAcr?: string;
  };
  /** The Temporal UI to which support's answers link; none by default. */
  readonly temporalUi?: TemporalUi | null;
  readonly authProviders: {
    readonly sources: ProviderSources;
    readonly testSubjects: ReadonlySet<string>;
    /** Interval for reloading administrators' overrides of the provider files. */
    readonly refreshMs?: number;
  };
  readonly media: MediaPlace;
  /** Limits of media storage; the usual ones by default. */
  readonly mediaLimits?: MediaLimits;
  /** Daily bytes of refused operations per device; the usual number by default. */
  readonly refusedBytesADay?: number;
  /** Providers whose exercises have videos; none by default. */
  readonly exerciseProviders?: readonly MediaProvider[];
  /** Share of them that one workspace may use, in percent; the maximum by default. */
  readonly mediaSharePercent?: number;
  /** Timeouts for slow clients; the usual ones by default. */
  readonly timeouts?: Timeouts;
  /** How long a request waits for the outcomes of its file; the usual time by default. */
  readonly fileAnswerMs?: number;
  /** Quota per client key; the usual one by default. */
  readonly quotas?: ClientQuotas;
  /** Concurrency limits, if they differ from what the database connections can bear. */
  readonly concurrencyLimits?: Partial<ConcurrencyLimits>;
  /** Whether the process keeps up; by default measured from event loop and pool. */
  readonly load?: LoadSensor;
  readonly keys: Keys;
  readonly legalVersions: LegalVersions;
  readonly featureFlags: Readonly<Record<string, boolean>>;
  readonly publicUrl: string;
  /** Link targets of its pages, and the origins that may call it. */
  readonly links: OutsideLinks;
  /** Folder of the stand-in page for our native apps; none by default. */
  readonly phoneDirectory?: string | null;
  /** Folder of the built web console for coaches. */
  readonly consoleDirectory?: string | null;
  readonly trustedProxyHops: number;
  readonly log: Logger;
  /** How long an ordinary batch may wait for others before it is settled; by default it is settled at once. */
  readonly settlementWaitMs?: number;
  /** Where admissions register while in progress; not tracked by default. */
  readonly admissionsUnderWay?: AdmissionsUnderWay;
  /** Dependencies that only the process knows, e.g. Temporal. */
  readonly checks: readonly DependencyCheck[];
  /** Aborted when the process gets a stop signal: readiness fails, waiting polls and connections are closed. */
  readonly stop: AbortSignal;
  /** Aborted when it accepts no more requests; the same as `stop` by default. */
  readonly drain?: AbortSignal;
}

/** The API, ready to listen. */
export interface OpenedApi {
  readonly app: Express;
  readonly deps: ApiDeps;
  /** Releases the database and the provider keys; call it after the last request. */
  close(): Promise<void>;
}

/** Opens the reads of a standby if one is configured. */
function openStandby(
  { database: { readUrl = null, poolSize }, keys, log }: ApiOptions,
  opened: Pick<StandbyOptions, "primary" | "metrics">,
): StandbyReads | null {
  if (readUrl === null) return null;
  const standby = openDatabase({ url: readUrl, poolSize, limits: STANDBY_LIMITS, ...ASKING });
  return openStandbyReads({ ...opened, standby, key: keys.cursor, log });
}

/** Settings of the API's database connections. */
const ASKING = { applicationName: "sideline-api", discouragesScans: true } as const;
