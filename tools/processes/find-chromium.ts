import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The browser of this machine: CHROMIUM_PATH, then the PATH; null if there is none. Nothing is downloaded. */
export function findChromium(env: Readonly<Record<string, string | undefined>>): string | null {
  const named = env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return existsSync(named) ? named : null;
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const places = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return places.find((place) => existsSync(place)) ?? null;
}

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"];
