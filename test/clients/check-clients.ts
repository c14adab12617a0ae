import { cp, readFile } from "node:fs/promises";
import { CLIENTS, installClientTools, OPEN_API, runClientTool } from "./client-tools.ts";
import { CONSOLE_TYPES, consoleTypes } from "./console-types.ts";
import { writeDocument } from "./write-document.ts";

/** Lints the OpenAPI document. The types of the console must be those of this document. */
async function main(): Promise<void> {
  await installClientTools();
  const document = await writeDocument(OPEN_API);
  await requireFreshConsoleTypes(document);
  for (const name of ["redocly.yaml", "spectral.yaml"])
    await cp(`${CLIENTS.sources}${name}`, `${CLIENTS.work}${name}`);
  await runClientTool(["redocly", "lint", "openapi.json", "--config", "redocly.yaml"]);
  await runClientTool(["spectral", "lint", "openapi.json", "--ruleset", "spectral.yaml"]);
}

async function requireFreshConsoleTypes(document: unknown): Promise<void> {
  const kept = await readFile(CONSOLE_TYPES, "utf8").catch(() => "");
  if (kept === (await consoleTypes(document))) return;
  throw new Error("The console has types of another API. Run: npm run web:types");
}

await main();
