import { TAXONOMY_SEED } from "../../contract/exercises/taxonomy-seed.ts";
import type { TaxonomyType } from "../../contract/exercises/vocabulary.ts";
import type { Language } from "../texts/i18n.ts";

/** A key of the taxonomy in the reader's language; a key that this version does not know is written as words. */
export function taxonomyName(type: TaxonomyType, key: string, language: Language): string {
  const node = TAXONOMY_SEED[type].find((known) => known.key === key);
  return node === undefined ? key.replaceAll("_", " ") : node[language];
}
