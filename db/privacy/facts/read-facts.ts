import { tables } from "../../tables.ts";
import type { Tx } from "../../platform/transactions/transact.ts";

/** Reads a page of a section, ordered by id. */
export type ReadFacts = (tx: Tx, page: FactsPage) => Promise<readonly Fact[]>;

/** Selects facts of a person: those after an id, at most `limit`. */
export interface FactsPage {
  readonly userId: string;
  readonly afterId: string | null;
  readonly limit: number;
}

/** A fact as JSON, with the id that orders it in its section. */
export interface Fact {
  readonly id: string;
}

/** The relationships of a client, for a condition. */
export function relationshipsOf(tx: Tx, userId: string) {
  return tables(tx).selectFrom("relationship").where("clientUserId", "=", userId).select("id");
}
