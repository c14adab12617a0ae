import { mkdir, writeFile } from "node:fs/promises";
import { endpoints } from "../api/endpoints.ts";
import { openApiDocument } from "../api/openapi/openapi-document.ts";
import { operationFeatures } from "../workers/operation-features.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { wireTypes } from "./device/wire-types.ts";

showHelp("Writes the types of the device library from the API: npm run device:types");
const root = new URL("../", import.meta.url);
const publicUrl = "https://api.example.com";
const document = openApiDocument({ endpoints, features: operationFeatures, publicUrl });
await mkdir(new URL("device/wire/", root), { recursive: true });
for (const [path, text] of await wireTypes(document)) await writeFile(new URL(path, root), text);
