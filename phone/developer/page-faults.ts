import { openFaultChannel } from "./fault-channel.ts";
import { readStart } from "../read-start.ts";

/** The developer switches of this page. A reload keeps them, so that a killed app restarts in airplane mode. */
export const pageFaults = openFaultChannel(
  readStart(sessionStorage.getItem("faults") ?? "").faults,
);
pageFaults.watch((faults) => sessionStorage.setItem("faults", JSON.stringify(faults)));

/** The present instant by the library's clock, which payloads use as their record time. */
export function pageNow(): number {
  return Date.now() + pageFaults.read().clockOffsetMs;
}
