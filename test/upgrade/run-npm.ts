import { spawn } from "node:child_process";
import { join } from "node:path";
import { surroundings } from "../harness/surroundings.ts";

/** Runs an npm command of a tree with the Node of that tree, and shows its output. Throws if it fails. */
export async function runNpm(
  tree: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const startedAt = performance.now();
  process.stdout.write(`\n$ npm ${args.join(" ")}   # in ${tree}\n`);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const child = spawn("npm", [...args], {
    cwd: tree,
    stdio: ["ignore", "inherit", "inherit"],
    env: treeEnvironment(tree, env),
  });
  child.once("error", reject);
  child.once("exit", resolve);
  const code = await promise;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  if (code !== 0) throw new Error(`npm ${args.join(" ")} failed after ${seconds} s`);
  process.stdout.write(`passed after ${seconds} s\n`);
}

/** The environment of a process of a tree: its own programs come first on the PATH. */
export function treeEnvironment(tree: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: _cache, ...inherited } = surroundings;
  const path = `${join(tree, "node_modules/.bin")}:${inherited["PATH"] ?? ""}`;
  return { ...inherited, ...env, PATH: path };
}
