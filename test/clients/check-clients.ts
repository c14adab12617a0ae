import { cp, readFile, rm } from "node:fs/promises";
import { CLIENTS, installClientTools, runClientTool } from "./client-tools.ts";
import { CONSOLE_TYPES, consoleTypes } from "./console-types.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Lints the OpenAPI document and generates a client by each of three generators, then compiles a program that sends a
 * first batch with it. The types of the console must be those of this document.
 */
async function main(): Promise<void> {
  await installClientTools();
  const document = await writeDocument(DOCUMENT);
  await requireFreshConsoleTypes(document);
  for (const name of ["redocly.yaml", "spectral.yaml", "orval.config.mjs", "tsconfig.json"])
    await cp(`${CLIENTS.sources}${name}`, `${CLIENTS.work}${name}`);
  await lintDocument();
  for (const [name, args] of Object.entries(GENERATORS)) {
    await rm(`${CLIENTS.work}${name}`, { recursive: true, force: true });
    await runClientTool(args);
    // The same program for all, on top of a few lines that adapt what each generator names in its own way.
    await cp(`${CLIENTS.sources}programs/${name}.ts`, `${CLIENTS.work}${name}/api.ts`);
    await cp(`${CLIENTS.sources}programs/first-batch.ts`, `${CLIENTS.work}${name}/first-batch.ts`);
  }
  await runClientTool(["tsc", "--project", "tsconfig.json"]);
  process.stdout.write(`ok: ${Object.keys(GENERATORS).join(", ")}\n`);
}

const DOCUMENT = `${CLIENTS.work}openapi.json`;

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
  await runClientTool(["redocly", "lint", "openapi.json", "--config", "redocly.yaml"]);
  await runClientTool(["spectral", "lint", "openapi.json", "--ruleset", "spectral.yaml"]);
}

async function requireFreshConsoleTypes(document: unknown): Promise<void> {
  const kept = await readFile(CONSOLE_TYPES, "utf8").catch(() => "");
  if (kept === (await consoleTypes(document))) return;
  throw new Error("The console has types of another API. Run: npm run web:types");
}

await main();
