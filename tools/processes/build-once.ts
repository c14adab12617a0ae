import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tryProcessLock } from "./process-lock.ts";

export type BuildOnce = {
  /** The file or folder that the build makes; it appears atomically. */
  readonly target: string;
  readonly say: (line: string) => void;
  /** Builds into the given folder and returns the path that becomes the target. */
  readonly build: (workplace: string) => Promise<string>;
};

const ASK_AGAIN_MS = 1000;

/** Builds a target once for all processes of this user: one builds, the others wait. */
export async function buildOnce({ target, say, build }: BuildOnce): Promise<void> {
  const workplace = `${target}.building`;
  let announced = false;
  while (!existsSync(target)) {
    const lock = tryProcessLock(`${target}.lock`, "build");
    if ("release" in lock) {
      await buildInto({ target, workplace, build }).finally(lock.release);
    } else {
      if (!announced) say(`process ${lock.pid} is making ${target}; waiting for it`);
      announced = true;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

async function buildInto(made: Omit<BuildOnce, "say"> & { workplace: string }): Promise<void> {
  if (existsSync(made.target)) return;
  rmSync(made.workplace, { recursive: true, force: true });
  mkdirSync(made.workplace, { recursive: true });
  const result = await made.build(made.workplace);
  mkdirSync(dirname(made.target), { recursive: true });
  renameSync(result, made.target);
  rmSync(made.workplace, { recursive: true, force: true });
}
