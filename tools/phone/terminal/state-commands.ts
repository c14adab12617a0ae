import { centreView } from "../../../device/centre/views/centre-view.ts";
import type { EntryView } from "../../../device/centre/views/types.ts";
import { en } from "../../../phone/texts/en.ts";
import type { Command } from "./command.ts";
import type { TerminalPhone } from "./terminal-phone.ts";

/** Commands that show the queue and the phone as a whole. */
export const STATE_COMMANDS: Readonly<Record<string, Command>> = {
  entries: {
    usage: "entries",
    does: "lists every entry of this phone with its state, and why it waits",
    run: async (phone) => {
      const lines = await entryLines(phone);
      return lines.length === 0 ? [`${en.noEntries}.`] : lines;
    },
  },
  state: {
    usage: "state",
    does: "shows the session, the connection, and how many entries wait",
    run: async ({ device, faults }) => {
      const state = await device.state();
      const { airplane, loseAnswer, clockOffsetMs } = faults.read();
      return [
        `session ${state.session}, connection ${state.connection}`,
        `${state.waiting} waiting, ${state.needsAttention} need attention, ${state.unreadable} unreadable`,
        `airplane ${onOff(airplane)}, lose-answer ${onOff(loseAnswer)}, clock ${clockOffsetMs / HOUR_MS} h ahead`,
        ...(state.storageFault === null ? [] : [en.storageFault[state.storageFault]]),
      ];
    },
  },
};

const HOUR_MS = 3_600_000;
const onOff = (isOn: boolean) => (isOn ? "on" : "off");

/** The sync centre of every coaching, in its own words. */
async function entryLines({ device, now }: TerminalPhone): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const scope of await device.scopes()) {
    const centre = await scope.part("centre");
    const { groups } = centreView("en", await centre.entries(), { now: now() });
    for (const { title, count, entries } of groups)
      lines.push(`${title}: ${count}`, ...entries.map(entryLine));
  }
  return lines;
}

/** One entry: what it was, its state, why it waits, what the server said, and what can be done. */
function entryLine({ what, state, why, said, changed, advice, notes }: EntryView): string {
  const sentences = [why, said, changed, advice, ...notes].filter((one) => one !== null);
  return [`      ${what}: ${state}`, ...sentences].join(". ").replaceAll("..", ".");
}
