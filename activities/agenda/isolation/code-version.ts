import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);

/** Everything that decides how an occurrence is laid into a day: floors or rooms of the source, and packages. */
const FOLDERS = ["activities/agenda", "contract", "db/agenda", "db/forms", "db/plans", "rules"];
const FILES = ["db/migrations/SHA256SUMS", "package-lock.json"];

/**
 * Version of the code that lays occurrences into days: a digest of its sources, so that a deployment needs no number
 * that somebody has to raise, and processes of one deployment agree (docs/architecture.md#finding-your-way). An occurrence that one version
 * withheld is tried again by another (docs/rooms/agenda.md#withheld-occurrences).
 */
export const CODE_VERSION: string = digestOfSources();

function digestOfSources(): string {
  const digest = createHash("sha256").update(process.version);
  for (const file of [...FOLDERS.flatMap(sourcesIn), ...FILES])
    digest.update(`\0${file}\0`).update(readFileSync(new URL(file, ROOT)));
  return digest.digest("base64url");
}

/** Sources in a folder by their paths, in a fixed order. */
function sourcesIn(folder: string): string[] {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => name.endsWith(".ts")).toSorted();
  return sources.map((name) => `${folder}/${name}`);
}
