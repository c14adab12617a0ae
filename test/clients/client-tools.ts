import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { execute } from "./execute.ts";

/**
 * Installs linters and generators of clients into their own folder, if their lock file changed since the last time.
 * They have a lock file of their own, so that no other command needs them.
 */
export async function installClientTools(): Promise<void> {
  await mkdir(CLIENTS.work, { recursive: true });
  const lock = await readFile(`${CLIENTS.sources}package-lock.json`, "utf8");
  const installed = await readFile(`${CLIENTS.work}installed.json`, "utf8").catch(() => "");
  if (lock === installed) return;
  for (const name of ["package.json", "package-lock.json"])
    await cp(`${CLIENTS.sources}${name}`, `${CLIENTS.work}${name}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await execute("npm", ["ci", ...quiet], CLIENTS.work);
  await writeFile(`${CLIENTS.work}installed.json`, lock);
}

/** Runs a tool of the folder. */
export async function runClientTool([tool, ...args]: readonly string[]): Promise<void> {
  await execute(process.execPath, [`node_modules/.bin/${tool}`, ...args], CLIENTS.work);
}

/** Where the tools are described, and where they are installed and write. */
export const CLIENTS = {
  sources: fileURLToPath(new URL("./", import.meta.url)),
  work: fileURLToPath(new URL("../../.sideline/clients/", import.meta.url)),
} as const;

/** The document that linters and generators read. */
export const OPEN_API = `${CLIENTS.work}openapi.json`;
