import { openLog } from "../open-log.ts";
import { type Config, readConfig } from "./config.ts";
import { ConfigError, type Environment } from "./environment.ts";

/**
 * The configuration of this process. If the environment is not usable it logs each mistake as one sentence, never with
 * a value, and ends the process.
 */
export function readOwnConfig(name: string, env: Environment): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const log = openLog(name, "fatal");
    for (const mistake of error.mistakes) log.fatal(mistake);
    process.exit(1);
  }
}
