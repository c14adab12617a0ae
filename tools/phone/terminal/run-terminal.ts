import { createInterface } from "node:readline/promises";
import { ACT_COMMANDS } from "./act-commands.ts";
import type { Command } from "./command.ts";
import { FAULT_COMMANDS } from "./fault-commands.ts";
import { READ_COMMANDS } from "./read-commands.ts";
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
  if (name === "help") return helpLines();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return [`There is no command ${name}. Type: help`];
  try {
    return await command.run(phone, args);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** All commands with their explanations. */
export function helpLines(): readonly string[] {
  const widest = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length));
  return [
    ...Object.values(COMMANDS).map(({ usage, does }) => `  ${usage.padEnd(widest)}  ${does}`),
    `  ${"quit".padEnd(widest)}  closes the phone; entries that wait are kept`,
  ];
}

/** The input and the output of a terminal. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly write: (text: string) => void;
}

const PROMPT = "phone> ";
const COMMANDS: Readonly<Record<string, Command>> = {
  ...SESSION_COMMANDS,
  ...READ_COMMANDS,
  ...ACT_COMMANDS,
  ...FAULT_COMMANDS,
};
