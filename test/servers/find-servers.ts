import { createHash } from "node:crypto";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../../tools/processes/build-once.ts";
import { debianRung } from "../../tools/processes/debian-package.ts";
import { runLong } from "../../tools/processes/long-run.ts";
import {
  cacheDirectory,
  findProgram,
  type ProgramSearch,
  type Rung,
  tryProgram,
} from "../../tools/processes/program-ladder.ts";
import { fileRung, pathRung } from "../../tools/temporal/temporal-binary.ts";

/** Finds PgBouncer: an installed one, or the package of Debian, unpacked without installing it. */
export async function findPgbouncer(search: ProgramSearch): Promise<string> {
  const { path } = await findProgram({
    title: "PgBouncer",
    rungs: [
      pathRung(search.env, "pgbouncer"),
      fileRung("/usr/sbin", "/usr/sbin/pgbouncer"),
      debianRung(search, PGBOUNCER),
    ],
    proveWorking: proveBy(["--version"]),
    advice: "Install it, on Debian with: apt-get install pgbouncer",
  });
  return path;
}

/** Finds the S3 server versitygw, which Go builds once; every module is checked against go.sum. */
export async function findS3Server(search: ProgramSearch): Promise<string> {
  const { path } = await findProgram({
    title: "The S3 server versitygw",
    rungs: [
      pathRung(search.env, "versitygw"),
      { name: "go build of test/servers/versitygw", find: () => buildS3Server(search) },
    ],
    proveWorking: proveBy(["--version"]),
    advice: "Install Go 1.26 or newer, with access to a Go module proxy; the server is then built.",
  });
  return path;
}

function proveBy(args: readonly string[]) {
  return async (path: string) => {
    const { ok, output } = await tryProgram(path, args);
    return ok ? null : `${path} does not run: ${output}`;
  };
}

/** PgBouncer with the two libraries that it needs and that a small image of Debian lacks. */
const PGBOUNCER = {
  title: "PgBouncer",
  packages: ["pgbouncer", "libevent-2.1-7", "libc-ares2"],
  program: "usr/sbin/pgbouncer",
} as const;

const SOURCE = fileURLToPath(new URL("versitygw/", import.meta.url));
const PROGRAM = "github.com/versity/versitygw/cmd/versitygw";

async function buildS3Server(search: ProgramSearch): ReturnType<Rung["find"]> {
  const go = await pathRung(search.env, "go").find();
  if ("reason" in go) return { reason: "Go is not installed" };
  const sums = readFileSync(join(SOURCE, "go.sum"));
  const mark = createHash("sha256").update(sums).digest("hex").slice(0, 8);
  const target = join(cacheDirectory(search.env), `versitygw-${mark}`);
  const build = async (workplace: string) => {
    const program = join(workplace, "versitygw");
    for (const file of ["go.mod", "go.sum"])
      copyFileSync(join(SOURCE, file), join(workplace, file));
    await runLong({
      title: "building the S3 server versitygw from its Go modules (a few minutes, once)",
      command: go.path,
      args: ["build", "-mod=readonly", "-trimpath", "-o", program, PROGRAM],
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
