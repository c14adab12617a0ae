import { existsSync } from "node:fs";
import type { Environment } from "./environment.ts";

/** The environment of a command that a person starts: variables of the process override those of a file `.env`. */
export function loadEnvironment(): Environment {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}
