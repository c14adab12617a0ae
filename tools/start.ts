import { ConfigError, type Environment } from "../workers/config/environment.ts";
import { LauncherLockHeld } from "./processes/launcher-lock.ts";
import { ACCOUNT_PASSWORD } from "./keycloak/ensure-account.ts";
import { FIRST_ACCOUNTS } from "./keycloak/stack-keycloak.ts";
import { PartFailed } from "./processes/node-part.ts";
import { PortsBusy } from "./processes/ports.ts";
import { ProgramMissing } from "./processes/program-ladder.ts";
import { FolderUnwritable } from "./processes/writable-folder.ts";
import type { RunningStack } from "./stack/stack-file.ts";
import { startStack } from "./stack/start-stack.ts";
import { IDENTITY_PROVIDERS, readLauncherArguments } from "./launcher-arguments.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";

showHelp(`Runs the whole stack on this machine until Ctrl-C: npm start [-- --idp ${IDENTITY_PROVIDERS.join("|")}]

Data are stored in SIDELINE_DATA_DIR (.sideline); npm run reset deletes them. API_HEALTH_PORT, WORKER_HEALTH_PORT and
RELAY_HEALTH_PORT open health and metrics of the processes.`);

// Data, logs and keys of the stack are readable only by their owner.
process.umask(0o077);

// The reader of the output may close the pipe; the stack continues and is still stopped in order.
process.stdout.on("error", () => undefined);
const terminal = (text: string) => void process.stdout.write(text);

/** Addresses of health and metrics, one port per process. */
function healthOf(env: Environment): string {
  const ports = ["API_HEALTH_PORT", "WORKER_HEALTH_PORT", "RELAY_HEALTH_PORT"];
  const open = ports.flatMap((name) => {
    const process = name.split("_")[0]?.toLowerCase() ?? "";
    return env[name] === undefined ? [] : [`${process} http://127.0.0.1:${env[name]}/metrics`];
  });
  return open.length > 0 ? open.join("   ") : `closed; opened by ${ports.join(", ")}`;
}

function banner({ identityProvider, urls }: RunningStack, env: Environment): string {
  const isKeycloak = identityProvider.kind === "keycloak";
  const signIn = isKeycloak
    ? `${urls.provider}   Keycloak; its console: ${identityProvider.url}/admin`
    : `${urls.provider}   any e-mail works, no password`;
  const accounts = isKeycloak
    ? `\n    Accounts        ${FIRST_ACCOUNTS.join(", ")}   password ${ACCOUNT_PASSWORD}`
    : "";
  return `
  Sideline runs.

    API             ${urls.api}
    API reference   ${urls.apiReference}
    Temporal UI     ${urls.temporalUi}
    Sign-in         ${signIn}
    Mailbox         ${urls.mailbox}
    Pushes          ${urls.pushes}
    Health          ${healthOf(env)}${accounts}

  Try next, in another terminal:   npm run tour
  Stop with Ctrl-C.

`;
}

/** Runs the embedded stack until it gets a stop signal. Returns the exit code. */
async function runStack(): Promise<number> {
  const env = loadEnvironment();
  const stack = startStack({
    ...readLauncherConfig(env),
    ...readLauncherArguments(process.argv.slice(2)),
    env,
    terminal,
    color: process.stdout.isTTY && process.stdout.hasColors(),
  });
  const stopped = Promise.withResolvers<"told">();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => stopped.resolve("told"));
  }
  const first = await Promise.race([stopped.promise, stack.ready]);
  if (first !== "told") {
    terminal(banner(first, env));
    await stopped.promise;
    terminal("\nStopping ...\n");
    await stack.stop();
    terminal("Stopped.\n");
    return 0;
  }
  stack.ready.catch(() => undefined);
  await stack.stop();
  return 130;
}

function isExpected(error: unknown): error is Error {
  const expected = [
    ConfigError,
    FolderUnwritable,
    LauncherLockHeld,
    PartFailed,
    PortsBusy,
    ProgramMissing,
  ];
  return expected.some((kind) => error instanceof kind);
}

try {
  process.exit(await runStack());
} catch (error) {
  process.stderr.write(`${isExpected(error) ? error.message : String(error)}\n`);
  process.exit(1);
}
