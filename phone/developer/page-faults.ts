import { openFaultChannel } from "./fault-channel.ts";
import { readStart } from "../read-start.ts";

/** The developer switches of this page. A reload keeps them, so that a killed app starts in the same airplane. */
export const pageFaults = openFaultChannel(
  readStart(sessionStorage.getItem("faults") ?? "").faults,
);
pageFaults.watch((faults) => sessionStorage.setItem("faults", JSON.stringify(faults)));

/** The present instant by the clock that the library sees: a payload names the time of its record by it. */
export function pageNow(): number {
  return Date.now() + pageFaults.read().clockOffsetMs;
}
