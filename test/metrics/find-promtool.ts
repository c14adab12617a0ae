import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { cacheDirectory } from "../../tools/processes/program-ladder.ts";

/** The program `promtool`: on the PATH, or from the package that the production shape has unpacked; null without one. */
export function findPromtool(env: Readonly<Record<string, string | undefined>>): string | null {
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  folders.push(join(cacheDirectory(env), "debian-prometheus/usr/bin"));
  return folders.map((folder) => join(folder, "promtool")).find((path) => existsSync(path)) ?? null;
}

/** How to get it. */
export const PROMTOOL_HELP =
  "promtool was not found. npm run production unpacks it from Debian's package of Prometheus, or install that package.";
