import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { join } from "node:path";
import * as z from "zod";
import { type Listener, openListener } from "./listener.ts";

/** Commands of the stack's owner for a running provider. */
export const CONTROL_COMMANDS = ["rotate", "down", "up"] as const;
type ControlCommand = (typeof CONTROL_COMMANDS)[number];

/** Runs a command and describes the result in a sentence. */
export type ControlActions = Readonly<Record<ControlCommand, () => Promise<string>>>;

const Place = z.strictObject({ url: z.string(), token: z.string() });
const Answer = z.object({ text: z.string() });
const fileOf = (directory: string) => join(directory, "control.json");

/**
 * Opens the control of a provider: its own loopback port, which works while the provider is down. Address and token
 * are in `control.json`, which only the owner of the folder can read.
 */
export async function openControl(directory: string, actions: ControlActions): Promise<Listener> {
  const token = randomBytes(32).toString("base64url");
  const server = createServer((req, res) => void answer(req, res, { token, actions }));
  const listener = openListener(server, 0);
  const place = { url: `http://127.0.0.1:${await listener.up()}`, token };
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  rmSync(fileOf(directory), { force: true });
  writeFileSync(fileOf(directory), JSON.stringify(place), { mode: 0o600 });
  return listener;
}

/** Sends a command to the provider of a folder and returns its sentence. Throws when the command fails. */
export async function notifyProvider(directory: string, command: ControlCommand): Promise<string> {
  if (!existsSync(fileOf(directory))) throw new Error("No provider runs here.");
  const { url, token } = Place.parse(JSON.parse(readFileSync(fileOf(directory), "utf8")));
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/${command}`, { method: "POST", headers }).catch(
    (cause: unknown) => {
      throw new Error(UNANSWERED, { cause });
    },
  );
  const { text } = Answer.parse(await response.json());
  if (!response.ok) throw new Error(text);
  return text;
}

const UNANSWERED =
  "The provider does not answer, not even its owner: it may be restarting. See logs/provider.log in the data folder.";

type Control = { readonly token: string; readonly actions: ControlActions };

async function answer(req: IncomingMessage, res: ServerResponse, control: Control): Promise<void> {
  const [status, text] = await outcome(req, control);
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ text }));
}

async function outcome(req: IncomingMessage, { token, actions }: Control) {
  if (!isEqual(req.headers.authorization ?? "", `Bearer ${token}`)) {
    return [401, "The token of control.json is required."] as const;
  }
  const command = CONTROL_COMMANDS.find((name) => req.url === `/${name}`);
  if (req.method !== "POST" || command === undefined) return [404, "No such command."] as const;
  try {
    return [200, await actions[command]()] as const;
  } catch (error) {
    return [500, error instanceof Error ? error.message : String(error)] as const;
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest();
const isEqual = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
