import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { FaultChannel } from "../../../phone/developer/faults.ts";
import { readStart } from "../../../phone/read-start.ts";

/** The developer switches of a phone in a terminal. A killed phone restarts with them, so in airplane mode. */
export function openFileFaults(path: string): FaultChannel {
  let faults = readStart(existsSync(path) ? readFileSync(path, "utf8") : "").faults;
  return {
    read: () => faults,
    set(next) {
      faults = next;
      writeFileSync(path, JSON.stringify(next), { mode: 0o600 });
    },
    // One process has them, so nobody else changes them.
    watch: () => () => undefined,
  };
}
