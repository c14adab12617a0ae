import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Every word that a file below a folder has, as UTF-8 or as UTF-16: `file: word`. */
export function findInFolder(folder: string, words: readonly string[]): readonly string[] {
  const forms = words.flatMap((word) => [
    { word, bytes: Buffer.from(word, "utf8") },
    { word, bytes: Buffer.from(word, "utf16le") },
  ]);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const content = readFileSync(path);
      return forms
        .filter(({ bytes }) => content.includes(bytes))
        .map(({ word }) => `${path.slice(folder.length)}: ${word}`);
    });
  return [...new Set(found)].toSorted();
}
