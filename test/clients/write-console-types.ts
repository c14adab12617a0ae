import { writeFile } from "node:fs/promises";
import { CLIENTS, installClientTools } from "./client-tools.ts";
import { CONSOLE_TYPES, consoleTypes } from "./console-types.ts";
import { writeDocument } from "./write-document.ts";

// Writes the console's types of the API.
await installClientTools();
await writeFile(
  CONSOLE_TYPES,
  await consoleTypes(await writeDocument(`${CLIENTS.work}openapi.json`)),
);
