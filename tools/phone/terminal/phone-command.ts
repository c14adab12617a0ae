import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { SqlFault } from "../../../device/ports/sql.ts";
import { en } from "../../../phone/texts/en.ts";
import { loadEnvironment } from "../../../workers/config/load-environment.ts";
import { showHelp } from "../../../workers/operator/show-help.ts";
import { runningFolder } from "../../demo/demo-folder.ts";
import { readLauncherConfig } from "../../launcher-config.ts";
import { helpLines, runCommand, runTerminal } from "./run-terminal.ts";
import { type TerminalPhoneOptions, openTerminalPhone } from "./terminal-phone.ts";
import { requireStack } from "../../stack/stack-file.ts";

const USAGE = `A phone in a terminal, over the device library: a stand-in for the native apps of clients and coaches.

  npm run phone [-- [--coach] [--name <phone>] [<command>]]

Without a command it reads commands line by line. It uses the running stack with its development provider, and keeps
its data beside those of the stack. Several phones have several names.
  --coach                                                   the app of a coach instead of that of a client
  --api <address> --provider <issuer> --folder <folder>     another stack, and where to keep the data

Client app:
${helpLines("CLIENT_MOBILE").join("\n")}

Coach app:
${helpLines("COACH_MOBILE").join("\n")}
`;

// The phone's keys are readable only by their owner.
process.umask(0o077);

function readOptions(args: readonly string[]): readonly [TerminalPhoneOptions, command: string] {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: "string", default: "phone" },
      coach: { type: "boolean", default: false },
      api: { type: "string" },
      provider: { type: "string" },
      folder: { type: "string" },
    },
  });
  const { api, provider, folder } = values;
  const surface = values.coach ? "COACH_MOBILE" : "CLIENT_MOBILE";
  const stack =
    api === undefined || provider === undefined || folder === undefined
      ? placeOfStack(values.name)
      : { api, provider, folder: resolve(folder) };
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [{ ...stack, timezone, surface }, positionals.join(" ")];
}

/** Throws what to do if there is no stack, or one with a Keycloak. */
function placeOfStack(name: string): Omit<TerminalPhoneOptions, "timezone" | "surface"> {
  const folder = runningFolder(readLauncherConfig(loadEnvironment()).dataDir);
  const { urls, identityProvider } = requireStack(folder);
  if (identityProvider.kind !== "development")
    throw new Error(
      "The phone signs in at the development provider only. Start it with: npm start",
    );
  if (!/^[\w-]+$/.test(name)) throw new Error("The name of a phone has letters, digits and -.");
  return { api: urls.api, provider: urls.provider, folder: join(folder, "phones", name) };
}

async function usePhone(args: readonly string[]): Promise<void> {
  const [options, command] = readOptions(args);
  const phone = await openTerminalPhone(options);
  const write = (text: string) => void process.stdout.write(text);
  if (command === "") {
    write(`${en.standIn[phone.device.surface]}. Type: help\n`);
    await runTerminal(phone, { input: process.stdin, write });
  } else for (const line of await runCommand(phone, command)) write(`${line}\n`);
  await phone.device.close();
  process.exit(0);
}

function describe(error: unknown): string {
  if (error instanceof SqlFault && error.kind === "LOST")
    return "This phone is open in another terminal. Close it there, or use: -- --name <another phone>";
  return error instanceof Error ? error.message : String(error);
}

showHelp(USAGE);
try {
  await usePhone(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
}
