import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const ROOT = new URL("../../../", import.meta.url);

/** Everything that decides how an occurrence is placed in a day: floors or rooms of the source, and packages. */
const FOLDERS = ["activities/agenda", "contract", "db/agenda", "db/forms", "db/plans", "rules"];
const FILES = ["db/migrations/SHA256SUMS", "package-lock.json"];

/**
 * Version of the code that places occurrences in days: a digest of its sources. A deployment needs no version number
 * that must be raised by hand, and all its processes agree (docs/architecture.md#finding-your-way). An occurrence
 * that one version withheld is retried by another (docs/rooms/agenda.md#withheld-occurrences).
 */
export const CODE_VERSION: string = digestOfSources();

function digestOfSources(): string {
  const digest = createHash("sha256").update(process.version);
  for (const file of [...FOLDERS.flatMap(sourcesIn), ...FILES])
    digest.update(`\0${file}\0`).update(readFileSync(new URL(file, ROOT)));
  return digest.digest("base64url");
}

/** Paths of the sources in a folder, sorted. */
function sourcesIn(folder: string): string[] {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => name.endsWith(".ts")).toSorted();
  return sources.map((name) => `${folder}/${name}`);
}
