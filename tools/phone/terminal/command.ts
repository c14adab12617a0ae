import type { TerminalPhone } from "./terminal-phone.ts";

/** A command of the phone in a terminal. */
export interface Command {
  /** Its name and arguments. */
  readonly usage: string;
  readonly does: string;
  /** Carries it out and returns the lines to print. An `Error` says what to do instead. */
  readonly run: (phone: TerminalPhone, args: readonly string[]) => Promise<readonly string[]>;
}
