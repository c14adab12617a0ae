import type { Environment } from "../workers/config/environment.ts";
import { ACCOUNT_PASSWORD } from "./keycloak/ensure-account.ts";
import { FIRST_ACCOUNTS } from "./keycloak/stack-keycloak.ts";
import type { RunningStack } from "./stack/stack-file.ts";
import { endWith, runStack } from "./stack/run-stack.ts";
import { startStack } from "./stack/start-stack.ts";
import { IDENTITY_PROVIDERS, readLauncherArguments } from "./launcher-arguments.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";

showHelp(`Runs the whole stack on this machine until Ctrl-C: npm start [-- --idp ${IDENTITY_PROVIDERS.join("|")}]

Data are stored in SIDELINE_DATA_DIR (.sideline); npm run reset deletes them. API_HEALTH_PORT, WORKER_HEALTH_PORT and
RELAY_HEALTH_PORT open health and metrics of the processes.`);

/** Addresses of health and metrics, one port per process. */
function healthOf(env: Environment): string {
  const ports = ["API_HEALTH_PORT", "WORKER_HEALTH_PORT", "RELAY_HEALTH_PORT"];
  const open = ports.flatMap((name) => {
    const process = name.split("_")[0]?.toLowerCase() ?? "";
    return env[name] === undefined ? [] : [`${process} http://127.0.0.1:${env[name]}/metrics`];
  });
  return open.length > 0 ? open.join("   ") : `closed; opened by ${ports.join(", ")}`;
}

/** Only the development provider signs the phone in. */
const phoneLine = ({ phone }: RunningStack["urls"]) =>
  phone === null ? "" : `\n    Phone           ${phone}   a stand-in page for the native apps`;

function banner({ identityProvider, urls }: RunningStack, env: Environment): string {
  const isKeycloak = identityProvider.kind === "keycloak";
  const signIn = isKeycloak
    ? `${urls.provider}   Keycloak; its console: ${identityProvider.url}/admin`
    : `${urls.provider}   any e-mail works, no password`;
  const accounts = isKeycloak
    ? `\n    Log in as       ${FIRST_ACCOUNTS.join(", ")}   password ${ACCOUNT_PASSWORD}`
    : "";
  return `
  Sideline runs.

    Console         ${urls.api}/   for coaches
    API             ${urls.api}
    API reference   ${urls.apiReference}${phoneLine(urls)}
    Temporal UI     ${urls.temporalUi}
    Sign-in         ${signIn}
    Mailbox         ${urls.mailbox}
    Pushes          ${urls.pushes}
    Health          ${healthOf(env)}${accounts}

  Try next, in another terminal:   npm run tour
  Stop with Ctrl-C.

`;
}

await endWith(async () => {
  const env = loadEnvironment();
  const options = { ...readLauncherConfig(env), ...readLauncherArguments(process.argv.slice(2)) };
  return await runStack({ ...options, env }, (stack) => banner(stack, env), startStack);
});
