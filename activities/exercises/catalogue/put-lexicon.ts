import { putWords } from "../../../db/exercises/catalogue/exercise-writes.ts";
import type { Tx } from "../../../db/transact.ts";
import { remnantsOf } from "../../../rules/exercises/search/remnants.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";

/**
 * Lets what search reads of exercises be found, and what is mistyped for it.
 *
 * @param scopeId whose words they are: everybody's (`LIBRARY_SCOPE`), or those of a workspace.
 */
export async function putLexicon(
  tx: Tx,
  scopeId: string,
  parts: readonly SearchParts[],
): Promise<void> {
  const words = new Set(parts.flatMap(({ lexicon }) => lexicon));
  const rows = [...words].map((word) => ({ word, remnants: remnantsOf(word) }));
  await putWords(tx, scopeId, rows);
}
