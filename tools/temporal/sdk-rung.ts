import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Rung } from "../processes/program-ladder.ts";

/** The Temporal SDK's own download, stored in `directory`. */
export function sdkRung(kind: "cli" | "time-skipping", directory: string): Rung {
  return {
    name: "download by the Temporal SDK",
    find: async () => {
      const known = findDownloaded(directory);
      if (known !== null) return { path: known };
      const reason = await download(kind, directory);
      const path = findDownloaded(directory);
      return path === null ? { reason } : { path };
    },
  };
}

/** A download that has not begun by then is aborted: most likely there is no Internet access. */
const BEGIN_LIMIT_MS = 8_000;
const WHOLE_LIMIT_MS = 600_000;

async function download(kind: string, directory: string): Promise<string> {
  mkdirSync(directory, { recursive: true });
  const entry = fileURLToPath(new URL("sdk-download.ts", import.meta.url));
  const child = spawn(process.execPath, [entry, kind, directory], { stdio: "ignore" });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const ended = new Promise<"ended">((resolve) => child.once("close", () => resolve("ended")));
  const result = await Promise.race([ended, watchDownload(directory)]);
  process.off("exit", end);
  end();
  await ended;
  for (const name of partialDownloads(directory)) rmSync(join(directory, name), { force: true });
  return result === "ended" ? "temporal.download could not be reached" : result;
}

// Another process may be downloading the same file; then this one waits for it.
async function watchDownload(directory: string): Promise<string> {
  await sleep(BEGIN_LIMIT_MS, undefined, { ref: false });
  if (partialDownloads(directory).length === 0) return "temporal.download did not answer in time";
  await sleep(WHOLE_LIMIT_MS, undefined, { ref: false });
  return "the download took too long";
}

const PARTIAL = ".downloading";

function partialDownloads(directory: string): string[] {
  return readdirSync(directory).filter((name) => name.endsWith(PARTIAL));
}

function findDownloaded(directory: string): string | null {
  if (!existsSync(directory)) return null;
  const name = readdirSync(directory).find((entry) => !entry.endsWith(PARTIAL));
  return name === undefined ? null : join(directory, name);
}
