import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "@jest/globals";
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

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** The browser of this machine: CHROMIUM_PATH, then the PATH; null if there is none. Nothing is downloaded. */
function findChromium(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return existsSync(named) ? named : null;
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}
