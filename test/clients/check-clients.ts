import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { execute } from "./execute.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Lints the OpenAPI document and generates a client by each of three generators, then compiles a program that sends a
 * first batch with it. Linters and generators have their own lock file, so that no other command needs them.
 */
async function main(): Promise<void> {
  await mkdir(WORK, { recursive: true });
  await installTools();
  await writeDocument(DOCUMENT);
  for (const name of ["redocly.yaml", "spectral.yaml", "orval.config.mjs", "tsconfig.json"])
    await cp(`${SOURCES}${name}`, `${WORK}${name}`);
  await lintDocument();
  for (const [name, args] of Object.entries(GENERATORS)) {
    await rm(`${WORK}${name}`, { recursive: true, force: true });
    await run(args);
    // The same program for all, on top of a few lines that adapt what each generator names in its own way.
    await cp(`${SOURCES}programs/${name}.ts`, `${WORK}${name}/api.ts`);
    await cp(`${SOURCES}programs/first-batch.ts`, `${WORK}${name}/first-batch.ts`);
  }
  await run(["tsc", "--project", "tsconfig.json"]);
  process.stdout.write(`ok: ${Object.keys(GENERATORS).join(", ")}\n`);
}

const SOURCES = fileURLToPath(new URL("./", import.meta.url));
const WORK = fileURLToPath(new URL("../../.sideline/clients/", import.meta.url));
const DOCUMENT = `${WORK}openapi.json`;

/** Commands of the generators, by the folder of their client. */
const GENERATORS = {
  "openapi-typescript": [
    "openapi-typescript",
    "openapi.json",
    "--output",
    "openapi-typescript/schema.d.ts",
    // A field of a request with a default may be left out.
    "--default-non-nullable=false",
  ],
  "hey-api": [
    "openapi-ts",
    "--input=openapi.json",
    "--output=hey-api",
    "--no-log-file",
    "--plugins",
    "@hey-api/typescript",
    "@hey-api/sdk",
    "@hey-api/client-fetch",
  ],
  orval: ["orval", "--config", "orval.config.mjs"],
} as const;

async function lintDocument(): Promise<void> {
  await run(["redocly", "lint", "openapi.json", "--config", "redocly.yaml"]);
  await run(["spectral", "lint", "openapi.json", "--ruleset", "spectral.yaml"]);
}

/** Installs the tools if the lock file changed since the last time. */
async function installTools(): Promise<void> {
  const lock = await readFile(`${SOURCES}package-lock.json`, "utf8");
  const installed = await readFile(`${WORK}installed.json`, "utf8").catch(() => "");
  if (lock === installed) return;
  for (const name of ["package.json", "package-lock.json"])
    await cp(`${SOURCES}${name}`, `${WORK}${name}`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  await execute("npm", ["ci", ...quiet], WORK);
  await writeFile(`${WORK}installed.json`, lock);
}

/** Runs a tool of the folder. */
async function run([tool, ...args]: readonly string[]): Promise<void> {
  await execute(process.execPath, [`node_modules/.bin/${tool}`, ...args], WORK);
}

await main();
