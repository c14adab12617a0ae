import type { Connection } from "@temporalio/client";
import { SEARCH_ATTRIBUTES } from "../../contract/outbox/vocabulary.ts";

/** Numbers of `temporal.api.enums.v1.IndexedValueType`. */
const INDEXED_VALUE_TYPE = { KEYWORD: 2, DATETIME: 6 } as const;

/** Tells the actors' search attributes to a time-skipping server, which cannot list what it has. */
export async function registerTestAttributes({ operatorService }: Connection): Promise<void> {
  await operatorService.addSearchAttributes({
    namespace: "default",
    searchAttributes: Object.fromEntries(
      Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, INDEXED_VALUE_TYPE[type]]),
    ),
  });
}
