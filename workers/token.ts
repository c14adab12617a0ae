import { parseArgs } from "node:util";
import * as z from "zod";
import { LOGIN_PROVIDERS, LOGIN_ROLES } from "./embedded/provider/accounts.ts";
import { PROVIDER_CLIENTS } from "./embedded/provider/clients.ts";
import { signIn } from "./embedded/sign-in.ts";
import { findStack } from "./embedded/stack-file.ts";
import { readLauncherConfig } from "./launcher-config.ts";
import { loadEnvironment } from "./load-environment.ts";

const labels = PROVIDER_CLIENTS.map(({ label }) => label);

const USAGE = `Prints an access token of the running stack, got by code with PKCE.

  npm run token -- <e-mail or phone> [--client ${labels.join("|")}]
    [--provider ${LOGIN_PROVIDERS.join("|")}] [--unverified] [--role ${LOGIN_ROLES.join("|")}]...
    [--name <name>] [--phone <E.164 number>]
`;

const Arguments = z.object({
  contact: z.string({ error: "an e-mail address or a phone number is wanted" }),
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
  const stack = findStack(readLauncherConfig(loadEnvironment()).dataDir);
  if (stack === null) throw new Error("No stack runs here. Start it with: npm start");
  const { client, role, unverified, ...person } = readArguments(args);
  const { clientId = "" } = PROVIDER_CLIENTS.find(({ label }) => label === client) ?? {};
  const { accessToken } = await signIn({
    ...person,
    issuer: stack.urls.provider,
    clientId,
    verified: !unverified,
    roles: role,
  });
  process.stdout.write(`${accessToken}\n`);
}

try {
  await printToken(process.argv.slice(2));
} catch (error) {
  const mistake =
    error instanceof z.ZodError
      ? error.issues.map(({ message, path }) => `${path.join(".")}: ${message}`).join("\n")
      : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${mistake}\n\n${USAGE}`);
  process.exit(1);
}
