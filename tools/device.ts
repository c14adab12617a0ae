import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { endpoints } from "../api/endpoints.ts";
import { openApiDocument } from "../api/openapi/openapi-document.ts";
import { operationFeatures } from "../workers/operation-features.ts";
import { showHelp } from "../workers/operator/show-help.ts";
import { printApi } from "./device/build-declarations.ts";
import { packDevice } from "./device/pack-device.ts";
import { deviceVectors } from "./device/vectors/device-vectors.ts";
import { wireTypes } from "./device/wire-types.ts";

const root = new URL("../", import.meta.url);

showHelp(`Generates parts of the device library:

  npm run device:types               writes its types of the API to device/wire
  npm run device:vectors             writes its decisions as JSON to device/vectors, for tests in other languages
  npm run device:pack -- [folder]    writes its public surface to device/api-report.txt, and packs it; the usual
                                     folder is .sideline/packages`);
const [part, folder = ".sideline/packages"] = process.argv.slice(2);
if (part === "types") await writeTypes();
else if (part === "vectors") await writeVectors();
else await pack();

async function writeTypes(): Promise<void> {
  const publicUrl = "https://api.example.com";
  const document = openApiDocument({ endpoints, features: operationFeatures, publicUrl });
  await mkdir(new URL("device/wire/", root), { recursive: true });
  for (const [file, text] of await wireTypes(document)) await writeFile(new URL(file, root), text);
}

async function writeVectors(): Promise<void> {
  await mkdir(new URL("device/vectors/", root), { recursive: true });
  for (const [file, text] of await deviceVectors()) await writeFile(new URL(file, root), text);
}

async function pack(): Promise<void> {
  await writeFile(new URL("device/api-report.txt", root), await printApi());
  process.stdout.write(`${await packDevice(path.resolve(folder))}\n`);
}
