import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildOnce } from "../processes/build-once.ts";

/**
 * The folder of the built console. The first call after a change of its sources builds it; the build is kept with the
 * caches of the packages, for every stack of this checkout.
 */
export async function ensureConsole(say: (line: string) => void): Promise<string> {
  const target = join(CACHE, sourceHash());
  if (existsSync(target)) return target;
  await buildOnce({
    target,
    say,
    build: async (workplace) => {
      // Loaded only for a build: the bundler takes longer to load than a start without one.
      const { buildConsole } = await import("./build-console.ts");
      await buildConsole(workplace);
      return workplace;
    },
  });
  return target;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
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
