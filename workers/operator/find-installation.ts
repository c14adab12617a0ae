import { resolve } from "node:path";
import * as z from "zod";
import { readConfig } from "../config/config.ts";
import { type Environment, parseEnvironment } from "../config/environment.ts";
import { settlementLanes, SettlementFields } from "../config/settlement-config.ts";
import { findRunningInstallation, type RunningInstallation } from "./running-installation.ts";

/** What an operator's command works on. */
export interface Installation extends Pick<RunningInstallation, "databaseUrl" | "temporal"> {
  readonly dataDir: string;
  /** Lanes of its settlement. */
  readonly lanes: number;
}

const DataFolder = z.object({ SIDELINE_DATA_DIR: z.string().default(".sideline") });

/**
 * The installation that runs on the data folder, or else the one that the environment describes. Throws
 * ConfigError when it describes none.
 */
export function findInstallation(env: Environment): Installation {
  const dataDir = resolve(parseEnvironment(DataFolder, env).SIDELINE_DATA_DIR);
  const running = findRunningInstallation(dataDir);
  if (running !== null) {
    const lanes = settlementLanes("embedded", parseEnvironment(z.object(SettlementFields), env));
    return { ...running, dataDir, lanes };
  }
  const { database, temporal, lanes } = readConfig(env);
  return { databaseUrl: database.url, temporal, dataDir, lanes };
}
