import { join } from "node:path";
import * as z from "zod";
import { CONTROL_COMMANDS, tellProvider } from "./embedded/provider/control.ts";
import { findStack } from "./embedded/stack-file.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "./load-environment.ts";
import { runCommand } from "./operator/run-command.ts";

/** Tells the development provider of the running stack to rotate its keys, to go away or to return. */
async function tell(args: readonly string[]): Promise<number> {
  const command = z.enum(CONTROL_COMMANDS).parse(args[0]);
  const { dataDir } = readLauncherConfig(loadEnvironment());
  if (findStack(dataDir) === null) throw new Error("No stack runs here. Start it with: npm start");
  process.stdout.write(`${await tellProvider(join(dataDir, "provider"), command)}\n`);
  return 0;
}

await runCommand(() => tell(process.argv.slice(2)));
