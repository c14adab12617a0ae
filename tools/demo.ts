import { join } from "node:path";
import { parseArgs } from "node:util";
import { ConfigError } from "../workers/config/environment.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { CLIENTS, COACH } from "./demo/demo-names.ts";
import { demoEnvironment } from "./demo/demo-environment.ts";
import { DEMO_FOLDER } from "./demo/demo-folder.ts";
import { firstRequests } from "./demo/first-requests.ts";
import { makeDemo } from "./demo/make-demo.ts";
import type { SeededDemo } from "./demo/seed-demo.ts";
import { enterLink } from "./provider/open-entrance.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { deleteStackFiles } from "./stack/delete-stack-files.ts";
import { requireStackPorts } from "./stack/require-stack-ports.ts";
import { endWith, runStack, terminal } from "./stack/run-stack.ts";
import { startStack } from "./stack/start-stack.ts";
import type { RunningStack } from "./stack/stack-file.ts";

showHelp(`Runs a stack with a workspace that looks alive, until Ctrl-C: npm run demo [-- --small]

Forty clients and eight weeks of their data; with --small one client and some days. Every start makes it anew, in the
folder ${DEMO_FOLDER} of SIDELINE_DATA_DIR, with its own database and the development provider.`);

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

    Console         ${enterLink(urls.provider, { email: COACH.email, to: `${urls.api}/inbox` })}
    API             ${urls.api}
    API reference   ${urls.apiReference}
    Phone           ${urls.phone}   a stand-in page for the native apps
    Temporal UI     ${urls.temporalUi}
    Sign-in         ${urls.provider}   any e-mail works, no password
    Mailbox         ${urls.mailbox}
    Coach           ${COACH.email}   the address of the console signs this coach in
    Client          ${CLIENTS[0].email}

  First requests, in another terminal:

${firstRequests(urls.api, seeded)
  .map((line) => `    ${line}\n`)
  .join("")}
  Stop with Ctrl-C.

`;

await endWith(async () => {
  const size = readSize(process.argv.slice(2));
  const env = demoEnvironment(loadEnvironment());
  const { dataDir, ...config } = readLauncherConfig(env);
  const options = {
    ...config,
    dataDir: join(dataDir, DEMO_FOLDER),
    idp: "development",
    env,
  } as const;
  // An interrupted demo may have left its database running.
  await deleteStackFiles(options.dataDir);
  await requireStackPorts(options);
  const onDay = (day: number, of: number) => terminal(`\r  Playing day ${day} of ${of} ...`);
  const seeded = await makeDemo(options, { size, now: new Date(), onDay });
  terminal("\n");
  return await runStack(options, (stack) => banner(stack, seeded), startStack);
});
