import { existsSync } from "node:fs";
import type { Environment } from "./environment.ts";

/** The environment of a command started by a person: that of the process, which overrides a file `.env`. */
export function loadEnvironment(): Environment {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}
