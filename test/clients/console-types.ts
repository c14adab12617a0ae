import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { consoleDocument } from "../../tools/web/console-document.ts";
import { CLIENTS } from "./client-tools.ts";
import { execute } from "./execute.ts";

/** Types of the routes that the console calls, as text, from the OpenAPI document. The tools must be installed. */
export async function consoleTypes(document: unknown): Promise<string> {
  // In a folder of its own: the generator would obey the linter's settings beside it, which ask for prose.
  const folder = `${CLIENTS.work}console/`;
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}openapi.json`, JSON.stringify(consoleDocument(document)));
  const generator = `${CLIENTS.work}node_modules/.bin/openapi-typescript`;
  const options = ["openapi.json", "--output", "routes.d.ts", "--default-non-nullable=false"];
  await execute(process.execPath, [generator, ...options], folder);
  return await readFile(`${folder}routes.d.ts`, "utf8");
}

/** The file of these types in the repository. */
export const CONSOLE_TYPES = fileURLToPath(new URL("../../web/api/routes.d.ts", import.meta.url));
