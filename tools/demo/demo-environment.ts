import { CONFIG_VARIABLES } from "../../workers/config/config.ts";
import { ConfigError, type Environment } from "../../workers/config/environment.ts";
import { LAUNCHER_VARIABLES } from "../launcher-config.ts";

/**
 * The environment of a demo. It has only the launcher's variables, so that it never uses mail, push or video accounts
 * of another installation.
 *
 * @throws ConfigError if the environment names another database, provider or Temporal, or production.
 */
export function demoEnvironment(env: Environment): Environment {
  const named = FOREIGN.filter((name) => (env[name] ?? "") !== "");
  const mistakes = named.map((name) => `${name}: the demo has its own; leave it unset`);
  if (env["SIDELINE_MODE"] === "production") mistakes.push("SIDELINE_MODE: no demo in production");
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  const isKept = (name: string) =>
    LAUNCHER_VARIABLES.includes(name) || !CONFIG_VARIABLES.includes(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}

/** Variables that name the parts of another installation. */
const FOREIGN = ["DATABASE_URL", "DATABASE_OWNER_URL", "OIDC_ISSUER", "TEMPORAL_ADDRESS"];
