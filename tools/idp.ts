import { join } from "node:path";
import * as z from "zod";
import type { StackKeycloak } from "./keycloak/keycloak-place.ts";
import { CONTROL_COMMANDS, notifyProvider } from "./provider/control.ts";
import { requireStack } from "./stack/stack-file.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { runCommand } from "../workers/operator/run-command.ts";
import { showHelp } from "../workers/operator/show-help.ts";

const USAGE = `Controls the development provider of the running stack:

  npm run idp:rotate   signs with new keys from now on
  npm run idp:down     takes it down
  npm run idp:up       brings it up again`;

/** Makes the development provider of the running stack rotate its keys, go down or come up again. */
async function control(args: readonly string[]): Promise<number> {
  const command = z.enum(CONTROL_COMMANDS).parse(args[0]);
  const { dataDir } = readLauncherConfig(loadEnvironment());
  const { identityProvider } = requireStack(dataDir);
  if (identityProvider.kind === "keycloak")
    throw new Error(ofTheDevelopmentProvider(identityProvider));
  process.stdout.write(`${await notifyProvider(join(dataDir, "provider"), command)}\n`);
  return 0;
}

const ofTheDevelopmentProvider = ({ url }: StackKeycloak) =>
  `This command belongs to the development provider, and this stack runs with Keycloak. Keys and sessions of Keycloak are managed in its console: ${url}/admin`;

showHelp(USAGE);
await runCommand(() => control(process.argv.slice(2)));
