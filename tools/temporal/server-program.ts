import { createHash } from "node:crypto";
import { cpSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../processes/build-once.ts";
import { isAtLeast } from "../processes/is-at-least.ts";
import { runLong } from "../processes/long-run.ts";
import {
  type ProgramSearch,
  type Rung,
  cacheDirectory,
  tryProgram,
} from "../processes/program-ladder.ts";

/**
 * Older servers check the envelope of a batch and not its content (CVE-2025-14986, CVE-2025-14987, CVE-2026-5199). A
 * caller with write access to one namespace can then reach others.
 */
export const LEAST_SERVER_VERSION = "1.30.3";

const SOURCE = fileURLToPath(new URL("server/", import.meta.url));
const sourceOf = (name: string) => readFileSync(join(SOURCE, name), "utf8");
const versionIn = (module: string) =>
  new RegExp(`^\\t${module} v(\\S+)$`, "m").exec(sourceOf("go.mod"))?.[1] ?? "";

/** The server version built by tools/temporal/server; the compose file deploys the same. */
export const SERVER_VERSION = versionIn("go.temporal.io/server");
/** Version of its web UI. */
export const UI_VERSION = versionIn("github.com/temporalio/ui-server/v2");

/** Path of the built embedded server; it contains the version and a hash of the sources. */
export function serverProgramFile(env: NodeJS.ProcessEnv): string {
  const sources = readdirSync(SOURCE).toSorted().map(sourceOf).join("\0");
  const mark = createHash("sha256").update(sources).digest("hex").slice(0, 8);
  return join(cacheDirectory(env), `temporal-embedded-${SERVER_VERSION}-${mark}`, "temporal");
}

/** The server version that a program reports, or null. */
export async function serverVersionOf(program: string): Promise<string | null> {
  const { ok, output } = await tryProgram(program, ["--version"]);
  const [, version = null] = /temporal version .*\(Server (\d+\.\d+\.\d+)/.exec(output) ?? [];
  return ok ? version : null;
}

/** Null if the program runs with a server that has all fixes, otherwise what is wrong with it. */
export async function proveServer(program: string): Promise<string | null> {
  const version = await serverVersionOf(program);
  if (version === null) return `${program} does not run, or does not report its server's version`;
  return isAtLeast(version, LEAST_SERVER_VERSION)
    ? null
    : `${program} has server ${version}, which lacks fixes of ${LEAST_SERVER_VERSION}`;
}

/** Builds the embedded server at its path; every module is checked against go.sum. */
export async function buildServerProgram(
  go: string,
  search: ProgramSearch,
): ReturnType<Rung["find"]> {
  const target = serverProgramFile(search.env);
  await buildOnce({
    target,
    say: search.say,
    build: async (workplace) => {
      const program = join(workplace, "temporal");
      cpSync(SOURCE, join(workplace, "source"), { recursive: true });
      await runLong({
        title: "building the Temporal server from its Go modules (about 5 minutes, once)",
        command: go,
        args: ["build", "-mod=readonly", "-trimpath", "-ldflags", "-s -w", "-o", program, "."],
        env: { ...search.env, CGO_ENABLED: "0" },
        cwd: join(workplace, "source"),
        logFile: `${target}.log`,
        say: search.say,
      });
      return program;
    },
  });
  return { path: target };
}
