import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathRung } from "../temporal/temporal-binary.ts";
import { buildOnce } from "./build-once.ts";
import { runLong } from "./long-run.ts";
import { cacheDirectory, type ProgramSearch, type Rung } from "./program-ladder.ts";

/** A rung that downloads packages of Debian and unpacks them into the user's cache without installing them. */
export function debianRung(search: ProgramSearch, wanted: DebianProgram): Rung {
  return { name: "package of Debian", find: () => unpack(search, wanted) };
}

/** A program in a package of Debian. */
export interface DebianProgram {
  /** Its name for people. */
  readonly title: string;
  /** The package with the program, followed by libraries that a small image of Debian lacks. */
  readonly packages: readonly [string, ...string[]];
  /** Path of the program in the package. */
  readonly program: string;
}

async function unpack(
  search: ProgramSearch,
  { title, packages, program }: DebianProgram,
): ReturnType<Rung["find"]> {
  const apt = await pathRung(search.env, "apt-get").find();
  if ("reason" in apt) return { reason: "this is no Debian" };
  const [name] = packages;
  const target = join(cacheDirectory(search.env), `debian-${name}`);
  const build = async (workplace: string) => {
    const step = (about: string, command: string, args: readonly string[]) =>
      runLong({
        ...search,
        title: about,
        command,
        args,
        cwd: workplace,
        logFile: `${target}.log`,
      });
    await step(`downloading ${title} from Debian`, apt.path, ["download", ...packages]);
    const unpacked = join(workplace, "unpacked");
    mkdirSync(unpacked);
    for (const file of globSync("*.deb", { cwd: workplace }))
      await step(`unpacking ${file}`, "dpkg-deb", ["--extract", file, unpacked]);
    writeFileSync(join(unpacked, STARTER), starterOf(target, unpacked, program), { mode: 0o755 });
    return unpacked;
  };
  await buildOnce({ target, say: search.say, build });
  return { path: join(target, STARTER) };
}

/** The script that starts the program with the libraries of its packages. */
const STARTER = "run";

function starterOf(target: string, unpacked: string, program: string): string {
  const [libraries = ""] = globSync("usr/lib/*-linux-gnu", { cwd: unpacked });
  return `#!/bin/sh
LD_LIBRARY_PATH='${join(target, libraries)}' exec '${join(target, program)}' "$@"
`;
}
