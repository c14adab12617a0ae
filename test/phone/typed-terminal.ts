import type { ChildProcessWithoutNullStreams } from "node:child_process";

/** A phone in a terminal that takes one command after the other. */
export function typedTerminal(phone: ChildProcessWithoutNullStreams): TypedTerminal {
  let shown = "";
  let onShown = () => {};
  phone.stdout.on("data", (chunk: Buffer) => {
    shown += chunk.toString("utf8");
    onShown();
  });
  const ended = new Promise<string | null>((resolve) => {
    phone.on("close", (_code, signal) => resolve(signal));
  });
  const output = () =>
    new Promise<void>((resolve) => {
      onShown = resolve;
    });
  const prompt = async () => {
    while (!shown.endsWith(PROMPT)) await output();
  };
  return {
    async type(command) {
      await prompt();
      shown = "";
      phone.stdin.write(`${command}\n`);
      await prompt();
      return shown.slice(0, -PROMPT.length);
    },
    async typeLast(command) {
      await prompt();
      phone.stdin.write(`${command}\n`);
      return await ended;
    },
    ended,
  };
}

/** A running phone. */
export interface TypedTerminal {
  /** Types a command, and resolves with what is shown up to the next prompt. */
  type(command: string): Promise<string>;
  /** Types a command that ends the phone, and resolves with the signal that ended it. */
  typeLast(command: string): Promise<string | null>;
  readonly ended: Promise<string | null>;
}

const PROMPT = "phone> ";
