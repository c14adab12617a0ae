import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { buildOnce } from "../processes/build-once.ts";
import { runLong } from "../processes/long-run.ts";
import {
  type FoundProgram,
  type Rung,
  cacheDirectory,
  findProgram,
  tryProgram,
} from "../processes/program-ladder.ts";
import { sdkRung } from "./sdk-rung.ts";

/** The newest version of the CLI that its Go module can be built from as it is. */
export const TEMPORAL_CLI_VERSION = "1.5.1";
const MODULE = `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI_VERSION}`;

/** What the finder is told: the environment that names paths, and where to speak. */
export type ProgramSearch = {
  readonly env: NodeJS.ProcessEnv;
  readonly say: (line: string) => void;
};

/** Finds the Temporal CLI, whose dev server the embedded stack runs. Throws ProgramMissing. */
export function findTemporalBinary(search: ProgramSearch): Promise<FoundProgram> {
  return findProgram({
    title: "The Temporal CLI",
    rungs: temporalRungs(search),
    proveWorking: async (path) => {
      const { ok, output } = await tryProgram(path, ["--version"]);
      return ok && output.includes("temporal version") ? null : `${path} does not run: ${output}`;
    },
    advice: `Install one of these and start again:
  - the Temporal CLI (https://docs.temporal.io/cli/setup-cli), on PATH or named by TEMPORAL_CLI_PATH
  - Go 1.21 or newer, with access to a Go module proxy; the server is then built once (about 5 minutes)`,
  });
}

/** The ways to the CLI, cheapest first. */
function temporalRungs(search: ProgramSearch): Rung[] {
  const cache = cacheDirectory(search.env);
  const target = join(cache, `temporal-cli-${TEMPORAL_CLI_VERSION}`, "temporal");
  return [
    variableRung(search.env, "TEMPORAL_CLI_PATH"),
    pathRung(search.env, "temporal"),
    fileRung("cache of this user", target),
    sdkRung("cli", join(cache, "sdk-temporal-cli")),
    { name: `go install ${MODULE}`, find: () => buildWithGo(search, target) },
  ];
}

/** A rung for a path that a variable names. */
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

/** A rung for a file that is there or not. */
export function fileRung(name: string, path: string): Rung {
  return {
    name,
    find: async () => (existsSync(path) ? { path } : { reason: `no file ${path}` }),
  };
}

async function buildWithGo(search: ProgramSearch, target: string): ReturnType<Rung["find"]> {
  const go = await pathRung(search.env, "go").find();
  if ("reason" in go) return { reason: "Go is not installed" };
  await buildOnce({
    target,
    say: search.say,
    build: async (workplace) => {
      await runLong({
        title: "building the Temporal server from its Go module (about 5 minutes, once)",
        command: go.path,
        args: ["install", "-trimpath", "-ldflags", "-s -w", MODULE],
        env: { ...search.env, GOBIN: workplace, CGO_ENABLED: "0" },
        cwd: workplace,
        logFile: `${target}.log`,
        say: search.say,
      });
      return join(workplace, "temporal");
    },
  });
  return { path: target };
}
