import { parseArgs } from "node:util";
import { ConfigError } from "../workers/config/environment.ts";

/** Identity providers of an embedded stack; the first is the default. */
export const IDENTITY_PROVIDERS = ["development", "keycloak"] as const;
export type IdentityProviderKind = (typeof IDENTITY_PROVIDERS)[number];

/** Reads the launcher's command line. Throws ConfigError. */
export function readLauncherArguments(args: readonly string[]): { idp: IdentityProviderKind } {
  const { idp: named } = readOptions(args);
  const idp = IDENTITY_PROVIDERS.find((kind) => kind === named);
  if (idp === undefined) {
    throw new ConfigError([`--idp: has to be one of ${IDENTITY_PROVIDERS.join(", ")}`]);
  }
  return { idp };
}

function readOptions(args: readonly string[]) {
  try {
    const options = { idp: { type: "string", default: IDENTITY_PROVIDERS[0] } } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}
