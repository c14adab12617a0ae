import { join } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError, type Environment } from "../workers/config/environment.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { CLIENTS, COACH } from "./demo/demo-names.ts";
import { DEMO_FOLDER } from "./demo/demo-folder.ts";
import { firstRequests } from "./demo/first-requests.ts";
import { makeDemo } from "./demo/make-demo.ts";
import type { SeededDemo } from "./demo/seed-demo.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { requireStackPorts } from "./stack/require-stack-ports.ts";
import { endWith, runStack, terminal } from "./stack/run-stack.ts";
import type { RunningStack } from "./stack/stack-file.ts";

showHelp(`Runs a stack with a workspace that looks alive, until Ctrl-C: npm run demo [-- --small]

Forty clients and eight weeks of their data; with --small one client and some days. Every start makes it anew, in the
folder ${DEMO_FOLDER} of SIDELINE_DATA_DIR, with its own database and the development provider.`);

/** Variables that name parts of another installation. */
const FOREIGN = ["DATABASE_URL", "DATABASE_OWNER_URL", "OIDC_ISSUER", "TEMPORAL_ADDRESS"];

/** Throws ConfigError if the environment names another database or provider, or production. */
function refuseForeignParts(env: Environment): void {
  const named = FOREIGN.filter((name) => (env[name] ?? "") !== "");
  const mistakes = named.map((name) => `${name}: the demo has its own; leave it unset`);
  if (env["SIDELINE_MODE"] === "production") mistakes.push("SIDELINE_MODE: no demo in production");
  if (mistakes.length > 0) throw new ConfigError(mistakes);
}

function readSize(args: string[]): "small" | "whole" {
  try {
    const { values } = parseArgs({ args, options: { small: { type: "boolean" } } });
    return values.small === true ? "small" : "whole";
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)]);
  }
}

const banner = ({ urls }: RunningStack, seeded: SeededDemo) => `
  The demo runs.

    API             ${urls.api}
    API reference   ${urls.apiReference}
    Temporal UI     ${urls.temporalUi}
    Sign-in         ${urls.provider}   any e-mail works, no password
    Mailbox         ${urls.mailbox}
    Coach           ${COACH.email}
    Client          ${CLIENTS[0].email}

  First requests, in another terminal:

${firstRequests(urls.api, seeded)
  .map((line) => `    ${line}\n`)
  .join("")}
  Stop with Ctrl-C.

`;

await endWith(async () => {
  const size = readSize(process.argv.slice(2));
  const env = loadEnvironment();
  refuseForeignParts(env);
  const { dataDir, ...config } = readLauncherConfig(env);
  const options = {
    ...config,
    dataDir: join(dataDir, DEMO_FOLDER),
    idp: "development",
    env,
  } as const;
  await requireStackPorts(options);
  const onDay = (day: number, of: number) => terminal(`\r  Playing day ${day} of ${of} ...`);
  const seeded = await makeDemo(options, { size, now: new Date(), onDay });
  terminal("\n");
  return await runStack(options, (stack) => banner(stack, seeded));
});
