import { findChromium } from "../../tools/processes/find-chromium.ts";
import { describeWithProgram } from "./describe-with-program.ts";
import { surroundings } from "./surroundings.ts";

/** Declares tests that need a browser. On a machine without Chromium they count as skipped, and the run says why. */
export function describeInChromium(name: string, declare: (executablePath: string) => void): void {
  const help = "Install Chromium or set CHROMIUM_PATH.";
  describeWithProgram(name, { path: findChromium(surroundings), help }, declare);
}
