import { showHelp } from "../workers/operator/show-help.ts";
import { billOfMaterials } from "./supply/bill-of-materials.ts";
import { readLockfile } from "./supply/lockfile.ts";

showHelp(
  "Prints the bill of materials of the image as CycloneDX JSON: npm run --silent sbom > sbom.json",
);
process.stdout.write(`${JSON.stringify(billOfMaterials(readLockfile()), null, 2)}\n`);
