import { writeFile } from "node:fs/promises";
import path from "node:path";
import { showHelp } from "../workers/operator/show-help.ts";
import { printApi } from "./device/build-declarations.ts";
import { packDevice } from "./device/pack-device.ts";

const API = path.join(import.meta.dirname, "../device/api-report.txt");

showHelp(`Packs the device library and prints the path of the tarball. Writes its public surface to device/api-report.txt.

  npm run device:pack -- [folder]      the usual folder is .sideline/packages`);

const [folder = ".sideline/packages"] = process.argv.slice(2);
await writeFile(API, await printApi());
process.stdout.write(`${await packDevice(path.resolve(folder))}\n`);
