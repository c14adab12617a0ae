import { createInterface } from "node:readline/promises";
import type { Surface } from "../../../device/types.ts";
import { ACT_COMMANDS } from "./act-commands.ts";
import type { Command } from "./command.ts";
import { FAULT_COMMANDS } from "./fault-commands.ts";
import { DAY_COMMANDS } from "./day-commands.ts";
import { FORM_COMMANDS } from "./forms/form-commands.ts";
import { INBOX_COMMANDS } from "./inbox/inbox-commands.ts";
import { STATE_COMMANDS } from "./state-commands.ts";
import { WORKOUT_COMMANDS } from "./workouts/workout-commands.ts";
import { SESSION_COMMANDS } from "./session-commands.ts";
import type { TerminalPhone } from "./terminal-phone.ts";

/** Reads commands line by line until the input ends or `quit`, and prints what each says. */
export async function runTerminal(phone: TerminalPhone, { input, write }: Terminal): Promise<void> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  write(PROMPT);
  for await (const line of lines) {
    if (line.trim() === "quit") break;
    write(`${(await runCommand(phone, line)).map((text) => `${text}\n`).join("")}${PROMPT}`);
  }
  lines.close();
}

/** Carries out one command line. A mistake is explained; nothing else ends the phone. */
export async function runCommand(phone: TerminalPhone, line: string): Promise<readonly string[]> {
  const [name = "", ...args] = line.trim().split(/\s+/);
  if (name === "") return [];
  const { surface } = phone.device;
  if (name === "help") return helpLines(surface);
  const commands = COMMANDS[surface];
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return [`There is no command ${name}. Type: help`];
  try {
    return await command.run(phone, args);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** The commands of an app with their explanations. */
export function helpLines(surface: Surface): readonly string[] {
  const commands = Object.values(COMMANDS[surface]);
  const widest = Math.max(...commands.map(({ usage }) => usage.length));
  return [
    ...commands.map(({ usage, does }) => `  ${usage.padEnd(widest)}  ${does}`),
    `  ${"quit".padEnd(widest)}  closes the phone; entries that wait are kept`,
  ];
}

/** The input and the output of a terminal. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly write: (text: string) => void;
}

const PROMPT = "phone> ";
const SHARED = { ...SESSION_COMMANDS, ...STATE_COMMANDS };
const COMMANDS: Readonly<Record<Surface, Readonly<Record<string, Command>>>> = {
  CLIENT_MOBILE: {
    ...SHARED,
    ...DAY_COMMANDS,
    ...ACT_COMMANDS,
    ...WORKOUT_COMMANDS,
    ...FORM_COMMANDS,
    ...FAULT_COMMANDS,
  },
  COACH_MOBILE: { ...SHARED, ...INBOX_COMMANDS, ...FAULT_COMMANDS },
};
