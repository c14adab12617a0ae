import { fileURLToPath } from "node:url";
import * as z from "zod";
import {
  LEGAL_VERSIONS,
  SECOND_FACTOR_ACR,
  SURFACES,
  type Surface,
} from "../../contract/accounts/vocabulary.ts";
import { type Environment, address, parseEnvironment, port, wholeNumber } from "./environment.ts";
import { ExerciseFields, exerciseMistakes, readExercises } from "./exercise-config.ts";
import { GateFields, readQuotas, readConcurrencyLimits } from "./gate-fields.ts";
import { LinkFields, readLinks } from "./link-fields.ts";
import { MediaFields, mediaMistakes, readMediaLimits, readMediaPlace } from "./media-fields.ts";
import { productionMistakes } from "./production-mistakes.ts";
import { PushFields, pushMistakes, readPush } from "./push-fields.ts";
import { settlementLanes, SettlementFields } from "./settlement-fields.ts";
import { LONGEST_SERVE_SECONDS } from "../stop-times.ts";

/** The configuration of a process. */
export type Config = ReturnType<typeof readConfig>;

/** Log levels, from most to least urgent. */
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

const SURFACE_OF_CLIENT =
  "sideline-web=WEB,sideline-coach-mobile=COACH_MOBILE,sideline-client-mobile=CLIENT_MOBILE";

const secretKey = () =>
  z
    .base64({ error: "has to be base64" })
    .transform((text): Uint8Array => Buffer.from(text, "base64"))
    .refine((bytes) => bytes.length >= 32, "has to contain at least 32 bytes");

const surfaceOfClient = z.string().transform((text, ctx): ReadonlyMap<string, Surface> => {
  const pairs = text.split(",").map((pair) => pair.trim().split("="));
  const known = pairs.flatMap(([clientId = "", name = ""]) => {
    const surface = SURFACES.find((candidate) => candidate === name);
    return surface === undefined || clientId === "" ? [] : [[clientId, surface] as const];
  });
  if (known.length !== pairs.length) {
    ctx.addIssue(`has to be a list of client=surface, the surface one of ${SURFACES.join(", ")}`);
  }
  return new Map(known);
});

const featureFlags = z.string().transform((text, ctx): Readonly<Record<string, boolean>> => {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  const read = pairs.flatMap((pair) => {
    const [, name, state] = /^\s*([a-z][a-z0-9-]{0,63})=(on|off)\s*$/.exec(pair) ?? [];
    return name === undefined ? [] : [[name, state === "on"] as const];
  });
  if (read.length !== pairs.length) ctx.addIssue("has to be a list of name=on or name=off");
  return Object.fromEntries(read);
});

/** The files shipped with the product. */
const AUTH_PROVIDERS = fileURLToPath(new URL("../../config/auth-providers/", import.meta.url));

const listOfNames = z.string().transform((text): ReadonlySet<string> => {
  const names = text.split(",").map((name) => name.trim());
  return new Set(names.filter((name) => name !== ""));
});

/** Five probes of a balancer that probes every second; the embedded stack has no balancer. */
const USUAL_SERVE_SECONDS = { embedded: 0, production: 5 } as const;

const ConfigFields = z.object({
  SIDELINE_MODE: z.enum(["embedded", "production"]).default("production"),
  SIDELINE_DATA_DIR: z.string().default(".sideline"),
  SIDELINE_PHONE_DIR: z.string().optional(),
  SIDELINE_CONSOLE_DIR: z.string().optional(),
  API_HOST: z.string().default("127.0.0.1"),
  API_PORT: port().default(3000),
  API_PUBLIC_URL: address("http://", "https://").optional(),
  API_TRUST_PROXY_HOPS: wholeNumber(0, 10).default(0),
  API_STOP_SERVE_SECONDS: wholeNumber(0, LONGEST_SERVE_SECONDS).optional(),
  DATABASE_URL: address("postgresql://", "postgres://"),
  DATABASE_OWNER_URL: address("postgresql://", "postgres://").optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(10),
  TEMPORAL_ADDRESS: z.string().default("127.0.0.1:7233"),
  TEMPORAL_NAMESPACE: z.string().default("sideline"),
  TEMPORAL_TASK_QUEUE: z.string().default("sideline"),
  ...SettlementFields,
  ...GateFields,
  TEMPORAL_UI_URL: address("http://", "https://").optional(),
  OIDC_ISSUER: address("http://", "https://"),
  OIDC_AUDIENCE: z.string().default("sideline-api"),
  OIDC_CLIENTS: surfaceOfClient.prefault(SURFACE_OF_CLIENT),
  OIDC_SERVICES: listOfNames.prefault("sideline-jobs"),
  OIDC_OPERATOR_ACR: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, "has to be a value that the provider sends as acr")
    .default(SECOND_FACTOR_ACR),
  TERMS_VERSION: z.string().max(40).default(LEGAL_VERSIONS.termsVersion),
  PRIVACY_VERSION: z.string().max(40).default(LEGAL_VERSIONS.privacyVersion),
  FEATURE_FLAGS: featureFlags.prefault(""),
  AUTH_PROVIDERS_DIR: z.string().default(AUTH_PROVIDERS),
  AUTH_UPSTREAMS: listOfNames.prefault(""),
  AUTH_TEST_SUBJECTS: listOfNames.prefault(""),
  SMTP_URL: address("smtp://", "smtps://").optional(),
  MAIL_FROM: z
    .string()
    .max(320)
    .regex(/^[^\r\n]*@[^\r\n]*$/, "has to be an address")
    .optional(),
  ...PushFields,
  ...MediaFields,
  ...LinkFields,
  ...ExerciseFields,
  INVITATION_KEY: secretKey(),
  CURSOR_KEY: secretKey(),
  HASH_KEY: secretKey(),
  API_HEALTH_PORT: port().optional(),
  WORKER_HEALTH_PORT: port().optional(),
  RELAY_HEALTH_PORT: port().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
});

/** The variables that `readConfig` knows; `.env.example` documents each. */
export const CONFIG_VARIABLES = Object.keys(ConfigFields.shape);

/** Reads the configuration of one process. Throws ConfigError with all mistakes at once. */
export function readConfig(env: Environment) {
  return configTree(
    parseEnvironment(ConfigFields, env, [
      ...productionMistakes(env),
      ...pushMistakes(env),
      ...mediaMistakes(env),
      ...exerciseMistakes(env),
    ]),
  );
}

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
      /** Connects as the owner of the schema; only the migrating process has it. */
      ownerUrl: read.DATABASE_OWNER_URL ?? null,
      /** Maximum connections of one process. */
      poolSize: read.DATABASE_POOL_SIZE,
    },
    temporal: {
      address: read.TEMPORAL_ADDRESS,
      namespace: read.TEMPORAL_NAMESPACE,
      taskQueue: read.TEMPORAL_TASK_QUEUE,
      /** Address of its web UI, without a trailing slash, if there is one. */
      uiUrl: read.TEMPORAL_UI_URL?.replace(/\/$/, "") ?? null,
    },
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
    log: { level: read.LOG_LEVEL },
  };
}
