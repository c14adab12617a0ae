import { describe } from "@jest/globals";
import { findChromium } from "../../tools/processes/find-chromium.ts";
import { surroundings } from "./surroundings.ts";

/** Declares tests that need a browser. On a machine without Chromium they count as skipped, and the run says why. */
export function describeInChromium(name: string, declare: (executablePath: string) => void): void {
  const chromium = findChromium(surroundings);
  if (chromium === null) {
    process.stderr.write(
      `\n!!!!  NOT RUN: ${name}. Install Chromium or set CHROMIUM_PATH.  !!!!\n`,
    );
  }
  const describeOrSkip = chromium === null ? describe.skip : describe;
  describeOrSkip(name, () => declare(chromium ?? ""));
}
