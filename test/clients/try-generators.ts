import { cp, rm } from "node:fs/promises";
import { CLIENTS, installClientTools, OPEN_API, runClientTool } from "./client-tools.ts";
import { writeDocument } from "./write-document.ts";

/**
 * Generates a client by each of three generators from the OpenAPI document, then compiles a program that sends a first
 * batch with it.
 */
async function main(): Promise<void> {
  await installClientTools();
  await writeDocument(OPEN_API);
  for (const name of ["orval.config.mjs", "tsconfig.json"])
    await cp(`${CLIENTS.sources}${name}`, `${CLIENTS.work}${name}`);
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

await main();
