import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runNpm } from "./run-npm.ts";

/**
 * Unpacks a release from the repository and installs its modules, once.
 *
 * @returns its folder.
 */
export async function installRelease({ release, commit, folder }: WantedRelease): Promise<string> {
  const target = join(folder, "release");
  const mark = join(folder, "installed");
  if (existsSync(mark)) return target;
  mkdirSync(target, { recursive: true });
  const archive = execFileSync("git", ["archive", "--format=tar", revisionOf(release, commit)], {
    cwd: REPOSITORY,
    maxBuffer: LARGEST_ARCHIVE,
  });
  execFileSync("tar", ["--extract", "--directory", target], { input: archive });
  await runNpm(target, ["ci", "--no-audit", "--no-fund"]);
  writeFileSync(mark, `${commit}\n`);
  return target;
}

/** A release, its commit, and the folder to install it in. */
export interface WantedRelease {
  readonly release: string;
  readonly commit: string;
  readonly folder: string;
}

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const LARGEST_ARCHIVE = 512 * 1_024 * 1_024;

/** The tag of the release; a clone without tags has the commit. */
function revisionOf(release: string, commit: string): string {
  const { status } = spawnSync(
    "git",
    ["rev-parse", "--verify", "--quiet", `refs/tags/${release}`],
    {
      cwd: REPOSITORY,
    },
  );
  return status === 0 ? release : commit;
}
