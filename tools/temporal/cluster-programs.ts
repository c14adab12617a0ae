import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../processes/build-once.ts";
import { runLong } from "../processes/long-run.ts";
import {
  type ProgramSearch,
  type Rung,
  cacheDirectory,
  findProgram,
  tryProgram,
} from "../processes/program-ladder.ts";
import { SERVER_VERSION } from "./server-program.ts";
import { pathRung } from "./temporal-binary.ts";

/**
 * Finds the programs of a Temporal server whose services are separate processes; Go builds them once, and every module
 * is checked against go.sum. Throws ProgramMissing.
 */
export async function findClusterPrograms(search: ProgramSearch): Promise<ClusterPrograms> {
  const { path } = await findProgram({
    title: `The Temporal server ${SERVER_VERSION} with separate services`,
    rungs: [{ name: "go build of tools/temporal/cluster", find: () => buildPrograms(search) }],
    proveWorking: async (folder) => {
      const { ok, output } = await tryProgram(join(folder, "server"), ["--version"]);
      return ok ? null : `${folder} does not run: ${output}`;
    },
    advice:
      "Install Go 1.26.4 or newer, with access to a Go module proxy; it is then built once (about 5 minutes).",
  });
  const file = (name: keyof typeof PROGRAMS) => join(path, name);
  return { server: file("server"), schemaTool: file("sql-tool"), ui: file("ui") };
}

/** Paths of the programs. */
export type ClusterPrograms = {
  /** Runs any of the services. */
  readonly server: string;
  /** Creates and updates the schema of a store. */
  readonly schemaTool: string;
  readonly ui: string;
};

const PROGRAMS = {
  server: "go.temporal.io/server/cmd/server",
  "sql-tool": "go.temporal.io/server/cmd/tools/sql",
  ui: "github.com/temporalio/ui-server/v2/cmd/server",
} as const;

const SOURCE = fileURLToPath(new URL("cluster/", import.meta.url));
const FILES = ["go.mod", "go.sum"] as const;

async function buildPrograms(search: ProgramSearch): ReturnType<Rung["find"]> {
  const sums = FILES.map((name) => readFileSync(join(SOURCE, name), "utf8")).join("\0");
  const mark = createHash("sha256").update(sums).digest("hex").slice(0, 8);
  const target = join(cacheDirectory(search.env), `temporal-cluster-${SERVER_VERSION}-${mark}`);
  const go = await pathRung(search.env, "go").find();
  if ("reason" in go) return { reason: "Go is not installed" };
  const build = async (workplace: string) => {
    for (const name of FILES) copyFileSync(join(SOURCE, name), join(workplace, name));
    const programs = join(workplace, "programs");
    mkdirSync(programs);
    for (const [name, source] of Object.entries(PROGRAMS)) {
      await runLong({
        title: `building the Temporal ${name} from its Go modules (minutes, once)`,
        command: go.path,
        args: ["build", ...FLAGS, "-o", join(programs, name), source],
        env: { ...search.env, CGO_ENABLED: "0" },
        cwd: workplace,
        logFile: `${target}.log`,
        say: search.say,
      });
    }
    return programs;
  };
  await buildOnce({ target, say: search.say, build });
  return { path: target };
}

const FLAGS = ["-mod=readonly", "-trimpath", "-ldflags", "-s -w"] as const;
