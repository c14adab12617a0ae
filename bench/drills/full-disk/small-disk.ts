import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Mounts a file system of limited size, in memory. @throws Error if this process may not mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  const options = `size=${megabytes}m,mode=0711`;
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "sideline-drill", folder]);
  const ballast = join(folder, "ballast");
  let filling: NodeJS.Timeout | null = null;
  const empty = () => {
    if (filling !== null) clearInterval(filling);
    filling = null;
    rmSync(ballast, { force: true });
  };
  return {
    folder,
    fill: () => {
      fill(ballast);
      // A checkpoint frees log that is no longer needed.
      filling ??= setInterval(() => fill(ballast), FILL_EVERY_MS);
    },
    empty,
    unmount: () => {
      empty();
      execFileSync("umount", [folder]);
    },
  };
}

/** A file system of limited size. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all free space, and space that becomes free, until it is emptied. */
  fill(): void;
  empty(): void;
  unmount(): void;
}

const FILL_EVERY_MS = 100;
const CHUNK = Buffer.alloc(1024 ** 2);
const SMALLEST = 4_096;

/** Appends until not even a page fits. */
function fill(ballast: string): void {
  const file = openSync(ballast, "a");
  try {
    for (let size = CHUNK.length; size >= SMALLEST;) if (!fits(file, size)) size /= 2;
  } finally {
    closeSync(file);
  }
}

function fits(file: number, size: number): boolean {
  try {
    return writeSync(file, CHUNK, 0, size) === size;
  } catch {
    return false;
  }
}
