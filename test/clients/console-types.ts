import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { consoleDocument } from "../../tools/web/console-document.ts";
import { CLIENTS, runClientTool } from "./client-tools.ts";

/** Types of the routes that the console calls, as text, from the OpenAPI document. The tools must be installed. */
export async function consoleTypes(document: unknown): Promise<string> {
  const [input, output] = [`${CLIENTS.work}console.json`, `${CLIENTS.work}console-routes.d.ts`];
  await writeFile(input, JSON.stringify(consoleDocument(document)));
  const options = ["--default-non-nullable=false"];
  await runClientTool(["openapi-typescript", input, "--output", output, ...options]);
  return await readFile(output, "utf8");
}

/** The file of these types in the repository. */
export const CONSOLE_TYPES = fileURLToPath(new URL("../../web/api/routes.d.ts", import.meta.url));
