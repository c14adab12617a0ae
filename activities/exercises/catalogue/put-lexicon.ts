import { putSearchTerms } from "../../../db/exercises/catalogue/put-provider-exercises.ts";
import type { Tx } from "../../../db/platform/transactions/transact.ts";
import { remnantsOf } from "../../../rules/exercises/search/remnants.ts";
import type { SearchParts } from "../../../rules/exercises/search/search-parts.ts";

/**
 * Adds the search terms of exercises to the lexicon, which search uses to correct typing errors.
 *
 * @param scopeId owner of the terms: everybody (`LIBRARY_SCOPE`) or a workspace.
 */
export async function putLexicon(
  tx: Tx,
  scopeId: string,
  parts: readonly SearchParts[],
): Promise<void> {
  const words = new Set(parts.flatMap(({ lexicon }) => lexicon));
  const rows = [...words].map((word) => ({ word, remnants: remnantsOf(word) }));
  await putSearchTerms(tx, scopeId, rows);
}
