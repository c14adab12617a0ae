import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { buildOnce } from "../../tools/processes/build-once.ts";
import { runLong } from "../../tools/processes/long-run.ts";
import { cacheDirectory } from "../../tools/processes/program-ladder.ts";
import { SERVER_VERSION } from "../../tools/temporal/server-program.ts";

/** Programs built from the server's Go module: the server, its schema tool, and the folder of the schema. */
export interface ServerPrograms {
  readonly server: string;
  readonly schemaTool: string;
  readonly schema: string;
}

/** Same version as in the compose file. */
const VERSION = SERVER_VERSION;
const MODULE = "go.temporal.io/server";

/** Builds the Temporal server from its Go module, once; requires Go. */
export async function buildServer(env: NodeJS.ProcessEnv): Promise<ServerPrograms> {
  const target = join(cacheDirectory(env), `temporal-server-${VERSION}`);
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  await buildOnce({
    target,
    say,
    build: async (workplace) => {
      const programs = ["cmd/server", "cmd/tools/sql"].map(
        (path) => `${MODULE}/${path}@v${VERSION}`,
      );
      await runLong({
        title: "building the Temporal server from its Go module (about 5 minutes, once)",
        command: "go",
        args: ["install", "-trimpath", "-ldflags", "-s -w", ...programs],
        env: { ...env, GOBIN: workplace, CGO_ENABLED: "0" },
        cwd: workplace,
        logFile: `${target}.log`,
        say,
      });
      return workplace;
    },
  });
  const { stdout } = await promisify(execFile)("go", ["env", "GOMODCACHE"], { env });
  const schema = join(stdout.trim(), `${MODULE}@v${VERSION}`, "schema", "postgresql", "v12");
  if (!existsSync(schema)) throw new Error(`The schema of the Temporal server is not in ${schema}`);
  return { server: join(target, "server"), schemaTool: join(target, "sql"), schema };
}
