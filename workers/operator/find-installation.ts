import { resolve } from "node:path";
import * as z from "zod";
import { readConfig } from "../config/config.ts";
import { type Environment, parseEnvironment } from "../config/environment.ts";
import { findRunningInstallation, type RunningInstallation } from "./running-installation.ts";

/** What an operator's command works on. */
export interface Installation extends Pick<RunningInstallation, "databaseUrl" | "temporal"> {
  readonly dataDir: string;
}

const DataFolder = z.object({ SIDELINE_DATA_DIR: z.string().default(".sideline") });

/**
 * The installation that runs on the data folder, or else the one that the environment describes. Throws
 * ConfigError when it describes none.
 */
export function findInstallation(env: Environment): Installation {
  const dataDir = resolve(parseEnvironment(DataFolder, env).SIDELINE_DATA_DIR);
  const running = findRunningInstallation(dataDir);
  if (running !== null) return { ...running, dataDir };
  const { database, temporal } = readConfig(env);
  return { databaseUrl: database.url, temporal, dataDir };
}
