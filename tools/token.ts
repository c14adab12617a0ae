import { parseArgs } from "node:util";
import * as z from "zod";
import { LOGIN_PROVIDERS, LOGIN_ROLES } from "./provider/accounts.ts";
import { PROVIDER_CLIENTS } from "./provider/clients.ts";
import { runningFolder } from "./demo/demo-folder.ts";
import { machineToken } from "./stack/machine-token.ts";
import { signInAtStack } from "./stack/sign-in-at-stack.ts";
import { requireStack } from "./stack/stack-file.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "../workers/config/load-environment.ts";
import { showHelp } from "../workers/operator/show-help.ts";

const labels = PROVIDER_CLIENTS.map(({ label }) => label);

const USAGE = `Prints an access token of the running stack, obtained with a code and PKCE.

  npm run token -- <e-mail or phone> [--client ${labels.join("|")}]
    [--provider ${LOGIN_PROVIDERS.join("|")}] [--unverified] [--role ${LOGIN_ROLES.join("|")}]...
    [--name <name>] [--phone <E.164 number>]
  npm run token -- --service     for the service that calls internal routes, with client credentials
`;

const Arguments = z.object({
  contact: z.string({ error: "an e-mail address or a phone number is required" }),
  client: z.enum(labels).default("coach-mobile"),
  provider: z.enum(LOGIN_PROVIDERS).default("email-password"),
  unverified: z.boolean().default(false),
  role: z.array(z.enum(LOGIN_ROLES)).default([]),
  name: z.string().optional(),
  phone: z.e164().optional(),
});

function readArguments(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      client: { type: "string" },
      provider: { type: "string" },
      unverified: { type: "boolean" },
      role: { type: "string", multiple: true },
      name: { type: "string" },
      phone: { type: "string" },
    },
  });
  const { contact, phone, ...rest } = Arguments.parse({ ...values, contact: positionals[0] });
  return { ...rest, ...contactOf(contact), ...(phone !== undefined && { phone }) };
}

const contactOf = (contact: string) =>
  contact.startsWith("+")
    ? { phone: z.e164().parse(contact) }
    : { email: z.email().parse(contact) };

async function printToken(args: readonly string[]): Promise<void> {
  if (args[0] === "--service" && args.length === 1) return printMachineToken();
  const { client, role, unverified, ...person } = readArguments(args);
  const stack = requireStack(runningFolder(readLauncherConfig(loadEnvironment()).dataDir));
  const { clientId = "" } = PROVIDER_CLIENTS.find(({ label }) => label === client) ?? {};
  const { accessToken } = await signInAtStack(stack, {
    ...person,
    clientId,
    verified: !unverified,
    roles: role,
  });
  process.stdout.write(`${accessToken}\n`);
}

async function printMachineToken(): Promise<void> {
  const { urls } = requireStack(runningFolder(readLauncherConfig(loadEnvironment()).dataDir));
  process.stdout.write(`${await machineToken(urls.provider)}\n`);
}

/** The error message, followed by the usage of the command. */
function describeMistake(error: unknown): string {
  if (error instanceof z.ZodError) {
    const lines = error.issues.map(({ message, path }) => `${path.join(".")}: ${message}`);
    return `${lines.join("\n")}\n\n${USAGE}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof TypeError ? `${message}\n\n${USAGE}` : `${message}\n`;
}

showHelp(USAGE);
try {
  await printToken(process.argv.slice(2));
} catch (error) {
  process.stderr.write(describeMistake(error));
  process.exit(1);
}
