import { createHash } from "node:crypto";
import { readConfig } from "../../../workers/config/config.ts";
import { ConfigError, type Environment } from "../../../workers/config/environment.ts";

const key = (seed: string) => createHash("sha256").update(seed).digest("base64");

/** The required settings of a process of an embedded stack. */
export const embeddedSettings = {
  SIDELINE_MODE: "embedded",
  DATABASE_URL: "postgresql://sideline_app:x@127.0.0.1:1/sideline",
  OIDC_ISSUER: "http://127.0.0.1:4000",
  INVITATION_KEY: key("invitation"),
  CURSOR_KEY: key("cursor"),
  HASH_KEY: key("hash"),
};

/** The mistakes that a process finds in an environment. */
export function mistakesOf(env: Environment): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}
