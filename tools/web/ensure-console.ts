import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildOnce } from "../processes/build-once.ts";

/**
 * Returns the folder of the built console. The first call after a change of its sources builds it. Every stack of this
 * checkout shares the build, which is kept with the caches of the packages.
 */
export async function ensureConsole(say: (line: string) => void): Promise<string> {
  const target = join(CACHE, sourceHash());
  if (existsSync(target)) return target;
  await buildOnce({
    target,
    say,
    build: async (workplace) => {
      // The bundler goes by this variable: in the process of a test, the console would get React's development build.
      const env = { ...process.env, NODE_ENV: "production" };
      await run(process.execPath, ["--eval", BUILD, workplace], { cwd: ROOT, env });
      return workplace;
    },
  });
  return target;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** In a process of its own; loading the bundler takes longer than a start without a build. */
const BUILD = `import("./tools/web/build-console.ts").then(({ buildConsole }) => buildConsole(process.argv[1]))`;
const run = promisify(execFile);
const CACHE = join(ROOT, "node_modules/.cache/console");

/** Everything that a build reads, except packages, which their lock file names. */
const SOURCES = [
  "web/**/*",
  "contract/**/*.ts",
  "rules/**/*.ts",
  "tools/web/*.ts",
  "package-lock.json",
];

function sourceHash(): string {
  const hash = createHash("sha256");
  const found = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }));
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.toSorted())
    hash.update(file.slice(ROOT.length)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 24);
}
