import { globSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { debianRung } from "../../../tools/processes/debian-package.ts";
import type { ProgramSearch } from "../../../tools/processes/program-ladder.ts";

/** The clock of one process, which a test moves while the machine's clock stays. */
export interface MovedClock {
  /** The variables of the process. */
  readonly env: NodeJS.ProcessEnv;
  move(aheadSeconds: number): void;
}

/** Prepares a clock by libfaketime, which is unpacked from Debian's package. Timers go on by the real clock. */
export async function prepareMovedClock(
  search: ProgramSearch,
  folder: string,
): Promise<MovedClock> {
  const file = join(folder, "clock");
  const move = (aheadSeconds: number) => writeFileSync(file, `+${aheadSeconds}s\n`);
  move(0);
  return {
    env: {
      LD_PRELOAD: await findFaketime(search),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    move,
  };
}

async function findFaketime(search: ProgramSearch): Promise<string> {
  const library = "libfaketimeMT.so.1";
  const found = await debianRung(search, {
    title: "libfaketime",
    packages: ["libfaketime"],
    program: `usr/lib/faketime/${library}`,
  }).find();
  if ("reason" in found) throw new Error(`libfaketime was not found: ${found.reason}`);
  const folder = dirname(found.path);
  const [path] = globSync(`usr/lib/*/faketime/${library}`, { cwd: folder });
  if (path === undefined) throw new Error("Debian's package of libfaketime lacks its library");
  return join(folder, path);
}
