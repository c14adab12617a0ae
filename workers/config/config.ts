import * as z from "zod";
import { type Environment, parseEnvironment } from "./environment.ts";
import { ApiFields, portMistakes } from "./fields/api-fields.ts";
import { BackupFields } from "./fields/backup-fields.ts";
import { DatabaseFields } from "./fields/database-fields.ts";
import {
  DeploymentFields,
  deploymentMistakes,
  readDeployment,
} from "./fields/deployment-fields.ts";
import { ExerciseFields, exerciseMistakes, readExercises } from "./fields/exercise-fields.ts";
import { GateFields, readQuotas, readConcurrencyLimits } from "./fields/gate-fields.ts";
import { KeyFields } from "./fields/key-fields.ts";
import { LinkFields, readLinks } from "./fields/link-fields.ts";
import { MailFields, mailMistakes } from "./fields/mail-fields.ts";
import {
  MediaFields,
  mediaMistakes,
  readMediaLimits,
  readMediaPlace,
} from "./fields/media-fields.ts";
import { ProcessFields } from "./fields/process-fields.ts";
import { PushFields, pushMistakes, readPush } from "./fields/push-fields.ts";
import { settlementLanes, SettlementFields } from "./fields/settlement-fields.ts";
import { SignInFields, signInMistakes } from "./fields/sign-in-fields.ts";
import { readTemporal, TemporalFields, temporalMistakes } from "./fields/temporal-fields.ts";
import { readTracing, TracingFields, tracingMistakes } from "./fields/tracing-fields.ts";
import { productionMistakes } from "./production-mistakes.ts";
import { readSecretFiles } from "./read-secret-files.ts";
import { fileNameOf, fileSettings } from "./setting-notes.ts";
import { unknownSettings } from "./unknown-settings.ts";

/** The configuration of a process. */
export type Config = ReturnType<typeof readConfig>;

/** The settings of the product's processes, by group, in the order of the reference. */
export const SETTING_GROUPS = {
  "Every process": ProcessFields,
  Database: DatabaseFields,
  "Keys: all different, each from openssl rand -base64 32": KeyFields,
  API: ApiFields,
  "Links of the API to other sites, and back": LinkFields,
  "Limits of the API, per process": GateFields,
  Temporal: TemporalFields,
  "Release of the processes": DeploymentFields,
  Settlement: SettlementFields,
  Backups: BackupFields,
  Traces: TracingFields,
  "OpenID Connect provider": SignInFields,
  Mail: MailFields,
  Push: PushFields,
  Media: MediaFields,
  Exercises: ExerciseFields,
};

const ConfigFields = z.object({
  ...ProcessFields,
  ...DatabaseFields,
  ...KeyFields,
  ...ApiFields,
  ...LinkFields,
  ...GateFields,
  ...TemporalFields,
  ...DeploymentFields,
  ...SettlementFields,
  ...BackupFields,
  ...TracingFields,
  ...SignInFields,
  ...MailFields,
  ...PushFields,
  ...MediaFields,
  ...ExerciseFields,
});

const FILE_SETTINGS = fileSettings(ConfigFields.shape);

/** The variables that `readConfig` knows, with those that name files. */
export const CONFIG_VARIABLES: readonly string[] = [
  ...Object.keys(ConfigFields.shape),
  ...FILE_SETTINGS.map(fileNameOf),
];

/** Reads the configuration of one process. Throws ConfigError with all mistakes at once. */
export function readConfig(environment: Environment) {
  const { env, mistakes } = readSecretFiles(environment, FILE_SETTINGS);
  return configTree(
    parseEnvironment(ConfigFields, env, [
      ...mistakes,
      ...unknownSettings(env, CONFIG_VARIABLES),
      ...productionMistakes(env),
      ...portMistakes(env),
      ...signInMistakes(env),
      ...temporalMistakes(env),
      ...deploymentMistakes(env),
      ...tracingMistakes(env),
      ...mailMistakes(env),
      ...pushMistakes(env),
      ...mediaMistakes(env),
      ...exerciseMistakes(env),
    ]),
  );
}

/** Five probes of a balancer that probes every second; the embedded stack has no balancer. */
const USUAL_SERVE_SECONDS = { embedded: 0, production: 5 } as const;

