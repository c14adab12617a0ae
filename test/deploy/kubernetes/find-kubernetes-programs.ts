import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as z from "zod";
import { buildOnce } from "../../../tools/processes/build-once.ts";
import { runLong } from "../../../tools/processes/long-run.ts";
import {
  cacheDirectory,
  findProgram,
  type ProgramSearch,
  tryProgram,
} from "../../../tools/processes/program-ladder.ts";

/**
 * Finds kustomize and kubectl-validate, which Go builds once, and the definitions of the Prometheus operator's objects.
 * Every module is checked against go.sum. Throws ProgramMissing.
 *
 * @param go the path of Go.
 */
export async function findKubernetesPrograms(
  go: string,
  search: ProgramSearch,
): Promise<KubernetesPrograms> {
  const [kustomize, validator] = await Promise.all(
    PROGRAMS.map((program) => findBuilt(program, go, search)),
  );
  if (kustomize === undefined || validator === undefined) throw new Error("Both are listed.");
  return { kustomize, validator, definitions: await findDefinitions(go, search) };
}

/** Paths of the programs and of a folder. */
export interface KubernetesPrograms {
  readonly kustomize: string;
  readonly validator: string;
  /** Folder with the CustomResourceDefinitions of the Prometheus operator. */
  readonly definitions: string;
}

interface BuiltProgram {
  readonly name: string;
  readonly source: string;
  readonly proof: readonly string[];
}

const PROGRAMS: readonly BuiltProgram[] = [
  { name: "kustomize", source: "sigs.k8s.io/kustomize/kustomize/v5", proof: ["version"] },
  { name: "kubectl-validate", source: "sigs.k8s.io/kubectl-validate", proof: ["--help"] },
];
const OPERATOR = "github.com/prometheus-operator/prometheus-operator";
const DEFINITIONS = "example/prometheus-operator-crd";
const SUMS = ["go.mod", "go.sum"] as const;

async function findBuilt(
  program: BuiltProgram,
  go: string,
  search: ProgramSearch,
): Promise<string> {
  const { path } = await findProgram({
    title: program.name,
    rungs: [
      { name: `go build of ${program.source}`, find: () => buildProgram(program, go, search) },
    ],
    proveWorking: async (file) => {
      const { ok, output } = await tryProgram(file, program.proof);
      return ok ? null : `${file} does not run: ${output}`;
    },
    advice: "Install Go 1.26 or newer, with access to a Go module proxy; it is then built.",
  });
  return path;
}

async function buildProgram({ name, source }: BuiltProgram, go: string, search: ProgramSearch) {
  const sums = SUMS.map((file) => readFileSync(sumsOf(name, file), "utf8")).join("\0");
  const mark = createHash("sha256").update(sums).digest("hex").slice(0, 8);
  const target = join(cacheDirectory(search.env), `${name}-${mark}`);
  const build = async (workplace: string) => {
    const program = join(workplace, name);
    for (const file of SUMS) copyFileSync(sumsOf(name, file), join(workplace, file));
    await runLong({
      title: `building ${name} from its Go modules (minutes, once)`,
      command: go,
      args: ["build", "-mod=readonly", "-trimpath", "-o", program, source],
      env: { ...search.env, CGO_ENABLED: "0" },
      cwd: workplace,
      logFile: `${target}.log`,
      say: search.say,
    });
    return program;
  };
  await buildOnce({ target, say: search.say, build });
  return { path: target };
}

const Module = z.object({ Dir: z.string() });

/** The folder in Go's cache of modules that has the definitions. */
async function findDefinitions(go: string, search: ProgramSearch): Promise<string> {
  const cwd = fileURLToPath(new URL("programs/prometheus-operator/", import.meta.url));
  const args = ["mod", "download", "-json", OPERATOR];
  const { stdout } = await promisify(execFile)(go, args, { cwd, env: search.env });
  return join(Module.parse(JSON.parse(stdout)).Dir, DEFINITIONS);
}

const sumsOf = (name: string, file: (typeof SUMS)[number]) =>
  fileURLToPath(new URL(`programs/${name}/${file}`, import.meta.url));
