import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Edits } from "../harness/compile-edits.ts";

/**
 * Edits a file in memory: each fragment is replaced by another text.
 *
 * @throws Error if a fragment does not stand in the file exactly once.
 */
export function editFile(path: string, ...changes: readonly Replacement[]): Edits {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const text = changes.reduce(
    (before, [fragment, other]) => {
      const parts = before.split(fragment);
      if (parts.length !== 2)
        throw new Error(`${path} contains "${fragment}" ${parts.length - 1} times`);
      return parts.join(other);
    },
    readFileSync(file, "utf8"),
  );
  return { [path]: text };
}

/** A fragment of a file, and the text that replaces it. */
export type Replacement = readonly [fragment: string, text: string];