function configTree(read: z.output<typeof ConfigFields>) {
  return {
    mode: read.SIDELINE_MODE,
    /** Folder of the embedded stack and of files outside the database. */
    dataDir: read.SIDELINE_DATA_DIR,
    api: {
      host: read.API_HOST,
      port: read.API_PORT,
      /** Public URL of the API, without a trailing slash. */
      publicUrl: (read.API_PUBLIC_URL ?? `http://127.0.0.1:${read.API_PORT}`).replace(/\/$/, ""),
      /** Number of trusted proxies in front of the API that report the caller's address. */
      trustProxyHops: read.API_TRUST_PROXY_HOPS,
      /** How long it keeps serving after the stop signal, so that balancers switch meanwhile. */
      stopServeMs: 1_000 * (read.API_STOP_SERVE_SECONDS ?? USUAL_SERVE_SECONDS[read.SIDELINE_MODE]),
    },
    database: {
      /** Connects as `sideline_app`. */
      url: read.DATABASE_URL,
      /** Connects to a standby as `sideline_app`; null if every read asks the primary. */
      readUrl: read.DATABASE_READ_URL ?? null,
      /** Connects as the owner of the schema; only the migrating process has it. */
      ownerUrl: read.DATABASE_OWNER_URL ?? null,
      /** Maximum connections of one process. */
      poolSize: read.DATABASE_POOL_SIZE,
    },
    /** How to reach Temporal, and its web UI if there is one. */
    temporal: {
      ...readTemporal(read),
      /** Release of the workers; null leaves them unversioned. */
      deployment: readDeployment(read),
    },
    /** Release of the process, if it is named. */
    buildId: read.TEMPORAL_WORKER_BUILD_ID ?? null,
    /** Link targets of the API's pages, and the origins that may call it. */
    links: readLinks(read, { issuer: read.OIDC_ISSUER, clients: read.OIDC_CLIENTS }),
    /** Folder of the stand-in page for our native apps; null except on an embedded stack. */
    phoneDirectory: read.SIDELINE_PHONE_DIR ?? null,
    consoleDirectory: read.SIDELINE_CONSOLE_DIR ?? null,
    /** Quota of each client key in one process of the API. */
    quotas: readQuotas(read),
    /** Concurrency limits by kind in one process of the API, if configured. */
    concurrencyLimits: readConcurrencyLimits(read),
    /** Lanes of settlement. */
    lanes: settlementLanes(read.SIDELINE_MODE, read),
    /** How long an ordinary batch waits for others before its lane is woken. */
    settlementWaitMs: read.SETTLEMENT_WAIT_MS,
    provider: {
      /** Exactly as tokens name it. */
      issuer: read.OIDC_ISSUER,
      audience: read.OIDC_AUDIENCE,
      /** Maps a token's client id to its surface. */
      clients: read.OIDC_CLIENTS,
      /** Client ids of services; an app's client id is never a service. */
      machines: new Set([...read.OIDC_SERVICES].filter((id) => !read.OIDC_CLIENTS.has(id))),
      /** Required `acr` in a token of admin or support. */
      operatorAcr: read.OIDC_OPERATOR_ACR,
    },
    /** The outgoing mail server; null delivers into the embedded stack's mailbox. */
    mail:
      read.SMTP_URL === undefined || read.MAIL_FROM === undefined
        ? null
        : { url: read.SMTP_URL, from: read.MAIL_FROM },
    /** Accounts at push providers; null if not configured. */
    push: readPush(read),
    /** Storage of media bytes. */
    media: readMediaPlace(read, read.SIDELINE_DATA_DIR),
    /** Limits of media storage. */
    mediaLimits: readMediaLimits(read),
    /** The exercise provider; null means workspaces' own exercises only. */
    exercises: readExercises(read),
    /** Legal texts in force; accounts that accepted other versions are asked again. */
    legalVersions: { termsVersion: read.TERMS_VERSION, privacyVersion: read.PRIVACY_VERSION },
    /** Features that the apps show or hide, by name. */
    featureFlags: read.FEATURE_FLAGS,
    authProviders: {
      /** Folder of the providers' files. */
      directory: read.AUTH_PROVIDERS_DIR,
      /** Aliases of the federated providers for which the identity provider has an account. */
      upstreams: read.AUTH_UPSTREAMS,
      /** Subjects who may use providers that are closed to everybody else. */
      testSubjects: read.AUTH_TEST_SUBJECTS,
    },
    /** Keys of keyed hashes (HMAC), at least 32 bytes each. */
    secrets: {
      invitationKey: read.INVITATION_KEY,
      cursorKey: read.CURSOR_KEY,
      hashKey: read.HASH_KEY,
    },
    /** Ports for probes and metrics, not reachable from outside; null disables one. */
    healthPorts: {
      api: read.API_HEALTH_PORT ?? null,
      worker: read.WORKER_HEALTH_PORT ?? null,
      relay: read.RELAY_HEALTH_PORT ?? null,
    },
    /** File with the result of the last restore test; null if none is made. */
    restoreTestFile: read.RESTORE_TEST_FILE ?? null,
    log: { level: read.LOG_LEVEL },
    /** Where spans go, and which share of requests is recorded; null without tracing. */
    tracing: readTracing(read, { mode: read.SIDELINE_MODE, dataDir: read.SIDELINE_DATA_DIR }),
  };
}
