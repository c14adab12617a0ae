import { ConfigError } from "../workers/config/environment.ts";
import { LauncherLockHeld } from "./processes/launcher-lock.ts";
import { ACCOUNT_PASSWORD } from "./keycloak/ensure-account.ts";
import { PartFailed } from "./processes/node-part.ts";
import { PortBusy } from "./processes/ports.ts";
import { ProgramMissing } from "./processes/program-ladder.ts";
import type { RunningStack } from "./stack/stack-file.ts";
import { startStack } from "./stack/start-stack.ts";
import { readLauncherArguments } from "./launcher-arguments.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";

// Data, logs and keys of the stack are for its owner alone.
process.umask(0o077);

// Whoever reads the output may go away; the stack goes on and is still stopped in order.
process.stdout.on("error", () => undefined);
const terminal = (text: string) => void process.stdout.write(text);

function banner({ identityProvider, urls }: RunningStack): string {
  const isKeycloak = identityProvider.kind === "keycloak";
  const signIn = isKeycloak
    ? `${urls.provider}   Keycloak; its console: ${identityProvider.url}/admin`
    : `${urls.provider}   any e-mail works, no password`;
  const password = isKeycloak ? `   password ${ACCOUNT_PASSWORD}` : "";
  return `
  Sideline runs.

    API             ${urls.api}
    API reference   ${urls.apiReference}
    Temporal UI     ${urls.temporalUi}
    Sign-in         ${signIn}
    Mailbox         ${urls.mailbox}
    Pushes          ${urls.pushes}
    Accounts        coach@example.com, client@example.com${password}

  Try next, in another terminal:   npm run tour
  Stop with Ctrl-C.

`;
}

/** Runs the embedded stack until it is told to stop. Answers the exit code. */
async function runStack(): Promise<number> {
  const env = loadEnvironment();
  const stack = startStack({
    ...readLauncherConfig(env),
    ...readLauncherArguments(process.argv.slice(2)),
    env,
    terminal,
    color: process.stdout.isTTY && process.stdout.hasColors(),
  });
  const told = Promise.withResolvers<"told">();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => told.resolve("told"));
  }
  const first = await Promise.race([told.promise, stack.ready]);
  if (first !== "told") {
    terminal(banner(first));
    const end = await Promise.race([told.promise, stack.failed]);
    if (end !== "told") terminal(`\n${end.message} Stopping everything.\n`);
    else terminal("\nStopping ...\n");
    await stack.stop();
    terminal("Stopped.\n");
    return end === "told" ? 0 : 1;
  }
  stack.ready.catch(() => undefined);
  await stack.stop();
  return 130;
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, LauncherLockHeld, PartFailed, PortBusy, ProgramMissing].some(
    (kind) => error instanceof kind,
  );
}

try {
  process.exit(await runStack());
} catch (error) {
  process.stderr.write(`${isExpected(error) ? error.message : String(error)}\n`);
  process.exit(1);
}
