import { join, resolve } from "node:path";
import { CONFIG_VARIABLES } from "../../workers/config/config.ts";
import type { Environment } from "../../workers/config/environment.ts";
import { fakeApiKey } from "../exercise-provider/fake-api-key.ts";
import type { RunningStack } from "./stack-file.ts";
import type { StackSecrets } from "./stack-secrets.ts";

/** The environment from which the parts of an embedded stack read their configuration. */
export function stackEnvironment(options: StackEnvironmentOptions): Record<string, string> {
  const own = stackSettings(options);
  const isOwn = (name: string) => name in own || name.replace(/_FILE$/, "") in own;
  const passedOn = [...SURROUNDINGS, ...CONFIG_VARIABLES].flatMap((name) => {
    const value = options.env[name];
    return value === undefined || isOwn(name) ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passedOn), ...own };
}

function stackSettings(options: StackEnvironmentOptions): Record<string, string> {
  const { secrets, stack } = options;
  return {
    NO_COLOR: "1",
    SIDELINE_MODE: "embedded",
    SIDELINE_DATA_DIR: resolve(options.dataDir),
    API_PORT: String(stack.ports["api"]),
    DATABASE_URL: stack.database.url,
    TEMPORAL_ADDRESS: stack.temporal.address,
    TEMPORAL_NAMESPACE: stack.temporal.namespace,
    TEMPORAL_TASK_QUEUE: stack.temporal.taskQueue,
    TEMPORAL_UI_URL: stack.urls.temporalUi,
    ...PLAIN_TEMPORAL,
    OIDC_ISSUER: stack.urls.provider,
    START_PAGE_LINKS: startPageLinks(stack),
    SIDELINE_CONSOLE_DIR: join(resolve(options.dataDir), "console"),
    SIDELINE_PHONE_DIR: stack.urls.phone === null ? "" : join(resolve(options.dataDir), "phone"),
    INVITATION_KEY: secrets.invitationKey,
    CURSOR_KEY: secrets.cursorKey,
    HASH_KEY: secrets.hashKey,
    LOG_LEVEL: options.logLevel,
    ...exerciseProvider(options),
  };
}

/** The stack's own Temporal knows neither TLS nor keys. */
const PLAIN_TEMPORAL = {
  TEMPORAL_TLS: "",
  TEMPORAL_TLS_CA: "",
  TEMPORAL_TLS_SERVER_NAME: "",
  TEMPORAL_TLS_CERTIFICATE: "",
  TEMPORAL_TLS_KEY: "",
  TEMPORAL_API_KEY: "",
};

// Environment variables that a Node process and the programs it starts expect.
const SURROUNDINGS = [
  "PATH",
  "HOME",
  "TMPDIR",
  "LANG",
  "LC_ALL",
  "TZ",
  "NODE_COMPILE_CACHE",
  "NODE_EXTRA_CA_CERTS",
];

export type StackEnvironmentOptions = {
  readonly dataDir: string;
  readonly logLevel: string;
  /** The launcher's environment; variables of the product that the stack does not set are passed on. */
  readonly env: Environment;
  readonly secrets: StackSecrets;
  readonly stack: Omit<RunningStack, "pids">;
};

/** The links of the banner, for the start page of the API. */
function startPageLinks({ urls }: StackEnvironmentOptions["stack"]): string {
  const { temporalUi, provider, mailbox, pushes } = urls;
  const links = {
    "Temporal UI": temporalUi,
    "Sign-in": provider,
    Mailbox: mailbox,
    Pushes: pushes,
  };
  return Object.entries(links)
    .map(([name, url]) => `${name}=${url}`)
    .join(",");
}

/** The fake exercise provider, unless the launcher names another. */
function exerciseProvider({
  env,
  dataDir,
  stack,
}: StackEnvironmentOptions): Record<string, string> {
  if (!startsFakeExercises(env)) return {};
  const host = `127.0.0.1:${stack.ports["exercises"]}`;
  return {
    EXERCISE_PROVIDER: "fake",
    EXERCISE_PROVIDER_URL: `http://${host}/api/v2`,
    EXERCISE_PROVIDER_API_KEY: fakeApiKey(resolve(dataDir)),
    EXERCISE_PROVIDER_PLAN: "fake",
    EXERCISE_PROVIDER_EXERCISES: "200",
    EXERCISE_PROVIDER_MINUTES: "600",
    EXERCISE_PROVIDER_CALLS_PER_MINUTE: "600",
    EXERCISE_PROVIDER_MEDIA_HOSTS: host,
  };
}

/** Whether no exercise provider is configured. */
export function startsFakeExercises(env: Environment): boolean {
  return (env["EXERCISE_PROVIDER"] ?? "") === "";
}
