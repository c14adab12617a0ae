import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../../tools/processes/build-once.ts";
import { runLong } from "../../tools/processes/long-run.ts";
import { cacheDirectory, type ProgramSearch } from "../../tools/processes/program-ladder.ts";
import { pathRung } from "../../tools/temporal/temporal-binary.ts";

/** Finds Docker Compose; Go builds it once, and every module is checked against go.sum. Throws without Go. */
export async function findCompose({ env, say }: ProgramSearch): Promise<string> {
  const sums = FILES.map((name) => readFileSync(join(SOURCE, name), "utf8")).join("\0");
  const mark = createHash("sha256").update(sums).digest("hex").slice(0, 8);
  const target = join(cacheDirectory(env), `docker-compose-${mark}`);
  const go = await pathRung(env, "go").find();
  if ("reason" in go) throw new Error("Install Go 1.26 or newer, which builds Docker Compose.");
  const build = async (workplace: string) => {
    for (const name of FILES) copyFileSync(join(SOURCE, name), join(workplace, name));
    const program = join(workplace, "docker-compose");
    await runLong({
      title: "building Docker Compose from its Go modules (minutes, once)",
      command: go.path,
      args: ["build", "-mod=readonly", "-trimpath", "-ldflags", "-s -w", "-o", program, PROGRAM],
      env: { ...env, CGO_ENABLED: "0" },
      cwd: workplace,
      logFile: `${target}.log`,
      say,
    });
    return program;
  };
  await buildOnce({ target, say, build });
  return target;
}

const SOURCE = fileURLToPath(new URL("compose/", import.meta.url));
const FILES = ["go.mod", "go.sum"] as const;
const PROGRAM = "github.com/docker/compose/v2/cmd";
