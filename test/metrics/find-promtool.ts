import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The program `promtool` on the PATH; null if there is none. */
export function findPromtool(env: Readonly<Record<string, string | undefined>>): string | null {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "promtool")).find((path) => existsSync(path)) ?? null;
}

/** How to get it. */
export const PROMTOOL_HELP =
  "promtool is not on the PATH. Debian has it: apt-get install -y --no-install-recommends prometheus";
