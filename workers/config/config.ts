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
import { GateFields, readAllowances, readShares } from "./gate-config.ts";
import { LinkFields, readLinks } from "./links-config.ts";
import { MediaFields, mediaMistakes, readMediaLimits, readMediaPlace } from "./media-config.ts";
import { productionMistakes } from "./production-mistakes.ts";
import { PushFields, pushMistakes, readPush } from "./push-config.ts";
import { settlementLanes, SettlementFields } from "./settlement-config.ts";
import { LONGEST_SERVE_SECONDS } from "../stop-times.ts";

/** Levels of the log, the least urgent last. */
export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;

const SURFACE_OF_CLIENT =
  "sideline-web=WEB,sideline-coach-mobile=COACH_MOBILE,sideline-client-mobile=CLIENT_MOBILE";

const secretKey = () =>
  z
    .base64({ error: "has to be base64" })
    .transform((text): Uint8Array => Buffer.from(text, "base64"))
    .refine((bytes) => bytes.length >= 32, "has to hold at least 32 bytes");

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

/** The files that come with the product. */
const AUTH_PROVIDERS = fileURLToPath(new URL("../../config/auth-providers/", import.meta.url));

const listOfNames = z.string().transform((text): ReadonlySet<string> => {
  const names = text.split(",").map((name) => name.trim());
  return new Set(names.filter((name) => name !== ""));
});

/** Five probes of a balancer that looks each second; nobody stands before the embedded one. */
const USUAL_SERVE_SECONDS = { embedded: 0, production: 5 } as const;

const ConfigFields = z.object({
  SIDELINE_MODE: z.enum(["embedded", "production"]).default("production"),
  SIDELINE_DATA_DIR: z.string().default(".sideline"),
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
  TEMPORAL_UI_URL: address("http://", "https://").default("http://127.0.0.1:8233"),
  OIDC_ISSUER: address("http://", "https://"),
  OIDC_AUDIENCE: z.string().default("sideline-api"),
  OIDC_CLIENTS: surfaceOfClient.prefault(SURFACE_OF_CLIENT),
  OIDC_SERVICES: listOfNames.prefault("sideline-jobs"),
  OIDC_OPERATOR_ACR: z
    .string()
    .regex(/^[\w.:/-]{1,100}$/, "has to be a word that the provider puts into acr")
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

/** What a process of the product is told. */
export type Config = ReturnType<typeof readConfig>;

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
    /** Folder of the embedded stack and of files that are not in the database. */
    dataDir: read.SIDELINE_DATA_DIR,
    api: {
      host: read.API_HOST,
      port: read.API_PORT,
      /** Where the outside reaches the API, without a slash at its end. */
      publicUrl: (read.API_PUBLIC_URL ?? `http://127.0.0.1:${read.API_PORT}`).replace(/\/$/, ""),
      /** How many proxies in front of the API may say who the caller is. */
      trustProxyHops: read.API_TRUST_PROXY_HOPS,
      /** After the signal to stop it goes on serving for so long, so that balancers look elsewhere meanwhile. */
      stopServeMs: 1_000 * (read.API_STOP_SERVE_SECONDS ?? USUAL_SERVE_SECONDS[read.SIDELINE_MODE]),
    },
    database: {
      /** Connects as `sideline_app`. */
      url: read.DATABASE_URL,
      /** Connects as the owner of the schema; only the process that migrates has it. */
      ownerUrl: read.DATABASE_OWNER_URL ?? null,
      /** Most connections of one process. */
      poolSize: read.DATABASE_POOL_SIZE,
    },
    temporal: {
      address: read.TEMPORAL_ADDRESS,
      namespace: read.TEMPORAL_NAMESPACE,
      taskQueue: read.TEMPORAL_TASK_QUEUE,
      uiUrl: read.TEMPORAL_UI_URL.replace(/\/$/, ""),
    },
    /** Where the pages of the API lead to, and which origins may call it. */
    links: readLinks(read, { issuer: read.OIDC_ISSUER, clients: read.OIDC_CLIENTS }),
    /** How much each sender may ask of one process of the API. */
    allowances: readAllowances(read),
    /** How much of each kind may be under way in one process of the API, where that is told. */
    shares: readShares(read),
    /** Lanes of settlement. */
    lanes: settlementLanes(read.SIDELINE_MODE, read),
    provider: {
      /** Exactly as tokens name it. */
      issuer: read.OIDC_ISSUER,
      audience: read.OIDC_AUDIENCE,
      /** Client id of the token to the surface it means. */
      clients: read.OIDC_CLIENTS,
      /** Client ids of services; one that is an app's too is no service. */
      machines: new Set([...read.OIDC_SERVICES].filter((id) => !read.OIDC_CLIENTS.has(id))),
      /** What `acr` of a token of admin or support has to say. */
      operatorAcr: read.OIDC_OPERATOR_ACR,
    },
    /** The server that mail is handed to; null puts it into the mailbox of the embedded stack. */
    mail:
      read.SMTP_URL === undefined || read.MAIL_FROM === undefined
        ? null
        : { url: read.SMTP_URL, from: read.MAIL_FROM },
    /** Accounts at push providers; null for one that is not set up. */
    push: readPush(read),
    /** Where the bytes of media lie. */
    media: readMediaPlace(read, read.SIDELINE_DATA_DIR),
    /** How much of them there may be. */
    mediaLimits: readMediaLimits(read),
    /** Where exercises come from; null for workspaces' own alone. */
    exercises: readExercises(read),
    /** Legal texts in force; accounts that accepted others are asked again. */
    legalVersions: { termsVersion: read.TERMS_VERSION, privacyVersion: read.PRIVACY_VERSION },
    /** Features that the apps show or hide, by name. */
    featureFlags: read.FEATURE_FLAGS,
    authProviders: {
      /** Folder of the providers' files. */
      directory: read.AUTH_PROVIDERS_DIR,
      /** Aliases of the providers elsewhere that the identity provider has an account at. */
      upstreams: read.AUTH_UPSTREAMS,
      /** Subjects for whom providers are open that are so to nobody else. */
      testSubjects: read.AUTH_TEST_SUBJECTS,
    },
    /** Keys of keyed hashes (HMAC), at least 32 bytes each. */
    secrets: {
      invitationKey: read.INVITATION_KEY,
      cursorKey: read.CURSOR_KEY,
      hashKey: read.HASH_KEY,
    },
    /** Ports for probes and metrics, none of them for the outside; null shows nothing. */
    healthPorts: {
      api: read.API_HEALTH_PORT ?? null,
      worker: read.WORKER_HEALTH_PORT ?? null,
      relay: read.RELAY_HEALTH_PORT ?? null,
    },
    log: { level: read.LOG_LEVEL },
  };
}
