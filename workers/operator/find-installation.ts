import { readConfig } from "../config/config.ts";
import type { Environment } from "../config/environment.ts";
import { findStack } from "../../dev/stack/stack-file.ts";
import { readLauncherConfig } from "../../dev/launcher-config.ts";

/** What an operator's command works on. */
export interface Installation {
  readonly databaseUrl: string;
  readonly temporal: {
    readonly address: string;
    readonly namespace: string;
    readonly taskQueue: string;
  };
  readonly dataDir: string;
}

/**
 * The embedded stack that runs on the data folder, or else the installation that the environment
 * describes. Throws ConfigError when it describes none.
 */
export function findInstallation(env: Environment): Installation {
  const { dataDir } = readLauncherConfig(env);
  const stack = findStack(dataDir);
  if (stack !== null) {
    return { databaseUrl: stack.database.url, temporal: stack.temporal, dataDir };
  }
  const { database, temporal } = readConfig(env);
  return { databaseUrl: database.url, temporal, dataDir };
}
