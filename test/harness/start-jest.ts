import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
const jest = fileURLToPath(new URL("node_modules/jest/bin/jest.js", root));

/** The timeout of a test is meant for its ordinary number of rounds. */
export const AT_LENGTH = `--testTimeout=${4 * 3_600_000}`;

/** Starts Jest as `npm test` does, with further arguments and variables; it shares this process's output. */
export function startJest(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const node = [
    "--experimental-vm-modules",
    "--disable-warning=ExperimentalWarning",
    "--max-semi-space-size=64",
  ];
  const config = ["--ignoreProjects", "keycloak", "--config", "jest.config.mjs"];
  return spawn(process.execPath, [...node, jest, ...config, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
}

/**
 * Waits for its end. If this process gets a stop signal meanwhile, Jest stops what it started.
 * @returns its exit code.
 */
export async function endOf(child: ChildProcess): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const stop = () => child.kill("SIGTERM");
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  child.once("exit", (code) => resolve(code ?? 1));
  try {
    return await promise;
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
  }
}
