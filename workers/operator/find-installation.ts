import { resolve } from "node:path";
import * as z from "zod";
import { readConfig } from "../config/config.ts";
import { type Environment, parseEnvironment } from "../config/environment.ts";
import { findMediaPlace, type MediaPlace } from "../config/fields/media-fields.ts";
import { settlementLanes, SettlementFields } from "../config/fields/settlement-fields.ts";
import type { TemporalOptions } from "../outside/temporal-options.ts";
import { findRunningInstallation, type RunningInstallation } from "./running-installation.ts";

/**
 * The installation running on the data folder, or else the one in the environment. Throws ConfigError if the
 * environment describes none.
 */
export function findInstallation(env: Environment): Installation {
  const dataDir = resolve(parseEnvironment(DataFolder, env).SIDELINE_DATA_DIR);
  const running = findRunningInstallation(dataDir);
  if (running !== null) {
    const usual = settlementLanes("embedded", parseEnvironment(z.object(SettlementFields), env));
    const lanes = running.lanes ?? usual;
    return { ...running, dataDir, media: findMediaPlace(env, dataDir), lanes };
  }
  const { database, temporal, media, lanes } = readConfig(env);
  return { databaseUrl: database.url, temporal, dataDir, media, lanes };
}

/** The installation that an operator's command works on. */
export interface Installation extends Pick<RunningInstallation, "databaseUrl"> {
  readonly temporal: RunningInstallation["temporal"] & Pick<TemporalOptions, "security">;
  readonly dataDir: string;
  /** Storage of its media bytes. */
  readonly media: MediaPlace;
  /** Number of its settlement lanes. */
  readonly lanes: number;
}

const DataFolder = z.object({ SIDELINE_DATA_DIR: z.string().default(".sideline") });
