import type { Faults } from "../../../phone/developer/faults.ts";
import type { Command } from "./command.ts";
import type { TerminalPhone } from "./terminal-phone.ts";

/** The developer switches. They simulate faults below the library, which does not know about them. */
export const FAULT_COMMANDS: Readonly<Record<string, Command>> = {
  airplane: switching("airplane", "no request leaves this phone", (airplane) => ({ airplane })),
  "lose-answer": switching(
    "lose-answer",
    "the server processes the next batch, but its answer is lost",
    (loseAnswer) => ({ loseAnswer }),
  ),
  clock: {
    usage: "clock <hours ahead>|right",
    does: "sets the clock that the library sees; -1 is an hour behind, 9600 is 400 days ahead",
    run: async (phone, [wanted]) => {
      const hours = wanted === "right" ? 0 : Number(wanted);
      if (wanted === undefined || !Number.isFinite(hours)) throw new Error("Name hours, or: right");
      set(phone, { clockOffsetMs: hours * 3_600_000 });
      return [`The clock says ${new Date(phone.now()).toISOString()}.`];
    },
  },
  kill: {
    usage: "kill",
    does: "ends the process at once, even in the middle of a write; start it again to go on",
    run: async () => {
      process.kill(process.pid, "SIGKILL");
      return await new Promise(() => undefined);
    },
  },
};

function switching(
  name: string,
  does: string,
  change: (isOn: boolean) => Partial<Faults>,
): Command {
  return {
    usage: `${name} on|off`,
    does,
    run: async (phone, [wanted]) => {
      if (wanted !== "on" && wanted !== "off") throw new Error(`Use: ${name} on, or: ${name} off`);
      set(phone, change(wanted === "on"));
      if (name === "airplane" && wanted === "off") void phone.device.sync().catch(() => null);
      return [`${name} is ${wanted}.`];
    },
  };
}

function set({ faults }: TerminalPhone, change: Partial<Faults>): void {
  faults.set({ ...faults.read(), ...change });
}
